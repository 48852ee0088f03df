using System.Buffers;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>Reads the chunks of one value from a stream, and no byte behind the last one.</summary>
internal sealed class ChunkSource : ByteSource
{
    [ThreadStatic]
    private static ChunkSource? s_spare; // at most one for each thread, without stream and buffer while it waits

    private Stream? _stream;
    private byte[]? _buffer;
    private long _chunkLeft;
    private bool _isLast;
    private long _consumed;

    private ChunkSource()
    {
    }

    public override bool Interactive => false;

    public override bool AtEnd => _isLast && _chunkLeft == 0;

    public override bool Padded => true;

    public override long Remaining => _isLast ? _chunkLeft : -1;

    public override long Available => _isLast ? _chunkLeft : _stream!.CanSeek ? _chunkLeft + Math.Max(0, _stream.Length - _stream.Position) : 0;

    public static ChunkSource Rent(Stream stream)
    {
        ChunkSource source = s_spare ?? new ChunkSource();
        s_spare = null;
        source._stream = stream;
        (source._chunkLeft, source._isLast, source._consumed) = (0, false, 0);
        return source;
    }

    /// <summary>The first window.</summary>
    public ReadOnlySpan<byte> Start()
    {
        ReadHeader(isFirst: true);
        return Next(default, 1);
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
                EnsureBuffer(_buffer.AsSpan(0, length), Math.Min(count, 2 * length));
            }
            int wanted = (int)Math.Min(_chunkLeft, _buffer.Length - Slack - length);
            int read = _stream!.Read(_buffer, length, wanted);
            if (read <= 0)
            {
                throw new MalformedDataException(ErrorCode.Truncated, "The stream ends inside a value.", _consumed);
            }
            length += read;
            _chunkLeft -= read;
            _consumed += read;
        }
        return _buffer.AsSpan(0, length);
    }

    /// <summary>Gives back what was rented. Called exactly once, in a finally block.</summary>
    public void Return()
    {
        byte[]? buffer = _buffer;
        (_buffer, _stream) = (null, null);
        if (buffer != null)
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
        s_spare = this;
    }

    /// <summary>The value is whole: what is left of its chunks, but an empty last one, cannot be part of it.</summary>
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

    private void EnsureBuffer(scoped ReadOnlySpan<byte> rest, int length)
    {
        byte[]? previous = _buffer;
        if (previous == null || previous.Length < length + Slack)
        {
            _buffer = ArrayPool<byte>.Shared.Rent(length + Slack);
        }
        // The rest lies in the old buffer, perhaps in this very one.
        rest.CopyTo(_buffer);
        if (previous != null && previous != _buffer)
        {
            ArrayPool<byte>.Shared.Return(previous);
        }
    }

    private void ReadHeader(bool isFirst)
    {
        uint header = 0;
        for (int shift = 0; ; shift += 7)
        {
            int b = _stream!.ReadByte();
            if (b < 0)
            {
                if (isFirst && shift == 0)
                {
                    throw new EndOfStreamException("The stream ends where a value should begin.");
                }
                throw new MalformedDataException(ErrorCode.Truncated, "The stream ends inside a value.", _consumed);
            }
            if (shift == 28 && b > 0x0F || b == 0 && shift > 0)
            {
                throw new MalformedDataException(ErrorCode.MalformedChunk, "A chunk header that no writer makes.", _consumed);
            }
            header |= (uint)(b & 0x7F) << shift;
            if (b < 0x80)
            {
                break;
            }
        }
        if (header == Chunk.Aborted)
        {
            throw new MalformedDataException(ErrorCode.ValueAborted, "The writer gave the value up.", _consumed);
        }
        _isLast = (header & 1) != 0;
        _chunkLeft = header >> 1;
    }
}
