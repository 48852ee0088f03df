using System.Buffers;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// MaxInputBytes to the byte: a value that is as long as the limit is taken on every surface, however its bytes arrive, and one that is a byte longer
/// on none.
/// </summary>
[TestFixture]
internal sealed class InputLimitTests
{
    private static readonly int[] s_pieces = [1_000, 5_000, 40_000, 1 << 20];

    private static IEnumerable<TestCaseData> Values()
    {
        yield return Case("a few numbers", new[] { 1, 2, 3 });
        yield return Case("a short text", "text");
        yield return Case("numbers of a few bytes", Enumerable.Range(0, 30_000).ToArray());
        yield return Case("bytes", new byte[200_000]);
        yield return Case("bytes of a few windows", new byte[10_000]);
        yield return Case("a long text", new string('t', 150_000));
        yield return Case("texts", Enumerable.Range(0, 9_000).Select(i => $"text {i}").ToArray());
        yield return Case("floats", new double[20_000]);
        yield return Case("a grid of bytes", new byte[300, 300]);
        yield return Case("a grid of objects", new object?[300, 300]);
        yield return Case("nulls", new object?[70_000]);
        yield return Case("guids in a list", Enumerable.Repeat(Guid.Empty, 5_000).ToList());
        yield return Case("bits", new System.Collections.BitArray(500_000));

        static TestCaseData Case<T>(string name, T value) => new TestCaseData((Func<Limited>)(() => new Limited<T>(value))).SetArgDisplayNames(name);
    }

    [TestCaseSource(nameof(Values))]
    public void A_value_may_be_as_long_as_the_limit_and_no_longer(Func<Limited> value) => Assert.Multiple(() => value().Check());

    /// <summary>Fifteen times the limit, in small pieces: what is read ahead beside it is a buffer.</summary>
    [TestCaseSource(nameof(Endless))]
    public void What_is_too_long_is_not_read_to_its_end(Action<TypeModel, Stream> read, bool isFramed)
    {
        const int most = 100_000, ahead = 160_000;
        TypeModel limited = TypeModel.Create([typeof(string[])], new SerializerOptions { Limits = SerializerLimits.Default with { MaxInputBytes = most } });
        string[] value = [.. Enumerable.Repeat("fifteen letters", most)];
        using var framed = new MemoryStream();
        limited.Serialize(framed, value);
        foreach (int piece in s_pieces[..3])
        {
            var arriving = new ArrivingStream(isFramed ? framed.ToArray() : limited.Serialize(value), piece);
            Assert.That(Malformed.AssertRejected($"{piece} at a time", () => read(limited, arriving)).Code, Is.EqualTo(ErrorCode.InputTooLong));
            Assert.That(arriving.Position, Is.LessThan(most + ahead), $"{piece} at a time");
        }
    }

    private static IEnumerable<TestCaseData> Endless()
    {
        yield return Case("a stream", true, (model, stream) => model.Deserialize<string[]>(stream));
        yield return Case("an awaited stream", true, (model, stream) => model.DeserializeAsync<string[]>(stream).AsTask().GetAwaiter().GetResult());
        yield return Case("a session", false, (model, stream) => model.OpenReader(stream).Read<string[]>());
        yield return Case("an awaited session", false, (model, stream) => model.OpenReader(stream).ReadAsync<string[]>().AsTask().GetAwaiter().GetResult());

        static TestCaseData Case(string name, bool isFramed, Action<TypeModel, Stream> read) =>
            new TestCaseData(read, isFramed).SetArgDisplayNames(name);
    }

    /// <summary>A value, to be read under a limit.</summary>
    public abstract class Limited
    {
        internal abstract void Check();
    }

    private sealed class Limited<T>(T value) : Limited
    {
        internal override void Check()
        {
            byte[] bytes = Model(long.MaxValue).Serialize(value);
            TypeModel enough = Model(bytes.Length), oneLess = Model(bytes.Length - 1);
            using var framed = new MemoryStream();
            enough.Serialize(framed, value);
            foreach ((string name, Action<TypeModel> read) in Surfaces(bytes, framed.ToArray()))
            {
                Assert.That(() => read(enough), Throws.Nothing, name);
                Assert.That(Malformed.AssertRejected(name, () => read(oneLess)).Code, Is.EqualTo(ErrorCode.InputTooLong), name);
            }
        }

        private static TypeModel Model(long most) =>
            TypeModel.Create([typeof(T)], new SerializerOptions { Limits = SerializerLimits.Default with { MaxInputBytes = most } });

        private static IEnumerable<(string Name, Action<TypeModel> Read)> Surfaces(byte[] bytes, byte[] framed)
        {
            yield return ("memory", model => model.Deserialize<T>(bytes));
            yield return ("the consuming overload", model => model.Deserialize<T>([.. bytes, .. bytes], out int _));
            yield return ("a stream in memory", model => model.Deserialize<T>(Visible(framed)));
            yield return ("a chunk in memory", model => model.Deserialize<T>(Visible(Frames.Of(bytes))));
            foreach (int piece in s_pieces)
            {
                yield return ($"segments of {piece}", model => model.Deserialize<T>(Cut(bytes, piece)));
                yield return ($"segments of {piece} with more behind", model => model.Deserialize<T>(Cut([.. bytes, .. bytes], piece), out long _));
                yield return ($"a stream of {piece} at a time", model => model.Deserialize<T>(new ArrivingStream(framed, piece)));
                yield return ($"a chunk of {piece} at a time", model => model.Deserialize<T>(new ArrivingStream(Frames.Of(bytes), piece)));
                yield return ($"an awaited stream of {piece} at a time", model => Wait(model.DeserializeAsync<T>(new ArrivingStream(framed, piece))));
                yield return ($"a session of {piece} at a time", model => ReadTwice(model.OpenReader(new ArrivingStream([.. bytes, .. bytes], piece))));
                yield return ($"an awaited session of {piece} at a time", model =>
                    AwaitTwice(model.OpenReader(new ArrivingStream([.. bytes, .. bytes], piece))));
            }
        }

        private static void ReadTwice(ValueReader reader)
        {
            using (reader)
            {
                reader.Read<T>();
                reader.Read<T>();
            }
        }

        private static void AwaitTwice(ValueReader reader)
        {
            using (reader)
            {
                Wait(reader.ReadAsync<T>());
                Wait(reader.ReadAsync<T>());
            }
        }

        private static ReadOnlySequence<byte> Cut(byte[] bytes, int length) => NetSerializer.Tests.Model.Segments.Cut(bytes, length);

        private static MemoryStream Visible(byte[] bytes) => new(bytes, 0, bytes.Length, writable: false, publiclyVisible: true);

        private static void Wait(ValueTask<T?> read) => read.AsTask().GetAwaiter().GetResult();
    }
}
