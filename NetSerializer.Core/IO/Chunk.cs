using System.Diagnostics.CodeAnalysis;
using NetSerializer.Errors;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>
/// The chunk headers of docs/wire-format.md, section 9. A value of one chunk of less than 64 bytes has a header of one byte. Others have the number
/// <c>length &lt;&lt; 1 | last</c> in two bytes and more. The first byte is above 127: so a value without chunks whose id is below 128 is told apart.
/// </summary>
internal static class Chunk
{
    public const int MaxHeader = 5;

    /// <summary>The number of the header that marks an aborted value.</summary>
    public const uint Aborted = 0;

    /// <summary>The size of the buffers, and so of the chunks of long values, in bytes.</summary>
    public const int BufferLength = 64 << 10;

    // The least first byte of a header of one byte and of longer ones. Both have six bits of the number in it.
    private const int Short = 0x80, Long = 0xC0, LowBits = 6, LowMask = (1 << LowBits) - 1, LengthsOfShort = 1 << LowBits, LongestTaken = 3;

    /// <summary>Tells the reader that the value is given up.</summary>
    public static ReadOnlySpan<byte> AbortMark => [Long, 0];

    /// <summary>Whether a header that begins with this byte has more.</summary>
    public static bool HasSecond(int first) => first >= Long;

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
        int start = MaxHeader - (IsShort(length, isLast) ? 1 : 1 + VarInt.Length(Number(length, isLast) >> LowBits));
        WriteHeader(buffer[start..], length, isLast);
        return start;
    }

    /// <summary>Writes a header byte by byte, for a wider store would reach into the value.</summary>
    /// <returns>How many bytes it takes.</returns>
    public static int WriteHeader(Span<byte> destination, int length, bool isLast)
    {
        if (IsShort(length, isLast))
        {
            destination[0] = (byte)(Short | length);
            return 1;
        }
        uint number = Number(length, isLast);
        destination[0] = (byte)(Long | (number & LowMask));
        int at = 1;
        for (number >>= LowBits; number >= 0x80; number >>= 7)
        {
            destination[at++] = (byte)(number | 0x80);
        }
        destination[at] = (byte)number;
        return at + 1;
    }

    /// <summary>Takes the next byte of a header.</summary>
    /// <param name="number">The number so far.</param>
    /// <param name="index">How many bytes were taken before.</param>
    /// <param name="next">The byte.</param>
    /// <returns>True at the last byte, null when no writer makes such a header.</returns>
    public static bool? Take(ref uint number, int index, int next)
    {
        if (index == 0)
        {
            number = next < Long ? Number(next & LowMask, isLast: true) : (uint)(next & LowMask);
            return next < Short ? null : next < Long;
        }
        bool isEnd = next < 0x80;
        number |= (uint)(next & 0x7F) << (LowBits + (7 * (index - 1)));
        bool isOverlong = (next == 0 && index > 1) || (isEnd && (number & 1) != 0 && IsShort((int)(number >> 1), isLast: true));
        return isOverlong || (index == MaxHeader - 1 && next > 0x1F) ? null : isEnd;
    }

    /// <summary>As <see cref="Take"/>, and refuses a header that no writer makes.</summary>
    public static bool TakeOrFail(ref uint number, int index, int next, long consumed) => Take(ref number, index, next) ?? FailHeader(index, next, consumed);

    /// <summary>Reads the header at the start of <paramref name="bytes"/>.</summary>
    /// <returns>How many bytes it takes; 0 when it is cut short, or when no writer makes it.</returns>
    public static int ReadHeader(ReadOnlySpan<byte> bytes, out uint number)
    {
        number = 0;
        for (int i = 0; i < Math.Min(MaxHeader, bytes.Length); i++)
        {
            if (Take(ref number, i, bytes[i]) is not { } isEnd)
            {
                return 0;
            }
            if (isEnd)
            {
                return i + 1;
            }
        }
        return 0;
    }

    /// <summary>Whether the bytes are the header of a value of one chunk that fits into a <see cref="ShortBuffer"/>.</summary>
    /// <param name="first">The first byte, -1 for the end of the stream.</param>
    /// <param name="second">The second one, if the first says that there is one.</param>
    /// <param name="length">The length of the value.</param>
    public static bool IsShort(int first, int second, out int length)
    {
        if (first < Long)
        {
            length = first & LowMask;
            return first >= Short;
        }
        length = ((first & LowMask) | (second << LowBits)) >> 1;
        return (first & 1) != 0 && second < 0x80 && length is >= LengthsOfShort and <= ShortBuffer.LongestValue;
    }

    /// <summary>
    /// The same failure of a read that expects no chunks. It says so when the bytes look like a value in chunks: such a header is no id of a small
    /// model, and the chunk ends where the bytes do. It also says so when they begin with the header of a model.
    /// </summary>
    /// <param name="failure">The failure.</param>
    /// <param name="start">The first bytes, as many as a header has or all there are.</param>
    /// <param name="length">How many there are in all, at the most.</param>
    public static MalformedDataException Explain(MalformedDataException failure, ReadOnlySpan<byte> start, long length)
    {
        int headerLength = ReadHeader(start, out uint number);
        long end = headerLength + (number >> 1);
        bool looksSo = headerLength > 0 && (end == length || (failure.Offset == 0 && end < length));
        string hint = looksSo
            ? "If the bytes come from a stream or a frame, which have chunks, they are read with Deserialize of a Stream or with TryDeserializeFramed."
            : failure.Offset == 0 && start.StartsWith(ModelHeader.Mark[..^1])
            ? "The bytes begin with a header. OpenReader with SessionOptions reads that of a session, and ReadHeader all others." : "";
        return hint.Length == 0 || failure.InnerException != null ? failure
            : new MalformedDataException(failure.Code, $"{failure.Reason} {hint}", failure.Offset, failure.Path);
    }

    [DoesNotReturn]
    private static bool FailHeader(int index, int next, long consumed)
    {
        string reason = index > 0 || consumed > 0 ? "A chunk header that no writer makes."
            : $"The byte 0x{next:X2} begins no chunk, which values in streams and frames have. Serialize to an array or a buffer writer, and sessions, write "
                + "none: read such bytes as an array, a span or a sequence, or with OpenReader."
                + (next == 'N' ? " The header of a stream begins with 0x4E: ReadHeader comes first." : "") + (next == 0 ? Throw.OldPayload : "");
        throw new MalformedDataException(ErrorCode.MalformedChunk, reason, consumed);
    }

    [DoesNotReturn]
    public static void FailAborted(long consumed) => throw new MalformedDataException(ErrorCode.ValueAborted, "The writer gave the value up.", consumed);

    [DoesNotReturn]
    public static void FailTruncated(long consumed) =>
        throw new MalformedDataException(
            ErrorCode.Truncated, "The stream ends inside a value, or its bytes are of an array or a session, which have no chunks.", consumed);

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
        int position = (int)stream.Position, headerLength = ReadHeader(buffer.AsSpan(position), out uint number), start = position + headerLength;
        int length = (int)(number >> 1);
        // Longer headers, and wrong ones, are left to the slow way.
        if (headerLength is 0 or > LongestTaken || (number & 1) == 0 || length > buffer.Count - start)
        {
            return false;
        }
        stream.Position = start + length;
        hasSlack = buffer.Array!.Length - buffer.Offset - start - length >= ByteSource.Slack;
        value = buffer.AsSpan(start, length);
        return true;
    }

    private static bool IsShort(int length, bool isLast) => isLast && length < LengthsOfShort;

    private static uint Number(int length, bool isLast) => (uint)length << 1 | (isLast ? 1u : 0u);
}
