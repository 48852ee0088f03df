using NetSerializer.Errors;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>The chunks of a value of any stream, copied to a buffer.</summary>
internal sealed class ChunkSource : ChunkedSource
{
    /// <summary>Stands for a byte of the header that the caller has left to this source.</summary>
    public const int NotRead = -2;

    [ThreadStatic]
    private static ChunkSource? s_spare; // at most one for each thread, without stream and buffer while it waits

    /// <summary>
    /// Of a chunk of so many bytes that a value begins with, the first window is as short as what is worth a call of its own: an array may follow, which
    /// the stream puts where it belongs then (20 and 43 KB of bytes 0.77-0.92 of the time, 27 KB of objects 0.97-1.06).
    /// </summary>
    private const int LongChunk = 16 << 10;

    private Stream? _stream;
    private byte[]? _buffer;
    // The first two bytes of the header, where the caller has read them.
    private int _first, _second;

    private ChunkSource()
    {
    }

    public override bool Padded => true;

    public override long Available => IsLast ? ChunkLeft : _stream!.CanSeek ? ChunkLeft + Math.Max(0, _stream.Length - _stream.Position) : 0;

    /// <param name="stream">The stream.</param>
    /// <param name="first">The first byte of the header, when that has been read from the stream; -1 for its end.</param>
    /// <param name="second">The second byte.</param>
    public static ChunkSource Rent(Stream stream, int first = NotRead, int second = NotRead)
    {
        ChunkSource source = s_spare ?? new ChunkSource();
        s_spare = null;
        (source._stream, source._first, source._second) = (stream, first, second);
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
                EnsureBuffer(_buffer.AsSpan(0, length), (int)Math.Min(count, 2L * length));
            }
            int wanted = (int)Math.Min(ChunkLeft, _buffer.Length - Slack - length), read = ReadStream(_buffer, length, wanted, default);
            if (read <= 0)
            {
                FailTruncated();
            }
            length += read;
            Take(read);
        }
        return _buffer.AsSpan(0, length);
    }

    public override bool IsDirect => true;

    public override int ReadDirect(scoped Span<byte> destination)
    {
        while (ChunkLeft == 0)
        {
            if (IsLast)
            {
                return 0;
            }
            ReadHeader(isFirst: false);
        }
        int read = ReadStream(null, 0, 0, destination[..(int)Math.Min(ChunkLeft, destination.Length)]);
        if (read <= 0)
        {
            FailTruncated();
        }
        Take(read);
        return read;
    }

    public override void Return()
    {
        byte[]? buffer = _buffer;
        (_buffer, _stream) = (null, null);
        Reset();
        if (buffer != null)
        {
            Buffers.Return(buffer);
        }
        s_spare = this;
    }

    protected override ReadOnlySpan<byte> First()
    {
        if (ChunkLeft < LongChunk)
        {
            return base.First();
        }
        EnsureBuffer(default, DirectLength);
        int read = ReadStream(_buffer, 0, DirectLength, default);
        if (read <= 0)
        {
            FailTruncated();
        }
        Take(read);
        return _buffer.AsSpan(0, read);
    }

    protected override int ReadByte()
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
        catch (Exception failure) when (Keep(failure))
        {
            throw;
        }
    }

    // Into an array where there is one: streams that know no spans copy.
    private int ReadStream(byte[]? array, int offset, int count, scoped Span<byte> span)
    {
        ThrowIfFailed();
        try
        {
            int read = array == null ? _stream!.Read(span) : _stream!.Read(array, offset, count);
            if (read > (array == null ? span.Length : count))
            {
                Throw.StreamGaveTooMuch();
            }
            return read;
        }
        catch (Exception failure) when (Keep(failure))
        {
            throw;
        }
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
