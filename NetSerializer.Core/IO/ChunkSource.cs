using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>The chunks of a value of any stream, copied to a buffer.</summary>
internal sealed class ChunkSource : ChunkedSource
{
    [ThreadStatic]
    private static ChunkSource? s_spare; // at most one for each thread, without stream and buffer while it waits

    private Stream? _stream;
    private byte[]? _buffer;

    private ChunkSource()
    {
    }

    public override bool Padded => true;

    public override long Available => IsLast ? ChunkLeft : _stream!.CanSeek ? ChunkLeft + Math.Max(0, _stream.Length - _stream.Position) : 0;

    public static ChunkSource Rent(Stream stream)
    {
        ChunkSource source = s_spare ?? new ChunkSource();
        s_spare = null;
        source._stream = stream;
        source.Reset();
        return source;
    }

    public override ReadOnlySpan<byte> Next(scoped ReadOnlySpan<byte> rest, int count)
    {
        int length = rest.Length;
        EnsureBuffer(rest, (int)Math.Min(Math.Max(count, IsLast ? length + ChunkLeft : Chunk.BufferLength), Chunk.BufferLength));
        while (length < count && !AtEnd)
        {
            if (ChunkLeft == 0)
            {
                ReadHeader(isFirst: false);
                continue;
            }
            if (length + Slack >= _buffer!.Length)
            {
                // More than a buffer is wanted at once: it grows as the bytes come.
                EnsureBuffer(_buffer.AsSpan(0, length), Math.Min(count, 2 * length));
            }
            int wanted = (int)Math.Min(ChunkLeft, _buffer.Length - Slack - length);
            HasFailedToRead = true;
            int read = _stream!.Read(_buffer, length, wanted);
            HasFailedToRead = false;
            if (read <= 0)
            {
                FailTruncated();
            }
            length += read;
            Take(read);
        }
        return _buffer.AsSpan(0, length);
    }

    public override void Return()
    {
        byte[]? buffer = _buffer;
        (_buffer, _stream) = (null, null);
        if (buffer != null)
        {
            Buffers.Return(buffer);
        }
        s_spare = this;
    }

    protected override int ReadByte()
    {
        HasFailedToRead = true;
        int next = _stream!.ReadByte();
        HasFailedToRead = false;
        return next;
    }

    private void EnsureBuffer(scoped ReadOnlySpan<byte> rest, int length)
    {
        byte[]? previous = _buffer;
        if (previous == null || previous.Length < length + Slack)
        {
            _buffer = Buffers.Rent(length + Slack);
        }
        // The rest lies in the old buffer, perhaps in this very one.
        rest.CopyTo(_buffer);
        if (previous != null && previous != _buffer)
        {
            Buffers.Return(previous);
        }
    }
}
