using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>
/// Writes a value to a stream in chunks. Opened when the caller's first buffer is full; from then on the stream sees each full chunk of a larger one.
/// </summary>
internal sealed class ChunkSink : WriteSink
{
    /// <summary>The longest chunk of data that are not copied into the buffer, in bytes: short enough for a reader to hold.</summary>
    private const int LongestPassed = 256 << 10;

    [ThreadStatic]
    private static ChunkSink? s_spare; // at most one for each thread, without stream and buffer while it waits

    private Stream? _stream;
    private byte[]? _buffer;
    // How many bytes of the chunk stand in front of the writer's window.
    private int _offset;
    private bool _started;
    private StreamFault _fault;

    /// <summary>How many bytes of the value are out.</summary>
    public long Length { get; private set; }

    private ChunkSink()
    {
    }

    /// <summary>Opens a sink for the value under way.</summary>
    public static Func<Stream, WriteSink> Open { get; } = static stream =>
    {
        ChunkSink sink = s_spare ?? new ChunkSink();
        s_spare = null;
        (sink._stream, sink._offset, sink._started, sink.Length) = (stream, 0, false, 0);
        return sink;
    };

    public override Span<byte> Next(scoped ReadOnlySpan<byte> written, int count)
    {
        if (_buffer == null)
        {
            return Begin(written);
        }
        Send(_offset + written.Length, isLast: false);
        _offset = 0;
        return Window;
    }

    public override Span<byte> Pass(scoped ReadOnlySpan<byte> written, scoped ReadOnlySpan<byte> data)
    {
        Span<byte> rest = _buffer == null ? Begin(written) : Window[written.Length..];
        int length = _buffer!.Length - 2 * Chunk.MaxHeader - rest.Length;
        // One chunk, and one call of the stream, for as much as the buffer holds.
        if (data.Length <= rest.Length)
        {
            data.CopyTo(rest);
            _offset = length + data.Length;
            return Window;
        }
        _started = true;
        _offset = 0;
        while (data.Length > 0)
        {
            ReadOnlySpan<byte> piece = data[..Math.Min(data.Length, LongestPassed)];
            PassPiece(length, piece);
            length = 0;
            data = data[piece.Length..];
        }
        return Window;
    }

    /// <summary>Sends the last chunk, of which the last <paramref name="length"/> bytes are written since the last call of <see cref="Next"/>.</summary>
    public void Complete(int length) => Send(_offset + length, isLast: true);

    /// <summary>The value failed. A reader that has seen a chunk of it is told, unless the stream itself failed.</summary>
    public void Abort()
    {
        if (_started && !_fault.IsSet)
        {
            _stream!.Write(Chunk.AbortMark);
        }
    }

    /// <summary>Gives the rented buffer back. Called exactly once, in a finally block.</summary>
    public void Return()
    {
        byte[]? buffer = _buffer;
        (_buffer, _stream, _fault) = (null, null, default);
        s_spare = this;
        if (buffer != null)
        {
            Buffers.Return(buffer);
        }
    }

    public override void ThrowIfFailed() => _fault.ThrowIfSet();

    // In front of it lies room for the header of the chunk, behind it for that of another one.
    private Span<byte> Window => _buffer.AsSpan(Chunk.MaxHeader + _offset, _buffer!.Length - 2 * Chunk.MaxHeader - _offset);

    // From the caller's first buffer to the rented one; nothing goes out yet.
    private Span<byte> Begin(scoped ReadOnlySpan<byte> written)
    {
        _buffer = Buffers.Rent(2 * Chunk.MaxHeader + Chunk.BufferLength);
        written.CopyTo(_buffer.AsSpan(Chunk.MaxHeader));
        _offset = written.Length;
        return Window;
    }

    // The header of the data stands right behind the bytes before them, so that both go in one call.
    private void PassPiece(int length, scoped ReadOnlySpan<byte> data)
    {
        byte[] buffer = _buffer!;
        int end = Chunk.MaxHeader + length, start = length > 0 ? Chunk.PutHeader(buffer, length, isLast: false) : end;
        int header = Chunk.WriteHeader(buffer.AsSpan(end), data.Length, isLast: false);
        WriteToStream(start, end + header - start, data);
        Length += length + data.Length;
    }

    private void Send(int length, bool isLast)
    {
        _started = true;
        int start = Chunk.PutHeader(_buffer, length, isLast);
        WriteToStream(start, Chunk.MaxHeader - start + length, default);
        Length += length;
    }

    private void WriteToStream(int start, int count, scoped ReadOnlySpan<byte> data)
    {
        ThrowIfFailed();
        try
        {
            // As an array: streams that know no spans would copy.
            _stream!.Write(_buffer!, start, count);
            if (data.Length > 0)
            {
                _stream.Write(data);
            }
        }
        catch (Exception failure) when (_fault.Keep(failure))
        {
            throw;
        }
    }
}
