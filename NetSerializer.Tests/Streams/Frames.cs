namespace NetSerializer.Tests.Streams;

/// <summary>The chunks of docs/wire-format.md, section 9, made by hand.</summary>
internal static class Frames
{
    /// <summary>A value of one chunk.</summary>
    public static byte[] Of(ReadOnlySpan<byte> value) => Chunk(value, isLast: true);

    public static byte[] Chunk(ReadOnlySpan<byte> content, bool isLast) => [.. VarInt(((uint)content.Length << 1) | (isLast ? 1u : 0u)), .. content];

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
