namespace NetSerializer.Tests.Streams;

/// <summary>
/// Gives at most a few bytes a call. Behind the last one it throws, as a socket would wait: nobody may ask for a byte that the value does not need.
/// </summary>
internal sealed class ArrivingStream(byte[] bytes, int bytesAtATime, bool endsCleanly = false) : Stream
{
    private int _position;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => _position;
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        int count = Math.Min(Math.Min(buffer.Length, bytesAtATime), bytes.Length - _position);
        if (count == 0 && buffer.Length > 0 && !endsCleanly)
        {
            throw new InvalidOperationException($"Waited for a byte behind the {bytes.Length} that will ever arrive.");
        }
        bytes.AsSpan(_position, count).CopyTo(buffer);
        _position += count;
        return count;
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
