using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace NetSerializer.Wire.Bulk;

/// <content>How wide elements are: the smallest width that all fit, and which of them need more than a given one.</content>
internal static partial class IntegerBlocks
{
    /// <summary>The most elements that one call of <see cref="WiderMask{T}"/> looks at.</summary>
    private const int MaskLength = 32;

    /// <summary>
    /// The smallest width that holds every element, by sign extension for signed types and by zero extension for unsigned ones; 0 when there is no
    /// element.
    /// </summary>
    internal static int SmallestWidth<T>(ref T source, int count) where T : unmanaged =>
        Unsafe.SizeOf<T>() == 2 ? SmallestWidth<T, ushort>(ref Unsafe.As<T, ushort>(ref source), count)
        : Unsafe.SizeOf<T>() == 4 ? SmallestWidth<T, uint>(ref Unsafe.As<T, uint>(ref source), count)
        : SmallestWidth<T, ulong>(ref Unsafe.As<T, ulong>(ref source), count);

    private static int SmallestWidth<T, TBits>(ref TBits source, int count) where T : unmanaged where TBits : unmanaged
    {
        // The last vectors overlap the ones before them, so that no element is left over.
        Vector128<TBits> all;
        if (Vector256.IsHardwareAccelerated && count >= 2 * Vector256<TBits>.Count)
        {
            int vector = Vector256<TBits>.Count;
            nint last = count - (2 * vector);
            Vector256<TBits> both = Significant<T, TBits>(ref source, last) | Significant<T, TBits>(ref source, last + vector);
            for (nint index = 0; index < last; index += 2 * vector)
            {
                both |= Significant<T, TBits>(ref source, index) | Significant<T, TBits>(ref source, index + vector);
            }
            all = both.GetLower() | both.GetUpper();
        }
        else if (Vector128.IsHardwareAccelerated && count >= Vector128<TBits>.Count)
        {
            nint last = count - Vector128<TBits>.Count;
            all = Significant<T, TBits>(Vector128.LoadUnsafe(ref source, (nuint)last));
            for (nint index = 0; index < last; index += Vector128<TBits>.Count)
            {
                all |= Significant<T, TBits>(Vector128.LoadUnsafe(ref source, (nuint)index));
            }
        }
        else
        {
            return Scalar.SmallestWidth(ref Unsafe.As<TBits, T>(ref source), count);
        }
        ulong bits = all.AsUInt64().GetElement(0) | all.AsUInt64().GetElement(1);
        bits = Unsafe.SizeOf<T>() <= 4 ? (uint)bits | (bits >> 32) : bits;
        bits = Unsafe.SizeOf<T>() == 2 ? (ushort)bits | (bits >> 16) : bits;
        return WidthOf(bits);
    }

    /// <summary>
    /// Whether more than <paramref name="limit"/> elements do not fit <paramref name="width"/>. Stops at the first 32 that show it. The elements need
    /// no alignment.
    /// </summary>
    private static bool HasMoreWider<T>(ref T source, int count, int width, int limit) where T : unmanaged
    {
        int wider = 0;
        for (int index = 0; index < count && wider <= limit; index += MaskLength)
        {
            wider += BitOperations.PopCount(WiderMask(ref Unsafe.Add(ref source, index), Math.Min(MaskLength, count - index), width));
        }
        return wider > limit;
    }

    /// <summary>
    /// A bit for each of 1 to 32 elements, set for elements that do not fit <paramref name="width"/>, which is below the width of
    /// <typeparamref name="T"/>. The elements need no alignment.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static uint WiderMask<T>(ref T source, int count, int width) where T : unmanaged =>
        !Vector128.IsHardwareAccelerated || count < MaskLength ? Scalar.WiderMask(ref source, count, width)
        : Unsafe.SizeOf<T>() == 2 ? ~FittingMask<T, ushort>(ref Unsafe.As<T, ushort>(ref source), width)
        : Unsafe.SizeOf<T>() == 4 ? ~FittingMask<T, uint>(ref Unsafe.As<T, uint>(ref source), width)
        : ~FittingMask<T, ulong>(ref Unsafe.As<T, ulong>(ref source), width);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint FittingMask<T, TBits>(ref TBits source, int width) where T : unmanaged where TBits : unmanaged
    {
        // Adding half the range moves the signed values that fit to 0 and up, so that one test of the high bits does for both kinds. The vectors are
        // made from 64 bits each, since generic math would load two dozen interface types on the first call.
        int bits = 8 << width;
        ulong each = Unsafe.SizeOf<TBits>() == 2 ? 0x0001_0001_0001_0001UL : Unsafe.SizeOf<TBits>() == 4 ? 0x0000_0001_0000_0001UL : 1UL;
        ulong offset = IsSigned<T>() ? each << (bits - 1) : 0;
        ulong high = ~(each * ((1UL << bits) - 1));
        uint fitting = 0;
        if (Vector256.IsHardwareAccelerated)
        {
            Vector256<TBits> offsets = Vector256.Create(offset).As<ulong, TBits>(), highs = Vector256.Create(high).As<ulong, TBits>();
            for (int index = 0; index < MaskLength; index += Vector256<TBits>.Count)
            {
                Vector256<TBits> moved = Vector256.LoadUnsafe(ref source, (nuint)index) + offsets;
                fitting |= Vector256.Equals(moved & highs, Vector256<TBits>.Zero).ExtractMostSignificantBits() << index;
            }
        }
        else
        {
            Vector128<TBits> offsets = Vector128.Create(offset).As<ulong, TBits>(), highs = Vector128.Create(high).As<ulong, TBits>();
            for (int index = 0; index < MaskLength; index += Vector128<TBits>.Count)
            {
                Vector128<TBits> moved = Vector128.LoadUnsafe(ref source, (nuint)index) + offsets;
                fitting |= Vector128.Equals(moved & highs, Vector128<TBits>.Zero).ExtractMostSignificantBits() << index;
            }
        }
        return fitting;
    }

    // As SignificantBits of single elements.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<TBits> Significant<T, TBits>(ref TBits source, nint index) where TBits : unmanaged
    {
        Vector256<TBits> elements = Vector256.LoadUnsafe(ref source, (nuint)index);
        return IsSigned<T>() ? elements ^ (elements + elements) : elements;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<TBits> Significant<T, TBits>(Vector128<TBits> elements) => IsSigned<T>() ? elements ^ (elements + elements) : elements;
}
