using System.Buffers;

namespace NetSerializer.IO;

/// <summary>
/// Looks for the end of a frame, the chunks of one value, in bytes of which more may come. It goes on where it stopped, so that no header is read twice.
/// </summary>
/// <param name="most">How many bytes a value may have: nobody waits for more.</param>
internal struct FrameScan(long most)
{
    // Headers are looked at again when more bytes have come. Many short chunks would make that the most of the work.
    private const int FreeChunks = 1024, LeastAverage = 1024;

    private long _contentLength, _chunks;
    private bool _hasLast, _isAborted, _isOneChunk;

    /// <summary>Where the next header begins or, when the end is found, where the next value does.</summary>
    public long Position { get; private set; }

    /// <summary>Whether all of the frame is at the start of <paramref name="source"/>, which begins as it did at the last call.</summary>
    /// <exception cref="MalformedDataException">No writer makes such chunks, or they are longer than the limit.</exception>
    public bool TryFindEnd(in ReadOnlySequence<byte> source)
    {
        while (!_hasLast && TryReadHeader(source, out uint number, out int headerLength))
        {
            _isOneChunk = Position == 0 && (number & 1) != 0;
            _isAborted = number == Chunk.Aborted;
            _hasLast = _isAborted || (number & 1) != 0;
            _contentLength += number >> 1;
            Position += headerLength + (number >> 1);
            if (_contentLength > most)
            {
                throw new MalformedDataException(
                    ErrorCode.InputTooLong, $"The input is longer than {nameof(SerializerLimits.MaxInputBytes)} = {most}.", most);
            }
            if (++_chunks > FreeChunks && _contentLength < (_chunks - FreeChunks) * LeastAverage)
            {
                throw new MalformedDataException(
                    ErrorCode.MalformedChunk, "A frame of more than 1,024 chunks, of less than 1 KiB on the average, as no writer makes it.", _contentLength);
            }
        }
        return _hasLast && Position <= source.Length;
    }

    /// <summary>How many bytes of the value are among so many of the frame.</summary>
    public readonly long Received(long length) => _contentLength - Math.Max(0, Position - length);

    /// <summary>The value in the frame that was found, where it lies.</summary>
    /// <exception cref="MalformedDataException">The writer gave it up.</exception>
    public readonly ReadOnlySequence<byte> Content(in ReadOnlySequence<byte> source)
    {
        if (_isAborted)
        {
            Chunk.FailAborted(_contentLength);
        }
        if (_isOneChunk)
        {
            return source.Slice(Position - _contentLength, _contentLength);
        }
        var first = new Piece(default, 0);
        Piece last = first;
        for (var chunks = new FrameScan(most); !chunks._hasLast;)
        {
            chunks.TryReadHeader(source, out uint number, out int headerLength);
            foreach (ReadOnlyMemory<byte> memory in source.Slice(chunks.Position + headerLength, number >> 1))
            {
                last = last.Append(memory);
            }
            chunks.Position += headerLength + (number >> 1);
            chunks._hasLast = (number & 1) != 0;
        }
        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    private readonly bool TryReadHeader(in ReadOnlySequence<byte> source, out uint number, out int length)
    {
        (number, length) = (0, 0);
        if (Position >= source.Length)
        {
            return false;
        }
        Span<byte> header = stackalloc byte[(int)Math.Min(Chunk.MaxHeader, source.Length - Position)];
        source.Slice(Position, header.Length).CopyTo(header);
        foreach (byte next in header)
        {
            if (Chunk.TakeOrFail(ref number, length++, next, _contentLength))
            {
                return true;
            }
        }
        return false;
    }

    /// <summary>A part of a value between two headers.</summary>
    private sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        public Piece(ReadOnlyMemory<byte> memory, long index) => (Memory, RunningIndex) = (memory, index);

        public Piece Append(ReadOnlyMemory<byte> memory)
        {
            var next = new Piece(memory, RunningIndex + Memory.Length);
            Next = next;
            return next;
        }
    }
}
