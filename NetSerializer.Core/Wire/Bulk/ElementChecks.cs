using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace NetSerializer.Wire.Bulk;

/// <summary>
/// Whether elements that were copied as they lie in memory are values that their type can hold. The functions never throw and look at exactly the
/// elements they are given. Pure functions; any number of threads.
/// </summary>
internal static class ElementChecks
{
    private const ulong LargestDateTimeTicks = 3_155_378_975_999_999_999, LargestTimeOnlyTicks = 863_999_999_999;

    /// <summary>
    /// Of the flags, the first 4 of 16 bytes, only the sign (bit 31) and a scale of 0 to 28 (bits 16 to 23) may be set.
    /// </summary>
    internal static bool AreDecimals(ref decimal elements, int count)
    {
        const uint unusedFlags = 0x7F00_FFFF, scale = 0x00FF_0000, largestScale = 28 << 16;
        ref uint flags = ref Unsafe.As<decimal, uint>(ref elements);
        uint unused = 0, largest = 0;
        for (nint index = 0; index < count; index++)
        {
            uint own = Unsafe.Add(ref flags, 4 * index);
            unused |= own;
            largest = Math.Max(largest, own & scale);
        }
        return (unused & unusedFlags) == 0 && largest <= largestScale;
    }

    /// <summary>
    /// 8 bytes an element: ticks in the low 62 bits, at most the ticks of <see cref="DateTime.MaxValue"/>, and the kind in the high 2. All four kinds
    /// occur: 0 unspecified, 1 UTC, 2 local, and 3. .NET sets 3 on a local time in the repeated hour at the end of daylight saving.
    /// </summary>
    internal static bool AreDateTimes(ref DateTime elements, int count) =>
        AreBounded(ref Unsafe.As<DateTime, ulong>(ref elements), count, ulong.MaxValue >> 2, LargestDateTimeTicks);

    /// <summary>8 bytes an element: ticks since midnight, 0 to 863,999,999,999.</summary>
    internal static bool AreTimeOnlys(ref TimeOnly elements, int count) =>
        AreBounded(ref Unsafe.As<TimeOnly, ulong>(ref elements), count, ulong.MaxValue, LargestTimeOnlyTicks);

    /// <summary>Whether no element is a NaN or infinite.</summary>
    internal static bool AreFinite(ref Half elements, int count) => AreBounded<ushort>(ref Unsafe.As<Half, ushort>(ref elements), count, 0x7FFF, 0x7BFF);

    /// <inheritdoc cref="AreFinite(ref Half, int)"/>
    internal static bool AreFinite(ref float elements, int count) =>
        AreBounded<uint>(ref Unsafe.As<float, uint>(ref elements), count, int.MaxValue, 0x7F7F_FFFF);

    /// <inheritdoc cref="AreFinite(ref Half, int)"/>
    internal static bool AreFinite(ref double elements, int count) =>
        AreBounded<ulong>(ref Unsafe.As<double, ulong>(ref elements), count, long.MaxValue, 0x7FEF_FFFF_FFFF_FFFF);

    // Whether the bits of every element under the mask are a number of at most the largest one. The last vector overlaps the one before it.
    private static bool AreBounded<T>(ref T elements, nint count, T mask, T largest) where T : unmanaged, IBinaryInteger<T>
    {
        if (Vector256.IsHardwareAccelerated && count >= Vector256<T>.Count)
        {
            Vector256<T> masks = Vector256.Create(mask), bounds = Vector256.Create(largest), wrong = Vector256<T>.Zero;
            for (nint index = 0; index < count; index += Vector256<T>.Count)
            {
                index = nint.Min(index, count - Vector256<T>.Count);
                wrong |= Vector256.GreaterThan(Vector256.LoadUnsafe(ref elements, (nuint)index) & masks, bounds);
            }
            return wrong == Vector256<T>.Zero;
        }
        if (Vector128.IsHardwareAccelerated && count >= Vector128<T>.Count)
        {
            Vector128<T> masks = Vector128.Create(mask), bounds = Vector128.Create(largest), wrong = Vector128<T>.Zero;
            for (nint index = 0; index < count; index += Vector128<T>.Count)
            {
                index = nint.Min(index, count - Vector128<T>.Count);
                wrong |= Vector128.GreaterThan(Vector128.LoadUnsafe(ref elements, (nuint)index) & masks, bounds);
            }
            return wrong == Vector128<T>.Zero;
        }
        return AreBoundedScalar(ref elements, count, mask, largest);
    }

    /// <summary>One element at a time: for short arrays and machines without vectors, and for tests to compare with.</summary>
    internal static bool AreBoundedScalar<T>(ref T elements, nint count, T mask, T largest) where T : unmanaged, IBinaryInteger<T>
    {
        bool valid = true;
        for (nint index = 0; index < count; index++)
        {
            valid &= (Unsafe.Add(ref elements, index) & mask) <= largest;
        }
        return valid;
    }
}
