using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>
/// The chunks of a value that lie in the array of a MemoryStream, where they lie. A run that does not end in its chunk is copied, with what follows
/// of the next ones; behind the copy the reader goes on in the chunk itself. Against the copy of <see cref="ChunkSource"/>: 0.7 of the time for
/// arrays of 170 KB.
/// </summary>
internal sealed class MemoryChunkSource : ChunkedSource
{
    [ThreadStatic]
    private static MemoryChunkSource? s_spare; // at most one for each thread, and it refers to nothing while it waits

    private MemoryStream? _stream;
    private byte[] _bytes = [];
    private int _origin;
    private int _next;
    private int _limit;
    // So many bytes at the end of the window are those of the array in front of _next.
    private int _inArray;
    private bool _inPlace;
    private byte[]? _copy;

    private MemoryChunkSource()
    {
    }

    public override bool Padded => _inPlace && _bytes.Length - _next >= Slack;

    public override long Available => IsLast ? ChunkLeft : ChunkLeft + _limit - _next;

    /// <summary>Null when the stream does not show its array.</summary>
    public static MemoryChunkSource? Rent(MemoryStream stream)
    {
        if (!stream.TryGetBuffer(out ArraySegment<byte> buffer))
        {
            return null;
        }
        MemoryChunkSource source = s_spare ?? new MemoryChunkSource();
        s_spare = null;
        (source._stream, source._bytes, source._origin, source._limit) = (stream, buffer.Array!, buffer.Offset, buffer.Offset + buffer.Count);
        source._next = source._origin + (int)Math.Min(stream.Position, buffer.Count);
        (source._inArray, source._inPlace) = (0, false);
        source.Reset();
        return source;
    }

    public override ReadOnlySpan<byte> Next(scoped ReadOnlySpan<byte> rest, int count)
    {
        while (rest.Length == 0 && ChunkLeft == 0 && !IsLast)
        {
            ReadHeader(isFirst: false);
            _inArray = 0;
        }
        int here = (int)Math.Min(ChunkLeft, _limit - _next);
        if (rest.Length <= _inArray && (rest.Length + here >= count || (IsLast && here == ChunkLeft)))
        {
            int start = _next - rest.Length;
            TakeHere(here);
            (_inArray, _inPlace) = (_next - start, true);
            return _bytes.AsSpan(start, _inArray);
        }
        return Gather(rest, count);
    }

    public override void Return()
    {
        (MemoryStream stream, int position, byte[]? copy) = (_stream!, _next - _origin, _copy);
        (_copy, _stream, _bytes) = (null, null, []);
        s_spare = this;
        if (copy != null)
        {
            Buffers.Return(copy);
        }
        // Last, since it throws when code of the value has closed the stream.
        stream.Position = position;
    }

    protected override int ReadByte() => _next < _limit ? _bytes[_next++] : -1;

    private ReadOnlySpan<byte> Gather(scoped ReadOnlySpan<byte> rest, int count)
    {
        int length = rest.Length, wanted = (int)Math.Min(Array.MaxLength, Math.Max(count, (long)length + Slack));
        EnsureCopy(rest, (int)Math.Min(wanted, (long)length + _limit - _next));
        while (length < count && !AtEnd)
        {
            if (ChunkLeft == 0)
            {
                ReadHeader(isFirst: false);
                continue;
            }
            int piece = (int)Math.Min(Math.Min(ChunkLeft, _limit - _next), wanted - length);
            if (piece == 0)
            {
                FailTruncated();
            }
            _bytes.AsSpan(_next, piece).CopyTo(_copy.AsSpan(length));
            TakeHere(piece);
            length += piece;
            _inArray = piece;
        }
        _inPlace = false;
        return _copy.AsSpan(0, length);
    }

    private void TakeHere(int count)
    {
        _next += count;
        Take(count);
    }

    private void EnsureCopy(scoped ReadOnlySpan<byte> rest, int length)
    {
        byte[]? previous = _copy;
        if (previous == null || previous.Length < length)
        {
            _copy = Buffers.Rent(length);
        }
        // The rest may lie in the old copy, perhaps in this very one.
        rest.CopyTo(_copy);
        if (previous != null && previous != _copy)
        {
            Buffers.Return(previous);
        }
    }
}
