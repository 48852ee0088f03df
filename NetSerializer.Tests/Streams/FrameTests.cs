using System.Buffers;
using System.IO.Pipelines;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;
using Segments = NetSerializer.Tests.Model.Segments;

namespace NetSerializer.Tests.Streams;

/// <summary>The stream form on buffer writers, sequences and pipes.</summary>
[TestFixture]
internal sealed class FrameTests
{
    private static readonly TypeModel s_model = TypeModel.Create(
        typeof(Message), typeof(Doomed), typeof(int[]), typeof(List<string>), typeof(Dictionary<int, string>), typeof(long[,]), typeof(object[]));

    private static IEnumerable<object?> Values() => [null, 5, "text", Message.Filled(0), Message.Filled(3_060), .. StreamModels.LargeValues()];

    [TestCaseSource(nameof(Values))]
    public async Task Frames_are_the_bytes_of_the_stream_form(object? value)
    {
        using var stream = new MemoryStream();
        s_model.Serialize(stream, value);
        SurfaceCheck.AssertBytes("framed", Framed(value), stream.ToArray());
        var declared = new ArrayBufferWriter<byte>();
        s_model.SerializeFramed(typeof(object), value, declared);
        Assert.That(declared.WrittenSpan.SequenceEqual(stream.ToArray()));
        var awaited = new MemoryStream();
        PipeWriter pipe = PipeWriter.Create(awaited, new StreamPipeWriterOptions(leaveOpen: true));
        Assert.That((await s_model.SerializeFramedAsync(pipe, value)).IsCompleted, Is.False);
        SurfaceCheck.AssertBytes("flushed", awaited.ToArray(), stream.ToArray());
        SurfaceCheck.AssertSame("by a stream", value, s_model.Deserialize(new MemoryStream(Framed(value))));
    }

    [Test]
    public void Values_are_taken_off_one_by_one([Values(1, 50, 3_000, 1 << 22)] int pieceLength)
    {
        object?[] values = [.. pieceLength < 100 ? Values().Take(4) : Values()];
        ReadOnlySequence<byte> source = Segments.Cut([.. values.SelectMany(Framed)], pieceLength);
        foreach (object? value in values)
        {
            Assert.That(s_model.TryDeserializeFramed(ref source, out object? read));
            SurfaceCheck.AssertSame($"{pieceLength} bytes a segment", value, read);
        }
        Assert.That(source.IsEmpty);
        Assert.That(s_model.TryDeserializeFramed(ref source, out object? none), Is.False);
        Assert.That(none, Is.Null);
    }

    [Test]
    public void A_frame_that_is_not_all_there_is_waited_for([Values(1, 7, 1000)] int chunkLength)
    {
        byte[] frame = InChunks(s_model.Serialize(Message.Filled(60)), chunkLength), all = [.. frame, .. Framed("next")];
        for (int length = 0; length < all.Length; length++)
        {
            ReadOnlySequence<byte> source = Segments.Cut(all[..length], 3);
            Assert.That(s_model.TryDeserializeFramed(ref source, out Message? message), Is.EqualTo(length >= frame.Length), $"{length} bytes");
            Assert.That(message?.Number, Is.EqualTo(length >= frame.Length ? 60 : null));
            Assert.That(source.Length, Is.EqualTo(length >= frame.Length ? length - frame.Length : length), "what is taken off");
        }
    }

    [Test]
    public void Behind_a_value_that_is_refused_stands_the_next()
    {
        byte[] malformed = s_model.Serialize(Message.Filled(60));
        malformed[0] = 30;
        ReadOnlySequence<byte> source = new([.. Framed("text"), .. Frames.Of(malformed), .. Frames.Chunk([1, 2, 3], isLast: false), .. Frames.Aborted,
            .. Frames.Of([.. s_model.Serialize(5), 9]), .. Framed(Message.Filled(7))]);
        foreach (ErrorCode expected in (ErrorCode[])
            [ErrorCode.TypeIdNotAdmitted, ErrorCode.UnknownTypeId, ErrorCode.ValueAborted, ErrorCode.TypeIdNotAdmitted])
        {
            Assert.That(Malformed.AssertRejected($"{expected}", () => s_model.TryDeserializeFramed<Message>(ref source, out _)).Code, Is.EqualTo(expected));
        }
        Assert.That(s_model.TryDeserializeFramed(typeof(Message), ref source, out object? last));
        Assert.That(((Message)last!).Number, Is.EqualTo(7));
    }

    [TestCase("20 00 00", ErrorCode.MalformedChunk)]
    [TestCase("C3 00 00", ErrorCode.MalformedChunk)]
    [TestCase("FF FF FF FF 1F", ErrorCode.InputTooLong)]
    public async Task Nothing_is_taken_off_where_no_frame_begins(string hex, ErrorCode expected)
    {
        byte[] bytes = Convert.FromHexString(hex.Replace(" ", ""));
        var source = new ReadOnlySequence<byte>(bytes);
        Assert.That(Malformed.AssertRejected(hex, () => s_model.TryDeserializeFramed<object>(ref source, out _)).Code, Is.EqualTo(expected));
        Assert.That(source.Length, Is.EqualTo(bytes.Length));
        var pipe = new Pipe();
        await pipe.Writer.WriteAsync(bytes);
        for (int time = 0; time < 2; time++)
        {
            Assert.That(async () => await s_model.DeserializeFramedAsync(pipe.Reader),
                Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(expected));
        }
    }

    /// <summary>Chunks that together are longer than the limit are refused as soon as the header says so.</summary>
    [Test]
    public void No_more_is_waited_for_than_the_limit([Values] bool inChunks)
    {
        TypeModel limited = TypeModel.Create([typeof(Message)], new SerializerOptions { Limits = new SerializerLimits { MaxInputBytes = 500 } });
        byte[] before = inChunks ? Frames.Chunk(new byte[200], isLast: false) : [];
        foreach ((uint length, bool isRefused) in (IEnumerable<(uint, bool)>)[(500u - (inChunks ? 200u : 0), false), (501u - (inChunks ? 200u : 0), true)])
        {
            ReadOnlySequence<byte> source = new([.. before, .. Frames.Header(length, isLast: true)]);
            Assert.That(() => limited.TryDeserializeFramed<Message>(ref source, out _), isRefused
                ? Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.InputTooLong) : Is.False);
        }
    }

    /// <summary>A call looks at all headers again when more bytes have come.</summary>
    [Test]
    public void A_frame_of_tiny_chunks_is_refused_before_its_headers_cost_much()
    {
        byte[] chunks = [.. Enumerable.Repeat(Frames.Chunk([1], isLast: false), 1_100).SelectMany(chunk => chunk)];
        var source = new ReadOnlySequence<byte>(chunks);
        Assert.That(Malformed.AssertRejected("tiny", () => s_model.TryDeserializeFramed<object>(ref source, out _)).Code, Is.EqualTo(ErrorCode.MalformedChunk));
        var few = new ReadOnlySequence<byte>(InChunks(s_model.Serialize(Message.Filled(900)), 1));
        Assert.That(s_model.TryDeserializeFramed<Message>(ref few, out _), "a thousand are read");
    }

    [Test]
    public async Task Pipes_carry_values_whatever_pieces_they_come_in([Values(1, 13, 5_000)] int pieceLength)
    {
        object?[] values = [.. pieceLength < 100 ? Values().Take(4) : Values()];
        byte[] bytes = [.. values.SelectMany(Framed)];
        PipeReader reader = PipeReader.Create(new ArrivingStream(bytes, pieceLength, endsCleanly: true));
        foreach (object? value in values)
        {
            SurfaceCheck.AssertSame($"{pieceLength} bytes at a time", value, await s_model.DeserializeFramedAsync(reader));
        }
        Assert.That((await s_model.TryDeserializeFramedAsync<Message>(reader)).Found, Is.False);
        Assert.That(async () => await s_model.DeserializeFramedAsync<Message>(reader), Throws.TypeOf<EndOfStreamException>());
    }

    /// <summary>More than a pipe holds before its writer has to wait.</summary>
    [Test]
    public async Task Both_sides_of_a_pipe_wait_for_each_other()
    {
        var pipe = new Pipe();
        object[] values = [.. StreamModels.LargeValues()];
        Task writing = Task.Run(async () =>
        {
            foreach (object value in values)
            {
                await s_model.SerializeFramedAsync(pipe.Writer, value);
            }
            await pipe.Writer.CompleteAsync();
        });
        foreach (object value in values)
        {
            SurfaceCheck.AssertSame("pipe", value, await s_model.DeserializeFramedAsync(pipe.Reader));
        }
        Assert.That((await s_model.TryDeserializeFramedAsync<object>(pipe.Reader)).Found, Is.False);
        await writing;
    }

    [Test]
    public async Task A_pipe_that_ends_inside_a_frame_is_truncated()
    {
        byte[] frame = InChunks(s_model.Serialize(Message.Filled(60)), 7);
        for (int length = 1; length < frame.Length; length++)
        {
            PipeReader reader = PipeReader.Create(new MemoryStream(frame[..length]));
            MalformedDataException? failure =
                await Assert.ThrowsAsync<MalformedDataException>(async () => await s_model.DeserializeFramedAsync<Message>(reader), $"{length} bytes");
            // A header of two bytes, and seven of the value.
            long offset = (length / 9 * 7) + Math.Max(0, (length % 9) - (length < frame.Length / 9 * 9 ? 2 : 1));
            Assert.That((failure!.Code, failure.Offset), Is.EqualTo((ErrorCode.Truncated, offset)), $"{length} bytes");
        }
    }

    [Test]
    public async Task What_is_cancelled_takes_nothing_off([Values] bool byToken)
    {
        var pipe = new Pipe();
        byte[] frame = Framed(Message.Filled(60));
        await pipe.Writer.WriteAsync(frame.AsMemory(0, 20));
        using var cancellation = new CancellationTokenSource();
        ValueTask<Message?> reading = s_model.DeserializeFramedAsync<Message>(pipe.Reader, cancellation.Token);
        if (byToken)
        {
            await cancellation.CancelAsync();
        }
        else
        {
            pipe.Reader.CancelPendingRead();
        }
        Assert.That(async () => await reading, Throws.InstanceOf<OperationCanceledException>());
        await pipe.Writer.WriteAsync(frame.AsMemory(20));
        Assert.That((await s_model.DeserializeFramedAsync<Message>(pipe.Reader))!.Number, Is.EqualTo(60));
    }

    [Test]
    public async Task Behind_a_value_that_is_refused_a_pipe_has_the_next()
    {
        var pipe = new Pipe();
        await pipe.Writer.WriteAsync((byte[])[.. Framed("text"), .. Frames.Aborted, .. Framed(Message.Filled(7))]);
        Assert.That(async () => await s_model.DeserializeFramedAsync<Message>(pipe.Reader),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.TypeIdNotAdmitted));
        Assert.That(async () => await s_model.DeserializeFramedAsync<Message>(pipe.Reader),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.ValueAborted));
        Assert.That((await s_model.DeserializeFramedAsync<Message>(pipe.Reader))!.Number, Is.EqualTo(7));
    }

    [Test]
    public void A_value_that_fails_early_leaves_nothing_and_later_a_mark()
    {
        var buffer = new ArrayBufferWriter<byte>();
        Assert.That(() => s_model.SerializeFramed(buffer, new Doomed { Before = "early", Refused = new Version(1, 2) }),
            Throws.TypeOf<ValueNotSerializableException>());
        Assert.That(buffer.WrittenCount, Is.Zero);
        object[] late = [new byte[100_000], new byte[100_000], new Version(1, 2)];
        Assert.That(() => s_model.SerializeFramed(buffer, late), Throws.TypeOf<ValueNotSerializableException>());
        s_model.SerializeFramed(buffer, "next");
        var source = new ReadOnlySequence<byte>(buffer.WrittenMemory);
        MalformedDataException aborted = Malformed.AssertRejected("aborted", () => s_model.TryDeserializeFramed<object>(ref source, out _));
        Assert.That(aborted.Code, Is.EqualTo(ErrorCode.ValueAborted));
        Assert.That(s_model.TryDeserializeFramed(ref source, out string? next));
        Assert.That(next, Is.EqualTo("next"));
    }

    [Test]
    public void Writing_to_a_reused_buffer_allocates_nothing()
    {
        var buffer = new ArrayBufferWriter<byte>(1 << 20);
        Message message = Message.Filled(2_000);
        for (int i = 0; i < 50; i++)
        {
            Write();
        }
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 50; i++)
        {
            Write();
        }
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(100));

        void Write()
        {
            buffer.ResetWrittenCount();
            s_model.SerializeFramed(buffer, message);
        }
    }

    [Test]
    public void A_buffer_that_gives_less_than_was_asked_for_is_a_fault() =>
        Assert.That(() => s_model.SerializeFramed(new TinyBuffer(), Message.Filled(100)), Throws.InvalidOperationException);

    [Test]
    public void Null_is_no_buffer()
    {
        Assert.That(() => s_model.SerializeFramed<object>(null!, 5), Throws.ArgumentNullException);
        Assert.That(async () => await s_model.SerializeFramedAsync<object>(null!, 5), Throws.ArgumentNullException);
        Assert.That(async () => await s_model.DeserializeFramedAsync(null!), Throws.ArgumentNullException);
    }

    private static byte[] Framed(object? value)
    {
        var buffer = new ArrayBufferWriter<byte>();
        s_model.SerializeFramed(buffer, value);
        return buffer.WrittenSpan.ToArray();
    }

    private static byte[] InChunks(byte[] value, int length) =>
        [.. value.Chunk(length).SelectMany((chunk, i) => Frames.Chunk(chunk, isLast: (i + 1) * length >= value.Length))];

    private sealed class TinyBuffer : IBufferWriter<byte>
    {
        public void Advance(int count)
        {
        }

        public Memory<byte> GetMemory(int sizeHint = 0) => new byte[10];

        public Span<byte> GetSpan(int sizeHint = 0) => new byte[10];
    }
}
