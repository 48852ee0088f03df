using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>Few bytes that ask for much memory, against a budget of 1 MiB on every surface.</summary>
[TestFixture]
internal sealed class AmplifierTests
{
    private const long Budget = 1 << 20, Slack = 64 << 10;
    private static readonly SerializerLimits s_limits = new() { MaxAllocatedBytes = Budget };

    private static readonly TypeModel s_model = TypeModel.Create(
        [
            typeof(Cat[]), typeof(Empty[]), typeof(Empty[][]), typeof(object[]), typeof(int[][]), typeof(Dictionary<int, Nested>),
            typeof(Dictionary<int, int>[]), typeof(HashSet<long>), typeof(int[,,]), typeof(Empty[,]),
            typeof(List<List<Guid>>), typeof(Dictionary<int, Sparse>[]), typeof(List<Sparse>[]), typeof(Finalized[]), typeof(int[,][]), typeof(bool[,]),
            typeof(string[]), typeof(Guid[]), typeof(Dictionary<Guid, Guid>), typeof(List<Sparse>),
            typeof(HashSet<string>[]), typeof(Nothing[]), typeof(int?[]), typeof(Sparse[]), typeof(Tuple<Cat, Cat>[]),
            typeof(Hoarder[]), typeof(StructHoarder[]), typeof(List<StructHoarder>), typeof(Dictionary<byte, StructHoarder>[]), typeof(StructHoarder[,]),
            typeof(HashSet<object>), typeof(List<object>), typeof(DateTimeOffset[]), typeof(string[,]), typeof((Hoarder, Hoarder)[]),
        ],
        new SerializerOptions { Limits = s_limits });

    private static IEnumerable<TestCaseData> Amplifiers()
    {
        byte[] zeros = new byte[400_000];
        yield return Case<Cat[]>("a run of nulls", Bytes.VarInt(400_001), zeros);
        yield return Case<string[]>("a run of empty strings", Bytes.VarInt(400_001), zeros);
        yield return Case<string[]>("strings of one letter", Bytes.VarInt(100_001), Bytes.Repeat([2, 65], 100_000));
        yield return Case<Nothing[]>("empty objects", Bytes.VarInt(100_001), Bytes.Repeat([1], 100_000));
        yield return Case<Tuple<Cat, Cat>[]>("tuples of nulls", Bytes.VarInt(100_001), Bytes.Repeat([1, 0, 0], 100_000));
        yield return Case<int?[]>("nullables without a value", Bytes.VarInt(400_001), zeros);
        yield return Case<int?[]>("a bit for each nullable without a value", Bytes.VarInt(3_200_001), zeros);
        yield return Case<Sparse[]>("structs of nulls", Bytes.VarInt(50_001), zeros);
        yield return Case<Empty[]>("empty structs", Bytes.VarInt(10_000_001));
        yield return Case<Empty[][]>("arrays of empty structs", Bytes.VarInt(1001), Bytes.Repeat(Bytes.VarInt(10_001), 1000));
        yield return Case<Empty[,]>("grids of empty structs", [1], Bytes.VarInt(4000), [0], Bytes.VarInt(4000), [0]);
        yield return Case<object[]>("boxed bools", Bytes.VarInt(100_001), Bytes.Repeat([1, 1], 100_000));
        yield return Case<object[]>("object arrays in object arrays, each as long as the rest", NestedArrays(400, 30_000));
        yield return Case<int[][]>("empty arrays", Bytes.VarInt(200_001), Bytes.Repeat([1], 200_000));
        yield return Case<int[][]>("one array of the rest after the other", Bytes.VarInt(1001), Bytes.Repeat(Bytes.VarInt(1 + (30_000_000ul << 2)), 1000),
            zeros);
        yield return Case<Guid[]>("a declared length", Bytes.VarInt(16_000_000), zeros);
        yield return Case<Dictionary<int, Nested>>("a declared count of pairs", Bytes.VarInt(16_000_000), zeros);
        yield return Case<Dictionary<Guid, Guid>>("a declared count of large pairs", Bytes.VarInt(2 + ((ulong)zeros.Length / 32)), zeros);
        yield return Case<HashSet<long>>(
            "a set as large as the rest", Bytes.VarInt(200_001), [.. Enumerable.Range(0, 100_000).SelectMany(i => Bytes.VarInt((ulong)i))], zeros);
        yield return Case<Dictionary<int, int>[]>("empty dictionaries", Bytes.VarInt(100_001), Bytes.Repeat([1], 100_000));
        yield return Case<Dictionary<int, int>[]>("dictionaries of one pair", Bytes.VarInt(50_001), Bytes.Repeat([2, 0, 0], 50_000));
        yield return Case<Dictionary<int, Sparse>[]>(
            "dictionaries of one large value", Bytes.VarInt(20_001), Bytes.Repeat([2, 0, 1, 1, 1, 1, 1, 1, 1, 1], 20_000));
        yield return Case<HashSet<string>[]>("sets of one null", Bytes.VarInt(50_001), Bytes.Repeat([2, 0, 1], 50_000));
        yield return Case<List<Sparse>[]>("lists of one large element", Bytes.VarInt(20_001), Bytes.Repeat([2, 1, 1, 1, 1, 1, 1, 1, 1], 20_000));
        yield return Case<List<List<Guid>>>("empty lists", Bytes.VarInt(100_001), Bytes.Repeat([1], 100_000));
        yield return Case<int[,][]>("empty grids", Bytes.VarInt(50_001), Bytes.Repeat([1, 0, 0, 0, 0], 50_000));
        yield return Case<int[,,]>("a product of dimensions", [1], Bytes.VarInt(1000), [0], Bytes.VarInt(1000), [0], Bytes.VarInt(1000), [0], [0], zeros);
        yield return Case<int[,,]>("a product beyond 2^64", [1], Bytes.VarInt(int.MaxValue), [0], Bytes.VarInt(int.MaxValue), [0], Bytes.VarInt(int.MaxValue),
            [0], [0], zeros);
        yield return Case<int[,,]>("a product that wraps around to little", [1], Bytes.VarInt(65_536), [0], Bytes.VarInt(65_536), [0], Bytes.VarInt(1), [0],
            [0], zeros);
        yield return Case<bool[,]>("a grid of bits", [1], Bytes.VarInt(4000), [0], Bytes.VarInt(4000), [0], zeros);
        yield return Case<string>("a long string", Bytes.VarInt(2_000_000_000));
        yield return Case<string>("a long wide string", Bytes.VarInt(2_000_000_001), zeros);
        yield return Case<int[]>("a long array in blocks of one byte each", Bytes.VarInt(1 + (400_000ul << 2)), zeros);
        yield return Case<Finalized[]>("objects with finalizers", Bytes.VarInt(30_001), Bytes.Repeat([1, 0, 0, 0], 30_000));
        yield return Case<Hoarder[]>("objects that leave most of themselves at home", Bytes.VarInt(50_001), Bytes.Repeat([1, 1], 50_000));
        yield return Case<(Hoarder, Hoarder)[]>("pairs of such objects", Bytes.VarInt(20_001), Bytes.Repeat([1, 1, 1, 1], 20_000));
        yield return Case<StructHoarder[]>("structs that leave most of themselves at home", Bytes.VarInt(50_001), Bytes.Repeat([1], 50_000));
        yield return Case<List<StructHoarder>>("a list of such structs", Bytes.VarInt(50_001), Bytes.Repeat([1], 50_000));
        yield return Case<StructHoarder[,]>("a grid of such structs", [1], Bytes.VarInt(200), [0], Bytes.VarInt(200), [0], Bytes.Repeat([1], 40_000));
        yield return Case<Dictionary<byte, StructHoarder>[]>("dictionaries of one such struct", Bytes.VarInt(20_001), Bytes.Repeat([2, 0, 1], 20_000));
        yield return Case<object[]>("boxes of such structs", Bytes.VarInt(20_001), Bytes.Repeat([.. Bytes.VarInt(s_structHoarder), 1], 20_000));
        yield return Case<List<object>>("lists in lists, each as long as the rest", Nested(0x3F20 + 26, [], 400, 30_000));
        yield return Case<Dictionary<string, object>>("dictionaries in dictionaries, each as long as the rest", Nested(0x3F40, [0, 0], 400, 15_000));
        yield return Case<HashSet<object>>("sets in sets, each as long as the rest", Nested(s_setOfObjects, [], 400, 30_000));
        yield return Case<DateTimeOffset[]>("a declared length of large scalars", Bytes.VarInt(2 + ((ulong)zeros.Length / 9)), zeros);
        yield return Case<string[,]>("a grid of nulls", [1], Bytes.VarInt(600), [0], Bytes.VarInt(600), [0], Bytes.Repeat([1], 360_000));
        yield return Case<string[]>("wide strings of one letter", Bytes.VarInt(100_001), Bytes.Repeat([3, 0, 1], 100_000));
        yield return Case<List<Sparse>>("a list of large elements", Bytes.VarInt(50_001), Bytes.Repeat([1], 400_000));
    }

    [TestCaseSource(nameof(Amplifiers))]
    public void NoAmplifierGetsMoreThanTheBudget(Amplifier amplifier) => amplifier.AssertBounded(s_model);

    [Test]
    public void AStreamThatPromisesMuchGetsMemoryOnlyAsItDelivers()
    {
        foreach ((uint length, bool isLast) in (IEnumerable<(uint, bool)>)[(int.MaxValue, true), (int.MaxValue, false), (1u << 30, false)])
        {
            byte[] frame = [.. Frames.Header(length, isLast), .. Bytes.Id(s_model, typeof(Guid[])), .. Bytes.VarInt(3_000_000), .. new byte[1000]];
            long allocated = Amplifier.Measure(() => s_model.Deserialize<Guid[]>(new ArrivingStream(frame, 4096, endsCleanly: true)));
            Assert.That(allocated, Is.LessThanOrEqualTo(4 * Slack), $"{length} bytes");
        }
    }

    // Texts and arrays that are made when their bytes have come, and are within the budget.
    [TestCase(800_000u, TypeArgs = [typeof(string)])]
    [TestCase(800_001u, TypeArgs = [typeof(string)])]
    [TestCase(1_000_001u, TypeArgs = [typeof(byte[])])]
    [TestCase(1 + (250_000u << 2), TypeArgs = [typeof(int[])])]
    [TestCase(60_001u, TypeArgs = [typeof(Guid[])])]
    [TestCase(1_000_001u, TypeArgs = [typeof(bool[])])]
    [TestCase(100_001u, TypeArgs = [typeof(int?[])])]
    [TestCase(1 + (32_000u << 2), TypeArgs = [typeof(long[])])]
    public void WhatIsAwaitedGetsMemoryWhenItHasCome<T>(uint header)
    {
        foreach (bool isSession in (bool[])[false, true])
        {
            byte[] value = [.. Bytes.Id(s_model, typeof(T)), .. Bytes.VarInt(header), .. new byte[1000]];
            byte[] sent = isSession ? value : [.. Frames.Header(1u << 23, isLast: false), .. value];
            long allocated = Amplifier.Measure(() =>
            {
                using ValueReader? reader = isSession ? s_model.OpenReader(new ArrivingStream(sent, 4096, endsCleanly: true)) : null;
                _ = reader == null ? s_model.Deserialize<T>(new ArrivingStream(sent, 4096, endsCleanly: true)) : reader.Read<T>();
            });
            Assert.That(allocated, Is.LessThanOrEqualTo(2 * Slack), isSession ? "session" : "stream");
        }
    }

    // What cannot grow is made when its bytes are there; the buffer that they wait in is as long as they are.
    [Test]
    public void NoMoreBytesAreWaitedForThanTheLimitOnInputAllows([Values("stream", "session", "asynchronous session")] string surface)
    {
        var model = TypeModel.Create([typeof(string[,])], new SerializerOptions { Limits = new SerializerLimits { MaxInputBytes = 100_000 } });
        byte[] bytes = [.. Bytes.Id(model, typeof(string[,])), 1, .. Bytes.VarInt(4000), 0, .. Bytes.VarInt(4000), 0, .. new byte[2_000_000]];
        var arriving = new ArrivingStream(surface == "stream" ? [.. Frames.Header(int.MaxValue, isLast: false), .. bytes] : bytes, 8192);
        MalformedDataException failure = Malformed.AssertRejected(surface, () =>
        {
            using ValueReader? reader = surface == "stream" ? null : model.OpenReader(arriving, leaveOpen: true);
            _ = reader == null ? model.Deserialize<string[,]>(arriving)
                : surface == "session" ? reader.Read<string[,]>() : reader.ReadAsync<string[,]>().AsTask().GetAwaiter().GetResult();
        });
        Assert.That(failure.Code, Is.EqualTo(ErrorCode.InputTooLong));
        Assert.That(arriving.Position, Is.LessThan(100_000 + (2 << 16)), "bytes taken from the stream");
    }

    private static byte[] NestedArrays(int depth, int tail) => Nested(s_objectArray, [], depth, tail);

    // Each level: the id, as many elements as bytes follow, and what comes before the first element.
    private static byte[] Nested(ulong id, byte[] head, int depth, int tail)
    {
        List<byte[]> parts = [Bytes.VarInt((ulong)tail), head];
        for (int i = 0; i < depth; i++)
        {
            parts.Add([.. Bytes.VarInt(id), .. Bytes.VarInt((ulong)tail), .. head]);
        }
        return [.. Bytes.Join(parts), .. new byte[4 * tail]];
    }

    private static readonly ulong s_objectArray = 0x3F00 + 26, s_setOfObjects = s_model.TypeIds[typeof(HashSet<object>)],
        s_structHoarder = s_model.TypeIds[typeof(StructHoarder)];

    private static TestCaseData Case<T>(string name, params byte[][] body) => new TestCaseData(new Amplifier<T>(body)).SetArgDisplayNames(name);

    /// <summary>A body behind the type id of its type.</summary>
    public abstract class Amplifier
    {
        internal abstract void AssertBounded(TypeModel model);

        // The first read makes what is made once: code, the traced twin, pooled buffers.
        internal static long Measure(Action read)
        {
            Rejected(read);
            long before = GC.GetAllocatedBytesForCurrentThread();
            Rejected(read);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }

        private static void Rejected(Action read) => Malformed.AssertRejected("an amplifier", read);
    }

    private sealed class Amplifier<T>(byte[][] body) : Amplifier
    {
        internal override void AssertBounded(TypeModel model)
        {
            byte[] bytes = [.. Bytes.Id(model, typeof(T)), .. Bytes.Join(body)];
            LimitedRead.Run<T>(model, s_limits, bytes);
            LimitedRead.Result once = LimitedRead.Run<T>(model, s_limits, bytes);
            Assert.That(once.Failure, Is.Not.Null, "accepted");
            Assert.That(once.Allocated, Is.LessThanOrEqualTo(Budget + Slack), "one read");
            // What fails is read once more, to find the path of the member; of a sequence in one piece.
            Assert.That(Measure(() => model.Deserialize<T>(bytes)), Is.LessThanOrEqualTo(2 * (Budget + Slack)), "a span");
            var sequence = Segments.Split(bytes, [1, bytes.Length / 2]);
            Assert.That(Measure(() => model.Deserialize<T>(in sequence)), Is.LessThanOrEqualTo((2 * (Budget + Slack)) + bytes.Length), "a sequence");
            byte[] frames = [.. Frames.Chunk(bytes.AsSpan(0, 1), isLast: false), .. Frames.Chunk(bytes.AsSpan(1), isLast: true)];
            Assert.That(Measure(() => model.Deserialize<T>(new ArrivingStream(frames, 8192, endsCleanly: true))), Is.LessThanOrEqualTo(2 * (Budget + Slack)),
                "a stream");
            Assert.That(Measure(() => ReadSession(model, bytes)), Is.LessThanOrEqualTo(2 * (Budget + Slack)), "a session");
        }

        private static void ReadSession(TypeModel model, byte[] bytes)
        {
            using ValueReader reader = model.OpenReader(new ArrivingStream(bytes, 8192, endsCleanly: true));
            reader.Read<T>();
        }
    }
}
