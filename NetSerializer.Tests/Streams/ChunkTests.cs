using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>The frames of docs/wire-format.md, section 9.</summary>
[TestFixture]
internal sealed class ChunkTests
{
    private static readonly TypeModel s_model =
        TypeModel.Create([typeof(Message), typeof(Doomed), typeof(int[]), typeof(List<string>), typeof(Dictionary<int, string>), typeof(long[,]),
            typeof(object[])]);

    [TestCaseSource(typeof(StreamModels), nameof(StreamModels.LargeValues))]
    public void LargeValuesTravelInChunks(object value)
    {
        using var stream = new MemoryStream();
        s_model.Serialize(stream, value);
        byte[] frames = stream.ToArray();
        List<int> chunks = ChunkLengths(frames);
        Assert.That(chunks, Has.Count.GreaterThan(1));
        Assert.That(chunks, Is.All.LessThanOrEqualTo(1 << 20), "chunks are of a size that a reader can buffer");
        foreach (int step in (int[])[1 << 20, 997])
        {
            var arriving = new ArrivingStream([.. frames, 0xEE, 0xEE], step);
            SurfaceCheck.AssertSame($"{step} bytes at a time", value, s_model.Deserialize(arriving));
            Assert.That(arriving.Position, Is.EqualTo(frames.Length), "bytes behind the value are taken");
        }
        stream.Position = 0;
        SurfaceCheck.AssertSame("in memory", value, s_model.Deserialize(stream));
        Assert.That(stream.Position, Is.EqualTo(frames.Length));
    }

    // Of a chunk of 16 KiB and more the first 4 KiB go to a buffer, and an array that follows goes where it belongs; all else is read at once.
    [Test]
    public void A_long_array_goes_from_the_stream_into_itself([Values(12_000, 16_200, 16_384, 43_000, 64_000)] int length)
    {
        Message message = Message.Filled(length);
        message.Text = new string('t', 100);
        var written = new MemoryStream();
        s_model.Serialize(written, message);
        byte[] plain = s_model.Serialize(message);
        int whole = plain.Length, behind = whole - plain.AsSpan().IndexOf(message.Bytes) - length;
        var stream = new TargetStream(written.ToArray());
        SurfaceCheck.AssertSame("read", message, s_model.Deserialize(stream));
        Assert.That(stream.ReadByte(), Is.EqualTo(-1));
        Assert.That(stream.ToBuffer, Is.EqualTo(length < 16_384 ? whole : 4096 + behind));
        Assert.That(stream.ToArray, Is.EqualTo(whole - stream.ToBuffer));
    }

    [TestCaseSource(typeof(StreamModels), nameof(StreamModels.LargeValues))]
    public void AReaderTakesChunksHoweverTheyAreCut(object value)
    {
        byte[] plain = s_model.Serialize(value);
        var random = new Random(9);
        foreach (int longest in (int[])[1, 100, 5_000, 100_000])
        {
            if (longest < 1_000 && plain.Length > 200_000)
            {
                continue; // tiny chunks of the longest values take seconds and show nothing more
            }
            byte[] frames = Cut(plain, () => longest == 1 ? 1 : random.Next(1, longest));
            SurfaceCheck.AssertSame($"chunks up to {longest}", value, s_model.Deserialize(new ArrivingStream(frames, 100_000)));
            foreach (int slack in (int[])[0, 300])
            {
                // In place; the next value shows that the stream stands where this one ends.
                byte[] array = [7, .. frames, .. Frames.Of(s_model.Serialize<object>(5)), .. new byte[slack]];
                using var visible = new MemoryStream(array, 1, array.Length - 1 - slack, writable: false, publiclyVisible: true);
                SurfaceCheck.AssertSame($"in place, chunks up to {longest}, slack {slack}", value, s_model.Deserialize(visible));
                Assert.That(s_model.Deserialize(visible), Is.EqualTo(5));
            }
        }
    }

    // Up to 3071 bytes a value is read to the stack, and up to 3072 bytes of it are written there; its header has a second byte from 64 on.
    [Test]
    public void Values_of_each_small_length_travel([Values(1, 3, 1_000)] int bytesAtATime)
    {
        foreach (int length in (int[])[.. Enumerable.Range(0, 140), .. Enumerable.Range(3_040, 50), .. Enumerable.Range(4_080, 20)])
        {
            string value = new('x', length);
            byte[] frame = Frames.Of(s_model.Serialize<object>(value));
            var arriving = new ArrivingStream([.. frame, .. frame, 0xEE], bytesAtATime);
            Assert.That(s_model.Deserialize(arriving), Is.EqualTo(value));
            Assert.That(arriving.Position, Is.EqualTo(frame.Length), "bytes behind the value are taken");
            Assert.That(s_model.Deserialize(arriving), Is.EqualTo(value));
            for (int cut = Math.Max(1, frame.Length - 3); cut < frame.Length; cut++)
            {
                Assert.That(() => s_model.Deserialize(new ArrivingStream(frame[..cut], bytesAtATime, endsCleanly: true)),
                    Throws.InstanceOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.Truncated), $"{cut} of {frame.Length} bytes");
            }
        }
    }

    // What is left of a long array goes from the stream into the array itself.
    [Test]
    public void A_long_array_is_read_no_further_than_the_limit([Values] bool inSession, [Values(5_000, 50_000)] int bytesAtATime)
    {
        TypeModel limited = TypeModel.Create([typeof(byte[])], new SerializerOptions { Limits = SerializerLimits.Default with { MaxInputBytes = 100_000 } });
        var sent = new MemoryStream();
        using (ValueWriter writer = s_model.OpenWriter(inSession ? sent : Stream.Null, leaveOpen: true))
        {
            writer.Write<object>(new byte[1_000_000]);
        }
        if (!inSession)
        {
            s_model.Serialize<object>(sent, new byte[1_000_000]);
        }
        var arriving = new ArrivingStream(sent.ToArray(), bytesAtATime);
        MalformedDataException failure = Assert.Throws<MalformedDataException>(() =>
        {
            if (inSession)
            {
                using ValueReader reader = limited.OpenReader(arriving, leaveOpen: true);
                reader.Read<object>();
            }
            else
            {
                limited.Deserialize<object>(arriving);
            }
        });
        Assert.That(failure.Code, Is.EqualTo(ErrorCode.InputTooLong));
        Assert.That(arriving.Position, Is.LessThan(100_000 + (2 << 16)), "bytes taken from the stream");
    }

    [Test]
    public void A_stream_that_claims_to_have_given_more_than_was_asked_for_is_no_danger([Values] bool inSession)
    {
        var sent = new MemoryStream();
        using (ValueWriter writer = s_model.OpenWriter(inSession ? sent : Stream.Null, leaveOpen: true))
        {
            writer.Write<object>(new byte[60_000]);
        }
        if (!inSession)
        {
            s_model.Serialize<object>(sent, new byte[60_000]);
        }
        // The first call is honest: what stands in front of the array comes with it.
        var lying = new LyingStream([.. sent.ToArray(), .. new byte[100_000]]);
        Assert.That(() =>
        {
            if (inSession)
            {
                using ValueReader reader = s_model.OpenReader(lying, leaveOpen: true);
                reader.Read<object>();
            }
            else
            {
                s_model.Deserialize<object>(lying);
            }
        }, Throws.InvalidOperationException.With.Message.Contains("more bytes than it was asked for"));
    }

    // These are read to the stack.
    [Test]
    public void Nor_is_one_for_small_values([Values(3, 100, 1_000, 3_000)] int length)
    {
        byte[] frame = Frames.Of(s_model.Serialize<object>(new byte[length]));
        Assert.That(() => s_model.Deserialize<object>(new LyingStream([.. frame, .. new byte[100_000]], honestCalls: 0)),
            Throws.InvalidOperationException.With.Message.Contains("more bytes than it was asked for"));
    }

    [Test]
    public void Nor_is_one_that_is_awaited([Values] bool inSession)
    {
        byte[] plain = s_model.Serialize<object>(new byte[60_000]);
        var lying = new LyingStream([.. inSession ? plain : Frames.Of(plain), .. new byte[400_000]], honestCalls: 4);
        using ValueReader reader = s_model.OpenReader(lying, leaveOpen: true);
        Assert.That(() => (inSession ? reader.ReadAsync<object>() : s_model.DeserializeAsync<object>(lying)).AsTask().GetAwaiter().GetResult(),
            Throws.InvalidOperationException.With.Message.Contains("more bytes than it was asked for"));
    }

    private sealed class LyingStream(byte[] bytes, int honestCalls = 1) : MemoryStream(bytes)
    {
        private int _calls;

        public override int Read(byte[] buffer, int offset, int count) =>
            _calls++ < honestCalls ? base.Read(buffer, offset, Math.Min(count, 100)) : base.Read(buffer, offset, count) + 5_000;

        public override int Read(Span<byte> buffer)
        {
            byte[] bytes = new byte[buffer.Length];
            int read = Read(bytes, 0, bytes.Length);
            bytes.CopyTo(buffer);
            return read;
        }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => new(Read(buffer.Span));
    }

    [Test]
    public void ShortValuesTakeOneChunkAndOneCall()
    {
        var stream = new CallStream();
        s_model.Serialize(stream, Message.Filled(600));
        Assert.That(stream.Calls, Is.EqualTo(1));
        Assert.That(ChunkLengths(stream.Written), Has.Count.EqualTo(1));
    }

    [Test]
    public void ValuesFollowOneAnother()
    {
        object?[] values = [Message.Filled(10), null, Message.Filled(100_000), 5, "text", Message.Filled(0)];
        using var stream = new MemoryStream();
        foreach (object? value in values)
        {
            s_model.Serialize(stream, value);
        }
        var arriving = new ArrivingStream(stream.ToArray(), 4_096, endsCleanly: true);
        stream.Position = 0;
        foreach (object? value in values)
        {
            SurfaceCheck.AssertSame("in memory", value, s_model.Deserialize(stream));
            SurfaceCheck.AssertSame("arriving", value, s_model.Deserialize(arriving));
        }
        Assert.That(() => s_model.Deserialize(stream), Throws.TypeOf<EndOfStreamException>());
        Assert.That(() => s_model.Deserialize(arriving), Throws.TypeOf<EndOfStreamException>());
    }

    [TestCase("C2 00 05", ErrorCode.Truncated, TestName = "A chunk, then the end of the stream")]
    [TestCase("C2 00 05 80", ErrorCode.Truncated, TestName = "A value cut short by an empty last chunk")]
    [TestCase("C2 00 00 80", null, TestName = "An empty last chunk")]
    [TestCase("81 00 00", null, TestName = "A null of one byte, and a byte that belongs to nobody")]
    [TestCase("80", ErrorCode.Truncated, TestName = "An empty value where the type has bytes")]
    [TestCase("C2 00 05 C0 00", ErrorCode.ValueAborted, TestName = "An aborted value")]
    [TestCase("C0 00", ErrorCode.ValueAborted, TestName = "A value aborted before its first byte")]
    [TestCase("C3 00 00", ErrorCode.MalformedChunk, TestName = "A short last chunk with a long header")]
    [TestCase("C1 01 00", ErrorCode.MalformedChunk, TestName = "A last chunk of 32 bytes with a long header")]
    [TestCase("C2 80 00 05 00", ErrorCode.MalformedChunk, TestName = "A header longer than necessary")]
    [TestCase("C2 80 80 00 05 00", ErrorCode.MalformedChunk, TestName = "A header longer than necessary by two")]
    [TestCase("C2 80 80 80 20", ErrorCode.MalformedChunk, TestName = "A header above 32 bits")]
    [TestCase("FF FF FF FF FF 01", ErrorCode.MalformedChunk, TestName = "A header of six bytes")]
    [TestCase("C2 00 05 00", ErrorCode.MalformedChunk, TestName = "A byte that begins no chunk behind one")]
    [TestCase("00", ErrorCode.MalformedChunk, TestName = "A null of an array")]
    [TestCase("C2", ErrorCode.Truncated, TestName = "Half a header")]
    [TestCase("83 05 02", ErrorCode.Truncated, TestName = "Less than the chunk announces")]
    [TestCase("82 00 00", ErrorCode.TrailingBytes, TestName = "A value shorter than its chunk")]
    [TestCase("C2 00 00 81 00", ErrorCode.TrailingBytes, TestName = "A value shorter than its chunks")]
    public void Headers(string hex, ErrorCode? expected)
    {
        byte[] bytes = Convert.FromHexString(hex.Replace(" ", ""));
        foreach (Stream stream in (Stream[])[new ArrivingStream(bytes, 1, endsCleanly: true), new MemoryStream(bytes),
            new MemoryStream(bytes, 0, bytes.Length, writable: true, publiclyVisible: true)])
        {
            if (expected == null)
            {
                Assert.That(s_model.Deserialize(stream), Is.Null);
                continue;
            }
            Assert.That(Malformed.AssertRejected(stream.GetType().Name, () => s_model.Deserialize(stream)).Code, Is.EqualTo(expected));
        }
    }

    [Test]
    public void AValueThatFailsEarlyLeavesNoTrace()
    {
        using var stream = new MemoryStream();
        s_model.Serialize<object>(stream, 1);
        Assert.That(() => s_model.Serialize(stream, new Doomed { Before = "early", Refused = new Version(1, 2) }),
            Throws.TypeOf<ValueNotSerializableException>());
        s_model.Serialize<object>(stream, 2);
        stream.Position = 0;
        Assert.That(s_model.Deserialize(stream), Is.EqualTo(1));
        Assert.That(s_model.Deserialize(stream), Is.EqualTo(2));
    }

    /// <summary>As the remarks of TypeModel.Serialize have it: a buffer of 64 KiB, however much room the stream has.</summary>
    [TestCase(60_000, 0, 0, false)]
    [TestCase(200_000, 0, 0, true)]
    [TestCase(200_000, 0, 1 << 20, true)]
    [TestCase(100, 60_000, 0, false)]
    [TestCase(100, 60_000, 1 << 20, false)]
    [TestCase(100, 200_000, 0, true)]
    public void OfAValueThatFailsTheFirstChunkIsSentWhenItIsFull(int small, int piece, int room, bool isSent)
    {
        using var stream = new MemoryStream(room);
        // Five bytes each, and their id.
        object[] value = [.. Enumerable.Repeat<object>(int.MaxValue, small / 6), new byte[piece], new Version(1, 2)];
        Assert.That(() => s_model.Serialize(stream, value), Throws.TypeOf<ValueNotSerializableException>());
        Assert.That(stream.Length > 0, Is.EqualTo(isSent));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void AValueThatFailsLateIsMarkedAsAborted(bool inMemory)
    {
        using var written = new MemoryStream();
        s_model.Serialize<object>(written, 1);
        object[] late = [new byte[100_000], new byte[100_000], new Version(1, 2)];
        Assert.That(() => s_model.Serialize(written, late), Throws.TypeOf<ValueNotSerializableException>());
        s_model.Serialize<object>(written, 2);
        written.Position = 0;
        Stream stream = inMemory ? written : new ArrivingStream(written.ToArray(), 999);
        Assert.That(s_model.Deserialize(stream), Is.EqualTo(1));
        Assert.That(Malformed.AssertRejected("aborted", () => s_model.Deserialize(stream)).Code, Is.EqualTo(ErrorCode.ValueAborted));
        Assert.That(s_model.Deserialize(stream), Is.EqualTo(2), "the value behind the mark");
    }

    [Test]
    public void AnInMemoryReadBeginsAtThePositionOfTheStream()
    {
        byte[] array = [9, 9, 9, .. Frames.Of(s_model.Serialize<object>(41)), 9, .. Frames.Of(s_model.Serialize<object>(42))];
        foreach (bool isVisible in (bool[])[true, false])
        {
            using var stream = new MemoryStream(array, 3, array.Length - 3, writable: false, isVisible);
            Assert.That(s_model.Deserialize(stream), Is.EqualTo(41));
            stream.ReadByte();
            Assert.That(s_model.Deserialize(stream), Is.EqualTo(42));
            stream.Position += 100;
            Assert.That(() => s_model.Deserialize(stream), Throws.TypeOf<EndOfStreamException>());
        }
    }

    [TestCase(false)]
    [TestCase(true)]
    public void TheInputLimitHoldsForChunks(bool oneChunk)
    {
        TypeModel limited = TypeModel.Create([typeof(Message)], new SerializerOptions { Limits = new SerializerLimits { MaxInputBytes = 200_000 } });
        byte[] within = limited.Serialize(Message.Filled(199_980)), beyond = limited.Serialize(Message.Filled(200_001));
        byte[] Framed(byte[] value) => oneChunk ? Frames.Of(value) : Cut(value, () => 50_000);
        Assert.That(limited.Deserialize<Message>(new ArrivingStream(Framed(within), 65_536))!.Number, Is.EqualTo(199_980));
        Assert.That(limited.Deserialize<Message>(new MemoryStream(Framed(within)))!.Number, Is.EqualTo(199_980));
        Assert.That(Malformed.AssertRejected("arriving", () => limited.Deserialize<Message>(new ArrivingStream(Framed(beyond), 65_536))).Code,
            Is.EqualTo(ErrorCode.InputTooLong));
        using var visible = new MemoryStream();
        visible.Write(Framed(beyond));
        visible.Position = 0;
        Assert.That(Malformed.AssertRejected("in memory", () => limited.Deserialize<Message>(visible)).Code, Is.EqualTo(ErrorCode.InputTooLong));
    }

    [Test]
    public void EveryPrefixOfChunksInMemoryIsTruncated()
    {
        byte[] frames = Cut(s_model.Serialize<object>(Message.Filled(40)), () => 7);
        for (int length = 1; length < frames.Length; length++)
        {
            using var visible = new MemoryStream(frames, 0, length, writable: false, publiclyVisible: true);
            MalformedDataException rejected = Malformed.AssertRejected($"prefix of {length}", () => s_model.Deserialize(visible));
            Assert.That(rejected.Code, Is.EqualTo(ErrorCode.Truncated), $"prefix of {length}");
        }
    }

    private static byte[] Cut(byte[] plain, Func<int> next)
    {
        using var frames = new MemoryStream();
        for (int at = 0; at < plain.Length;)
        {
            int length = Math.Min(plain.Length - at, next());
            frames.Write(Frames.Chunk(plain.AsSpan(at, length), isLast: at + length == plain.Length));
            at += length;
        }
        return frames.ToArray();
    }

    private static List<int> ChunkLengths(byte[] frames)
    {
        Frames.Content(frames, out List<int> lengths, out int taken);
        Assert.That(taken, Is.EqualTo(frames.Length));
        return lengths;
    }

    // The library reads to its own buffers by their arrays, and to others by spans.
    private sealed class TargetStream(byte[] bytes) : SequentialStream(bytes)
    {
        public int ToBuffer { get; private set; }

        public int ToArray { get; private set; }

        public override int Read(byte[] buffer, int offset, int count)
        {
            int read = Content.Read(buffer, offset, count);
            ToBuffer += read;
            return read;
        }

        public override int Read(Span<byte> buffer)
        {
            int read = Content.Read(buffer);
            ToArray += read;
            return read;
        }

        public override int ReadByte() => Content.ReadByte();

        public override void Flush()
        {
        }
    }
}
