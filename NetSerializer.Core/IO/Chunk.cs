using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>The chunk headers of docs/wire-format.md, section 9: varint <c>length &lt;&lt; 1 | last</c>; the header 0 marks an aborted value.</summary>
internal static class Chunk
{
    public const int MaxHeader = VarInt.Max32;
    public const uint Aborted = 0;

    /// <summary>The size of the buffers, and so of the chunks of long values.</summary>
    public const int BufferLength = 64 << 10;

    /// <summary>The longest value that <see cref="TryTakeByFields"/> takes: its header has two bytes.</summary>
    public const int LongestByFields = (1 << 13) - 1;

    // Of a header of one byte.
    private const int LongestOfOne = 0x3F;

    /// <summary>
    /// Sends a whole value, in one call. In front of it at <paramref name="buffer"/> lies room for the header, <see cref="MaxHeader"/> bytes.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void SendWhole(Stream stream, ref byte buffer, int length)
    {
        if (length <= LongestOfOne)
        {
            ref byte start = ref Unsafe.Add(ref buffer, MaxHeader - 1);
            start = (byte)(length << 1 | 1);
            // With a header of one byte, it is no longer than a short copy can be.
            if (stream.GetType() == typeof(MemoryStream) && MemoryStreamFields.AreKnown
                && TryPutByFields(Unsafe.As<MemoryStream>(stream), ref start, length + 1))
            {
                return;
            }
            Send(stream, ref start, length + 1);
            return;
        }
        SendLong(stream, MemoryMarshal.CreateSpan(ref buffer, MaxHeader + length));
    }

    /// <summary>
    /// Writes a few bytes into the array of a stream of exactly that class, without the calls of <see cref="Stream.Write(ReadOnlySpan{byte})"/> (0.82
    /// to 0.97 of the time of small messages). False, and nothing is written, when it has to be called.
    /// </summary>
    /// <param name="stream">The stream.</param>
    /// <param name="bytes">The first of the bytes.</param>
    /// <param name="count">How many, 1 to <see cref="ShortCopy.Longest"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryPutByFields(MemoryStream stream, ref byte bytes, int count)
    {
        byte[] array = MemoryStreamFields.Buffer(stream);
        ref int position = ref MemoryStreamFields.Position(stream);
        ref int length = ref MemoryStreamFields.Length(stream);
        int start = position, end = start + count;
        // A stream that has to grow, or to fill a gap with zeros, does so itself; an end beyond all numbers is negative.
        if (!MemoryStreamFields.IsWritable(stream) || start > length || (uint)end > (uint)MemoryStreamFields.Capacity(stream) || (uint)end > (uint)array.Length)
        {
            return false;
        }
        ShortCopy.Copy(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(array), start), ref bytes, count);
        position = end;
        if (end > length)
        {
            length = end;
        }
        return true;
    }

    private static void SendLong(Stream stream, Span<byte> buffer)
    {
        int start = PutHeader(buffer, buffer.Length - MaxHeader, isLast: true);
        Send(stream, ref buffer[start], buffer.Length - start);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Send(Stream stream, ref byte bytes, int count)
    {
        if (stream.GetType() != typeof(BufferedStream) || !BufferedStreamFields.TryPut(Unsafe.As<BufferedStream>(stream), ref bytes, count))
        {
            stream.Write(MemoryMarshal.CreateReadOnlySpan(ref bytes, count));
        }
    }

    /// <summary>
    /// Puts the header of the <paramref name="length"/> bytes behind the first <see cref="MaxHeader"/> bytes of <paramref name="buffer"/> right in
    /// front of them.
    /// </summary>
    /// <returns>Where it begins.</returns>
    public static int PutHeader(Span<byte> buffer, int length, bool isLast)
    {
        uint header = (uint)length << 1 | (isLast ? 1u : 0u);
        if (header < 0x80)
        {
            buffer[MaxHeader - 1] = (byte)header;
            return MaxHeader - 1;
        }
        // Byte by byte, because the value follows at once.
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
    /// Takes a value of up to <see cref="LongestByFields"/> bytes that lies in a MemoryStream as one chunk, where it lies, with
    /// <see cref="ByteSource.Slack"/> bytes behind it that can be read. False, and nothing is taken, when it does not. There is no call in it: whoever it is
    /// inlined into would keep everything on the stack around that (messages of 70 and 90 bytes 0.86-0.95 of the time of a call for headers of two bytes).
    /// One look at the array says for short values that all of that is there (together with <see cref="MemoryStreamFields.IsShownAndOpen"/> and headers of
    /// three bytes left to others 0.94 of the time of a struct of two bytes, 0.95-0.98 of small objects).
    /// </summary>
    /// <param name="stream">The stream, of exactly that class.</param>
    /// <param name="value">The bytes of the value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryTakeWithSlack(MemoryStream stream, out ReadOnlySpan<byte> value)
    {
        if (MemoryStreamFields.AreKnown && MemoryStreamFields.IsShownAndOpen(stream))
        {
            byte[] bytes = MemoryStreamFields.Buffer(stream);
            int start = MemoryStreamFields.Position(stream), end = MemoryStreamFields.Length(stream);
            if ((uint)start < (uint)end && (uint)start + (1ul + LongestOfOne + ByteSource.Slack) <= (uint)bytes.Length)
            {
                int header = Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(bytes), start++);
                if (header >= 0x80)
                {
                    header = HeaderOfTwo(header, Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(bytes), start++));
                    if (start + (header >> 1) > bytes.Length - ByteSource.Slack)
                    {
                        header = 0;
                    }
                }
                int next = start + (header >> 1);
                if ((header & 1) != 0 && next <= end)
                {
                    MemoryStreamFields.Position(stream) = next;
                    value = MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(bytes), start), next - start);
                    return true;
                }
            }
        }
        value = default;
        return false;
    }

    /// <summary>As <see cref="TryTakeWithSlack"/>, whatever lies behind the value.</summary>
    public static bool TryTakeByFields(MemoryStream stream, out ReadOnlySpan<byte> value)
    {
        if (MemoryStreamFields.AreKnown && MemoryStreamFields.IsShownAndOpen(stream))
        {
            byte[] bytes = MemoryStreamFields.Buffer(stream);
            if (TryTake(bytes, MemoryStreamFields.Position(stream), MemoryStreamFields.Length(stream), out int start, out int next))
            {
                MemoryStreamFields.Position(stream) = next;
                value = MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(bytes), start), next - start);
                return true;
            }
        }
        value = default;
        return false;
    }

    /// <summary>Whether a value of up to <see cref="LongestByFields"/> bytes lies in an array as one chunk.</summary>
    /// <param name="bytes">The array.</param>
    /// <param name="position">Where its header begins, if anything is there.</param>
    /// <param name="end">Where what is there ends.</param>
    /// <param name="start">Where the value begins.</param>
    /// <param name="next">Where it ends.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryTake(byte[] bytes, int position, int end, out int start, out int next)
    {
        start = position;
        if ((uint)position < (uint)end && (uint)end <= (uint)bytes.Length)
        {
            int header = bytes[start++];
            if (header >= 0x80)
            {
                header = HeaderOfTwo(header, start < end ? bytes[start++] : 0);
            }
            next = start + (header >> 1);
            return (header & 1) != 0 && next <= end;
        }
        next = start;
        return false;
    }

    // A last byte of 0 is one that no writer makes. That, and longer headers, are for others to look at: for them this is 0.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int HeaderOfTwo(int first, int second) => (uint)(second - 1) < 0x7F ? first + (second << 7) - 0x80 : 0;

    /// <summary>As <see cref="TryTakeByFields"/>, by what is public of a MemoryStream, and for values of up to 1 MiB.</summary>
    public static bool TryTakeByMembers(MemoryStream stream, out ReadOnlySpan<byte> value, out bool hasSlack)
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

    // The header of a value that is one chunk, of one to three bytes. Longer ones, and wrong ones, are left to the slow way: here they have no bytes.
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
