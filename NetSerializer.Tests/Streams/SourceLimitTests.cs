using NetSerializer.IO;
using NetSerializer.Tests.Faults;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>What a stream announces costs nothing before it has come, and the end of a stream is the end, however the stream says so.</summary>
[TestFixture]
internal sealed class SourceLimitTests
{
    private const int Slack = ByteSource.Slack, Given = 1_500_000;

    private static readonly TypeModel s_model = TypeModel.Create([typeof(Message), typeof(byte[]), typeof(string[])],
        new SerializerOptions { Limits = SerializerLimits.Default with { MaxInputBytes = long.MaxValue } });

    // All of 31 bits, which no array has, and a little less.
    private static readonly byte[] s_endless = Frames.Header(int.MaxValue, isLast: true);

    [Test]
    public void A_chunk_is_held_in_no_more_than_twice_what_has_come_of_it([Values(1, 1_000_000_000)] int wanted)
    {
        using var pool = new CountingPool();
        PieceStream stream = Watched([.. s_endless, .. new byte[Given]], pool, (given, held) => held <= Math.Max(Chunk.BufferLength, 2 * given) + Slack);
        ChunkSource chunks = ChunkSource.Rent(stream);
        int length = chunks.Start().Length;
        Assert.That(length, Is.Positive);
        if (wanted > 1)
        {
            Assert.That(() => chunks.Next(new byte[length], wanted).Length, Throws.TypeOf<MalformedDataException>());
            Assert.That(stream.Given, Is.EqualTo(Given + s_endless.Length));
        }
        chunks.Return();
        pool.AssertAllBack("a chunk");
    }

    /// <summary>What stands in the array behind the end of the stream is not part of it.</summary>
    [Test]
    public void A_value_in_memory_that_is_cut_is_not_taken(
        [Values(1, 40, 58, 59, 60, 61, 100, 4_090, 4_091, 4_092, 4_100, 100_000, 1_100_000)] int length, [Values(0, 400)] int behind)
    {
        byte[] plain = s_model.Serialize<object>(new byte[length]), framed = Frames.Of(plain);
        byte[] array = [7, .. framed, .. new byte[behind]];
        for (int cut = 0; cut < Math.Min(8, plain.Length); cut++)
        {
            var memory = new MemoryStream(array, 1, framed.Length - cut, writable: false, publiclyVisible: true);
            bool isTaken = Chunk.TryTake(memory, out ReadOnlySpan<byte> value, out bool hasSlack), isWhole = cut == 0 && plain.Length < 1 << 19;
            Assert.That(isTaken, Is.EqualTo(isWhole), $"{cut} bytes less");
            Assert.That(value.Length, Is.EqualTo(isWhole ? plain.Length : 0));
            Assert.That(hasSlack, Is.EqualTo(isWhole && behind >= ByteSource.Slack));
            Assert.That(memory.Position, Is.EqualTo(isWhole ? framed.Length : 0));
            memory.Position = 0;
            if (cut > 0)
            {
                AssertTruncated(() => s_model.Deserialize(memory), cut);
            }
        }
    }

    [Test]
    public async Task A_session_that_waits_for_much_holds_no_more_than_twice_what_has_come([Values] bool isAwaited)
    {
        using var pool = new CountingPool();
        PieceStream stream = Watched(new byte[Given], pool, (given, held) => held <= Math.Max(Chunk.BufferLength + Slack, 2 * (given + Slack)));
        var session = new SessionSource(stream);
        if (isAwaited)
        {
            Assert.That(await session.FillAsync(1_000_000_000, default));
        }
        else
        {
            Assert.That(session.Begin());
            session.Next(session.Unread, 1_000_000_000);
            session.End(session.UnreadLength);
        }
        Assert.That(session.UnreadLength, Is.EqualTo(Given));
        session.Close();
        pool.AssertAllBack("a session");
    }

    [Test]
    public void A_value_that_is_awaited_is_held_in_no_more_than_twice_what_has_come()
    {
        using var pool = new CountingPool();
        byte[] begun = [.. Frames.Header(900_000_000, isLast: false), .. new byte[Given]];
        PieceStream stream = Watched(begun, pool, (given, held) => held <= Math.Max(4_096, 2 * given));
        Assert.That(async () => await s_model.DeserializeAsync<byte[]>(stream),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.Truncated).And.Property("Offset").EqualTo(Given));
        pool.AssertAllBack("an awaited value");
    }

    [Test]
    public void An_awaited_value_of_more_bytes_than_an_array_has_is_refused_before_they_come()
    {
        foreach (byte[] before in (byte[][])[[], Frames.Chunk(new byte[100], isLast: false)])
        {
            var stream = new PieceStream([.. before, .. s_endless, .. new byte[50]], new Random(1), 10);
            Assert.That(async () => await s_model.DeserializeAsync<byte[]>(stream),
                Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.InputTooLong));
            Assert.That(stream.Given, Is.EqualTo(before.Length + s_endless.Length));
        }
    }

    /// <summary>For days of messages of which the last one is never all there.</summary>
    [Test]
    public async Task A_session_that_is_awaited_keeps_the_buffer_it_has([Values(100, 5_000, 70_000)] int piece)
    {
        var random = new Random(piece);
        Message[] values = [.. Enumerable.Range(0, 700).Select(_ => Message.Filled(random.Next(1_500)))];
        using var pool = new CountingPool();
        PieceStream stream = Watched([.. values.SelectMany(s_model.Serialize<Message>)], pool, (_, held) => held <= Chunk.BufferLength + Slack, piece);
        using (ValueReader reader = s_model.OpenReader(stream))
        {
            foreach (Message value in values)
            {
                Assert.That((await reader.ReadAsync<Message>())!.Number, Is.EqualTo(value.Number));
            }
            Assert.That((await reader.TryReadAsync<Message>()).Found, Is.False);
        }
        Assert.That(stream.LeastBehind, Is.GreaterThanOrEqualTo(Slack), "the stream is asked for bytes that have to lie in the slack");
        pool.AssertAllBack("a session");
    }

    [Test]
    public void A_stream_that_counts_below_zero_at_its_end_has_ended([Values(3, 100_000)] int piece, [Values(40, 1_500)] int length)
    {
        byte[] plain = s_model.Serialize<object>(Message.Filled(length)), framed = Frames.Of(plain);
        PieceStream Stream(byte[] bytes) => new(bytes, new Random(2), piece, end: -7);
        foreach (bool isAwaited in (bool[])[false, true])
        {
            bool Found(ValueReader reader) => isAwaited ? reader.TryReadAsync<object>().AsTask().GetAwaiter().GetResult().Found : reader.TryRead<object>(out _);
            object? Value(Stream stream) => isAwaited ? Awaited(stream) : s_model.Deserialize(stream);
            using (ValueReader reader = s_model.OpenReader(Stream(plain)))
            {
                Assert.That(Found(reader));
                Assert.That(Found(reader), Is.False);
                Assert.That(Found(reader), Is.False, "the end stays the end");
            }
            PieceStream whole = Stream(framed);
            Assert.That(Value(whole), Is.TypeOf<Message>());
            Assert.That(() => Value(whole), Throws.TypeOf<EndOfStreamException>());
            for (int cut = 1; cut < plain.Length; cut += 1 + cut)
            {
                using ValueReader reader = s_model.OpenReader(Stream(plain[..cut]));
                AssertTruncated(() => Found(reader), cut);
                AssertTruncated(() => Value(Stream(framed[..cut])), cut);
            }
        }
    }

    /// <summary>Also when they stand in the same window as its end.</summary>
    [Test]
    public void Bytes_behind_a_value_in_its_chunks_are_refused_where_it_ends([Values(5, 100, 4_000, 70_000)] int length, [Values(1, 300, 70_000)] int more)
    {
        byte[] plain = s_model.Serialize<object>(new byte[length]), all = [.. plain, .. new byte[more]];
        foreach (int cut in (int[])[100, 3_900, plain.Length, plain.Length - 1, all.Length])
        {
            byte[] framed = [.. all.Chunk(cut).SelectMany((chunk, i) => Frames.Chunk(chunk, isLast: (i + 1) * cut >= all.Length))];
            foreach (Func<object?> read in (Func<object?>[])[
                () => s_model.Deserialize(new PieceStream(framed, new Random(cut), 9_000)), () => Awaited(new PieceStream(framed, new Random(cut), 9_000)),
                () => s_model.Deserialize(new MemoryStream(framed)), () => s_model.Deserialize(new MemoryStream(framed, 0, framed.Length, true, true))])
            {
                MalformedDataException failure = Assert.Throws<MalformedDataException>(() => read());
                Assert.That((failure.Code, failure.Offset), Is.EqualTo((ErrorCode.TrailingBytes, (long)plain.Length)), $"chunks of {cut}");
            }
        }
    }

    /// <summary>No value has begun.</summary>
    [Test]
    public void A_stream_that_throws_where_a_value_should_begin_breaks_nothing([Values] bool isAwaited)
    {
        byte[] plain = s_model.Serialize<object>("value");
        using var pool = new CountingPool();
        for (int call = 0; call < 3; call++)
        {
            var failure = new IOException("once");
            var stream = new FaultStream([.. plain, .. plain], plain.Length) { FaultAt = call, Fault = () => throw failure };
            using (ValueReader reader = s_model.OpenReader(stream))
            {
                object? Value() => isAwaited ? reader.ReadAsync<object>().AsTask().GetAwaiter().GetResult() : reader.Read<object>();
                for (int value = 0; value < 2; value++)
                {
                    if (value == call)
                    {
                        Assert.That(() => Value(), Throws.Exception.SameAs(failure));
                    }
                    Assert.That(Value(), Is.EqualTo("value"));
                }
                if (call == 2)
                {
                    Assert.That(() => Value(), Throws.Exception.SameAs(failure));
                }
                Assert.That(() => Value(), Throws.TypeOf<EndOfStreamException>());
            }
            pool.AssertAllBack("session");
        }
    }

    /// <summary>At each cut of a value of many chunks, also behind the last byte of one of them and within a header.</summary>
    [Test]
    public void An_awaited_value_that_is_cut_says_how_much_of_it_has_come()
    {
        byte[] plain = s_model.Serialize<object>(Message.Filled(900));
        byte[][] chunks = [.. plain.Chunk(100).Select((chunk, i) => Frames.Chunk(chunk, isLast: (i + 1) * 100 >= plain.Length))];
        byte[] framed = [.. chunks.SelectMany(chunk => chunk)];
        int[] isContent = [.. chunks.SelectMany(chunk => chunk.Select((_, i) => i < chunk.Length - Math.Min(100, chunk.Length - 1) ? 0 : 1))];
        Assert.That(isContent.Sum(), Is.EqualTo(plain.Length));
        for (int cut = 0; cut < framed.Length; cut++)
        {
            var stream = new PieceStream(framed[..cut], new Random(cut), 60);
            Exception failure = Assert.Catch(() => Awaited(stream));
            Assert.That(failure, cut == 0 ? Is.TypeOf<EndOfStreamException>()
                : Is.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.Truncated).And.Property("Offset").EqualTo(isContent[..cut].Sum()),
                $"{cut} bytes");
        }
        byte[] first = Frames.Chunk(plain.AsSpan(0, 100), isLast: false);
        AssertRefused([.. first, .. Frames.Aborted], ErrorCode.ValueAborted);
        AssertRefused([.. first, 0xC2, 0x80, 0], ErrorCode.MalformedChunk);
        AssertRefused([.. first, 0xC2, 0x80, 0x80, 0x80, 0x20], ErrorCode.MalformedChunk);
    }

    // With the same words by both ways.
    private static void AssertRefused(byte[] framed, ErrorCode code)
    {
        foreach (Func<Stream, object?> read in (Func<Stream, object?>[])[Awaited, s_model.Deserialize])
        {
            MalformedDataException failure = Assert.Throws<MalformedDataException>(() => read(new MemoryStream(framed)));
            Assert.That((failure.Code, failure.Offset), Is.EqualTo((code, 100L)));
        }
    }

    private static object? Awaited(Stream stream) => s_model.DeserializeAsync<object>(stream).AsTask().GetAwaiter().GetResult();

    private static void AssertTruncated(Action read, int cut) =>
        Assert.That(() => read(), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.Truncated), $"{cut} bytes");

    private static PieceStream Watched(byte[] bytes, CountingPool pool, Func<long, long, bool> isEnough, int piece = 30_000)
    {
        PieceStream? stream = null;
        return stream = new PieceStream(bytes, new Random(3), piece)
        {
            Asked = () => Assert.That(isEnough(stream!.Given, pool.Held), $"{pool.Held} bytes are held when {stream.Given} have come"),
        };
    }
}
