namespace NetSerializer.Tests.Streams;

/// <summary>Counts the calls, and fails one of them on request.</summary>
internal sealed class CallStream(byte[]? toRead = null, int failAt = int.MaxValue, Exception? failure = null, int bytesAtATime = 7_000) : Stream
{
    private readonly MemoryStream _content = toRead == null ? new MemoryStream() : new MemoryStream(toRead);

    public int Calls { get; private set; }

    public bool IsDisposed { get; private set; }

    public byte[] Written => _content.ToArray();

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => _content.Position;
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        Count();
        return _content.Read(buffer[..Math.Min(buffer.Length, bytesAtATime)]);
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        Count();
        _content.Write(buffer);
    }

    public override void Flush() => Count();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        IsDisposed = true;
        base.Dispose(disposing);
    }

    private void Count()
    {
        if (Calls++ == failAt)
        {
            throw failure!;
        }
    }
}
