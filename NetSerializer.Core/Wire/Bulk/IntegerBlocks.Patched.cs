using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace NetSerializer.Wire.Bulk;

/// <content>Patched blocks: all elements cut to a width that most of them fit, and behind them the few that do not, with their positions.</content>
internal static partial class IntegerBlocks
{
    private const int MostListed = BlockLength / ElementsPerException;

    private static int EncodePatched<T>(ref T source, int count, ref byte destination, int baseWidth, int width)
        where T : unmanaged
    {
        Narrow(ref source, count, baseWidth, ref Unsafe.Add(ref destination, 2));
        ref byte positions = ref Unsafe.Add(ref destination, 2 + (count << baseWidth));
        if (count == BlockLength && Vector512.IsHardwareAccelerated && Avx512Vbmi2.IsSupported)
        {
            int listed = ListExceptions(ref source, ref positions, baseWidth, width);
            Unsafe.Add(ref destination, 1) = (byte)listed;
            return 2 + (count << baseWidth) + (listed * (1 + (1 << width)));
        }

        // As in ListExceptions, no more than there can be.
        int most = count / ElementsPerException;
        int exceptions = 0;
        int index = 0;
        for (; index + MaskLength <= count; index += MaskLength)
        {
            uint wider = WiderMask(ref Unsafe.Add(ref source, index), baseWidth);
            for (; wider != 0 && exceptions < most; wider &= wider - 1)
            {
                Unsafe.Add(ref positions, exceptions++) = (byte)(index + BitOperations.TrailingZeroCount(wider));
            }
        }

        for (; index < count && exceptions < most; index++)
        {
            if (IsWider(Unsafe.Add(ref source, index), baseWidth))
            {
                Unsafe.Add(ref positions, exceptions++) = (byte)index;
            }
        }

        Unsafe.Add(ref destination, 1) = (byte)exceptions;
        ref byte values = ref Unsafe.Add(ref positions, exceptions);
        for (int number = 0; number < exceptions; number++)
        {
            T value = Unsafe.Add(ref source, (int)Unsafe.Add(ref positions, number));
            WriteTruncated(ref Unsafe.Add(ref values, number << width), ToBits(value), width);
        }

        return 2 + (count << baseWidth) + (exceptions * (1 + (1 << width)));
    }

    private static int DecodePatched<T>(
        ref byte source, nint available, ref T destination, int count, int baseWidth, int width)
        where T : unmanaged
    {
        if (available < 2)
        {
            return Truncated;
        }

        int exceptions = Unsafe.Add(ref source, 1);
        int limit = count / ElementsPerException;
        if (exceptions == 0 || exceptions > limit)
        {
            return Malformed;
        }

        int length = 2 + (count << baseWidth) + (exceptions * (1 + (1 << width)));
        if (available < length)
        {
            return Truncated;
        }

        Widen(ref Unsafe.Add(ref source, 2), count, baseWidth, ref destination);
        ref byte positions = ref Unsafe.Add(ref source, 2 + (count << baseWidth));
        ref byte values = ref Unsafe.Add(ref positions, exceptions);
        int previous = -1;
        ulong baseMask = (1UL << (8 << baseWidth)) - 1;
        ulong significant = 0;
        bool same = false;
        ulong lowDifference = 0;
        for (int number = 0; number < exceptions; number++)
        {
            int position = Unsafe.Add(ref positions, number);
            if (position <= previous || position >= count)
            {
                return Malformed;
            }

            previous = position;
            ulong value = ReadExtended<T>(ref Unsafe.Add(ref values, number << width), width);
            ref T element = ref Unsafe.Add(ref destination, position);

            // The element holds the extension of its low bytes: an exception has the same low bytes and another value.
            ulong difference = value ^ ToBits(element);
            lowDifference |= difference & baseMask;
            same |= difference == 0;
            significant |= SignificantBits<T>(value);
            element = FromBits<T>(value);
        }

        if (same || lowDifference != 0 || significant >> (8 << (width - 1)) == 0)
        {
            return Malformed;
        }

        return baseWidth == 0 || HasMoreWider(ref destination, count, baseWidth - 1, limit) ? length : Malformed;
    }

    /// <summary>
    /// Writes the positions of the elements of a whole block that need more than <c>1 &lt;&lt; baseWidth</c> bytes, and behind them those elements in
    /// <c>1 &lt;&lt; width</c> bytes each. Returns how many there are. It writes up to 128 bytes more, which a block of that many elements has room for.
    /// (86,000 random ints, a sixth of them wide, so that one block in four is patched and the others masked: 0.94 of the time of one by one.)
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int ListExceptions<T>(ref T source, ref byte positions, int baseWidth, int width) where T : unmanaged
    {
        // A step writes a vector behind what it finds. The caller has counted, but another thread may write to the array meanwhile, which must do no harm
        // beyond the bytes of the block: no step goes on behind the most that there can be.
        Vector512<byte> cleared = default;
        Span<Vector512<byte>> found = [cleared, cleared, cleared];
        ref byte elements = ref Unsafe.As<Vector512<byte>, byte>(ref found[0]);
        int count = Unsafe.SizeOf<T>() == 2 ? FindShorts<T>(ref Unsafe.As<T, ushort>(ref source), ref positions, ref elements)
            : Unsafe.SizeOf<T>() == 4 ? FindInts<T>(ref Unsafe.As<T, uint>(ref source), ref positions, ref elements, baseWidth)
            : FindLongs<T>(ref Unsafe.As<T, ulong>(ref source), ref positions, ref elements, baseWidth);
        Narrow(ref Unsafe.As<byte, T>(ref elements), MostListed, width, ref Unsafe.Add(ref positions, count));
        return count;
    }

    private static int FindShorts<T>(ref ushort source, ref byte positions, ref byte elements) where T : unmanaged
    {
        (Vector512<ushort> offset, Vector512<ushort> largest) = (Vector512.Create((ushort)(IsSigned<T>() ? 0x80 : 0)), Vector512.Create((ushort)0xFF));
        Vector512<ushort> indexes = Vector512<ushort>.Indices;
        nint count = 0;
        for (nint index = 0; index < BlockLength; index += Vector512<ushort>.Count)
        {
            Vector512<ushort> step = Vector512.LoadUnsafe(ref Unsafe.Add(ref source, index));
            Vector512<ushort> wide = Vector512.GreaterThan(step + offset, largest);
            Avx512Vbmi2.Compress(Vector512<ushort>.Zero, wide, step).AsByte().StoreUnsafe(ref Unsafe.Add(ref elements, count << 1));
            Avx512BW.ConvertToVector256Byte(Avx512Vbmi2.Compress(Vector512<ushort>.Zero, wide, indexes)).StoreUnsafe(ref Unsafe.Add(ref positions, count));
            count = nint.Min(count + BitOperations.PopCount(wide.ExtractMostSignificantBits()), MostListed);
            indexes += Vector512.Create((ushort)Vector512<ushort>.Count);
        }

        return (int)count;
    }

    private static int FindInts<T>(ref uint source, ref byte positions, ref byte elements, int baseWidth) where T : unmanaged
    {
        uint limit = (1U << (8 << baseWidth)) - 1;
        (Vector512<uint> offset, Vector512<uint> largest) = (Vector512.Create(IsSigned<T>() ? (limit >> 1) + 1 : 0), Vector512.Create(limit));
        Vector512<uint> indexes = Vector512<uint>.Indices;
        nint count = 0;
        for (nint index = 0; index < BlockLength; index += Vector512<uint>.Count)
        {
            Vector512<uint> step = Vector512.LoadUnsafe(ref Unsafe.Add(ref source, index));
            Vector512<uint> wide = Vector512.GreaterThan(step + offset, largest);
            Avx512F.Compress(Vector512<uint>.Zero, wide, step).AsByte().StoreUnsafe(ref Unsafe.Add(ref elements, count << 2));
            Avx512F.ConvertToVector128Byte(Avx512F.Compress(Vector512<uint>.Zero, wide, indexes)).StoreUnsafe(ref Unsafe.Add(ref positions, count));
            count = nint.Min(count + BitOperations.PopCount(wide.ExtractMostSignificantBits()), MostListed);
            indexes += Vector512.Create((uint)Vector512<uint>.Count);
        }

        return (int)count;
    }

    private static int FindLongs<T>(ref ulong source, ref byte positions, ref byte elements, int baseWidth) where T : unmanaged
    {
        ulong limit = (1UL << (8 << baseWidth)) - 1;
        (Vector512<ulong> offset, Vector512<ulong> largest) = (Vector512.Create(IsSigned<T>() ? (limit >> 1) + 1 : 0), Vector512.Create(limit));
        Vector512<ulong> indexes = Vector512<ulong>.Indices;
        nint count = 0;
        for (nint index = 0; index < BlockLength; index += Vector512<ulong>.Count)
        {
            Vector512<ulong> step = Vector512.LoadUnsafe(ref Unsafe.Add(ref source, index));
            Vector512<ulong> wide = Vector512.GreaterThan(step + offset, largest);
            Avx512F.Compress(Vector512<ulong>.Zero, wide, step).AsByte().StoreUnsafe(ref Unsafe.Add(ref elements, count << 3));
            Avx512F.ConvertToVector128Byte(Avx512F.Compress(Vector512<ulong>.Zero, wide, indexes)).StoreUnsafe(ref Unsafe.Add(ref positions, count));
            count = nint.Min(count + BitOperations.PopCount(wide.ExtractMostSignificantBits()), MostListed);
            indexes += Vector512.Create((ulong)Vector512<ulong>.Count);
        }

        return (int)count;
    }
}
