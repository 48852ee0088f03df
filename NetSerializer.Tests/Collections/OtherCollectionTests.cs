using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.Specialized;
using System.Dynamic;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Hostile;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Collections;

/// <summary>Immutable, frozen, concurrent and untyped collections: what their readers and writers refuse, and what only they can do.</summary>
[TestFixture]
internal sealed class OtherCollectionTests
{
    private static readonly Type[] s_types =
    [
        typeof(ImmutableHashSet<string>), typeof(ImmutableDictionary<string, string>), typeof(ImmutableSortedSet<int>),
        typeof(ImmutableSortedDictionary<string, int>), typeof(FrozenSet<string>), typeof(FrozenDictionary<string, int>),
        typeof(ConcurrentDictionary<string, int>), typeof(ConcurrentQueue<int>), typeof(ConcurrentBag<string>), typeof(Hashtable), typeof(SortedList),
        typeof(ArrayList), typeof(Queue), typeof(StringDictionary), typeof(NameValueCollection), typeof(ExpandoObject),
        typeof(ImmutableHashSet<long>), typeof(ImmutableDictionary<long, int>), typeof(FrozenSet<long>), typeof(FrozenDictionary<long, int>),
        typeof(ConcurrentDictionary<long, int>), typeof(ConcurrentDictionary<int, int>), typeof(Colliding), typeof(MemberOf<FrozenSet<string>>),
        typeof(ImmutableSortedDictionary<int, int>),
    ];

    private static readonly TypeModel s_model = TypeModel.Create(s_types);

    // Many times the hundred of one bucket that are refused.
    private const int Flood = 2_000;

    // Key A is 02 41, B 02 42, null 01; type id 25 for strings in slots of objects.
    private static IEnumerable<TestCaseData> Malformed()
    {
        yield return Case<ImmutableHashSet<string>>("03 00 0241 0241", ErrorCode.DuplicateKey, 4, "[1]");
        yield return Case<ImmutableHashSet<string>>("03 02 0241 0261", ErrorCode.DuplicateKey, 4, "[1]");
        yield return Case<ImmutableHashSet<string>>("03 05 0241 0261", ErrorCode.UnknownComparerId, 1);
        yield return Case<ImmutableDictionary<string, string>>("03 00 00 0241 00 0241 00", ErrorCode.DuplicateKey, 6, "[1]");
        yield return Case<ImmutableDictionary<string, string>>("02 00 00 01 00", ErrorCode.NullKey, 3, "[0]");
        yield return Case<ImmutableDictionary<string, string>>("02 00 05 0241 00", ErrorCode.UnknownComparerId, 2);
        yield return Case<ImmutableSortedSet<int>>("03 04 02", ErrorCode.NotCanonical, 2, "[1]");
        yield return Case<ImmutableSortedSet<int>>("03 04 04", ErrorCode.DuplicateKey, 2, "[1]");
        yield return Case<ImmutableSortedDictionary<string, int>>("03 01 0242 00 0241 00", ErrorCode.NotCanonical, 5, "[1]");
        yield return Case<ImmutableSortedDictionary<string, int>>("03 00 0242 00 0242 00", ErrorCode.DuplicateKey, 5, "[1]");
        yield return Case<ImmutableSortedDictionary<string, int>>("02 00 01 00", ErrorCode.NullKey, 2, "[0]");
        yield return Case<FrozenSet<string>>("03 01 0241 0241", ErrorCode.DuplicateKey, 4, "[1]");
        yield return Case<FrozenDictionary<string, int>>("03 01 0241 00 0241 00", ErrorCode.DuplicateKey, 5, "[1]");
        yield return Case<FrozenDictionary<string, int>>("02 01 01 00", ErrorCode.NullKey, 2, "[0]");
        yield return Case<ConcurrentDictionary<string, int>>("03 02 0241 00 0261 00", ErrorCode.DuplicateKey, 5, "[1]");
        yield return Case<ConcurrentDictionary<string, int>>("02 00 01 00", ErrorCode.NullKey, 2, "[0]");
        yield return Case<Hashtable>("03 00 190241 00 190241 00", ErrorCode.DuplicateKey, 6, "[1]");
        yield return Case<Hashtable>("02 00 00 00", ErrorCode.NullKey, 2, "[0]");
        yield return Case<Hashtable>("02 05 0702 00", ErrorCode.UnknownComparerId, 1);
        yield return Case<SortedList>("03 01 190241 00 190241 00", ErrorCode.DuplicateKey, 6, "[1]");
        yield return Case<SortedList>("03 00 190241 00 0702 00", ErrorCode.KeyNotComparable, 6, "[1]");
        yield return Case<SortedList>("04 00 0706 00 0702 00 0706 00", ErrorCode.DuplicateKey, 8, "[2]");
        yield return Case<SortedList>("05 00 0704 00 0702 00 0706 00 0702 00", ErrorCode.DuplicateKey, 14);
        yield return Case<SortedList>("02 06 0702 00", ErrorCode.UnknownComparerId, 1);
        yield return Case<StringDictionary>("02 00 0241 01", ErrorCode.NotCanonical, 2, "[0]");
        yield return Case<StringDictionary>("03 00 0261 01 0261 01", ErrorCode.DuplicateKey, 5, "[1]");
        yield return Case<StringDictionary>("02 00 01 01", ErrorCode.NullKey, 2, "[0]");
        yield return Case<StringDictionary>("02 01 0261 01", ErrorCode.UnknownComparerId, 1);
        yield return Case<NameValueCollection>("03 04 0241 00 0261 00", ErrorCode.DuplicateKey, 5, "[1]");
        yield return Case<NameValueCollection>("03 01 01 00 01 00", ErrorCode.DuplicateKey, 4, "[1]");
        yield return Case<NameValueCollection>("02 01 0241 01", ErrorCode.NotCanonical, 2, "[0]");
        yield return Case<NameValueCollection>("02 01 0241 03 0241 01", ErrorCode.NullNotAllowed, 2, "[0]");
        yield return Case<NameValueCollection>("01 00", ErrorCode.UnknownComparerId, 1);
        yield return Case<ExpandoObject>("03 00 0241 00 0241 00", ErrorCode.DuplicateKey, 5, "[1]");
        yield return Case<ExpandoObject>("02 00 01 00", ErrorCode.NullKey, 2, "[0]");
        yield return Case<ExpandoObject>("02 01 0241 00", ErrorCode.UnknownComparerId, 1);
    }

    private static IEnumerable<TestCaseData> UnknownComparers()
    {
        StringComparer own = StringComparer.Create(new System.Globalization.CultureInfo("sv-SE"), ignoreCase: false);
        yield return new TestCaseData(ImmutableHashSet.Create(own, "a")).SetArgDisplayNames("ImmutableHashSet");
        yield return new TestCaseData(ImmutableDictionary.Create<string, string>(own)).SetArgDisplayNames("keys of an ImmutableDictionary");
        yield return new TestCaseData(ImmutableDictionary.Create<string, string>(null, own)).SetArgDisplayNames("values of an ImmutableDictionary");
        yield return new TestCaseData(ImmutableSortedSet.Create(Comparer<int>.Create((a, b) => b - a), 1)).SetArgDisplayNames("ImmutableSortedSet");
        yield return new TestCaseData(ImmutableSortedDictionary.Create<int, int>(Comparer<int>.Create((a, b) => b - a)))
            .SetArgDisplayNames("keys of an ImmutableSortedDictionary");
        yield return new TestCaseData(ImmutableSortedDictionary.Create<string, int>(null, EqualityComparer<int>.Create((a, b) => a == b)))
            .SetArgDisplayNames("values of an ImmutableSortedDictionary");
        yield return new TestCaseData(new[] { "a" }.ToFrozenSet(own)).SetArgDisplayNames("FrozenSet");
        yield return new TestCaseData(new ConcurrentDictionary<string, int>(own)).SetArgDisplayNames("ConcurrentDictionary");
        yield return new TestCaseData(new Hashtable(own)).SetArgDisplayNames("Hashtable");
        yield return new TestCaseData(new SortedList(CaseInsensitiveComparer.DefaultInvariant)).SetArgDisplayNames("SortedList");
        yield return new TestCaseData(new NameValueCollection(own)).SetArgDisplayNames("NameValueCollection");
    }

    // Made when their test runs: colliding keys take as long in the tables of the framework as in anybody's.
    private static IEnumerable<TestCaseData> Floods()
    {
        yield return Case("ImmutableHashSet", () => Keys().ToImmutableHashSet());
        yield return Case("ImmutableDictionary", () => Keys().ToImmutableDictionary(key => key, _ => 1));
        yield return Case("FrozenSet", () => Keys().ToFrozenSet());
        yield return Case("FrozenDictionary", () => Keys().ToFrozenDictionary(key => key, _ => 1));
        yield return Case("ConcurrentDictionary", () => new ConcurrentDictionary<long, int>(Keys().Select(key => KeyValuePair.Create(key, 1))));
        int buckets = NetSerializer.Wire.Collections.BucketCounts.AtLeast(4 * Flood);
        yield return Case("ConcurrentDictionary, as many keys apart as the reader makes buckets", () =>
            new ConcurrentDictionary<int, int>(Enumerable.Range(0, Flood).ToDictionary(i => i * buckets)));
        yield return Case("Hashtable", () => new Hashtable(Enumerable.Range(0, Flood).ToDictionary(i => new Colliding { Id = i })));

        static IEnumerable<long> Keys() => Enumerable.Range(0, Flood).Select(i => ((long)i << 32) | (uint)i);

        static TestCaseData Case(string name, Func<object> make) => new TestCaseData(make).SetArgDisplayNames(name);
    }

    [TestCaseSource(nameof(Malformed))]
    public void WhatIsWrongIsRefusedWhereItIs(MalformedCase malformed) => malformed.AssertRejected();

    [TestCaseSource(nameof(UnknownComparers))]
    public void ComparersOfOnesOwnAreRefusedByTheWriter(object collection) =>
        Assert.That(Assert.Throws<ValueNotSerializableException>(() => s_model.Serialize(collection))!.Code, Is.EqualTo(ErrorCode.UnknownComparer));

    [TestCaseSource(nameof(Floods))]
    public void CollidingKeysAreRefused(Func<object> make)
    {
        byte[] bytes = s_model.Serialize<object>(make());
        MalformedDataException rejected = Conformance.Checks.Malformed.AssertRejected("a flood", () => s_model.Deserialize<object>((ReadOnlySpan<byte>)bytes));
        Assert.That(rejected.Code, Is.EqualTo(ErrorCode.KeyCollisions));
        using ValueReader reader = s_model.OpenReader(new ArrivingStream(bytes, 4096));
        Assert.That(Conformance.Checks.Malformed.AssertRejected("a flood", () => reader.Read<object>()).Code, Is.EqualTo(ErrorCode.KeyCollisions));
    }

    [Test]
    public void HonestTablesOfManyKeysAreTaken()
    {
        var random = new Random(5);
        var pairs = Enumerable.Range(0, 20_000).Select(_ => random.NextInt64()).Distinct().ToDictionary(key => key, _ => 1);
        Assert.Multiple(() =>
        {
            AssertHasAll(s_model.DeepClone(new ConcurrentDictionary<long, int>(pairs)), pairs.Keys);
            AssertHasAll(s_model.DeepClone(pairs.ToFrozenDictionary()), pairs.Keys);
            AssertHasAll(s_model.DeepClone(pairs.ToImmutableDictionary()), pairs.Keys);
            AssertHasAll(s_model.DeepClone(new Hashtable(pairs)), pairs.Keys);
        });
    }

    [Test]
    public void ASortedListThatIsOutOfOrderIsSorted()
    {
        byte[] bytes = [.. Bytes.Id(s_model, typeof(SortedList)), 4, 0, 7, 6, 7, 30, 7, 2, 7, 10, 7, 4, 7, 20];
        SortedList read = s_model.Deserialize<SortedList>(bytes)!;
        Assert.That(read.Keys, Is.EqualTo(new[] { 1, 2, 3 }));
        Assert.That(read.Values, Is.EqualTo(new[] { 5, 10, 15 }));
    }

    [Test]
    public void NumbersOfBucketsAreLeftAsTheyAre()
    {
        for (long least = 3; least < 10_000_000; least = least * 5 / 4 + 1)
        {
            int count = NetSerializer.Wire.Collections.BucketCounts.AtLeast(least);
            Assert.That(count, Is.InRange(least, (least * 3 / 2) + 10));
            // A hash set says what it makes of a number; a concurrent dictionary does the same.
            Assert.That(new HashSet<byte>(count).Capacity, Is.EqualTo(count), $"for {least}");
        }
    }

    [Test]
    public void WhatIsWrittenWhileOthersChangeItIsWhatWasThereAtOneMoment()
    {
        var queue = new ConcurrentQueue<int>(Enumerable.Range(0, 1000));
        using var stop = new CancellationTokenSource();
        Task writer = Task.Run(() =>
        {
            for (int i = 1000; !stop.IsCancellationRequested; i++)
            {
                queue.Enqueue(i);
                queue.TryDequeue(out _);
            }
        });
        for (int round = 0; round < 200; round++)
        {
            int[] copy = [.. s_model.DeepClone(queue)];
            Assert.That(copy.Zip(copy.Skip(1)).All(pair => pair.Second == pair.First + 1), "numbers in a row");
        }
        stop.Cancel();
        writer.Wait();
    }

    // .NET keeps the names of ExpandoObjects with the same members once, so another one that was read decides which string the name of the copy is.
    [Test]
    public void WhatRefersToANameOfAnExpandoObjectHasItsText()
    {
        TypeModel graphs = TypeModel.Create([typeof(ExpandoObject)], new SerializerOptions { References = ReferenceHandling.Preserve });
        string name = $"name {Guid.NewGuid()}";
        IDictionary<string, object?> original = new ExpandoObject();
        original[name] = name;
        byte[] bytes = graphs.Serialize<object>(original);
        var other = (IDictionary<string, object?>)graphs.Deserialize<object>(bytes)!;
        var copy = (IDictionary<string, object?>)graphs.Deserialize<object>(bytes)!;
        Assert.That(copy.Single(), Is.EqualTo(original.Single()));
        Assert.That(copy.Keys.Single(), Is.SameAs(other.Keys.Single()), "it is not the text that was read");
        Assert.That(graphs.Deserialize<object>(graphs.Serialize<object>(copy)), Is.EqualTo(original));
    }

    [Test]
    public void ABlockingCollectionIsRefusedWithTheCure()
    {
        TypeModelException refused = Assert.Throws<TypeModelException>(() => TypeModel.Create(typeof(MemberOf<BlockingCollection<int>>)))!;
        Assert.That(refused.Problems.Single().Path, Does.EndWith("Value -> System.Collections.Concurrent.BlockingCollection<System.Int32>"));
        Assert.That(refused.Message, Does.Contain("waits").Or.Contain("wait").And.Contain("ConcurrentQueue"));
    }

    [Test]
    public void CoversOfAnArrayListAreRefused() =>
        Assert.That(Assert.Throws<ValueNotSerializableException>(() => s_model.Serialize<object>(ArrayList.Synchronized([1])))!.Code,
            Is.EqualTo(ErrorCode.TypeNotRegistered));

    [Test]
    public void AFrozenSetIsFoundBehindEveryType()
    {
        FrozenSet<string> set = FrozenSet.Create("a", "b");
        byte[] bytes = s_model.Serialize<object>(set);
        Assert.That(s_model.PeekType(bytes), Is.EqualTo(typeof(FrozenSet<string>)));
        Assert.That(s_model.Serialize(set), Is.EqualTo(bytes));
        Assert.That(s_model.Deserialize<FrozenSet<string>>(bytes), Is.EquivalentTo(set));
        Assert.That(s_model.DeepClone(new MemberOf<FrozenSet<string>> { Value = set }).Value, Is.EquivalentTo(set));
        Assert.Throws<ValueNotSerializableException>(() => s_model.Serialize<object>(FrozenSet.Create(1.5)));
    }

    [Test]
    public void TheMembersOfAnExpandoObjectAreBoundedByTheBudget()
    {
        byte[] members = [.. Enumerable.Range(0, 60_000).SelectMany(i => Bytes.Join([[10], System.Text.Encoding.Latin1.GetBytes($"{i:X5}"), [0]]))];
        byte[] bytes = [.. Bytes.Id(s_model, typeof(ExpandoObject)), .. Bytes.VarInt(60_001), 0, .. members];
        LimitedRead.Result read = LimitedRead.Run<ExpandoObject>(s_model, SerializerLimits.Default with { MaxAllocatedBytes = 8 << 20 }, bytes);
        Assert.That(read.Failure?.Code, Is.EqualTo(ErrorCode.AllocationTooLarge));
        Assert.That(read.Allocated, Is.LessThan(9 << 20));
    }

    private static void AssertHasAll(IDictionary table, IReadOnlyCollection<long> keys)
    {
        Assert.That(table, Has.Count.EqualTo(keys.Count));
        Assert.That(keys.All(key => table.Contains(key)));
    }

    private static TestCaseData Case<T>(string hex, ErrorCode code, int offset, string place = "") where T : class =>
        new TestCaseData(new MalformedCase<T>(hex, code, offset, place)).SetArgDisplayNames($"{typeof(T).Name.Split('`')[0]} {hex}");

    /// <summary>A body behind the type id of its type, and what is wrong with it.</summary>
    public abstract class MalformedCase
    {
        internal abstract void AssertRejected();
    }

    private sealed class MalformedCase<T>(string hex, ErrorCode code, int offset, string place) : MalformedCase where T : class
    {
        internal override void AssertRejected()
        {
            byte[] id = Bytes.Id(s_model, typeof(T));
            byte[] bytes = [.. id, .. Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal))];
            MalformedDataException rejected = Conformance.Checks.Malformed.AssertRejected(hex, () => s_model.Deserialize<T>(bytes));
            Assert.That((rejected.Code, rejected.Offset), Is.EqualTo((code, (long)id.Length + offset)), rejected.Message);
            Assert.That(rejected.Path, Does.EndWith(place));
        }
    }
}
