using System.Numerics;
using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Bulk;

/// <summary>
/// Integers in blocks of up to 128 elements (docs/wire-format.md, section 4a). There are two kinds of block. A plain block holds every element in the
/// smallest width of 1, 2, 4 or 8 bytes that all of them fit. A patched block is for many narrow elements and a few wide ones, which are called
/// exceptions: it cuts every element to the narrow width, and lists behind them the position and the whole value of each exception. The first byte of
/// a block is its mode: the narrow width in bits 0 and 1, and the width of the widest element in bits 2 and 3, as base-2 logarithms. They are equal in
/// a plain block.
/// </summary>
/// <remarks>
/// <c>T</c> is <see cref="short"/>, <see cref="ushort"/>, <see cref="int"/>, <see cref="uint"/>, <see cref="long"/> or <see cref="ulong"/>; other
/// integers and enums are passed as the one of these with their size and sign. All widths in this class are base-2 logarithms of a number of bytes.
/// Little-endian machines only. All members are pure functions over memory that the caller has measured, so they may run on any number of threads.
/// </remarks>
internal static partial class IntegerBlocks
{
    /// <summary>Elements in a block; the last block of an array may hold fewer.</summary>
    internal const int BlockLength = 128;

    /// <summary>Arrays with fewer elements carry one width in their header and have no blocks.</summary>
    internal const int ShortLimit = 32;

    /// <summary>The block needs more bytes than there are.</summary>
    internal const int Truncated = -1;

    /// <summary><see cref="EncodeBlock{T}"/> writes these bytes for no elements.</summary>
    internal const int Malformed = -2;

    /// <summary>
    /// One element in this many may be an exception. It keeps a patched block below the plain one: with elements of X bytes it has at most
    /// 2 + m X / 2 + (m / 8)(1 + X) bytes, and 1 + m X is more for every X and m of at least 2 and 8.
    /// </summary>
    private const int ElementsPerException = 8;

    /// <summary>The most bytes that <see cref="EncodeBlock{T}"/> writes for so many elements, also where another thread changes them meanwhile.</summary>
    internal static int MaxBlockBytes<T>(int count) where T : unmanaged => 1 + (count * Unsafe.SizeOf<T>());

    /// <summary>
    /// Writes one block of 1 to <see cref="BlockLength"/> elements in its only form and returns its length in bytes. The destination has room for
    /// <see cref="MaxBlockBytes{T}"/> bytes.
    /// </summary>
    internal static int EncodeBlock<T>(ref T source, int count, ref byte destination) where T : unmanaged
    {
        int most = count / ElementsPerException, full = BitOperations.Log2((uint)Unsafe.SizeOf<T>());
        int narrow, width;
        if (count >= MaskLength && BitOperations.PopCount(WiderMask(ref source, MaskLength, full - 1)) > most)
        {
            // The first elements show already that no smaller width will do, as they do among random numbers: the others need not be looked at.
            narrow = width = full;
        }
        else
        {
            narrow = width = SmallestWidth(ref source, count);
            while (narrow > 0 && !HasMoreWider(ref source, count, narrow - 1, most))
            {
                narrow--;
            }
        }
        destination = (byte)(narrow | (width << 2));
        if (narrow != width)
        {
            return EncodePatched(ref source, count, ref destination, narrow, width);
        }
        Narrow(ref source, count, width, ref Unsafe.Add(ref destination, 1));
        return 1 + (count << width);
    }

    // Writes everything behind the mode, and returns the length of the whole block.
    private static int EncodePatched<T>(ref T source, int count, ref byte destination, int narrow, int width) where T : unmanaged
    {
        Narrow(ref source, count, narrow, ref Unsafe.Add(ref destination, 2));
        ref byte positions = ref Unsafe.Add(ref destination, 2 + (count << narrow));
        // The exceptions were counted before, but another thread may change elements since: no more are listed than there is room for.
        int most = count / ElementsPerException;
        int exceptions = 0;
        for (int index = 0; index < count; index += MaskLength)
        {
            uint wider = WiderMask(ref Unsafe.Add(ref source, index), Math.Min(MaskLength, count - index), narrow);
            for (; wider != 0 && exceptions < most; wider &= wider - 1)
            {
                Unsafe.Add(ref positions, exceptions++) = (byte)(index + BitOperations.TrailingZeroCount(wider));
            }
        }
        Unsafe.Add(ref destination, 1) = (byte)exceptions;
        ref byte values = ref Unsafe.Add(ref positions, exceptions);
        for (int number = 0; number < exceptions; number++)
        {
            T value = Unsafe.Add(ref source, (int)Unsafe.Add(ref positions, number));
            WriteTruncated(ref Unsafe.Add(ref values, number << width), ToBits(value), width);
        }
        return 2 + (count << narrow) + (exceptions * (1 + (1 << width)));
    }

    /// <summary>
    /// Reads one block of 1 to <see cref="BlockLength"/> elements. Returns the bytes consumed, or <see cref="Truncated"/> or <see cref="Malformed"/>,
    /// after which the destination's content is unspecified. No byte past <paramref name="available"/> is read.
    /// </summary>
    internal static int DecodeBlock<T>(ref byte source, nint available, ref T destination, int count) where T : unmanaged
    {
        int length = ReadHead<T>(ref source, available, count, out int narrow, out int width, out int exceptions);
        if (length < 0)
        {
            return length;
        }
        if (available < length)
        {
            return Truncated;
        }
        if (narrow != width)
        {
            return DecodePatched(ref Unsafe.Add(ref source, 2), ref destination, count, narrow, width, exceptions) ? length : Malformed;
        }
        ref byte elements = ref Unsafe.Add(ref source, 1);
        if (width > 0 && !NeedsWidth<T>(ref elements, count, width))
        {
            return Malformed;
        }
        Widen(ref elements, count, width, ref destination);
        return length;
    }

    /// <summary>
    /// The length in bytes of the block that begins at <paramref name="source"/>, by its first one or two bytes. <see cref="Truncated"/> if these are
    /// more than <paramref name="available"/>, or <see cref="Malformed"/> if no block begins with them.
    /// </summary>
    internal static int LengthOf<T>(ref byte source, nint available, int count) where T : unmanaged =>
        ReadHead<T>(ref source, available, count, out _, out _, out _);

    // Every byte is read once: so the bytes checked are the bytes used, also if another thread changes the memory.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int ReadHead<T>(ref byte source, nint available, int count, out int narrow, out int width, out int exceptions) where T : unmanaged
    {
        narrow = width = exceptions = 0;
        if (available < 1)
        {
            return Truncated;
        }
        int mode = source;
        narrow = mode & 3;
        width = mode >> 2;
        if (narrow > width || width > 3 || 1 << width > Unsafe.SizeOf<T>())
        {
            return Malformed;
        }
        if (narrow == width)
        {
            return 1 + (count << width);
        }
        if (available < 2)
        {
            return Truncated;
        }
        exceptions = Unsafe.Add(ref source, 1);
        return exceptions == 0 || exceptions > count / ElementsPerException ? Malformed : 2 + (count << narrow) + (exceptions * (1 + (1 << width)));
    }

    // Reads everything behind the head of a block, which is there; false when no writer makes it.
    private static bool DecodePatched<T>(ref byte source, ref T destination, int count, int narrow, int width, int exceptions) where T : unmanaged
    {
        Widen(ref source, count, narrow, ref destination);
        ref byte positions = ref Unsafe.Add(ref source, count << narrow);
        ref byte values = ref Unsafe.Add(ref positions, exceptions);
        int previous = -1;
        ulong narrowBits = (1UL << (8 << narrow)) - 1;
        ulong significant = 0, lowDifference = 0;
        bool fits = false;
        for (int number = 0; number < exceptions; number++)
        {
            int position = Unsafe.Add(ref positions, number);
            if (position <= previous || position >= count)
            {
                return false;
            }
            previous = position;
            ulong value = ReadExtended<T>(ref Unsafe.Add(ref values, number << width), width);
            ref T element = ref Unsafe.Add(ref destination, position);
            // The element holds the extension of its low bytes: an exception has the same low bytes and another value.
            ulong difference = value ^ ToBits(element);
            lowDifference |= difference & narrowBits;
            fits |= difference == 0;
            significant |= SignificantBits<T>(value);
            element = FromBits<T>(value);
        }
        bool needsWidth = significant >> (8 << (width - 1)) != 0;
        return !fits && lowDifference == 0 && needsWidth
            && (narrow == 0 || HasMoreWider(ref destination, count, narrow - 1, count / ElementsPerException));
    }

    /// <summary>
    /// Whether <paramref name="width"/>, from the header of an array shorter than <see cref="ShortLimit"/>, is the smallest one that holds the elements
    /// read with it.
    /// </summary>
    internal static bool IsCanonicalShort<T>(ref T decoded, int count, int width) where T : unmanaged => SmallestWidth(ref decoded, count) == width;

    // Whether the elements of a plain block may not be written narrower, patched or not. The bytes are looked at before they are widened.
    private static bool NeedsWidth<T>(ref byte elements, int count, int width) where T : unmanaged => width switch
    {
        1 => IsSigned<T>() ? NeedsOwnWidth<short>(ref elements, count, 1) : NeedsOwnWidth<ushort>(ref elements, count, 1),
        2 => IsSigned<T>() ? NeedsOwnWidth<int>(ref elements, count, 2) : NeedsOwnWidth<uint>(ref elements, count, 2),
        _ => NeedsOwnWidth<T>(ref elements, count, 3),
    };

    private static bool NeedsOwnWidth<T>(ref byte elements, int count, int width) where T : unmanaged =>
        HasMoreWider(ref Unsafe.As<byte, T>(ref elements), count, width - 1, count / ElementsPerException);
}
