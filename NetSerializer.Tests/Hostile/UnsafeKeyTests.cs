using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Dynamic;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary><see cref="UnsafeKeys.Refuse"/>: hash tables whose keys are not known to be safe are refused, and no others.</summary>
[TestFixture]
internal sealed class UnsafeKeyTests
{
    private static readonly SerializerOptions s_strict = new() { UnsafeKeys = UnsafeKeys.Refuse };

    private static readonly Type[] s_safeKeys =
    [
        typeof(string), typeof(bool), typeof(byte), typeof(char), typeof(int), typeof(ulong), typeof(nint), typeof(double), typeof(decimal), typeof(Half),
        typeof(Int128), typeof(Guid), typeof(DateTime), typeof(DateOnly), typeof(TimeSpan),
        typeof(DateTimeOffset), typeof(DayOfWeek), typeof(Version), typeof((int, string)), typeof(Tuple<long, Guid>),
        typeof((int, int, int, int, int, int, int, (string, int))), typeof(Point), typeof(Name), typeof(Plain), typeof(int[]), typeof(PointWithNote),
    ];

    private static readonly (Type Key, string Reason)[] s_unsafeKeys =
    [
        (typeof(object), "Declare"), (typeof(IComparable), "Declare"), (typeof(Loose), "record struct"), (typeof(KeyValuePair<int, int>), "record struct"),
        (typeof(OwnHash), "by code"), (typeof(OwnHashClass), "by code"),
        (typeof(RecordOfOwnHash), "by code"), (typeof((int, Loose)), "Loose"), (typeof(PointAndAnything), "anything"), (typeof(Nested), "deep"),
        (typeof(Open), "OpenDerived"), (typeof(System.Numerics.BigInteger), "by code"),
        (typeof(Tuple<OwnHashClass>), "OwnHashClass"),
    ];

    private static readonly Type[] s_tables =
    [
        typeof(Dictionary<,>), typeof(HashSet<>), typeof(ConcurrentDictionary<,>), typeof(ImmutableDictionary<,>), typeof(ImmutableHashSet<>),
        typeof(FrozenDictionary<,>), typeof(FrozenSet<>), typeof(OrderedDictionary<,>),
        typeof(ReadOnlyDictionary<,>), typeof(ReadOnlySet<>), typeof(IDictionary<,>), typeof(IReadOnlyDictionary<,>), typeof(ISet<>), typeof(IReadOnlySet<>),
        typeof(DerivedTable<>), typeof(DerivedSet<>), typeof(Keyed<>), typeof(Holder<>),
    ];

    private static readonly Type[] s_ordered =
        [typeof(SortedDictionary<,>), typeof(SortedSet<>), typeof(SortedList<,>), typeof(ImmutableSortedDictionary<,>), typeof(ImmutableSortedSet<>),
            typeof(List<>), typeof(Queue<>)];

    [Test]
    public void SafeKeysAreTaken([ValueSource(nameof(s_safeKeys))] Type key)
    {
        foreach (Type table in s_tables.Where(table => key != typeof(string) || table.Namespace != "System.Collections.Frozen"))
        {
            Assert.That(() => TypeModel.Create([Close(table, key)], s_strict), Throws.Nothing, $"{table.Name} of {key}");
        }
    }

    [Test]
    public void UnsafeKeysAreRefusedWithPathAndCure([ValueSource(nameof(s_unsafeKeys))] (Type Key, string Reason) row)
    {
        foreach (Type table in s_tables)
        {
            Type type = Close(table, row.Key);
            TypeModelException refused = Assert.Throws<TypeModelException>(() => TypeModel.Create([type, typeof(OpenDerived)], s_strict), $"{type}")!;
            TypeModelProblem problem = refused.Problems.First();
            Assert.That(refused.Problems.Select(each => each.Code), Is.All.EqualTo(ErrorCode.UnsafeKey));
            Assert.That(problem.Message, Does.Contain(row.Reason));
            Assert.That(problem.Path, table == typeof(Holder<>) ? Does.Contain("-> Table -> ") : Does.Contain(table.Name.Split('`')[0].TrimStart('I')));
            Assert.That(() => TypeModel.Create([type, typeof(OpenDerived)]), Throws.Nothing, "by default they travel");
        }
        foreach (Type table in s_ordered)
        {
            Assert.That(() => TypeModel.Create([Close(table, row.Key), typeof(OpenDerived)], s_strict), Throws.Nothing, $"{table.Name} hashes nothing");
        }
    }

    [Test]
    public void TablesWithoutATypeAreRefused()
    {
        TypeModelException refused = Assert.Throws<TypeModelException>(() => TypeModel.Create([typeof(Untyped)], s_strict))!;
        Assert.That(refused.Problems.Select(problem => (problem.Code, problem.Path)),
            Is.EquivalentTo(
                (object[])[(ErrorCode.UnsafeKey, Path("Table", typeof(Hashtable))),
                    (ErrorCode.UnsafeKey, Path("Any", typeof(HashSet<object>), "System.Collections.Generic.HashSet<System.Object>"))]));
        Assert.That(() => TypeModel.Create(
            [typeof(StringDictionary), typeof(NameValueCollection), typeof(ExpandoObject), typeof(SortedList), typeof(ArrayList)], s_strict), Throws.Nothing);
    }

    [Test]
    public void FrozenTablesOfStringsAreRefused()
    {
        foreach (Type table in (Type[])[typeof(FrozenSet<string>), typeof(FrozenDictionary<string, int>)])
        {
            TypeModelException refused = Assert.Throws<TypeModelException>(() => TypeModel.Create([table], s_strict))!;
            Assert.That((refused.Code, refused.Message.Contains("random seed", StringComparison.Ordinal)), Is.EqualTo((ErrorCode.UnsafeKey, true)));
        }
    }

    /// <summary>The safe ones are bounded: what a stranger can do to them is known, and ends in a rejection.</summary>
    [Test]
    public void TheBytesAreThoseOfAModelThatAccepts()
    {
        Dictionary<Point, string> table = Enumerable.Range(0, 10).ToDictionary(i => new Point(i, -i), i => $"{i}");
        TypeModel strict = TypeModel.Create([typeof(Dictionary<Point, string>)], s_strict), lax = TypeModel.Create([typeof(Dictionary<Point, string>)]);
        Assert.That(strict.Serialize(table), Is.EqualTo(lax.Serialize(table)));
        Assert.That(strict.Fingerprint.ToArray(), Is.EqualTo(lax.Fingerprint.ToArray()));
        Assert.That(strict.DeepClone(table), Is.EqualTo(table));
    }

    private static string Path(string member, Type type, string? name = null) =>
        $"NetSerializer.Tests.Hostile.UnsafeKeyTests.Untyped -> {member} -> {name ?? type.FullName}";

    private static Type Close(Type definition, Type key) =>
        definition.MakeGenericType(definition.GetGenericArguments().Length == 1 ? [key] : [key, typeof(int)]);

    [Serializable] internal sealed class Holder<T> where T : notnull { public Dictionary<T, string>[]? Table { get; init; } }

    [Serializable] internal sealed class DerivedTable<T> : Dictionary<T, int> where T : notnull;

    [Serializable] internal sealed class DerivedSet<T> : HashSet<T>;

    [Serializable]
    internal sealed class Keyed<T> : KeyedCollection<T, T> where T : notnull
    {
        protected override T GetKeyForItem(T item) => item;
    }

    [Serializable]
    internal sealed class Untyped
    {
        public Hashtable? Table { get; init; }

        public HashSet<object>? Any { get; init; }
    }

    [Serializable] internal readonly record struct Point(int X, int Y);

    [Serializable] internal sealed record Name(string First, string? Last, DateOnly? Born);

    [Serializable] internal record Plain(int Number);

    [Serializable] internal sealed record PointWithNote(Point Point, int[] Notes) : Plain(1);

    [Serializable] internal sealed record RecordOfOwnHash(OwnHash Inner);

    [Serializable] internal sealed record PointAndAnything(Point Point, object Anything);

    [Serializable] internal sealed record Nested(int Number, Nested? Inner);

    [Serializable] internal record Open(int Number);

    [Serializable]
    internal sealed record OpenDerived(int Number) : Open(Number)
    {
        public override int GetHashCode() => 1;
    }

    [Serializable]
    internal struct Loose
    {
        public int Number { get; set; }

        public string? Text { get; set; }
    }

    [Serializable]
    internal struct OwnHash
    {
        public int Number { get; set; }

        public override readonly int GetHashCode() => 1;

        public override readonly bool Equals(object? obj) => obj is OwnHash other && other.Number == Number;
    }

    [Serializable]
    internal sealed class OwnHashClass : IComparable<OwnHashClass>
    {
        public int Number { get; set; }

        public override int GetHashCode() => Number;

        public override bool Equals(object? obj) => obj is OwnHashClass other && other.Number == Number;

        public int CompareTo(OwnHashClass? other) => 0;
    }
}
