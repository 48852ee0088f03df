using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Models;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>Keys chosen to fall into one bucket of the reader's table.</summary>
[TestFixture]
internal sealed class HashFloodingTests
{
    private const int Count = 5_000;

    private static readonly TypeModel s_model = TypeModel.Create(
        typeof(Dictionary<long, int>), typeof(Dictionary<int, string>), typeof(Dictionary<Colliding, byte>), typeof(HashSet<long>), typeof(HashSet<ulong>),
        typeof(HashSet<DateTime>), typeof(HashSet<TimeSpan>), typeof(HashSet<Guid>),
        typeof(HashSet<double>), typeof(HashSet<Colliding>), typeof(Dictionary<string, int>), typeof(HashSet<object>), typeof(HashSet<long?>),
        typeof(HashSet<Int128>), typeof(HashSet<(long, string)>), typeof(HashSet<Shade>), typeof(OrderedDictionary<int, string>), typeof(ByWeight));

    // Made when their test runs: colliding keys take as long in the tables of the framework as in anybody's.
    private static IEnumerable<TestCaseData> Floods()
    {
        int capacity = new HashSet<int>(Count).Capacity;
        int grown = new Dictionary<int, string>(Count).Capacity;
        yield return Case("long keys of hash 0", () => Pairs(i => ((long)i << 32) | (uint)i, i => i));
        yield return Case("ints a table's length apart", () => Pairs(i => i * grown, i => (string?)null));
        int ordered = new OrderedDictionary<int, string?>(Count).Capacity;
        yield return Case("ordered ints a table's length apart", () => new OrderedDictionary<int, string?>(Pairs(i => i * ordered, i => (string?)null)));
        yield return Case("keyed ints a table's length apart", () => Keyed(i => i * grown));
        yield return Case("structs with one hash", () => Pairs(i => new Colliding { Id = i }, i => (byte)1));
        yield return Case("a set of longs", () => Set(i => ((long)i << 32) | (uint)i));
        yield return Case("a set of ulongs", () => Set(i => ((ulong)i << 32) | (uint)i));
        yield return Case("times", () => Set(i => new DateTime(((long)i << 32) | (uint)i)));
        yield return Case("time spans", () => Set(i => new TimeSpan(((long)i << 32) | (uint)i)));
        yield return Case("guids", () => Set(i => new Guid(i, 0, 0, [.. BitConverter.GetBytes(i), 0, 0, 0, 0])));
        yield return Case("doubles", () => Set(i => BitConverter.Int64BitsToDouble(((long)i << 32) | (uint)i)));
        yield return Case("a set of structs", () => Set(i => new Colliding { Id = i }));
        yield return Case("boxed structs", () => Set<object>(i => new Colliding { Id = i }));
        yield return Case("nullable longs", () => Set<long?>(i => ((long)i << 32) | (uint)i));
        yield return Case("enums a table's length apart", () => Set(i => (Shade)(i * capacity)));
    }

    private static IEnumerable<TestCaseData> Honest()
    {
        var random = new Random(1);
        HashSet<long> longs = Set(i => random.NextInt64());
        HashSet<Guid> guids = Set(i => new Guid(random.Next(), 1, 2, BitConverter.GetBytes(random.NextInt64())));
        yield return Case("counted ints", () => Pairs(i => i, i => (string?)null));
        yield return Case("keyed ints", () => Keyed(i => i));
        yield return Case("random longs", () => longs);
        yield return Case("small longs", () => Set(i => (long)i));
        yield return Case("times by the day", () => Set(i => new DateTime(2000, 1, 1).AddDays(i)));
        yield return Case("times by the second", () => Set(i => new DateTime(2000, 1, 1).AddSeconds(i)));
        yield return Case("random guids", () => guids);
        yield return Case("strings", () => Enumerable.Range(0, Count).ToDictionary(i => $"key {i}"));
        yield return Case("doubles", () => Set(i => i / 8.0));
        yield return Case("tuples", () => Set(i => ((long)i, "t")));
        yield return Case("multiples of 1000", () => Set(i => 1000L * i));
        yield return Case("powers of two and their sums", () => Set(i => (Int128)i << 60));
        yield return Case("a hundred structs with one hash", () => Enumerable.Range(0, 100).Select(i => new Colliding { Id = i }).ToHashSet());
    }

    [TestCaseSource(nameof(Floods))]
    public void CollidingKeysAreRefused(Func<object> make)
    {
        byte[] bytes = s_model.Serialize<object>(make());
        AssertCollisions(() => s_model.Deserialize<object>((ReadOnlySpan<byte>)bytes));
        AssertCollisions(() => s_model.Deserialize<object>(new MemoryStream(Frames.Of(bytes))));
        // Of a thousand bytes the table grows on the way.
        foreach (int bytesAtATime in (int[])[1000, 8192])
        {
            using ValueReader reader = s_model.OpenReader(new ArrivingStream(bytes, bytesAtATime));
            AssertCollisions(() => reader.Read<object>());
        }
    }

    [TestCaseSource(nameof(Honest))]
    public void HonestKeysAreTaken(Func<object> make)
    {
        object table = make();
        byte[] bytes = s_model.Serialize<object>(table);
        SurfaceCheck.AssertSame("memory", table, s_model.Deserialize<object>((ReadOnlySpan<byte>)bytes));
        foreach (int bytesAtATime in (int[])[1000, 8192])
        {
            using ValueReader reader = s_model.OpenReader(new ArrivingStream(bytes, bytesAtATime));
            SurfaceCheck.AssertSame("a session", table, reader.Read<object>());
        }
    }

    // docs/security.md: 256 entries and more, of which a hundred may share a bucket.
    [TestCase(255, 0, true)]
    [TestCase(256, 0, false)]
    [TestCase(100, 200, true)]
    [TestCase(101, 200, false)]
    public void TheBoundIsExact(int colliding, int others, bool isTaken)
    {
        HashSet<long> set = [.. Enumerable.Range(0, colliding).Select(i => ((long)i << 32) | (uint)i), .. Enumerable.Range(1, others).Select(i => (long)i)];
        byte[] bytes = s_model.Serialize<object>(set);
        if (isTaken)
        {
            Assert.That(s_model.Deserialize<object>((ReadOnlySpan<byte>)bytes), Is.EquivalentTo(set));
        }
        else
        {
            AssertCollisions(() => s_model.Deserialize<object>((ReadOnlySpan<byte>)bytes));
        }
    }

    private static void AssertCollisions(Action read) => Assert.That(Malformed.AssertRejected("a flood", read).Code, Is.EqualTo(ErrorCode.KeyCollisions));

    private static Dictionary<TKey, TValue> Pairs<TKey, TValue>(Func<int, TKey> key, Func<int, TValue> value) where TKey : notnull =>
        Enumerable.Range(0, Count).ToDictionary(key, value);

    private static ByWeight Keyed(Func<int, int> key)
    {
        var parts = new ByWeight();
        foreach (int i in Enumerable.Range(0, Count))
        {
            parts.Add(new Part { Weight = key(i) });
        }
        return parts;
    }

    private static HashSet<T> Set<T>(Func<int, T> element) => [.. Enumerable.Range(0, Count).Select(element)];

    private static TestCaseData Case(string name, Func<object> make) => new TestCaseData(make).SetArgDisplayNames(name);
}
