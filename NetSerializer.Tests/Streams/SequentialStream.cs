namespace NetSerializer.Tests.Streams;

/// <summary>A stream that goes forward only, over bytes in memory: what is left to a test is what a call does.</summary>
internal abstract class SequentialStream(byte[]? toRead) : Stream
{
    protected MemoryStream Content { get; } = toRead == null ? new MemoryStream() : new MemoryStream(toRead);

    /// <summary>What has been written.</summary>
    public byte[] Written => Content.ToArray();

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => Content.Position;
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
