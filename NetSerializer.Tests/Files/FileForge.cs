using System.Buffers.Binary;
using System.IO.Compression;

namespace NetSerializer.Tests.Files;

/// <summary>
/// Makes files of values by docs/file-format.md and not by the library, also such as no writer makes: every field of a record can be given, and all
/// checksums are right.
/// </summary>
internal sealed class FileForge
{
    public const byte Schema = 1, Values = 2, Index = 3, Plain = 0, Brotli = 1;
    public const int HeadLength = 44, FooterLength = 12;

    private readonly List<byte> _bytes = [0x4E, 0x53, 0x46, 0x0D, 0x0A, 0x1A, 0x0A, 1];
    private readonly List<(int Length, int Count)> _entries = [];
    private int _values;
    private long _schema;

    public int Length => _bytes.Count;

    public byte[] ToArray() => [.. _bytes];

    /// <summary>Adds a schema, which the values behind it are of.</summary>
    public FileForge AddSchema(WireSchema schema) => AddSchema(schema.ToBytes());

    public FileForge AddSchema(byte[] schema)
    {
        _schema = Length;
        return Add(new ForgedHead { Kind = Schema, Schema = 0 }, schema);
    }

    /// <summary>Adds a block of values, each in the bytes of <c>Serialize</c>.</summary>
    public FileForge AddValues(params byte[][] values) => Add(new ForgedHead { Count = values.Length }, Content(values));

    /// <summary>Adds a record. What the head does not say is as a writer would have it.</summary>
    public FileForge Add(ForgedHead head, byte[] content)
    {
        int start = Length;
        _bytes.AddRange(HeadOf(head, content, start));
        _bytes.AddRange(content);
        _entries.Add((Length - start, head.Count));
        _values += head.Count;
        return this;
    }

    public FileForge AddBytes(params byte[] bytes)
    {
        _bytes.AddRange(bytes);
        return this;
    }

    /// <summary>The file with its index, of the records as they are or of others, and its footer.</summary>
    public byte[] Close((int Length, int Count)[]? entries = null, long? footer = null)
    {
        int start = Length;
        entries ??= [.. _entries];
        byte[] index = [.. entries.SelectMany(entry => (byte[])[.. BitConverter.GetBytes(entry.Length), .. BitConverter.GetBytes(entry.Count)])];
        var head = new ForgedHead { Kind = Index, Count = entries.Length, FirstValue = entries.Sum(entry => (long)entry.Count), Schema = 0 };
        return [.. _bytes, .. HeadOf(head, index, start), .. index, .. BitConverter.GetBytes(footer ?? start), .. "NSFE"u8];
    }

    public static byte[] Content(params byte[][] values) => [.. values.SelectMany(value => (byte[])[.. Varint(value.Length), .. value])];

    public static byte[] Pack(byte[] content)
    {
        byte[] packed = new byte[BrotliEncoder.GetMaxCompressedLength(content.Length)];
        return BrotliEncoder.TryCompress(content, packed, out int length) ? packed[..length] : throw new InvalidOperationException("It does not fit.");
    }

    /// <summary>The CRC32C of bytes, bit by bit.</summary>
    public static uint ChecksumOf(ReadOnlySpan<byte> bytes)
    {
        uint checksum = uint.MaxValue;
        foreach (byte next in bytes)
        {
            checksum ^= next;
            for (int bit = 0; bit < 8; bit++)
            {
                checksum = checksum >> 1 ^ ((checksum & 1) == 0 ? 0 : 0x82F63B78);
            }
        }
        return ~checksum;
    }

    private static IEnumerable<byte> Varint(int value)
    {
        for (; value > 0x7F; value >>= 7)
        {
            yield return (byte)(value | 0x80);
        }
        yield return (byte)value;
    }

    private byte[] HeadOf(ForgedHead head, byte[] content, int start)
    {
        byte[] bytes = new byte[HeadLength];
        "NSFR"u8.CopyTo(bytes);
        bytes[4] = head.Kind;
        bytes[5] = head.Codec;
        bytes[6] = head.Reserved;
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(8), head.Count);
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(12), head.Length ?? content.Length);
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(16), head.Stored ?? content.Length);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(20), ChecksumOf(content));
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(24), head.FirstValue ?? _values);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(32), head.Schema ?? _schema);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(40), ChecksumOf([.. BitConverter.GetBytes((long)start), .. bytes[..40]]));
        return bytes;
    }
}

/// <summary>The fields of a head that a test wants to be otherwise.</summary>
internal sealed record ForgedHead
{
    public byte Kind { get; init; } = FileForge.Values;
    public byte Codec { get; init; }
    public byte Reserved { get; init; }
    public int Count { get; init; }
    public int? Length { get; init; }
    public int? Stored { get; init; }
    public long? FirstValue { get; init; }
    public long? Schema { get; init; }
}
