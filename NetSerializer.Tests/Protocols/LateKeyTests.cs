using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Runtime.Serialization;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>Keys that make what they are compared by in <c>[OnDeserialized]</c> are found in every kind of table, in trees and in graphs.</summary>
internal sealed class LateKeyTests
{
    private const int Count = 20;

    private static readonly Key[] s_keys = [.. Enumerable.Range(1, Count).Select(number => new Key(number))];

    private static IEnumerable<TestCaseData> Tables()
    {
        Dictionary<Key, int> pairs = s_keys.ToDictionary(key => key, key => key.Number);
        foreach (ReferenceHandling references in Enum.GetValues<ReferenceHandling>())
        {
            yield return Table(pairs, (table, key) => table.ContainsKey(key));
            yield return Table(new ConcurrentDictionary<Key, int>(pairs), (table, key) => table.ContainsKey(key));
            yield return Table(new OrderedDictionary<Key, int>(pairs), (table, key) => table.ContainsKey(key));
            yield return Table(new SortedDictionary<Key, int>(pairs), (table, key) => table.ContainsKey(key));
            yield return Table(new SortedList<Key, int>(pairs), (table, key) => table.ContainsKey(key));
            yield return Table(new ReadOnlyDictionary<Key, int>(pairs), (table, key) => table.ContainsKey(key));
            yield return Table(pairs.ToImmutableDictionary(), (table, key) => table.ContainsKey(key));
            yield return Table(pairs.ToImmutableSortedDictionary(), (table, key) => table.ContainsKey(key));
            yield return Table(pairs.ToFrozenDictionary(), (table, key) => table.ContainsKey(key));
            yield return Table(new HashSet<Key>(s_keys), (table, key) => table.Contains(key));
            yield return Table(new SortedSet<Key>(s_keys), (table, key) => table.Contains(key));
            yield return Table(new ReadOnlySet<Key>(new HashSet<Key>(s_keys)), (table, key) => table.Contains(key));
            yield return Table(s_keys.ToImmutableHashSet(), (table, key) => table.Contains(key));
            yield return Table(s_keys.ToImmutableSortedSet(), (table, key) => table.Contains(key));
            yield return Table(s_keys.ToFrozenSet(), (table, key) => table.Contains(key));
            yield return Table(new Hashtable(pairs), (table, key) => table.ContainsKey(key));
            yield return Table(new SortedList(pairs), (table, key) => table.ContainsKey(key));
            yield return Table(new PriorityQueue<int, Key>(s_keys.Select(key => (key.Number, key))), (table, key) => table.Dequeue() == key.Number);
            yield return Table(new DerivedTable(pairs), (table, key) => table.ContainsKey(key));
            yield return Table(new DerivedSet(s_keys), (table, key) => table.Contains(key));
            yield return Table(new DerivedSortedTable(pairs), (table, key) => table.ContainsKey(key));
            yield return Table(new DerivedHashtable(pairs), (table, key) => table.ContainsKey(key));
            yield return Table(new DerivedDictionaryBase(pairs), (table, key) => table.Has(key));
            yield return Table(new Keyed(s_keys), (table, key) => table.Contains(key));

            TestCaseData Table<T>(T table, Func<T, Key, bool> contains) where T : class =>
                new TestCaseData(new LateTable<T>(table, contains), references).SetArgDisplayNames(typeof(T).Name, references.ToString());
        }
    }

    [TestCaseSource(nameof(Tables))]
    public void All_keys_are_found(ILateTable table, ReferenceHandling references) =>
        Assert.That(table.CountFound(new SerializerOptions { References = references }), Is.EqualTo(Count));

    [TestCaseSource(nameof(Tables))]
    public void All_keys_are_found_behind_an_object_that_holds_one_already(ILateTable table, ReferenceHandling references) =>
        Assert.That(table.CountFoundInHolder(new SerializerOptions { References = references }), Is.EqualTo(Count));

    /// <summary>A table with the question whether it has a key.</summary>
    internal interface ILateTable
    {
        int CountFound(SerializerOptions options);

        int CountFoundInHolder(SerializerOptions options);
    }

    private sealed class LateTable<T>(T table, Func<T, Key, bool> contains) : ILateTable where T : class
    {
        public int CountFound(SerializerOptions options)
        {
            T copy = TypeModel.Create([typeof(T), typeof(Key)], options).DeepClone(table);
            return s_keys.Count(key => contains(copy, key));
        }

        public int CountFoundInHolder(SerializerOptions options)
        {
            var holder = new Holder<T> { First = s_keys[^1], Table = table };
            T copy = TypeModel.Create([typeof(Holder<T>), typeof(Key)], options).DeepClone(holder).Table!;
            return s_keys.Count(key => contains(copy, key));
        }
    }

    [Serializable]
    private sealed class Holder<T>
    {
        public Key? First;
        public T? Table;
    }

    /// <summary>Until the callback, all keys have the same hash and no order.</summary>
    [Serializable]
    internal sealed class Key(int number) : IEquatable<Key>, IComparable<Key>, IComparable
    {
        public readonly int Number = number;

        [NonSerialized]
        private int _made = number;

        [OnDeserialized]
        private void Complete(StreamingContext context) => _made = Number;

        public bool Equals(Key? other) => other?._made == _made;

        public override bool Equals(object? obj) => Equals(obj as Key);

        public override int GetHashCode() => _made;

        public int CompareTo(Key? other) => _made.CompareTo(other!._made);

        public int CompareTo(object? obj) => CompareTo((Key)obj!);
    }

    [Serializable]
    private sealed class DerivedTable(IDictionary<Key, int> pairs) : Dictionary<Key, int>(pairs);

    [Serializable]
    private sealed class DerivedSet(IEnumerable<Key> keys) : HashSet<Key>(keys);

    [Serializable]
    private sealed class DerivedSortedTable(IDictionary<Key, int> pairs) : SortedDictionary<Key, int>(pairs);

    [Serializable]
    private sealed class DerivedHashtable(IDictionary pairs) : Hashtable(pairs);

    [Serializable]
    private sealed class DerivedDictionaryBase : DictionaryBase
    {
        public DerivedDictionaryBase(Dictionary<Key, int> pairs)
        {
            foreach ((Key key, int value) in pairs)
            {
                Dictionary.Add(key, value);
            }
        }

        public bool Has(Key key) => Dictionary.Contains(key);
    }

    [Serializable]
    private sealed class Keyed : KeyedCollection<Key, Key>
    {
        public Keyed(Key[] keys)
        {
            foreach (Key key in keys)
            {
                Add(key);
            }
        }

        protected override Key GetKeyForItem(Key item) => item;
    }
}
