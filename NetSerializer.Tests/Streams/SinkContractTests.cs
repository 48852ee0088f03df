using NetSerializer.IO;
using NetSerializer.Tests.Faults;
using NetSerializer.Tests.Oracle.Values;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>
/// What a writer relies on in each sink, whatever it asks for: there is room for what it wants and for the headers around it, and the stream gets what
/// was written, in this order, or nothing of a value that failed in time.
/// </summary>
[TestFixture]
internal sealed class SinkContractTests
{
    // What no writer exceeds, and the shortest data that it hands on as they are.
    private const int MostReserved = WireWriter.MaxReserve, LeastPassed = 32 << 10, LongestChunk = 256 << 10;

    /// <summary>Where a chunk is made: in the memory of the stream, in its buffer, or in one that is rented.</summary>
    internal enum Place
    {
        Memory,
        StreamBuffer,
        Rented,
    }

    [Test]
    public void Chunks_hold_what_was_written([Values] Place place) => Sample.Check(40, sample =>
    {
        var random = new Random(sample.Seed);
        using var pool = new CountingPool();
        // Around the least room that is used, that of a buffer, that of the longest chunk, and any other.
        int capacity = random.Next(4) switch
        {
            0 => random.Next(30_000),
            1 => Chunk.BufferLength + 3 - random.Next(MostReserved),
            2 => LongestChunk + 3 - random.Next(MostReserved),
            _ => random.Next(300_000),
        };
        var below = new FaultStream();
        using Stream stream = place switch
        {
            Place.Memory => new MemoryStream(capacity),
            Place.StreamBuffer => new BufferedStream(below, capacity + 1),
            _ => below,
        };
        var content = new MemoryStream();
        // Behind the end of what is there.
        int gap = random.Next(4) == 0 ? random.Next(1, 100) : 0;
        if (place == Place.Memory)
        {
            stream.Position = gap;
        }
        else
        {
            stream.Write(new byte[gap]);
        }
        var sink = (ChunkSink)ChunkSink.Open(stream);
        Span<byte> window = new byte[StackBuffer.Length - Chunk.MaxHeader];
        bool isFirst = true;
        for (int steps = 1 + random.Next(8); steps > 0; steps--, isFirst = false)
        {
            Span<byte> written = window[..Used(random, window.Length)];
            Write(content, random, written);
            if (random.Next(4) == 0)
            {
                // Past the first buffer, which is on the stack, goes whatever does not fit it.
                int least = isFirst ? random.Next(8_200) : LeastPassed;
                byte[] data = new byte[least + random.Next(random.Next(3) switch { 0 => 700_000, 1 => 40_000, _ => 100 })];
                Write(content, random, data);
                window = sink.Pass(written, data);
            }
            else
            {
                int toFull = Chunk.BufferLength - (int)content.Length + random.Next(2);
                int count = random.Next(3) == 0 ? MostReserved : toFull is > 0 and <= MostReserved ? toFull : random.Next(1, MostReserved + 1);
                window = sink.Next(written, count);
                Assert.That(window.Length, Is.GreaterThanOrEqualTo(count));
            }
            int behind = pool.RoomBehind(window);
            Assert.That(behind, Is.GreaterThanOrEqualTo(Chunk.MaxHeader).Or.EqualTo(-1), "room for another header");
        }
        int last = Used(random, window.Length);
        Write(content, random, window[..last]);
        sink.Complete(last);
        sink.Return();
        pool.AssertAllBack("chunks");
        stream.Flush();
        byte[] framed = stream is MemoryStream memory ? memory.ToArray() : below.Written;
        Assert.That(framed.AsSpan(0, gap).IndexOfAnyExcept((byte)0), Is.EqualTo(-1), "in front of the value");
        framed = framed[gap..];
        Assert.That(Frames.Content(framed, out List<int> chunks, out int taken).SequenceEqual(content.ToArray()), "what was written");
        Assert.That(taken, Is.EqualTo(framed.Length));
        Assert.That(chunks, Is.All.LessThanOrEqualTo(LongestChunk), "no longer than a reader should have to hold");
    });

    /// <summary>
    /// Values one behind the other, of which some fail: those that would have fitted the buffer leave no trace, and the session goes on; those that would
    /// not break it.
    /// </summary>
    [Test]
    public void A_session_sends_whole_values_until_one_fails_that_is_longer_than_its_buffer() => Sample.Check(70, sample =>
    {
        var random = new Random(sample.Seed);
        using var pool = new CountingPool();
        var stream = new FaultStream();
        var sink = new SessionSink(stream, []);
        var whole = new MemoryStream();
        bool isBroken = false;
        for (int values = 1 + random.Next(12); values > 0 && !isBroken; values--)
        {
            var value = new MemoryStream();
            int last = WriteValue(sink, pool, random, value, out bool isLonger);
            if (random.Next(3) > 0)
            {
                sink.End(last);
                value.WriteTo(whole);
                continue;
            }
            sink.Fail();
            isBroken = isLonger;
            if (isBroken)
            {
                Assert.That(() => sink.Begin().Length, Throws.InvalidOperationException);
            }
            else if (random.Next(4) == 0)
            {
                sink.Send();
                Assert.That(stream.Written.AsSpan().SequenceEqual(whole.ToArray()), "what is sent behind a value that failed");
            }
        }
        if (sink.Close())
        {
            sink.SendLast();
        }
        pool.AssertAllBack("session");
        // The beginning of a value that was longer is out.
        Assert.That(stream.Written.AsSpan(0, (int)whole.Length).SequenceEqual(whole.ToArray()), "what is sent");
        Assert.That(isBroken || stream.Written.Length == whole.Length, "nothing else is");
    });

    /// <summary>Each call of a socket costs: the buffer grows for long values, so that several are sent at once.</summary>
    [Test]
    public void A_session_sends_several_long_values_at_once([Values(100, 15_000, 20_000, 43_000, 100_000, 300_000)] int length, [Values] bool isPassed)
    {
        using var pool = new CountingPool();
        var stream = new FaultStream();
        TypeModel model = StreamModels.Messages;
        object value = isPassed ? Message.Filled(length) : Enumerable.Range(0, length / 4).Select(i => i | 0x4000_0000).ToArray();
        byte[] plain = model.Serialize(value);
        int count = 8_000_000 / plain.Length;
        using (ValueWriter writer = model.OpenWriter(stream, leaveOpen: true))
        {
            for (int i = 0; i < count; i++)
            {
                writer.Write(value);
            }
            // Of values that are handed on as they are, all of the length is known where one does not fit.
            int buffer = (int)pool.Held, least = length >= 100_000 || (isPassed && length > LeastPassed) ? LongestChunk : Chunk.BufferLength;
            Assert.That(buffer, Is.InRange(least, length < 16_000 ? Chunk.BufferLength : LongestChunk));
            // One that does not fit it goes in two calls.
            int most = plain.Length < buffer ? count * plain.Length / (buffer - plain.Length) : 2 * count;
            Assert.That(stream.Calls, Is.LessThanOrEqualTo(most + 6));
        }
        pool.AssertAllBack("session");
        byte[] written = stream.Written;
        Assert.That(written, Has.Length.EqualTo(count * plain.Length));
        for (int i = 0; i < count; i++)
        {
            Assert.That(written.AsSpan(i * plain.Length, plain.Length).SequenceEqual(plain));
        }
    }

    /// <summary>Whatever a value was about to send when the stream failed, it is not known how much of it is out.</summary>
    [Test]
    public void A_session_sends_nothing_more_to_a_stream_that_has_failed([Values("a value", "Flush", "FlushAsync")] string call, [Values(0, 1)] int faultAt)
    {
        TypeModel model = StreamModels.Messages;
        var failure = new IOException("once");
        var stream = new FaultStream { FaultAt = faultAt, Fault = () => throw failure };
        ValueWriter writer = model.OpenWriter(stream, leaveOpen: true);
        Exception? thrown = Assert.Catch(() =>
        {
            for (int i = 0; i < 10; i++)
            {
                // The third one moves the first two out, alone.
                writer.Write(Message.Filled(30_000));
                switch (call)
                {
                    case "Flush":
                        writer.Flush();
                        break;
                    case "FlushAsync":
                        writer.FlushAsync().AsTask().GetAwaiter().GetResult();
                        break;
                }
            }
        });
        Assert.That(thrown, Is.SameAs(failure));
        byte[] sent = stream.Written;
        if (call == "a value" || faultAt == 0)
        {
            Assert.That(() => writer.Write(1), Throws.InvalidOperationException.With.Message.Contains("broken"));
        }
        writer.Flush();
        writer.Dispose();
        Assert.That(stream.Written, Is.EqualTo(sent));
    }

    /// <summary>Of headers of one byte, of two and of three, from the stack and from a buffer.</summary>
    [Test]
    public async Task Values_of_each_small_length_are_one_chunk()
    {
        TypeModel model = StreamModels.Messages;
        foreach (int length in (int[])[.. Enumerable.Range(0, 140), .. Enumerable.Range(3_040, 40), .. Enumerable.Range(4_070, 40)])
        {
            string value = new('x', length);
            byte[] framed = Frames.Of(model.Serialize(value));
            foreach (Stream stream in (Stream[])[new FaultStream(), new MemoryStream(), new MemoryStream(9_000)])
            {
                model.Serialize(stream, value);
                await model.SerializeAsync(stream, value);
                byte[] written = stream is MemoryStream memory ? memory.ToArray() : ((FaultStream)stream).Written;
                Assert.That(written.AsSpan().SequenceEqual((byte[])[.. framed, .. framed]), $"{length} characters");
            }
        }
    }

    /// <summary>Each buffer is twice the one before, so the bytes are copied twice at most.</summary>
    [Test]
    public async Task An_awaited_value_takes_few_buffers()
    {
        using var pool = new CountingPool();
        var stream = new FaultStream();
        object value = Enumerable.Range(0, 20_000).Select(i => $"{i}").ToList();
        TypeModel model = StreamModels.Messages;
        byte[] plain = model.Serialize(value);
        int before = pool.Taken;
        await model.SerializeAsync(stream, value);
        Assert.That(pool.Taken - before, Is.LessThanOrEqualTo(2 + (int)Math.Log2(plain.Length / 4_096)));
        pool.AssertAllBack("an awaited value");
        Assert.That(stream.Written, Is.EqualTo(Frames.Of(plain)));
    }

    [Test]
    public async Task A_flush_that_is_cancelled_before_it_begins_leaves_the_session_as_it_was()
    {
        TypeModel model = StreamModels.Messages;
        var stream = new FaultStream();
        await using (ValueWriter writer = model.OpenWriter(stream, leaveOpen: true))
        {
            writer.Write("first");
            Assert.That(async () => await writer.FlushAsync(new CancellationToken(canceled: true)), Throws.InstanceOf<OperationCanceledException>());
            Assert.That(stream.Calls, Is.Zero);
            writer.Write("second");
            await writer.FlushAsync();
        }
        Assert.That(stream.Written, Is.EqualTo(model.Serialize("first").Concat(model.Serialize("second"))));
    }

    // As a writer does, which asks for more where there is not enough. How much of the value stands in the last window.
    private static int WriteValue(SessionSink sink, CountingPool pool, Random random, MemoryStream value, out bool isLonger)
    {
        isLonger = false;
        Span<byte> window = sink.Begin();
        for (int steps = random.Next(5); steps > 0; steps--)
        {
            Span<byte> written = window[..Used(random, window.Length)];
            int room = window.Length - written.Length, left = (int)(pool.Held - value.Length) - written.Length;
            Write(value, random, written);
            int wanted = random.Next(3) == 0 ? left : random.Next(1, 3) * random.Next(1, MostReserved + 1);
            bool isPassed = random.Next(3) == 0;
            byte[] data = isPassed ? new byte[random.Next(3) == 0 ? Math.Max(1, left) : LeastPassed + random.Next(LeastPassed)] : [];
            int count = isPassed ? data.Length : Math.Clamp(wanted, 1, MostReserved);
            if (room >= count)
            {
                Span<byte> rest = window[written.Length..];
                int here = Used(random, rest.Length);
                Write(value, random, rest[..here]);
                return written.Length + here;
            }
            isLonger |= count > left;
            Write(value, random, data);
            window = isPassed ? sink.Pass(written, data) : sink.Next(written, count);
            Assert.That(isPassed || window.Length >= count, "room for what is wanted");
        }
        int last = Used(random, window.Length);
        Write(value, random, window[..last]);
        return last;
    }

    // All, nearly all, little, or anything.
    private static int Used(Random random, int length) => random.Next(5) switch
    {
        0 or 1 => length,
        2 => length - Math.Min(length, random.Next(MostReserved)),
        3 => Math.Min(length, random.Next(100)),
        _ => random.Next(length + 1),
    };

    private static void Write(MemoryStream content, Random random, Span<byte> bytes)
    {
        random.NextBytes(bytes);
        content.Write(bytes);
    }
}
