namespace NetSerializer.Files;

/// <summary>The bytes of a file: a stream from its position on, as long as it is now. Offsets count from there.</summary>
internal sealed class FileBytes(Stream stream)
{
    private const int PieceLength = 4096;

    private readonly long _origin = stream.Position;

    public Stream Stream => stream;

    public long Length { get; } = Math.Max(0, stream.Length - stream.Position);

    /// <summary>Reads bytes from an offset on. Fewer come where the file ends, which may have become shorter.</summary>
    public int ReadAt(long offset, Span<byte> bytes)
    {
        stream.Position = _origin + offset;
        return stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
    }

    /// <summary>The head of the record at an offset; null where no record begins.</summary>
    public RecordHead? ReadHead(long offset)
    {
        Span<byte> head = stackalloc byte[RecordHead.Size];
        return offset >= 0 && offset <= Length - RecordHead.Size ? RecordHead.TryRead(head[..ReadAt(offset, head)], offset) : null;
    }

    /// <summary>The first record from an offset on that has as many values in front of it, or more; null where there is none.</summary>
    public (long Offset, RecordHead Head)? FindRecord(long offset, long valuesInFront)
    {
        byte[] bytes = new byte[PieceLength];
        int read;
        while ((read = ReadAt(offset, bytes)) >= RecordHead.Size)
        {
            ReadOnlySpan<byte> piece = bytes.AsSpan(0, read);
            // A head that the piece cuts short begins in the next one.
            int places = read - RecordHead.Size + 1;
            for (int at = 0; at < places; at++)
            {
                int found = piece[at..].IndexOf(RecordHead.Mark);
                if (found < 0 || found >= places - at)
                {
                    break;
                }
                at += found;
                if (RecordHead.TryRead(piece[at..], offset + at) is { } head && head.FirstValue >= valuesInFront)
                {
                    return (offset + at, head);
                }
            }
            offset += places;
        }
        return null;
    }

    /// <summary>The bytes of a record behind its head; null if they are not as they were written.</summary>
    /// <remarks>The array is no longer than what is left of the file.</remarks>
    public byte[]? TryReadContent(long offset, RecordHead head)
    {
        if (head.RecordLength > Length - offset)
        {
            return null;
        }
        byte[] content = new byte[head.Stored];
        return ReadAt(offset + RecordHead.Size, content) == content.Length && FileFormat.ChecksumOf(content) == head.Checksum ? content : null;
    }

    /// <summary>Whether <see cref="TryReadContent"/> would give the content, which is not kept in memory.</summary>
    public bool HasContent(long offset, RecordHead head)
    {
        byte[] piece = new byte[PieceLength];
        uint checksum = uint.MaxValue;
        long at = offset + RecordHead.Size, end = offset + head.RecordLength;
        while (at < end)
        {
            int read = ReadAt(at, piece.AsSpan(0, (int)Math.Min(PieceLength, end - at)));
            if (read == 0)
            {
                return false;
            }
            checksum = FileFormat.Add(checksum, piece.AsSpan(0, read));
            at += read;
        }
        return ~checksum == head.Checksum;
    }

    /// <summary>Cuts the file, and stands at its end.</summary>
    public void Cut(long length)
    {
        stream.SetLength(_origin + length);
        stream.Position = _origin + length;
    }
}
