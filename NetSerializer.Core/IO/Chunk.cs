using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>The chunk headers of docs/wire-format.md, section 9: varint <c>length &lt;&lt; 1 | last</c>; the header 0 marks an aborted value.</summary>
internal static class Chunk
{
    public const int MaxHeader = VarInt.Max32;
    public const uint Aborted = 0;

    /// <summary>The size of the buffers, and so of the chunks of long values.</summary>
    public const int BufferLength = 64 << 10;

    /// <summary>Sends a whole value that lies in <paramref name="buffer"/> behind room for a header, in one call.</summary>
    public static void SendWhole(Stream stream, Span<byte> buffer, int length)
    {
        int start = PutHeader(buffer, length, isLast: true);
        stream.Write(buffer[start..(MaxHeader + length)]);
    }

    /// <summary>Puts the header of the <paramref name="length"/> bytes behind the first <see cref="MaxHeader"/> bytes of <paramref name="buffer"/> right in front of them.</summary>
    /// <returns>Where it begins.</returns>
    public static int PutHeader(Span<byte> buffer, int length, bool isLast)
    {
        uint header = (uint)length << 1 | (isLast ? 1u : 0u);
        if (header < 0x80)
        {
            buffer[MaxHeader - 1] = (byte)header;
            return MaxHeader - 1;
        }
        int start = MaxHeader - VarInt.Length(header);
        VarInt.Write32(ref buffer[start], header);
        return start;
    }

    /// <summary>Takes a value that lies in a MemoryStream as one chunk, where it lies. False, and nothing is taken, when it does not.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="value">The bytes of the value.</param>
    /// <param name="hasSlack">The array goes on behind them for the length of a run.</param>
    public static bool TryTakeWhole(MemoryStream stream, out ReadOnlySpan<byte> value, out bool hasSlack)
    {
        value = default;
        hasSlack = false;
        long position = stream.Position;
        if (!stream.TryGetBuffer(out ArraySegment<byte> buffer) || position >= buffer.Count)
        {
            return false;
        }
        ReadOnlySpan<byte> unread = buffer.AsSpan((int)position);
        uint header = unread[0];
        int start = 1;
        if (header >= 0x80)
        {
            if (unread.Length < 2 || unread[1] is 0 or >= 0x80)
            {
                // Longer than 8 KiB, or wrong: the slow way looks.
                return false;
            }
            header += ((uint)unread[1] << 7) - 0x80;
            start = 2;
        }
        int length = (int)(header >> 1);
        if ((header & 1) == 0 || length > unread.Length - start)
        {
            return false;
        }
        stream.Position = position + start + length;
        hasSlack = buffer.Array!.Length - buffer.Offset - position - start - length >= ByteSource.Slack;
        value = unread.Slice(start, length);
        return true;
    }
}
