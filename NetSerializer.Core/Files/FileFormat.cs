using System.Numerics;
using System.Runtime.InteropServices;
using NetSerializer.Wire;

namespace NetSerializer.Files;

/// <summary>The marks, numbers and checksums of docs/file-format.md.</summary>
internal static class FileFormat
{
    public const int HeaderLength = 8, FooterLength = 12, MaxVarint = VarInt.Max32;

    /// <summary>The most bytes that the values of a block may take before they are packed, if there are several: 1 MiB.</summary>
    public const int MostBlockBytes = 1 << 20;

    /// <summary>Text conversions, cuts at a 1A and lost high bits show in it. The last byte is the version.</summary>
    public static ReadOnlySpan<byte> Header => [0x4E, 0x53, 0x46, 0x0D, 0x0A, 0x1A, 0x0A, 1];

    /// <summary>The last bytes of a file that was closed, behind the offset of its index.</summary>
    public static ReadOnlySpan<byte> FooterMark => [0x4E, 0x53, 0x46, 0x45];

    /// <summary>Refuses a file of another format or version.</summary>
    /// <param name="start">Its first bytes, as many as a header has; fewer where it ends.</param>
    public static void RequireHeader(ReadOnlySpan<byte> start)
    {
        int common = start.CommonPrefixLength(Header);
        if (common < start.Length)
        {
            string reason = common == HeaderLength - 1 ? "The file is one of values, of another version than 1." : "The file is no file of values.";
            throw new MalformedDataException(ErrorCode.HeaderMismatch, reason, common);
        }
        if (common < HeaderLength)
        {
            throw new MalformedDataException(ErrorCode.Truncated, "The file ends inside its header.", common);
        }
    }

    /// <summary>The CRC32C of bytes.</summary>
    public static uint ChecksumOf(ReadOnlySpan<byte> bytes) => ~Add(uint.MaxValue, bytes);

    /// <summary>Takes bytes into a checksum that began as <see cref="uint.MaxValue"/>; its complement is the CRC32C.</summary>
    public static uint Add(uint checksum, ReadOnlySpan<byte> bytes)
    {
        ReadOnlySpan<ulong> words = MemoryMarshal.Cast<byte, ulong>(bytes);
        foreach (ulong word in words)
        {
            checksum = BitOperations.Crc32C(checksum, word);
        }
        foreach (byte single in bytes[(words.Length * sizeof(ulong))..])
        {
            checksum = BitOperations.Crc32C(checksum, single);
        }
        return checksum;
    }

    /// <summary>Writes a varint into a span with room for the longest one, and returns how many bytes it takes.</summary>
    public static int WriteVarint(Span<byte> destination, int value)
    {
        VarInt.Write32(ref destination[..MaxVarint][0], (uint)value);
        return VarInt.Length((uint)value);
    }

    /// <summary>Reads a varint of at most 31 bits in its shortest form and moves on behind it; -1 if there is none.</summary>
    public static int ReadVarint(ReadOnlySpan<byte> bytes, ref int at)
    {
        long value = 0;
        for (int shift = 0; shift < 7 * MaxVarint && at < bytes.Length; shift += 7)
        {
            byte group = bytes[at++];
            value |= (long)(group & 0x7F) << shift;
            if (group <= 0x7F)
            {
                return (group == 0 && shift > 0) || value > int.MaxValue ? -1 : (int)value;
            }
        }
        return -1;
    }

    public static MalformedDataException Malformed(string message, long offset) => new(ErrorCode.MalformedFile, message, offset);
}
