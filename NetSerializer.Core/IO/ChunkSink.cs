using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>
/// Writes a value to a stream in chunks. Opened when the caller's first buffer is full; from then on the stream sees each full chunk of a larger one.
/// </summary>
internal sealed class ChunkSink : WriteSink
{
    [ThreadStatic]
    private static ChunkSink? s_spare; // at most one for each thread, without stream and buffer while it waits

    private Stream? _stream;
    private byte[]? _buffer;
    private int _offset;
    private bool _started;

    private ChunkSink()
    {
    }

    /// <summary>Opens a sink for the value under way.</summary>
    public static Func<Stream, WriteSink> Open { get; } = static stream =>
    {
        ChunkSink sink = s_spare ?? new ChunkSink();
        s_spare = null;
        (sink._stream, sink._offset, sink._started) = (stream, 0, false);
        return sink;
    };

    public override Span<byte> Next(scoped ReadOnlySpan<byte> written, int count)
    {
        if (_buffer == null)
        {
            // From the caller's first buffer to the rented one; nothing goes out yet.
            _buffer = Buffers.Rent(Chunk.MaxHeader + Chunk.BufferLength);
            written.CopyTo(_buffer.AsSpan(Chunk.MaxHeader));
            _offset = written.Length;
            return _buffer.AsSpan(Chunk.MaxHeader + written.Length);
        }
        Send(_offset + written.Length, isLast: false);
        _offset = 0;
        return _buffer.AsSpan(Chunk.MaxHeader);
    }

    /// <summary>Sends the last chunk, of which the last <paramref name="length"/> bytes are written since the last call of <see cref="Next"/>.</summary>
    public void Complete(int length) => Send(_offset + length, isLast: true);

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
        (_buffer, _stream) = (null, null);
        s_spare = this;
        if (buffer != null)
        {
            Buffers.Return(buffer);
        }
    }

    private void Send(int length, bool isLast)
    {
        int start = Chunk.PutHeader(_buffer, length, isLast);
        _started = true;
        _stream!.Write(_buffer!, start, Chunk.MaxHeader - start + length);
    }
}
