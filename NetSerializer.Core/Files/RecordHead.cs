using System.Buffers.Binary;

namespace NetSerializer.Files;

/// <summary>What a record of a file has as its content.</summary>
internal enum RecordKind : byte
{
    Schema = 1,
    Values = 2,
    Index = 3,
}

/// <summary>What stands in front of the content of a record (docs/file-format.md).</summary>
/// <param name="Kind">What the content is.</param>
/// <param name="Codec">How it is packed: a <see cref="FileCompression"/>, or a number that this version does not know.</param>
/// <param name="Count">How many values, or records in an index, there are.</param>
/// <param name="Length">How many bytes the content has when it is unpacked.</param>
/// <param name="Stored">How many bytes of the file it takes.</param>
/// <param name="Checksum">The CRC32C of these.</param>
/// <param name="FirstValue">How many values the records in front have.</param>
/// <param name="Schema">The offset of the schema of the values; 0 for other records.</param>
internal readonly record struct RecordHead(
    RecordKind Kind, byte Codec, int Count, int Length, int Stored, uint Checksum, long FirstValue, long Schema)
{
    public const int Size = 44;

    private const int ChecksumAt = 40;

    public static ReadOnlySpan<byte> Mark => [0x4E, 0x53, 0x46, 0x52];

    /// <summary>The bytes of the whole record.</summary>
    public long RecordLength => (long)Size + Stored;

    /// <summary>Writes the head of a record that begins at an offset of the file.</summary>
    public void Write(Span<byte> head, long offset)
    {
        Mark.CopyTo(head);
        head[4] = (byte)Kind;
        head[5] = Codec;
        BinaryPrimitives.WriteUInt16LittleEndian(head[6..], 0);
        BinaryPrimitives.WriteInt32LittleEndian(head[8..], Count);
        BinaryPrimitives.WriteInt32LittleEndian(head[12..], Length);
        BinaryPrimitives.WriteInt32LittleEndian(head[16..], Stored);
        BinaryPrimitives.WriteUInt32LittleEndian(head[20..], Checksum);
        BinaryPrimitives.WriteInt64LittleEndian(head[24..], FirstValue);
        BinaryPrimitives.WriteInt64LittleEndian(head[32..], Schema);
        BinaryPrimitives.WriteUInt32LittleEndian(head[ChecksumAt..], ChecksumOf(head, offset));
    }

    /// <summary>Reads the head at an offset of the file; null where none was written.</summary>
    public static RecordHead? TryRead(ReadOnlySpan<byte> head, long offset)
    {
        if (head.Length < Size || !head.StartsWith(Mark) || BinaryPrimitives.ReadUInt32LittleEndian(head[ChecksumAt..]) != ChecksumOf(head, offset))
        {
            return null;
        }
        var read = new RecordHead(
            (RecordKind)head[4],
            head[5],
            BinaryPrimitives.ReadInt32LittleEndian(head[8..]),
            BinaryPrimitives.ReadInt32LittleEndian(head[12..]),
            BinaryPrimitives.ReadInt32LittleEndian(head[16..]),
            BinaryPrimitives.ReadUInt32LittleEndian(head[20..]),
            BinaryPrimitives.ReadInt64LittleEndian(head[24..]),
            BinaryPrimitives.ReadInt64LittleEndian(head[32..]));
        return read.IsPossible && BinaryPrimitives.ReadUInt16LittleEndian(head[6..]) == 0 ? read : null;
    }

    // Contents fit into arrays, and no sum of numbers of values overflows.
    private bool IsPossible => (uint)Length <= Array.MaxLength && (uint)Stored <= Array.MaxLength && FirstValue is >= 0 and <= long.MaxValue / 2 && Kind switch
    {
        RecordKind.Values => Count > 0,
        RecordKind.Schema => Count == 0 && IsPlain,
        RecordKind.Index => Count >= 0 && IsPlain,
        _ => false,
    };

    private bool IsPlain => Codec == 0 && Length == Stored && Schema == 0;

    // The offset counts as bytes in front: a record that was copied to another place, as in a value that is itself such a file, is none there.
    private static uint ChecksumOf(ReadOnlySpan<byte> head, long offset)
    {
        Span<byte> place = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(place, offset);
        return ~FileFormat.Add(FileFormat.Add(uint.MaxValue, place), head[..ChecksumAt]);
    }
}
