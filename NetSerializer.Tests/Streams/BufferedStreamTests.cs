using System.Runtime.Serialization;
using NetSerializer.IO;
using NetSerializer.Tests.Faults;
using NetSerializer.Tests.Oracle.Values;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>What goes to or comes from the buffer of a BufferedStream, without its calls: nobody must see a difference.</summary>
[TestFixture]
internal sealed class BufferedStreamTests
{
    private static readonly int[] s_sizes = [1, 2, 16, 70, 300, 4_096, 20_000, 65_536, 100_000, 262_144];

    private static readonly TypeModel s_model = TypeModel.Create(
        [typeof(Message), typeof(Point), typeof(Guid), typeof(Nested), typeof(Meddling), typeof(Doomed), typeof(object[]), typeof(byte[]), typeof(int[])]);

    [Test]
    public void The_fields_of_this_runtime_are_known() => Assert.That(BufferedStreamFields.AreKnown);

    /// <summary>Short values reach the stream below in the very calls that writing their bytes makes.</summary>
    [Test]
    public void Short_values_are_written_as_their_bytes_are() => Sample.Check(300, sample =>
    {
        var random = new Random(sample.Seed);
        int size = s_sizes[random.Next(s_sizes.Length)];
        var below = (Direct: new RecordingStream(), Other: new RecordingStream());
        using var direct = new BufferedStream(below.Direct, size);
        using var other = new BufferedStream(below.Other, size);
        for (int steps = random.Next(200); steps > 0; steps--)
        {
            switch (random.Next(12))
            {
                case 0:
                    direct.Flush();
                    other.Flush();
                    break;
                case 1:
                    byte[] bytes = new byte[random.Next(2 * size)];
                    direct.Write(bytes);
                    other.Write(bytes);
                    break;
                case 2:
                    direct.WriteByte(7);
                    other.WriteByte(7);
                    break;
                default:
                    other.Write(Frames.Of(WriteShort(random, direct)));
                    break;
            }
        }
        direct.Flush();
        other.Flush();
        Assert.That(below.Direct.Lengths, Is.EqualTo(below.Other.Lengths));
        Assert.That(below.Direct.Written.AsSpan().SequenceEqual(below.Other.Written));
    });

    [Test]
    public void Long_values_are_whole_however_much_room_there_is() => Sample.Check(200, sample =>
    {
        var random = new Random(sample.Seed);
        using var pool = new CountingPool();
        var below = new RecordingStream();
        using var stream = new BufferedStream(below, s_sizes[random.Next(s_sizes.Length)]);
        List<byte[]> values = [];
        for (int steps = 1 + random.Next(12); steps > 0; steps--)
        {
            int length = (int)Math.Exp(random.NextDouble() * Math.Log(300_000));
            object value = random.Next(3) switch
            {
                0 => Message.Filled(length),
                1 => Enumerable.Range(0, length / 3).Select(i => i * 7919).ToArray(),
                _ => new object[] { new string('x', length), Message.Filled(length / 2), 5 },
            };
            s_model.Serialize(stream, value);
            values.Add(s_model.Serialize(value));
            if (random.Next(4) == 0)
            {
                stream.Flush();
            }
        }
        stream.Flush();
        byte[] written = below.Written;
        int from = 0;
        foreach (byte[] value in values)
        {
            Assert.That(Frames.Content(written.AsSpan(from), out _, out int taken).SequenceEqual(value));
            from += taken;
        }
        Assert.That(from, Is.EqualTo(written.Length));
        pool.AssertAllBack("long values");
    });

    /// <summary>Around the last byte of the room: no buffer is rented for a value that is made in that of the stream.</summary>
    [Test]
    public void A_long_value_is_made_in_the_buffer_where_there_is_room([Values(0, 1, 500)] int front, [Values(4_100, 16_300, 40_000)] int length)
    {
        byte[] value = new byte[length], plain = s_model.Serialize<object>(value);
        // It is known from the start how long it is.
        int header = plain.Length < 8_192 ? 2 : 3, least = plain.Length + header + 1;
        foreach (int room in (int[])[least - 2, least - 1, least, least + 1, least + 100])
        {
            using var pool = new CountingPool();
            var below = new RecordingStream();
            using var stream = new BufferedStream(below, front + room);
            // Before that it has no buffer.
            stream.WriteByte(9);
            if (front == 0)
            {
                stream.Flush();
            }
            stream.Write(new byte[Math.Max(0, front - 1)]);
            int taken = pool.Taken, calls = below.Lengths.Count;
            s_model.Serialize<object>(stream, value);
            Assert.That(pool.Taken - taken, Is.EqualTo(room >= least ? 0 : 1), $"room {room}");
            Assert.That(below.Lengths, Has.Count.EqualTo(calls).Or.Count.EqualTo(calls + (room < least ? 1 : 0)), "it fits, so nothing is sent");
            stream.Flush();
            Assert.That(Frames.Content(below.Written.AsSpan(Math.Max(1, front)), out _, out _).SequenceEqual(plain));
        }
    }

    [Test]
    public void Values_are_read_with_whatever_stands_between_them() => Sample.Check(300, sample =>
    {
        var random = new Random(sample.Seed);
        using var content = new MemoryStream();
        List<(byte[]? Value, int Root, long End)> parts = [];
        for (int steps = random.Next(60); steps > 0; steps--)
        {
            if (random.Next(6) == 0)
            {
                content.Write(new byte[random.Next(300)]);
                parts.Add((null, 0, content.Position));
                continue;
            }
            var frame = new MemoryStream();
            int root = random.Next(50) == 0 ? LongRoot : random.Next(ShortRoots);
            byte[] value = Write(random, frame, root);
            frame.WriteTo(content);
            parts.Add((value, root, content.Position));
        }
        content.Position = 0;
        bool seeks = random.Next(2) == 0;
        Stream below = seeks ? content : new PieceStream(content.ToArray(), random, 1 + random.Next(5_000));
        using var stream = new BufferedStream(below, s_sizes[random.Next(s_sizes.Length)]);
        long position = 0;
        foreach ((byte[]? value, int root, long end) in parts)
        {
            if (value == null)
            {
                stream.ReadExactly(new byte[end - position]);
            }
            else
            {
                Assert.That(Read(stream, root), Is.EqualTo(value));
            }
            position = end;
            Assert.That(!seeks || stream.Position == position, "no byte behind it is taken");
        }
        Assert.That(stream.ReadByte(), Is.EqualTo(-1));
    });

    private static readonly byte[][] s_starts =
    [
        [0], [1], [2], [5], [5, 7], [5, 7, 8], [7, 2, 1, 1], [0x7F], [0x80], [0x81], [0x81, 0], [0x81, 1], [0x80, 1, 0], [0xFF, 3, 1], [0xFF, 0x7F, 1],
        [0x81, 0x80, 0], [0x81, 0x80, 1], [0x80, 0x80, 1], [4, 2, 1, 5, 3, 4],
    ];

    /// <summary>What no writer makes fails as it does in a stream that has no buffer, and leaves as much unread.</summary>
    [Test]
    public void Whatever_bytes_there_are_it_ends_as_without_a_buffer([ValueSource(nameof(s_starts))] byte[] start)
    {
        foreach (int more in (int[])[0, 1, 3, 80, 300, 1_000, 9_000])
        {
            byte[] content = [.. start, .. Enumerable.Range(0, more).Select(i => (byte)(i % 5))];
            foreach (int size in s_sizes)
            {
                foreach (bool isWarm in (bool[])[false, true])
                {
                    byte[] all = isWarm ? [9, .. content] : content;
                    var plain = new CallStream(all, bytesAtATime: int.MaxValue);
                    using var buffered = new BufferedStream(new MemoryStream(all), size);
                    if (isWarm)
                    {
                        // Now there is something in the buffer.
                        plain.ReadByte();
                        buffered.ReadByte();
                    }
                    Assert.That(Outcome(buffered), Is.EqualTo(Outcome(plain)), $"{more} more, size {size}, warm {isWarm}");
                    Assert.That(buffered.Position, Is.EqualTo(plain.Position), $"{more} more, size {size}, warm {isWarm}");
                }
            }
        }
    }

    [Test]
    public void Code_of_a_type_may_read_on([Range(60, 100, 4)] int size)
    {
        using var content = new MemoryStream();
        s_model.Serialize(content, "first");
        s_model.Serialize(content, new Nested { Before = 5, Text = new string('t', 40), Inner = new Nested { Text = "inner" }, After = 6 });
        for (int i = 0; i < 4; i++)
        {
            s_model.Serialize(content, $"next {i}");
        }
        content.Position = 0;
        using var stream = new BufferedStream(content, size);
        Assert.That(s_model.Deserialize<string>(stream), Is.EqualTo("first"));
        List<string?> read = [];
        Nested.Told = () => read.Add(s_model.Deserialize<string>(stream));
        try
        {
            Nested value = s_model.Deserialize<Nested>(stream)!;
            Assert.That((value.Before, value.Text, value.Inner!.Text, value.After), Is.EqualTo((5, new string('t', 40), "inner", 6)));
        }
        finally
        {
            Nested.Told = null;
        }
        Assert.That(read, Is.EqualTo(new[] { "next 0", "next 1" }));
        Assert.That(s_model.Deserialize<string>(stream), Is.EqualTo("next 2"));
    }

    private static readonly Dictionary<string, Action<BufferedStream>> s_meddling = new()
    {
        ["a note"] = stream => stream.Write([1, 2, 3]),
        ["a byte"] = stream => stream.WriteByte(1),
        ["what stands there while a value is made"] = stream => stream.Write([0x80, 0x00, 0x80]),
        ["a message"] = stream => s_model.Serialize<object>(stream, "message"),
        ["a flush, and more"] = stream =>
        {
            stream.Flush();
            stream.Write(new byte[4]);
        },
        ["more, and a flush"] = stream =>
        {
            stream.Write(new byte[4]);
            stream.Flush();
        },
    };

    private static IEnumerable<string> Meddlings() => s_meddling.Keys;

    [Test]
    public void Code_that_writes_to_the_stream_of_its_own_value_is_told_so([ValueSource(nameof(Meddlings))] string meddling, [Values(64, 256)] int kib)
    {
        var below = new RecordingStream();
        using var stream = new BufferedStream(below, kib << 10);
        stream.Write([7, 7, 7]);
        Meddling.Meddle = () => s_meddling[meddling](stream);
        try
        {
            Assert.That(() => s_model.Serialize(stream, new object[] { Message.Filled(20_000), new Meddling(), "end" }),
                Throws.InvalidOperationException.With.Message.Contains("The stream was moved"));
        }
        finally
        {
            Meddling.Meddle = null;
        }
        stream.Flush();
        Assert.That(below.Written.AsSpan(0, 3).IndexOfAnyExcept((byte)7), Is.EqualTo(-1));
        s_model.Serialize(stream, new object[] { Message.Filled(20_000), new Meddling(), "end" });
    }

    /// <summary>The value is where it was, and what comes to stand in front of it does not reach it.</summary>
    [Test]
    public void Code_that_makes_room_in_front_of_it_may([Values(0, 1, 3, 300_000)] int more)
    {
        var below = new RecordingStream();
        using var stream = new BufferedStream(below, 64 << 10);
        stream.Write([7, 7, 7]);
        Meddling.Meddle = () =>
        {
            stream.Flush();
            stream.Write(new byte[more]);
        };
        object value = new object[] { Message.Filled(20_000), new Meddling(), "end" };
        try
        {
            s_model.Serialize(stream, value);
        }
        finally
        {
            Meddling.Meddle = null;
        }
        stream.Flush();
        Assert.That(below.Written[..(3 + more)], Is.EqualTo((byte[])[7, 7, 7, .. new byte[more]]));
        Assert.That(Frames.Content(below.Written.AsSpan(3 + more), out _, out _).SequenceEqual(s_model.Serialize(value)));
    }

    [Test]
    public void A_stream_that_is_closed_meanwhile_says_so([Values(20_000, 100_000)] int length)
    {
        var stream = new BufferedStream(new RecordingStream(), 64 << 10);
        stream.Write([7, 7, 7]);
        Meddling.Meddle = stream.Dispose;
        try
        {
            Assert.That(() => s_model.Serialize(stream, new object[] { Message.Filled(length), new Meddling() }), Throws.TypeOf<ObjectDisposedException>());
        }
        finally
        {
            Meddling.Meddle = null;
        }
        Assert.That(() => s_model.Serialize(stream, 5), Throws.TypeOf<ObjectDisposedException>());
        Assert.That(() => s_model.Deserialize<int>(stream), Throws.TypeOf<ObjectDisposedException>());
    }

    [Test]
    public void A_value_that_fails_in_its_first_chunk_leaves_no_trace([Values(2_000, 20_000)] int length)
    {
        var below = new RecordingStream();
        using var stream = new BufferedStream(below, 64 << 10);
        stream.Write([1, 2, 3]);
        object value = new object[] { Message.Filled(length), new Version(1, 0) };
        Assert.That(() => s_model.Serialize(stream, value), Throws.TypeOf<ValueNotSerializableException>());
        stream.WriteByte(4);
        stream.Flush();
        Assert.That(below.Written, Is.EqualTo(new byte[] { 1, 2, 3, 4 }));
    }

    /// <summary>What has been read ahead is in the buffer too: the stream puts itself back where it looks to stand, and what is written goes there.</summary>
    [Test]
    public void What_has_been_read_ahead_is_not_written_over([Values(10, 5_000, 20_000)] int length)
    {
        using var content = new MemoryStream();
        byte[] value = new byte[length];
        s_model.Serialize(content, "first");
        long place = content.Position;
        content.Write(new byte[100_000]);
        content.Position = 0;
        using var stream = new BufferedStream(content, 64 << 10);
        Assert.That(s_model.Deserialize<string>(stream), Is.EqualTo("first"));
        s_model.Serialize<object>(stream, value);
        stream.Flush();
        content.Position = place;
        Assert.That(s_model.Deserialize(content), Is.EqualTo(value));
        Assert.That(content.ToArray().AsSpan((int)content.Position).IndexOfAnyExcept((byte)0), Is.EqualTo(-1));
    }

    [Test]
    public void A_stream_that_cannot_go_back_keeps_what_it_has_read([Values(10, 20_000)] int length)
    {
        using var content = new MemoryStream();
        for (int i = 0; i < 500; i++)
        {
            s_model.Serialize(content, $"text {i}");
        }
        using var stream = new BufferedStream(new CallStream(content.ToArray(), bytesAtATime: int.MaxValue), 64 << 10);
        for (int i = 0; i < 500; i++)
        {
            Assert.That(s_model.Deserialize<string>(stream), Is.EqualTo($"text {i}"));
            if (i < 499)
            {
                Assert.That(() => s_model.Serialize<object>(stream, new byte[length]), Throws.TypeOf<NotSupportedException>());
            }
        }
    }

    [Test]
    public void A_stream_that_takes_nothing_says_so([Values(10, 20_000)] int length, [Values(0, 1)] int content)
    {
        using var stream = new BufferedStream(new MemoryStream(new byte[content], writable: false), 64 << 10);
        Assert.That(() => s_model.Serialize<object>(stream, new byte[length]), Throws.TypeOf<NotSupportedException>());
        // Now it has a buffer.
        stream.ReadExactly(new byte[content]);
        Assert.That(stream.ReadByte(), Is.EqualTo(-1));
        Assert.That(() => s_model.Serialize<object>(stream, new byte[length]), Throws.TypeOf<NotSupportedException>());
    }

    [Test]
    public void What_lies_behind_a_value_is_known([Values(2, 100)] int length)
    {
        byte[] frame = Frames.Of(new byte[length]);
        for (int more = 0; more < 2 * ByteSource.Slack; more++)
        {
            using var stream = new BufferedStream(new MemoryStream([9, .. frame]), 1 + frame.Length + more);
            stream.ReadByte();
            Assert.That(BufferedStreamFields.TryTake(stream, length, out ReadOnlySpan<byte> value, out bool hasSlack));
            Assert.That((value.Length, hasSlack), Is.EqualTo((length, more >= ByteSource.Slack)));
        }
    }

    private const int ShortRoots = 5, LongRoot = 5;

    private static byte[] WriteShort(Random random, Stream stream) => Write(random, stream, random.Next(ShortRoots));

    // Writes a value of one of the ways that values are written, and returns its bytes.
    private static byte[] Write(Random random, Stream stream, int root)
    {
        switch (root)
        {
            case 0:
                int number = random.Next() >> random.Next(32);
                s_model.Serialize(stream, number);
                return s_model.Serialize(number);
            case 1:
                var id = new Guid([.. Enumerable.Range(0, 16).Select(_ => (byte)random.Next(256))]);
                s_model.Serialize(stream, id);
                return s_model.Serialize(id);
            case 2:
                var point = new Point { X = random.Next(), Y = random.Next(100) };
                s_model.Serialize(stream, point);
                return s_model.Serialize(point);
            case 3:
                string text = new('t', random.Next(random.Next(3) == 0 ? 3_000 : 120));
                s_model.Serialize(stream, text);
                return s_model.Serialize(text);
            case LongRoot:
                Message message = Message.Filled(random.Next(150_000));
                s_model.Serialize(stream, message);
                return s_model.Serialize(message);
            default:
                var nested = new Nested { Before = random.Next(300), Text = new string('n', random.Next(200)), After = random.Next() };
                s_model.Serialize(stream, nested);
                return s_model.Serialize(nested);
        }
    }

    private static byte[] Read(Stream stream, int root) => root switch
    {
        0 => s_model.Serialize(s_model.Deserialize<int>(stream)),
        1 => s_model.Serialize(s_model.Deserialize<Guid>(stream)),
        2 => s_model.Serialize(s_model.Deserialize<Point>(stream)),
        3 => s_model.Serialize(s_model.Deserialize<string>(stream)),
        LongRoot => s_model.Serialize(s_model.Deserialize<Message>(stream)),
        _ => s_model.Serialize(s_model.Deserialize<Nested>(stream)),
    };

    private static string Outcome(Stream stream)
    {
        try
        {
            return $"{s_model.Deserialize<object>(stream)}";
        }
        catch (Exception failure)
        {
            return $"{failure.GetType()} {failure.Message}";
        }
    }

    [Serializable]
    internal sealed class Point
    {
        public int X;
        public int Y;
    }

    [Serializable]
    internal sealed class Nested
    {
        public static Action? Told;

        public int Before;
        public string? Text;
        public Nested? Inner;
        public int After;

        [OnDeserializing]
        private void Read(StreamingContext context) => Told?.Invoke();
    }

    [Serializable]
    internal sealed class Meddling
    {
        public static Action? Meddle;

        [OnSerializing]
        private void Told(StreamingContext context) => Meddle?.Invoke();
    }

    /// <summary>Keeps the lengths of what is written to it.</summary>
    private sealed class RecordingStream() : SequentialStream(null)
    {
        public List<int> Lengths { get; } = [];

        public override int Read(Span<byte> buffer) => 0;

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            Lengths.Add(buffer.Length);
            Content.Write(buffer);
        }

        public override void Flush()
        {
        }
    }
}
