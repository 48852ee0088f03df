using System.Diagnostics.CodeAnalysis;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>The chunk headers of docs/wire-format.md, section 9: varint <c>length &lt;&lt; 1 | last</c>; the header 0 marks an aborted value.</summary>
internal static class Chunk
{
    public const int MaxHeader = VarInt.Max32;
    public const uint Aborted = 0;

    /// <summary>The size of the buffers, and so of the chunks of long values, in bytes.</summary>
    public const int BufferLength = 64 << 10;

    /// <summary>
    /// Sends a whole value, in one call. The first <see cref="MaxHeader"/> bytes of <paramref name="buffer"/> are room for the header;
    /// <paramref name="length"/> bytes of the value follow.
    /// </summary>
    public static void SendWhole(Stream stream, Span<byte> buffer, int length)
    {
        int start = PutHeader(buffer, length, isLast: true);
        stream.Write(buffer[start..(MaxHeader + length)]);
    }

    /// <summary>
    /// Puts the header of the <paramref name="length"/> bytes behind the first <see cref="MaxHeader"/> bytes of <paramref name="buffer"/> right in
    /// front of them.
    /// </summary>
    /// <returns>Where it begins.</returns>
    public static int PutHeader(Span<byte> buffer, int length, bool isLast)
    {
        uint header = (uint)length << 1 | (isLast ? 1u : 0u);
        // Byte by byte: a wider store would reach into the value.
        int start = MaxHeader - VarInt.Length(header);
        for (int i = start; i < MaxHeader; i++, header >>= 7)
        {
            buffer[i] = (byte)(i < MaxHeader - 1 ? header | 0x80 : header);
        }
        return start;
    }

    /// <summary>Adds the next byte of a header that is read byte by byte, and refuses what no writer makes.</summary>
    public static void AddToHeader(ref uint header, int shift, int next, long consumed)
    {
        if ((shift == 28 && next > 0x0F) || (next == 0 && shift > 0))
        {
            throw new MalformedDataException(ErrorCode.MalformedChunk, "A chunk header that no writer makes.", consumed);
        }
        header |= (uint)(next & 0x7F) << shift;
    }

    /// <summary>Whether the bytes are the header of a value of one chunk that fits into a <see cref="ShortBuffer"/>.</summary>
    /// <param name="first">The first byte, -1 for the end of the stream.</param>
    /// <param name="second">The second one, if the first says that there is one.</param>
    /// <param name="length">The length of the value.</param>
    public static bool IsShort(int first, int second, out int length)
    {
        // A second byte of 0 is one that no writer makes.
        length = (first < 0x80 ? first : first & 0x7F | second << 7) >> 1;
        return (first & 1) != 0 && (first < 0x80 ? first > 0 : second > 0 && length <= ShortBuffer.LongestValue);
    }

    [DoesNotReturn]
    public static void FailTruncated(long consumed) => throw new MalformedDataException(ErrorCode.Truncated, "The stream ends inside a value.", consumed);

    /// <summary>
    /// Takes a value that lies in a MemoryStream as one chunk, where it lies, if its header has at most three bytes. False, and nothing is taken, when
    /// it does not, or when the stream does not show its array.
    /// </summary>
    /// <param name="stream">The stream.</param>
    /// <param name="value">The bytes of the value.</param>
    /// <param name="hasSlack">A run's length of bytes behind them can be read.</param>
    public static bool TryTake(MemoryStream stream, out ReadOnlySpan<byte> value, out bool hasSlack)
    {
        value = default;
        hasSlack = false;
        if (!stream.TryGetBuffer(out ArraySegment<byte> buffer) || stream.Position > buffer.Count)
        {
            return false;
        }
        int position = (int)stream.Position, headerLength = ReadHeader(buffer.AsSpan(position), out int length), start = position + headerLength;
        if (headerLength == 0 || length > buffer.Count - start)
        {
            return false;
        }
        stream.Position = start + length;
        hasSlack = buffer.Array!.Length - buffer.Offset - start - length >= ByteSource.Slack;
        value = buffer.AsSpan(start, length);
        return true;
    }

    // The header of a value that is one chunk. Longer headers, and wrong ones, are left to the slow way: here they have no bytes.
    private static int ReadHeader(ReadOnlySpan<byte> unread, out int length)
    {
        const int Longest = 3;
        uint header = 0;
        for (int i = 0; i < Math.Min(Longest, unread.Length); i++)
        {
            uint next = unread[i];
            header |= (next & 0x7F) << 7 * i;
            if (next < 0x80)
            {
                length = (int)(header >> 1);
                return (header & 1) != 0 && (next != 0 || i == 0) ? i + 1 : 0;
            }
        }
        length = 0;
        return 0;
    }
}
