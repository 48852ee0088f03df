using System.Runtime.CompilerServices;
using NetSerializer.Errors;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>
/// Writes a value to a stream in chunks. Opened when the caller's first buffer is full; from then on the stream sees each full chunk of a larger one.
/// </summary>
internal sealed class ChunkSink : WriteSink
{
    /// <summary>The longest chunk of what is not copied into a buffer, short enough for a reader to hold.</summary>
    private const int MaxUncopied = 256 << 10;

    /// <summary>The length of the header of a chunk of 8 KiB and more.</summary>
    private const int HeaderOfFull = 3;

    /// <summary>So much room at least is worth a chunk in the memory of the stream.</summary>
    private const int LeastMemory = 16 << 10;

    /// <summary>
    /// Stands where the header will, while a chunk is made behind it. Whoever writes to the stream meanwhile, or makes it longer, overwrites it, also
    /// when the stream is put back afterwards: no chunk begins so.
    /// </summary>
    private static ReadOnlySpan<byte> Mark => [0x80, 0x00, 0x80];

    [ThreadStatic]
    private static ChunkSink? s_spare; // at most one for each thread, without stream and buffer while it waits

    private Stream? _stream;
    private byte[]? _buffer;
    private int _offset;
    // Where in the array of a MemoryStream or a BufferedStream the window lies, behind its position and room for a header of three bytes; null for the
    // rented buffer.
    private byte[]? _memory;
    private int _at;
    private int _room;
    // Where in that array the stream begins.
    private int _origin;
    private bool _isOpen;
    private bool _started;
    private StreamFault _fault;

    private ChunkSink()
    {
    }

    /// <summary>Opens a sink for the value under way.</summary>
    public static Func<Stream, WriteSink> Open { get; } = static stream =>
    {
        ChunkSink sink = s_spare ?? new ChunkSink();
        s_spare = null;
        (sink._stream, sink._offset, sink._isOpen, sink._started) = (stream, 0, false, false);
        return sink;
    };

    public override Span<byte> Next(scoped ReadOnlySpan<byte> written, int count)
    {
        if (!_isOpen)
        {
            return Begin(written, TryFindMemory(written.Length + count, out Span<byte> first) ? first : Window(Rented()));
        }
        int length = _offset + written.Length;
        if (!_started && _memory != null && length + count <= Chunk.BufferLength)
        {
            // The room ends before a chunk is full, and nothing is sent before that.
            RequireUnmoved();
            ReadOnlySpan<byte> all = _memory.AsSpan(_at, length);
            LeaveMemory();
            _offset = 0;
            return Begin(all, Window(Rented()));
        }
        Send(length, isLast: false);
        _offset = 0;
        return TryFindMemory(count, out Span<byte> window) ? window : Window(Rented());
    }

    // From the caller's first buffer to a longer one; nothing goes out yet.
    private Span<byte> Begin(scoped ReadOnlySpan<byte> written, Span<byte> window)
    {
        _isOpen = true;
        written.CopyTo(window);
        _offset = written.Length;
        return window[_offset..];
    }

    private byte[] Rented() => _buffer ??= Buffers.Rent(2 * Chunk.MaxHeader + Chunk.BufferLength);

    // What goes to the end of a MemoryStream is made where it will lie, as far as the stream has room (what stands behind the position in the middle
    // of one is not ours to touch): "writing" it there copies nothing, since source and destination are the same. Of a value that fails in the first
    // chunk the stream sees nothing. (Random ints, 170 KB: 0.7 of the time; from the second chunk on only 0.91. They are
    // read in 0.94 of the time that chunks of 64 KiB take.)
    private bool TryFindMemory(int count, out Span<byte> window)
    {
        _memory = null;
        if (FindMemory(out byte[]? array, out int origin, out int position) is var room && room >= Math.Max(count, LeastMemory))
        {
            (_memory, _origin, _at, _room) = (array, origin, origin + position + HeaderOfFull, room);
            Mark.CopyTo(MarkPlace);
            window = _memory.AsSpan(_at, room);
            return true;
        }
        window = default;
        return false;
    }

    // How much room there is behind a header; less than none where the stream has to see to it.
    private int FindMemory(out byte[]? array, out int origin, out int position)
    {
        (array, origin, position) = (null, 0, 0);
        if (_stream!.GetType() == typeof(MemoryStream) && Unsafe.As<MemoryStream>(_stream) is var memory && memory.Position == memory.Length
            && memory.TryGetBuffer(out ArraySegment<byte> all))
        {
            (array, origin, position) = (all.Array, all.Offset, (int)memory.Position);
            return Math.Min(memory.Capacity - position - HeaderOfFull, MaxUncopied);
        }
        if (_stream.GetType() == typeof(BufferedStream) && BufferedStreamFields.AreKnown && Unsafe.As<BufferedStream>(_stream) is var buffered
            && BufferedStreamFields.Buffer(buffered) is { } buffer)
        {
            (array, position) = (buffer, BufferedStreamFields.Written(buffered));
            return Math.Min(BufferedStreamFields.Room(buffered, buffer, position) - HeaderOfFull, MaxUncopied);
        }
        return -1;
    }

    // In front of it room for the header of the chunk, behind it for that of another one.
    private Span<byte> Window(byte[] buffer) => buffer.AsSpan(Chunk.MaxHeader + _offset, buffer.Length - 2 * Chunk.MaxHeader - _offset);

    public override Span<byte> Pass(scoped ReadOnlySpan<byte> written, scoped ReadOnlySpan<byte> data)
    {
        if (!_isOpen)
        {
            long all = (long)written.Length + data.Length;
            Begin(written, all <= MaxUncopied && TryFindMemory((int)all, out Span<byte> first) ? first : Window(Rented()));
            written = default;
        }
        int length = _offset + written.Length;
        // One chunk, and one call of the stream, for what a buffer holds (byte arrays of 40,000: 0.7 of the time to read them).
        Span<byte> rest = _memory != null ? _memory.AsSpan(_at, _room)[length..] : Window(_buffer!)[written.Length..];
        if (data.Length <= rest.Length)
        {
            data.CopyTo(rest);
            _offset = length + data.Length;
            return rest[data.Length..];
        }
        byte[] buffer = Rented();
        if (_memory != null)
        {
            Send(length, isLast: false);
            length = 0;
        }
        _started = true;
        _offset = 0;
        while (data.Length > 0)
        {
            ReadOnlySpan<byte> piece = data[..Math.Min(data.Length, MaxUncopied)];
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
        WriteToStream(default, buffer, start, end + VarInt.Length(header) - start, data);
    }

    /// <summary>Sends the last chunk, of which the last <paramref name="length"/> bytes are written since the last call of <see cref="Next"/>.</summary>
    public void Complete(int length) => Send(_offset + length, isLast: true);

    /// <summary>
    /// The value failed: a reader that has seen a chunk of it is told, unless it was the stream that failed, or nobody knows where that stands.
    /// </summary>
    public void Abort()
    {
        if (_started && !_fault.IsSet && !HasMoved)
        {
            _stream!.WriteByte((byte)Chunk.Aborted);
        }
    }

    /// <summary>Gives back what was rented. Called exactly once, in a finally block.</summary>
    public void Return()
    {
        LeaveMemory();
        byte[]? buffer = _buffer;
        (_buffer, _stream, _fault) = (null, null, default);
        s_spare = this;
        if (buffer != null)
        {
            Buffers.Return(buffer);
        }
    }

    private void Send(int length, bool isLast)
    {
        if (_memory != null)
        {
            RequireUnmoved();
            _started = true;
            Span<byte> header = stackalloc byte[Chunk.MaxHeader + VarInt.Max64];
            int first = Chunk.PutHeader(header, length, isLast);
            // A shorter header leaves the bytes to be moved; most chunks are full.
            WriteToStream(header[first..Chunk.MaxHeader], _memory, _at, length, default);
            _memory = null;
            return;
        }
        _started = true;
        int start = Chunk.PutHeader(_buffer, length, isLast);
        WriteToStream(default, _buffer!, start, Chunk.MaxHeader - start + length, default);
    }

    // Less than there was in front of the window of a BufferedStream is no harm: it went out, or something else has taken its place.
    private bool HasMoved => _memory != null && IsOpen && (_stream is BufferedStream buffered
        ? BufferedStreamFields.Written(buffered) > _at - HeaderOfFull : _stream!.Position != _at - _origin - HeaderOfFull);

    private bool IsOpen => _stream is BufferedStream buffered ? BufferedStreamFields.Buffer(buffered) != null : _stream!.CanSeek;

    private Span<byte> MarkPlace => _memory.AsSpan(_at - HeaderOfFull, HeaderOfFull);

    // The memory is the stream's own again. A value around this one may have been under way in it.
    private void LeaveMemory()
    {
        if (_memory != null && MarkPlace.SequenceEqual(Mark))
        {
            MarkPlace.Clear();
        }
        _memory = null;
    }

    // Code of a type that writes to the stream its value goes to has written over what is in its memory. (A stream that is closed says so itself.)
    private void RequireUnmoved()
    {
        if (HasMoved || (IsOpen && !MarkPlace.SequenceEqual(Mark)))
        {
            Throw.StreamMoved();
        }
    }

    public override void ThrowIfFailed() => _fault.ThrowIfSet();

    private void WriteToStream(scoped ReadOnlySpan<byte> header, byte[] array, int offset, int count, scoped ReadOnlySpan<byte> data)
    {
        ThrowIfFailed();
        try
        {
            if (header.Length > 0)
            {
                _stream!.Write(header);
            }
            _stream!.Write(array, offset, count);
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
