using System.Buffers;

namespace NetSerializer;

/// <summary>A message on a connection: its length as a varint, seven bits a byte and the lowest first, and so many bytes.</summary>
internal static class Frame
{
    private const int MostLengthBytes = 5;

    public static void Write(IBufferWriter<byte> output, ReadOnlySpan<byte> body)
    {
        Span<byte> destination = output.GetSpan(MostLengthBytes + body.Length);
        uint length = (uint)body.Length;
        int at = 0;
        for (; length >= 0x80; length >>= 7)
        {
            destination[at++] = (byte)(length | 0x80);
        }
        destination[at++] = (byte)length;
        body.CopyTo(destination[at..]);
        output.Advance(at + body.Length);
    }

    /// <summary>Takes the first frame off, if all of it is there. SignalR bounds how many bytes it waits for.</summary>
    /// <exception cref="InvalidDataException">The length is in no form that <see cref="Write"/> makes.</exception>
    public static bool TryRead(ref ReadOnlySequence<byte> input, out ReadOnlySequence<byte> body)
    {
        body = default;
        ReadOnlySequence<byte> first = input.Slice(0, Math.Min(MostLengthBytes, input.Length));
        Span<byte> header = stackalloc byte[(int)first.Length];
        first.CopyTo(header);
        ulong length = 0;
        for (int i = 0; i < header.Length; i++)
        {
            length |= (ulong)(header[i] & 0x7F) << (7 * i);
            if (header[i] < 0x80)
            {
                return (i == 0 || header[i] != 0) && length <= int.MaxValue ? TryTake(ref input, i + 1, (int)length, out body) : throw Malformed();
            }
        }
        return header.Length < MostLengthBytes ? false : throw Malformed();
    }

    private static bool TryTake(ref ReadOnlySequence<byte> input, int start, int length, out ReadOnlySequence<byte> body)
    {
        body = default;
        if (input.Length - start < length)
        {
            return false;
        }
        body = input.Slice(start, length);
        input = input.Slice(body.End);
        return true;
    }

    private static InvalidDataException Malformed() => new("A message has no valid length.");
}
