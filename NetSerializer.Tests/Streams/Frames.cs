namespace NetSerializer.Tests.Streams;

/// <summary>The chunks of docs/wire-format.md, section 9, made by hand.</summary>
internal static class Frames
{
    /// <summary>A value of one chunk.</summary>
    public static byte[] Of(ReadOnlySpan<byte> value) => Chunk(value, isLast: true);

    public static byte[] Chunk(ReadOnlySpan<byte> content, bool isLast) => [.. Header((uint)content.Length, isLast), .. content];

    /// <summary>A value that is given up.</summary>
    public static byte[] Aborted => Header(0, isLast: false);

    /// <summary>The header of a chunk of so many bytes.</summary>
    public static byte[] Header(uint length, bool isLast)
    {
        ulong number = ((ulong)length << 1) | (isLast ? 1u : 0u);
        return isLast && length < 64 ? [(byte)(0x80 + length)] : [(byte)(0xC0 + (number % 64)), .. VarInt(number / 64)];
    }

    /// <summary>The bytes of the value at the start, put together from its chunks; the lengths of these, and what they take with their headers.</summary>
    public static byte[] Content(ReadOnlySpan<byte> frames, out List<int> chunks, out int taken)
    {
        using var content = new MemoryStream();
        (chunks, taken) = ([], 0);
        for (bool isLast = false; !isLast;)
        {
            int first = frames[taken++] - 0x80, length = first;
            isLast = first < 0x40;
            if (!isLast)
            {
                uint number = (uint)first - 0x40;
                byte next;
                int shift = 6;
                do
                {
                    next = frames[taken++];
                    number |= (uint)(next & 0x7F) << shift;
                    shift += 7;
                }
                while (next >= 0x80);
                isLast = (number & 1) != 0;
                length = (int)(number >> 1);
            }
            chunks.Add(length);
            content.Write(frames.Slice(taken, length));
            taken += length;
        }
        return content.ToArray();
    }

    public static byte[] VarInt(ulong value)
    {
        List<byte> bytes = [];
        for (; value >= 0x80; value >>= 7)
        {
            bytes.Add((byte)(value | 0x80));
        }
        bytes.Add((byte)value);
        return [.. bytes];
    }
}
