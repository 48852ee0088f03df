using System.Buffers.Binary;

namespace NetSerializer.Files;

/// <summary>The records of a file with schemas and values, one directly behind the other.</summary>
internal sealed class FileIndex
{
    // Of a record in memory, while the list grows too.
    private const int BytesInMemory = 48;

    private const int EntryLength = 2 * sizeof(uint);

    private readonly List<(long Offset, long FirstValue)> _records = [];

    public int Count => _records.Count;

    /// <summary>How many values the records have.</summary>
    public long Values { get; private set; }

    /// <summary>Where the next record begins.</summary>
    public long End { get; private set; } = FileFormat.HeaderLength;

    public long OffsetOf(int record) => _records[record].Offset;

    public long FirstValueOf(int record) => _records[record].FirstValue;

    /// <summary>How many values a record has: none is a schema.</summary>
    public long ValuesOf(int record) => (record + 1 < Count ? _records[record + 1].FirstValue : Values) - _records[record].FirstValue;

    /// <summary>The record that has the value with a number.</summary>
    public int RecordOf(long value)
    {
        // The last one with no more values in front: schemas before it have as many.
        int low = 0, high = Count - 1;
        while (low < high)
        {
            int middle = (int)(((uint)low + (uint)high + 1) / 2);
            (low, high) = _records[middle].FirstValue <= value ? (middle, high) : (low, middle - 1);
        }
        return low;
    }

    /// <summary>The head of a record; null if it is not there as the index has it.</summary>
    public RecordHead? HeadOf(int record, FileBytes file)
    {
        (long offset, long firstValue) = _records[record];
        long end = record + 1 < Count ? _records[record + 1].Offset : End;
        RecordKind kind = ValuesOf(record) > 0 ? RecordKind.Values : RecordKind.Schema;
        return file.ReadHead(offset) is { } head && head.Kind == kind && head.FirstValue == firstValue && head.Count == ValuesOf(record)
            && head.RecordLength == end - offset ? head : null;
    }

    /// <summary>Whether all bytes of a record are as they were written.</summary>
    public bool IsWhole(int record, FileBytes file) => HeadOf(record, file) is { } head && file.HasContent(OffsetOf(record), head);

    public void Add(long length, long values)
    {
        _records.Add((End, Values));
        End += length;
        Values += values;
    }

    public void RemoveLast()
    {
        (End, Values) = _records[^1];
        _records.RemoveAt(Count - 1);
    }

    /// <summary>Refuses more records than memory is allowed for.</summary>
    public static void RequireRoom(long count, SerializerLimits limits)
    {
        if (count > limits.MaxAllocatedBytes / BytesInMemory)
        {
            throw new MalformedDataException(
                ErrorCode.AllocationTooLarge,
                $"The index of the file takes more memory than {nameof(SerializerLimits.MaxAllocatedBytes)} = {limits.MaxAllocatedBytes}.",
                FileFormat.HeaderLength);
        }
    }

    /// <summary>The content of the record at the end of a file: of each record its length and its number of values.</summary>
    public byte[] ToBytes()
    {
        byte[] bytes = new byte[checked(EntryLength * Count)];
        for (int i = 0; i < Count; i++)
        {
            long end = i + 1 < Count ? OffsetOf(i + 1) : End;
            BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(i * EntryLength), (uint)(end - OffsetOf(i)));
            BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(i * EntryLength + sizeof(uint)), (uint)ValuesOf(i));
        }
        return bytes;
    }

    /// <summary>Reads the index at the end of a file; null for a file that was not closed, or whose end is damaged.</summary>
    public static FileIndex? TryRead(FileBytes file, SerializerLimits limits)
    {
        long footerAt = file.Length - FileFormat.FooterLength;
        Span<byte> footer = stackalloc byte[FileFormat.FooterLength];
        if (footerAt < FileFormat.HeaderLength || file.ReadAt(footerAt, footer) < footer.Length || !footer[sizeof(long)..].SequenceEqual(FileFormat.FooterMark))
        {
            return null;
        }
        long indexAt = BinaryPrimitives.ReadInt64LittleEndian(footer);
        if (file.ReadHead(indexAt) is not { Kind: RecordKind.Index } head || head.RecordLength != footerAt - indexAt || head.Stored / EntryLength != head.Count)
        {
            return null;
        }
        RequireRoom(head.Count, limits);
        var index = new FileIndex();
        ReadOnlySpan<byte> entries = file.TryReadContent(indexAt, head);
        for (; entries.Length >= EntryLength; entries = entries[EntryLength..])
        {
            index.Add(BinaryPrimitives.ReadUInt32LittleEndian(entries), BinaryPrimitives.ReadUInt32LittleEndian(entries[sizeof(uint)..]));
        }
        // Its sums lead to itself, so nothing in it leads out of the file.
        return entries.IsEmpty && index.Count == head.Count && index.End == indexAt && index.Values == head.FirstValue ? index : null;
    }

    /// <summary>
    /// Finds the records of a file without an index, one after the other. A part that is none counts as a record if one follows, so that the numbers of
    /// values stay right: it has the values that are missing, and reading them fails.
    /// </summary>
    public static FileIndex Scan(FileBytes file, SerializerLimits limits)
    {
        var index = new FileIndex();
        bool isEndFound = false;
        while (!isEndFound && Next(index, file) is var (offset, head))
        {
            RequireRoom(index.Count + 2, limits);
            if (offset > index.End)
            {
                index.Add(offset - index.End, head.FirstValue - index.Values);
            }
            isEndFound = head.Kind == RecordKind.Index;
            if (!isEndFound)
            {
                index.Add(head.RecordLength, head.Count);
            }
        }
        // The last one may be there in parts only: the writer is at work, or did not come to its end.
        while (!isEndFound && index.Count > 0 && !index.IsWhole(index.Count - 1, file))
        {
            index.RemoveLast();
        }
        return index;
    }

    private static (long Offset, RecordHead Head)? Next(FileIndex index, FileBytes file) =>
        file.ReadHead(index.End) is { } head && head.FirstValue == index.Values ? (index.End, head) : file.FindRecord(index.End + 1, index.Values);
}
