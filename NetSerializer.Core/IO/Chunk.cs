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

    /// <summary>
    /// Sends a whole value, in one call. In front of it at <paramref name="buffer"/> lies room for the header, <see cref="MaxHeader"/> bytes.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void SendWhole(Stream stream, ref byte buffer, int length)
    {
        if (length < 0x40)
        {
            ref byte start = ref Unsafe.Add(ref buffer, MaxHeader - 1);
            start = (byte)(length << 1 | 1);
            // With a header of one byte, it is no longer than a short copy can be.
            if (stream.GetType() == typeof(MemoryStream) && MemoryStreamFields.AreKnown
                && TryPutByFields(Unsafe.As<MemoryStream>(stream), ref start, length + 1))
            {
                return;
            }
            stream.Write(MemoryMarshal.CreateReadOnlySpan(ref start, length + 1));
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

    private static void SendLong(Stream stream, Span<byte> buffer) =>
        stream.Write(buffer[PutHeader(buffer, buffer.Length - MaxHeader, isLast: true)..]);

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

    /// <summary>Takes a value that lies in a MemoryStream as one chunk, where it lies. False, and nothing is taken, when it does not.</summary>
    /// <param name="stream">The stream, of exactly that class.</param>
    /// <param name="value">The bytes of the value.</param>
    /// <param name="hasSlack">The array goes on behind them for the length of a run.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryTakeWhole(MemoryStream stream, out ReadOnlySpan<byte> value, out bool hasSlack) =>
        MemoryStreamFields.AreKnown ? TryTakeByFields(stream, out value, out hasSlack) : TryTakeByMembers(stream, out value, out hasSlack);

    /// <inheritdoc cref="TryTakeWhole"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryTakeByFields(MemoryStream stream, out ReadOnlySpan<byte> value, out bool hasSlack)
    {
        ref int position = ref MemoryStreamFields.Position(stream);
        byte[] bytes = MemoryStreamFields.Buffer(stream);
        int start = position, end = MemoryStreamFields.Length(stream);
        if (MemoryStreamFields.IsExposable(stream) && MemoryStreamFields.IsOpen(stream) && TryFindWhole(bytes, ref start, end, out int length))
        {
            int next = start + length;
            position = next;
            hasSlack = bytes.Length - next >= ByteSource.Slack;
            value = MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(bytes), start), length);
            return true;
        }
        hasSlack = false;
        value = default;
        return false;
    }

    /// <inheritdoc cref="TryTakeWhole"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool TryTakeByMembers(MemoryStream stream, out ReadOnlySpan<byte> value, out bool hasSlack)
    {
        value = default;
        hasSlack = false;
        if (!stream.TryGetBuffer(out ArraySegment<byte> buffer) || stream.Position > buffer.Count)
        {
            return false;
        }
        byte[] bytes = buffer.Array!;
        int start = buffer.Offset + (int)stream.Position;
        if (!TryFindWhole(bytes, ref start, buffer.Offset + buffer.Count, out int length))
        {
            return false;
        }
        stream.Position = start + length - buffer.Offset;
        hasSlack = bytes.Length - start - length >= ByteSource.Slack;
        value = bytes.AsSpan(start, length);
        return true;
    }

    // Moves start from the header to the value behind it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryFindWhole(byte[] bytes, ref int start, int end, out int length)
    {
        if ((uint)start >= (uint)end || (uint)end > (uint)bytes.Length)
        {
            length = 0;
            return false;
        }
        uint header = bytes[start];
        if (header < 0x80)
        {
            start++;
            length = (int)(header >> 1);
            return (header & 1) != 0 && length <= end - start;
        }
        // By value: a local whose address is given away lives in memory, and start is on the way from one message to the next (0.88-0.95 of the time
        // of small ones).
        (int headerLength, length) = FindLong(bytes.AsSpan(start, end - start));
        start += headerLength;
        return headerLength != 0;
    }

    // With a header of two bytes, or of three: a value of up to 1 MiB. Longer ones, and wrong ones, are left to the slow way: then the header has no bytes.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (int HeaderLength, int Length) FindLong(ReadOnlySpan<byte> unread)
    {
        if (unread.Length < 3 || unread[1] == 0 || (unread[1] >= 0x80 && unread[2] is 0 or >= 0x80))
        {
            return default;
        }
        bool isTwo = unread[1] < 0x80;
        uint header = (unread[0] & 0x7Fu) | (unread[1] & 0x7Fu) << 7 | (isTwo ? 0 : (uint)unread[2] << 14);
        int headerLength = isTwo ? 2 : 3, length = (int)(header >> 1);
        return (header & 1) != 0 && length <= unread.Length - headerLength ? (headerLength, length) : default;
    }
}
