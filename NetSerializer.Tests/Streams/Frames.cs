namespace NetSerializer.Tests.Streams;

/// <summary>The chunks of docs/wire-format.md, section 9, made by hand.</summary>
internal static class Frames
{
    /// <summary>A value of one chunk.</summary>
    public static byte[] Of(ReadOnlySpan<byte> value) => Chunk(value, isLast: true);

    public static byte[] Chunk(ReadOnlySpan<byte> content, bool isLast) => [.. VarInt(((uint)content.Length << 1) | (isLast ? 1u : 0u)), .. content];

    /// <summary>The bytes of the value at the start, put together from its chunks; the lengths of these, and what they take with their headers.</summary>
    public static byte[] Content(ReadOnlySpan<byte> frames, out List<int> chunks, out int taken)
    {
        using var content = new MemoryStream();
        (chunks, taken) = ([], 0);
        for (bool isLast = false; !isLast;)
        {
            uint header = 0;
            for (int shift = 0; ; shift += 7)
            {
                header |= (uint)(frames[taken] & 0x7F) << shift;
                if (frames[taken++] < 0x80)
                {
                    break;
                }
            }
            isLast = (header & 1) != 0;
            int length = (int)(header >> 1);
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
