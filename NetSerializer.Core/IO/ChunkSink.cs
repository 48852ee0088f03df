using System.Buffers;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>
/// Writes a value to a stream in chunks. A value that fits the caller's first buffer goes out as one chunk in one call; only then a larger buffer is rented, and from then on the stream sees each full chunk.
/// </summary>
internal sealed class ChunkSink : WriteSink
{
    [ThreadStatic]
    private static ChunkSink? s_spare; // at most one for each thread, without stream and buffer while it waits

    private Stream? _stream;
    private byte[]? _buffer;
    private bool _started;

    private ChunkSink()
    {
    }

    public static ChunkSink Rent(Stream stream)
    {
        ChunkSink sink = s_spare ?? new ChunkSink();
        s_spare = null;
        sink._stream = stream;
        return sink;
    }

    public override Span<byte> Next(scoped ReadOnlySpan<byte> written, int count)
    {
        if (_buffer == null)
        {
            // From the caller's first buffer to the rented one; nothing goes out yet.
            _buffer = ArrayPool<byte>.Shared.Rent(Chunk.MaxHeader + Chunk.BufferLength);
            written.CopyTo(_buffer.AsSpan(Chunk.MaxHeader));
            _offset = written.Length;
            return _buffer.AsSpan(Chunk.MaxHeader + written.Length);
        }
        Send(_offset + written.Length, isLast: false);
        _offset = 0;
        return _buffer.AsSpan(Chunk.MaxHeader);
    }

    private int _offset;

    /// <summary>Sends the last chunk. <paramref name="first"/> is the caller's buffer, with room for a header in front, of which <paramref name="length"/> bytes are written behind that.</summary>
    public void Complete(Span<byte> first, int length)
    {
        if (_buffer != null)
        {
            Send(_offset + length, isLast: true);
            return;
        }
        int start = Chunk.PutHeader(first, length, isLast: true);
        _stream!.Write(first[start..(Chunk.MaxHeader + length)]);
    }

    /// <summary>The value failed: a reader that has seen a chunk of it is told.</summary>
    public void Abort()
    {
        if (_started)
        {
            _stream!.WriteByte((byte)Chunk.Aborted);
        }
    }

    /// <summary>Gives back what was rented. Called exactly once, in a finally block.</summary>
    public void Return()
    {
        byte[]? buffer = _buffer;
        (_buffer, _stream, _started, _offset) = (null, null, false, 0);
        if (buffer != null)
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
        s_spare = this;
    }

    private void Send(int length, bool isLast)
    {
        int start = Chunk.PutHeader(_buffer, length, isLast);
        _started = true;
        _stream!.Write(_buffer!, start, Chunk.MaxHeader - start + length);
    }
}
