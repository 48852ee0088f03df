using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>
/// What a <see cref="BufferedStream"/> has in its buffer, taken from its fields, as it takes single bytes itself: two calls less for each message that is
/// read, one less for each that is written, and long ones are made where they will lie. As with <see cref="MemoryStreamFields"/>, what the fields mean
/// is tried out once. The class is sealed.
/// </summary>
internal static class BufferedStreamFields
{
    /// <summary>The fields are there and mean what they are taken for here.</summary>
    public static bool AreKnown { get; } = TriedOut.Holds(MeanTheSame);

    /// <summary>For what is read or what is written; null before the first byte, and when the stream is closed.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_buffer")]
    public static extern ref byte[]? Buffer(BufferedStream stream);

    /// <summary>How many bytes of it are written and not yet sent. If any, nothing in it has been read.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_writePos")]
    public static extern ref int Written(BufferedStream stream);

    /// <summary>How many bytes of it have been read from the stream below.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_readLen")]
    public static extern ref int Read(BufferedStream stream);

    /// <summary>How many of those have been taken.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_readPos")]
    public static extern ref int Taken(BufferedStream stream);

    /// <summary>
    /// Puts bytes behind others in the buffer. False, and nothing is put, where the stream has to see to it: the first bytes behind a flush, since it may
    /// take none, and those that fill the buffer.
    /// </summary>
    public static bool TryPut(BufferedStream stream, ref byte bytes, int count)
    {
        if (!AreKnown || Buffer(stream) is not { } buffer)
        {
            return false;
        }
        ref int written = ref Written(stream);
        int start = written;
        if (start <= 0 || count > Room(stream, buffer, start))
        {
            return false;
        }
        ref byte place = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(buffer), start);
        if (count <= ShortCopy.Longest)
        {
            ShortCopy.Copy(ref place, ref bytes, count);
        }
        else
        {
            MemoryMarshal.CreateReadOnlySpan(ref bytes, count).CopyTo(MemoryMarshal.CreateSpan(ref place, count));
        }
        written = start + count;
        return true;
    }

    /// <summary>
    /// Takes a value of up to <paramref name="longest"/> bytes that lies in the buffer as one chunk, where it lies until the stream is used again.
    /// False, and nothing is taken, when it does not.
    /// </summary>
    public static bool TryTake(BufferedStream stream, int longest, out ReadOnlySpan<byte> value, out bool hasSlack)
    {
        if (AreKnown && Buffer(stream) is { } buffer)
        {
            ref int taken = ref Taken(stream);
            if (Chunk.TryTake(buffer, taken, Read(stream), out int start, out int next) && next - start <= longest)
            {
                taken = next;
                hasSlack = buffer.Length - next >= ByteSource.Slack;
                value = MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(buffer), start), next - start);
                return true;
            }
        }
        hasSlack = false;
        value = default;
        return false;
    }

    /// <summary>How many bytes can be put from <paramref name="start"/> on without filling the buffer, where nothing in it has been read.</summary>
    public static int Room(BufferedStream stream, byte[] buffer, int start) =>
        Read(stream) == 0 ? Math.Min(stream.BufferSize, buffer.Length) - 1 - start : -1;

    private static bool MeanTheSame()
    {
        const int Size = 8;
        ReadOnlySpan<byte> content = [11, 12, 13, 14, 15, 16];
        using var below = new MemoryStream();
        var writing = new BufferedStream(below, Size);
        bool isSame = Buffer(writing) == null && Written(writing) == 0;
        writing.Write(content[..4]);
        isSame &= Buffer(writing) is { Length: >= Size } buffer && buffer.AsSpan(0, 4).SequenceEqual(content[..4]) && Written(writing) == 4
            && Read(writing) == 0;
        if (!isSame)
        {
            return false;
        }
        content[4..].CopyTo(Buffer(writing).AsSpan(4));
        Written(writing) = content.Length;
        writing.Flush();
        isSame = below.ToArray().AsSpan().SequenceEqual(content) && Written(writing) == 0;
        below.Position = 0;
        var reading = new BufferedStream(below, Size);
        isSame &= reading.ReadByte() == content[0] && Buffer(reading).AsSpan(0, content.Length).SequenceEqual(content) && Read(reading) == content.Length
            && Taken(reading) == 1;
        Taken(reading) = 3;
        isSame &= reading.ReadByte() == content[3] && Taken(reading) == 4;
        reading.Dispose();
        return isSame && Buffer(reading) == null;
    }
}
