using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>The asynchronous calls: the bytes of the synchronous ones, whatever pieces they come in, cancelled at any await.</summary>
[TestFixture]
internal sealed class AsyncTests
{
    private static readonly TypeModel s_model = StreamModels.Messages;

    [TestCase(1)]
    [TestCase(7)]
    [TestCase(65_536)]
    public async Task ValuesTravelAsWithTheSynchronousCalls(int bytesAtATime)
    {
        foreach (object value in Values(bytesAtATime))
        {
            var written = new MemoryStream();
            await s_model.SerializeAsync(written, value);
            await s_model.SerializeAsync<object>(written, 5);
            Assert.That(s_model.Deserialize(new MemoryStream(written.ToArray())), Is.Not.Null);
            SurfaceCheck.AssertSame("sync reads async", value, s_model.Deserialize(new MemoryStream(written.ToArray())));
            var arriving = new ArrivingStream(written.ToArray(), bytesAtATime, endsCleanly: true);
            SurfaceCheck.AssertSame("async", value, await s_model.DeserializeAsync<object>(arriving));
            Assert.That(await s_model.DeserializeAsync<object>(arriving), Is.EqualTo(5), "no byte behind the value was read");
            Assert.That(async () => await s_model.DeserializeAsync<object>(arriving), Throws.TypeOf<EndOfStreamException>());

            using var chunks = new MemoryStream();
            s_model.Serialize(chunks, value);
            SurfaceCheck.AssertSame("async reads sync", value, await s_model.DeserializeAsync<object>(new ArrivingStream(chunks.ToArray(), bytesAtATime)));
        }
    }

    [Test]
    public async Task EveryPrefixIsTruncated()
    {
        using var written = new MemoryStream();
        s_model.Serialize(written, Message.Filled(90));
        for (int length = 1; length < written.Length; length++)
        {
            MalformedDataException? failure =
                await Assert.ThrowsAsync<MalformedDataException>(async () =>
                    await s_model.DeserializeAsync<Message>(new ArrivingStream(written.ToArray()[..length], 1_000, endsCleanly: true)), $"{length} bytes");
            Assert.That(failure!.Code, Is.EqualTo(ErrorCode.Truncated), $"{length} bytes");
        }
    }

    [TestCase("C0 00", ErrorCode.ValueAborted)]
    [TestCase("C3 00 00", ErrorCode.MalformedChunk)]
    [TestCase("00", ErrorCode.MalformedChunk)]
    [TestCase("82 00 00", ErrorCode.TrailingBytes)]
    [TestCase("FF FF FF FF 1F", ErrorCode.InputTooLong)]
    public async Task BadChunksAreRefused(string hex, ErrorCode expected)
    {
        byte[] bytes = Convert.FromHexString(hex.Replace(" ", ""));
        MalformedDataException? failure =
            await Assert.ThrowsAsync<MalformedDataException>(async () =>
                await s_model.DeserializeAsync<object>(new ArrivingStream(bytes, 1, endsCleanly: true)));
        Assert.That(failure!.Code, Is.EqualTo(expected));
    }

    [TestCase(1)]
    [TestCase(13)]
    [TestCase(40_000)]
    public async Task SessionsAwaitNoByteBehindTheValue(int bytesAtATime)
    {
        object[] values = [.. Values(bytesAtATime)];
        var stream = new MemoryStream();
        await using (ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true))
        {
            foreach (object value in values)
            {
                writer.Write(value);
                await writer.FlushAsync();
            }
        }
        // Behind the last byte this stream throws.
        using ValueReader reader = s_model.OpenReader(new ArrivingStream(stream.ToArray(), bytesAtATime));
        foreach (object value in values)
        {
            SurfaceCheck.AssertSame("session", value, await reader.ReadAsync<object>());
        }
        using ValueReader ended = s_model.OpenReader(new ArrivingStream(stream.ToArray(), bytesAtATime, endsCleanly: true));
        int count = 0;
        while ((await ended.TryReadAsync<object>()).Found)
        {
            count++;
        }
        Assert.That(count, Is.EqualTo(values.Length));
        Assert.That(async () => await ended.ReadAsync<object>(), Throws.TypeOf<EndOfStreamException>());
    }

    [Test]
    public async Task SynchronousAndAsynchronousReadsOfASessionMix()
    {
        using var stream = new MemoryStream();
        using (ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true))
        {
            for (int i = 0; i < 60; i++)
            {
                writer.Write(Message.Filled(i * 100));
            }
        }
        using ValueReader reader = s_model.OpenReader(new ArrivingStream(stream.ToArray(), 999));
        for (int i = 0; i < 60; i++)
        {
            Message? read = i % 2 == 0 ? reader.Read<Message>() : await reader.ReadAsync<Message>();
            Assert.That(read!.Number, Is.EqualTo(i * 100));
        }
    }

    [Test]
    public async Task CancelledAtAnyAwaitASessionGoesOn()
    {
        using var stream = new MemoryStream();
        using (ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true))
        {
            writer.Write(Message.Filled(300));
            writer.Write(Message.Filled(7));
        }
        for (int call = 0; call < 40; call++)
        {
            using var cancellation = new CancellationTokenSource();
            using ValueReader reader = s_model.OpenReader(new CancelledStream(stream.ToArray(), call, cancellation));
            Assert.That(async () => await reader.ReadAsync<Message>(cancellation.Token), Throws.InstanceOf<OperationCanceledException>(), $"call {call}");
            Assert.That((await reader.ReadAsync<Message>())!.Number, Is.EqualTo(300), $"call {call}");
            Assert.That((await reader.ReadAsync<Message>())!.Number, Is.EqualTo(7), $"call {call}");
        }
    }

    [Test]
    public void CancelledValuesThrowTheCancellation()
    {
        using var cancelled = new CancellationTokenSource();
        cancelled.Cancel();
        using var stream = new MemoryStream();
        Assert.That(async () => await s_model.SerializeAsync(stream, 5, cancelled.Token), Throws.InstanceOf<OperationCanceledException>());
        Assert.That(stream.Length, Is.Zero);
        Assert.That(async () => await s_model.DeserializeAsync<object>(new MemoryStream([0x81, 0]), cancelled.Token),
            Throws.InstanceOf<OperationCanceledException>());
    }

    [Test]
    public void BadBytesBreakASession()
    {
        using ValueReader reader = s_model.OpenReader(new ArrivingStream([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], 1, endsCleanly: true));
        Assert.That(async () => await reader.ReadAsync<object>(), Throws.TypeOf<MalformedDataException>());
        Assert.That(async () => await reader.ReadAsync<object>(), Throws.InvalidOperationException);
    }

    // The large ones take too many awaits byte by byte.
    private static IEnumerable<object> Values(int bytesAtATime) =>
        bytesAtATime < 1_000 ? [Message.Filled(300), "text", new[] { 1, 2, 3 }, new Message { Replies = [Message.Filled(3), null!] }]
            : StreamModels.LargeValues();

    /// <summary>Cancels at one of its calls, before any byte of that call; each call gives seven bytes.</summary>
    private sealed class CancelledStream(byte[] bytes, int cancelAt, CancellationTokenSource cancellation) : MemoryStream(bytes)
    {
        private int _calls;

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (_calls++ == cancelAt)
            {
                cancellation.Cancel();
                cancellationToken.ThrowIfCancellationRequested();
            }
            return base.ReadAsync(buffer[..Math.Min(7, buffer.Length)], CancellationToken.None);
        }
    }
}
