using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>The chunk headers of docs/wire-format.md, section 9: varint <c>length &lt;&lt; 1 | last</c>; the header 0 marks an aborted value.</summary>
internal static class Chunk
{
    public const int MaxHeader = VarInt.Max32;
    public const uint Aborted = 0;

    /// <summary>The size of the buffers, and so of the chunks of long values.</summary>
    public const int BufferLength = 64 << 10;

    /// <summary>Puts the header of the <paramref name="length"/> bytes behind the first <see cref="MaxHeader"/> bytes of <paramref name="buffer"/> right in front of them.</summary>
    /// <returns>Where it begins.</returns>
    public static int PutHeader(Span<byte> buffer, int length, bool isLast)
    {
        uint header = (uint)length << 1 | (isLast ? 1u : 0u);
        int start = MaxHeader - VarInt.Length(header);
        VarInt.Write32(ref buffer[start], header);
        return start;
    }
}
