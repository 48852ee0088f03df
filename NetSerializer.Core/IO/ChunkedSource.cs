using System.Diagnostics.CodeAnalysis;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>Reads the chunks of one value (docs/wire-format.md, section 9), and no byte behind the last one.</summary>
internal abstract class ChunkedSource : ByteSource
{
    private long _consumed;
    private StreamFault _fault;

    public sealed override bool Interactive => false;

    public sealed override bool AtEnd => IsLast && ChunkLeft == 0;

    public sealed override long Remaining => IsLast ? ChunkLeft : -1;

    public sealed override bool HasFailed => _fault.IsSet;

    /// <summary>How many bytes of the chunk under way have been in no window.</summary>
    protected long ChunkLeft { get; private set; }

    /// <summary>No chunk follows it.</summary>
    protected bool IsLast { get; private set; }

    /// <summary>The first window.</summary>
    public ReadOnlySpan<byte> Start()
    {
        ReadHeader(isFirst: true);
        return First();
    }

    /// <summary>The value is whole: what is left of its chunks, but an empty last one, cannot be part of it.</summary>
    public void RequireEnd(long consumed)
    {
        while (ChunkLeft == 0 && !IsLast)
        {
            ReadHeader(isFirst: false);
        }
        if (!AtEnd || consumed != _consumed)
        {
            throw new MalformedDataException(ErrorCode.TrailingBytes, "The value ends, but its chunks do not.", consumed);
        }
    }

    /// <summary>Gives back what was rented. Called exactly once, in a finally block.</summary>
    public abstract void Return();

    /// <summary>The window behind the first header.</summary>
    protected virtual ReadOnlySpan<byte> First() => Next(default, 1);

    /// <summary>The next byte of the stream, -1 at its end.</summary>
    protected abstract int ReadByte();

    protected void Reset() => (ChunkLeft, IsLast, _consumed, _fault) = (0, false, 0, default);

    public sealed override void ThrowIfFailed() => _fault.ThrowIfSet();

    /// <inheritdoc cref="StreamFault.Keep"/>
    protected bool Keep(Exception failure) => _fault.Keep(failure);

    /// <summary>Bytes of the chunk under way go into a window.</summary>
    protected void Take(int count)
    {
        ChunkLeft -= count;
        _consumed += count;
    }

    [DoesNotReturn]
    protected void FailTruncated() => Chunk.FailTruncated(_consumed);

    protected void ReadHeader(bool isFirst)
    {
        uint header = 0;
        for (int shift = 0; ; shift += 7)
        {
            int b = ReadByte();
            if (b < 0)
            {
                if (isFirst && shift == 0)
                {
                    throw new EndOfStreamException("The stream ends where a value should begin.");
                }
                FailTruncated();
            }
            Chunk.AddToHeader(ref header, shift, b, _consumed);
            if (b < 0x80)
            {
                break;
            }
        }
        if (header == Chunk.Aborted)
        {
            throw new MalformedDataException(ErrorCode.ValueAborted, "The writer gave the value up.", _consumed);
        }
        IsLast = (header & 1) != 0;
        ChunkLeft = header >> 1;
    }
}
