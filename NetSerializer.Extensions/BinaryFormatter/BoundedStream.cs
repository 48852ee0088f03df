namespace NetSerializer.Nrbf;

/// <summary>A stream up to the limit on input. It tells failures of the stream from verdicts on its bytes.</summary>
internal sealed class BoundedStream(Stream source, SerializerLimits limits) : Stream
{
    private long _left = limits.MaxInputBytes;

    /// <summary>The exception under way is one of the stream.</summary>
    public bool HasFailed { get; private set; }

    public override bool CanRead => source.CanRead;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public static MalformedDataException TooLong(SerializerLimits limits) =>
        new(ErrorCode.InputTooLong, $"The payload is longer than {nameof(SerializerLimits.MaxInputBytes)} = {limits.MaxInputBytes}.", limits.MaxInputBytes);

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        if (buffer.Length > _left)
        {
            buffer = buffer[..(int)_left];
            if (buffer.IsEmpty)
            {
                throw TooLong(limits);
            }
        }
        HasFailed = true;
        int read = source.Read(buffer);
        HasFailed = false;
        _left -= read;
        return read;
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
