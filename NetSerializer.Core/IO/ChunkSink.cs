using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>
/// Writes a value to a stream in chunks. Opened when the caller's first buffer is full; from then on the stream sees each full chunk of a larger one.
/// </summary>
internal sealed class ChunkSink : WriteSink
{
    /// <summary>The longest chunk of data that pass by the buffer, short enough for a reader to hold.</summary>
    private const int MaxPassed = 256 << 10;

    [ThreadStatic]
    private static ChunkSink? s_spare; // at most one for each thread, without stream and buffer while it waits

    private Stream? _stream;
    private byte[]? _buffer;
    private int _offset;
    private bool _started;
    // Set while the stream is at work, so that it stays set when that throws.
    private bool _hasFailedToWrite;

    private ChunkSink()
    {
    }

    /// <summary>Opens a sink for the value under way.</summary>
    public static Func<Stream, WriteSink> Open { get; } = static stream =>
    {
        ChunkSink sink = s_spare ?? new ChunkSink();
        s_spare = null;
        (sink._stream, sink._offset, sink._started, sink._hasFailedToWrite) = (stream, 0, false, false);
        return sink;
    };

    public override Span<byte> Next(scoped ReadOnlySpan<byte> written, int count)
    {
        if (_buffer == null)
        {
            // From the caller's first buffer to the rented one; nothing goes out yet.
            _buffer = Buffers.Rent(2 * Chunk.MaxHeader + Chunk.BufferLength);
            written.CopyTo(_buffer.AsSpan(Chunk.MaxHeader));
            _offset = written.Length;
            return Window(_buffer);
        }
        Send(_offset + written.Length, isLast: false);
        _offset = 0;
        return Window(_buffer);
    }

    // In front of it room for the header of the chunk, behind it for that of another one.
    private Span<byte> Window(byte[] buffer) => buffer.AsSpan(Chunk.MaxHeader + _offset, buffer.Length - 2 * Chunk.MaxHeader - _offset);

    public override Span<byte> Pass(scoped ReadOnlySpan<byte> written, scoped ReadOnlySpan<byte> data)
    {
        if (_buffer == null)
        {
            Next(written, 0);
            written = default;
        }
        byte[] buffer = _buffer!;
        int length = _offset + written.Length;
        _started = true;
        _offset = 0;
        while (data.Length > 0)
        {
            ReadOnlySpan<byte> piece = data[..Math.Min(data.Length, MaxPassed)];
            PassPiece(buffer, length, piece);
            length = 0;
            data = data[piece.Length..];
        }
        return Window(buffer);
    }

    // The header of the data stands right behind the bytes before them, so that both go in one call.
    private void PassPiece(byte[] buffer, int length, scoped ReadOnlySpan<byte> data)
    {
        int end = Chunk.MaxHeader + length, start = length > 0 ? Chunk.PutHeader(buffer, length, isLast: false) : end;
        uint header = (uint)data.Length << 1;
        VarInt.Write32(ref buffer[end], header);
        _stream!.Write(buffer, start, end + VarInt.Length(header) - start);
        _stream.Write(data);
    }

    /// <summary>Sends the last chunk, of which the last <paramref name="length"/> bytes are written since the last call of <see cref="Next"/>.</summary>
    public void Complete(int length) => Send(_offset + length, isLast: true);

    /// <summary>The value failed: a reader that has seen a chunk of it is told, unless it was the stream that failed.</summary>
    public void Abort()
    {
        if (_started && !_hasFailedToWrite)
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
        _hasFailedToWrite = true;
        _stream!.Write(_buffer!, start, Chunk.MaxHeader - start + length);
        _hasFailedToWrite = false;
    }
}
