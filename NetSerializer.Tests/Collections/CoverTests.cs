using System.Collections;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Dynamic;
using NUnit.Framework;

namespace NetSerializer.Tests.Collections;

/// <summary>ReadOnlyDictionary and ReadOnlySet keep the comparer of what they cover, or are refused.</summary>
public class CoverTests
{
    private static readonly StringComparer s_comparer = StringComparer.OrdinalIgnoreCase;

    private static readonly TypeModel s_model =
        TypeModel.Create(typeof(ReadOnlyDictionary<string, int>), typeof(ReadOnlySet<string>), typeof(ReadOnlyDictionary<int, int>), typeof(ReadOnlySet<int>),
            typeof(ReadOnlyDictionary<string, object>));

    private static IEnumerable<TestCaseData> Tables()
    {
        var pairs = new Dictionary<string, int>(s_comparer) { ["Key"] = 1 };
        IDictionary<string, int>[] tables =
        [
            pairs.ToImmutableDictionary(s_comparer), pairs.ToImmutableDictionary(s_comparer).ToBuilder(), pairs.ToImmutableSortedDictionary(s_comparer),
            pairs.ToImmutableSortedDictionary(s_comparer).ToBuilder(), pairs.ToFrozenDictionary(s_comparer),
            new Derived(s_comparer) { ["Key"] = 1 },
        ];
        return tables.Select(table => new TestCaseData(table).SetArgDisplayNames(table.GetType().ToString()));
    }

    private static IEnumerable<TestCaseData> Sets()
    {
        string[] elements = ["Key"];
        ISet<string>[] sets =
        [
            elements.ToImmutableHashSet(s_comparer), elements.ToImmutableHashSet(s_comparer).ToBuilder(), elements.ToImmutableSortedSet(s_comparer),
            elements.ToImmutableSortedSet(s_comparer).ToBuilder(), elements.ToFrozenSet(s_comparer),
        ];
        return sets.Select(set => new TestCaseData(set).SetArgDisplayNames(set.GetType().ToString()));
    }

    private static IEnumerable<TestCaseData> WithOwnComparers()
    {
        var order = Comparer<int>.Create((left, right) => right.CompareTo(left));
        var equality = EqualityComparer<int>.Create((left, right) => left % 10 == right % 10, value => value % 10);
        object[] covers =
        [
            new ReadOnlyDictionary<int, int>(ImmutableSortedDictionary.Create<int, int>(order)),
            new ReadOnlyDictionary<int, int>(ImmutableSortedDictionary.CreateBuilder<int, int>(order)),
            new ReadOnlyDictionary<int, int>(ImmutableDictionary.CreateBuilder<int, int>(equality)),
            new ReadOnlySet<int>(ImmutableSortedSet.Create<int>(order, [])), new ReadOnlySet<int>(ImmutableSortedSet.CreateBuilder(order)),
            new ReadOnlySet<int>(ImmutableHashSet.CreateBuilder(equality)),
        ];
        return covers.Select((cover, i) => new TestCaseData(cover).SetArgDisplayNames($"{cover.GetType().Name} {i}"));
    }

    [TestCaseSource(nameof(Tables))]
    public void The_comparer_of_a_table_of_the_framework_is_kept(IDictionary<string, int> table) =>
        Assert.That(s_model.DeepClone(new ReadOnlyDictionary<string, int>(table)).ContainsKey("KEY"));

    [TestCaseSource(nameof(Sets))]
    public void The_comparer_of_a_set_of_the_framework_is_kept(ISet<string> set) =>
        Assert.That(s_model.DeepClone(new ReadOnlySet<string>(set)).Contains("KEY"));

    [TestCaseSource(nameof(WithOwnComparers))]
    public void Comparers_of_ones_own_are_refused(object cover) => AssertRefused(cover, "comparer");

    [Test]
    public void Tables_and_sets_of_ones_own_are_refused_since_nobody_knows_how_they_compare()
    {
        AssertRefused(new ReadOnlyDictionary<int, int>(new OwnTable()), nameof(OwnTable));
        AssertRefused(new ReadOnlySet<int>(new OwnSet()), nameof(OwnSet));
        AssertRefused(new ReadOnlyDictionary<int, int>(new ReadOnlyDictionary<int, int>(new OwnTable())), nameof(OwnTable));
    }

    [Test]
    public void Members_of_an_ExpandoObject_are_told_apart_as_the_default_comparer_does()
    {
        IDictionary<string, object> members = new ExpandoObject()!;
        members.Add("a", 1);
        members.Add("A", 2);
        Assert.That(s_model.DeepClone(new ReadOnlyDictionary<string, object>(members)), Is.EqualTo(members));
    }

    private static void AssertRefused(object cover, string text) =>
        Assert.That(() => s_model.Serialize(cover),
            Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.UnknownComparer).And.Message.Contains(text));

    private sealed class Derived(IEqualityComparer<string> comparer) : Dictionary<string, int>(comparer);

    // Tells numbers apart by their last digit, as its users know.
    private sealed class OwnTable : IDictionary<int, int>
    {
        private readonly Dictionary<int, int> _table = new() { [1] = 2 };

        public ICollection<int> Keys => _table.Keys;

        public ICollection<int> Values => _table.Values;

        public int Count => _table.Count;

        public bool IsReadOnly => false;

        public int this[int key]
        {
            get => _table[key % 10];
            set => _table[key % 10] = value;
        }

        public void Add(int key, int value) => _table.Add(key % 10, value);

        public void Add(KeyValuePair<int, int> item) => Add(item.Key, item.Value);

        public void Clear() => _table.Clear();

        public bool Contains(KeyValuePair<int, int> item) => _table.Contains(item);

        public bool ContainsKey(int key) => _table.ContainsKey(key % 10);

        public void CopyTo(KeyValuePair<int, int>[] array, int arrayIndex) => ((ICollection<KeyValuePair<int, int>>)_table).CopyTo(array, arrayIndex);

        public IEnumerator<KeyValuePair<int, int>> GetEnumerator() => _table.GetEnumerator();

        public bool Remove(int key) => _table.Remove(key % 10);

        public bool Remove(KeyValuePair<int, int> item) => Remove(item.Key);

        public bool TryGetValue(int key, [MaybeNullWhen(false)] out int value) => _table.TryGetValue(key % 10, out value);

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    private sealed class OwnSet : ISet<int>
    {
        private readonly HashSet<int> _set = [1];

        public int Count => _set.Count;

        public bool IsReadOnly => false;

        public bool Add(int item) => _set.Add(item % 10);

        public void Clear() => _set.Clear();

        public bool Contains(int item) => _set.Contains(item % 10);

        public void CopyTo(int[] array, int arrayIndex) => _set.CopyTo(array, arrayIndex);

        public void ExceptWith(IEnumerable<int> other) => _set.ExceptWith(other);

        public IEnumerator<int> GetEnumerator() => _set.GetEnumerator();

        public void IntersectWith(IEnumerable<int> other) => _set.IntersectWith(other);

        public bool IsProperSubsetOf(IEnumerable<int> other) => _set.IsProperSubsetOf(other);

        public bool IsProperSupersetOf(IEnumerable<int> other) => _set.IsProperSupersetOf(other);

        public bool IsSubsetOf(IEnumerable<int> other) => _set.IsSubsetOf(other);

        public bool IsSupersetOf(IEnumerable<int> other) => _set.IsSupersetOf(other);

        public bool Overlaps(IEnumerable<int> other) => _set.Overlaps(other);

        public bool Remove(int item) => _set.Remove(item % 10);

        public bool SetEquals(IEnumerable<int> other) => _set.SetEquals(other);

        public void SymmetricExceptWith(IEnumerable<int> other) => _set.SymmetricExceptWith(other);

        public void UnionWith(IEnumerable<int> other) => _set.UnionWith(other);

        void ICollection<int>.Add(int item) => Add(item);

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
