using NetSerializer.Errors;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>Reads the chunks of one value of a stream (docs/wire-format.md, section 9) through a buffer, and no byte behind the last one.</summary>
internal sealed class ChunkSource : ByteSource
{
    /// <summary>Stands for a byte of the header that the caller has left to this source.</summary>
    public const int NotRead = -2;

    /// <summary>
    /// A value whose first chunk has so many bytes begins with a window of <see cref="ByteSource.DirectLength"/>: where an array follows, the stream puts
    /// its bytes where they belong.
    /// </summary>
    private const int LongChunk = 16 << 10;

    [ThreadStatic]
    private static ChunkSource? s_spare; // at most one for each thread, without stream and buffer while it waits

    private Stream? _stream;
    private byte[]? _buffer;
    // The first two bytes of the header, where the caller has read them.
    private int _first, _second;
    // How many bytes of the chunk under way have been in no window, and whether no chunk follows it.
    private long _chunkLeft;
    private bool _isLast;
    private long _consumed;
    private StreamFault _fault;

    private ChunkSource()
    {
    }

    public override bool Interactive => false;

    public override bool AtEnd => _isLast && _chunkLeft == 0;

    public override bool Padded => true;

    public override long Remaining => _isLast ? _chunkLeft : -1;

    public override bool HasFailed => _fault.IsSet;

    public override long Available => _isLast ? _chunkLeft : _stream!.CanSeek ? _chunkLeft + Math.Max(0, _stream.Length - _stream.Position) : 0;

    public override bool IsDirect => true;

    /// <param name="stream">The stream.</param>
    /// <param name="first">The first byte of the header, when that has been read from the stream; -1 for its end.</param>
    /// <param name="second">The second byte.</param>
    public static ChunkSource Rent(Stream stream, int first = NotRead, int second = NotRead)
    {
        ChunkSource source = s_spare ?? new ChunkSource();
        s_spare = null;
        (source._stream, source._first, source._second) = (stream, first, second);
        return source;
    }

    /// <summary>The first window.</summary>
    public ReadOnlySpan<byte> Start()
    {
        ReadHeader(isFirst: true);
        if (_chunkLeft < LongChunk)
        {
            return Next(default, 1);
        }
        EnsureBuffer(default, DirectLength);
        return _buffer.AsSpan(0, ReadChunk(_buffer, 0, DirectLength, default));
    }

    public override ReadOnlySpan<byte> Next(scoped ReadOnlySpan<byte> rest, int count)
    {
        int length = rest.Length;
        EnsureBuffer(rest, (int)Math.Min(Math.Max(count, _isLast ? length + _chunkLeft : Chunk.BufferLength), Chunk.BufferLength));
        while (length < count && !AtEnd)
        {
            if (_chunkLeft == 0)
            {
                ReadHeader(isFirst: false);
                continue;
            }
            if (length + Slack >= _buffer!.Length)
            {
                // More than a buffer is wanted at once: it grows as the bytes come.
                EnsureBuffer(_buffer.AsSpan(0, length), (int)Math.Min(count, 2L * length));
            }
            length += ReadChunk(_buffer, length, _buffer.Length - Slack - length, default);
        }
        return _buffer.AsSpan(0, length);
    }

    public override int ReadDirect(scoped Span<byte> destination)
    {
        while (_chunkLeft == 0)
        {
            if (_isLast)
            {
                return 0;
            }
            ReadHeader(isFirst: false);
        }
        return ReadChunk(null, 0, destination.Length, destination);
    }

    /// <summary>The value is whole: its chunks must have no bytes left. Only an empty last chunk may follow.</summary>
    public void RequireEnd(long consumed)
    {
        while (_chunkLeft == 0 && !_isLast)
        {
            ReadHeader(isFirst: false);
        }
        if (!AtEnd || consumed != _consumed)
        {
            throw new MalformedDataException(ErrorCode.TrailingBytes, "The value ends, but its chunks do not.", consumed);
        }
    }

    /// <summary>Gives the rented buffer back. Called exactly once, in a finally block.</summary>
    public void Return()
    {
        byte[]? buffer = _buffer;
        (_buffer, _stream) = (null, null);
        (_chunkLeft, _isLast, _consumed, _fault) = (0, false, 0, default);
        if (buffer != null)
        {
            Buffers.Return(buffer);
        }
        s_spare = this;
    }

    public override void ThrowIfFailed() => _fault.ThrowIfSet();

    private void ReadHeader(bool isFirst)
    {
        uint header = 0;
        bool isEnd;
        int index = 0;
        do
        {
            int next = ReadByte();
            if (next < 0)
            {
                if (isFirst && index == 0)
                {
                    throw new EndOfStreamException("The stream ends where a value should begin.");
                }
                Chunk.FailTruncated(_consumed);
            }
            isEnd = Chunk.TakeOrFail(ref header, index++, next, _consumed);
        }
        while (!isEnd);
        if (header == Chunk.Aborted)
        {
            Chunk.FailAborted(_consumed);
        }
        _isLast = (header & 1) != 0;
        _chunkLeft = header >> 1;
    }

    private int ReadByte()
    {
        if (_first != NotRead)
        {
            int read = _first;
            (_first, _second) = (_second, NotRead);
            return read;
        }
        ThrowIfFailed();
        try
        {
            return _stream!.ReadByte();
        }
        catch (Exception failure) when (_fault.Keep(failure))
        {
            throw;
        }
    }

    // At most so many bytes of the chunk, and at least one, into an array where there is one: streams that know no spans copy.
    private int ReadChunk(byte[]? array, int offset, int count, scoped Span<byte> span)
    {
        int wanted = (int)Math.Min(_chunkLeft, count);
        ThrowIfFailed();
        int read;
        try
        {
            read = array == null ? _stream!.Read(span[..wanted]) : _stream!.Read(array, offset, wanted);
            if (read > wanted)
            {
                Throw.StreamGaveTooMuch();
            }
        }
        catch (Exception failure) when (_fault.Keep(failure))
        {
            throw;
        }
        if (read <= 0)
        {
            Chunk.FailTruncated(_consumed);
        }
        _chunkLeft -= read;
        _consumed += read;
        return read;
    }

    private void EnsureBuffer(scoped ReadOnlySpan<byte> rest, int length)
    {
        byte[]? previous = _buffer;
        int wanted = (int)Math.Min(Array.MaxLength, (long)length + Slack);
        if (previous == null || previous.Length < wanted)
        {
            _buffer = Buffers.Rent(wanted);
        }
        // The rest lies in the old buffer, perhaps in this very one.
        rest.CopyTo(_buffer);
        if (previous != null && previous != _buffer)
        {
            Buffers.Return(previous);
        }
    }
}
