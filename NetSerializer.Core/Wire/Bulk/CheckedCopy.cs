using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace NetSerializer.Wire.Bulk;

/// <summary>
/// Copies of arrays whose memory is their wire form on a little-endian machine, with a check that every element is a
/// value its type can hold. All read exactly the elements they are told to, never throw, and return false when some
/// element is not valid; the destination then holds what must not be handed out. Pure functions; any number of threads.
/// </summary>
/// <remarks>
/// Measured with BulkComparison, 1,000 elements, speed against a plain copy: decimals 0.36, dates 0.50. The loops do not align their stores, which
/// the plain copy does.
/// </remarks>
internal static partial class CheckedCopy
{
    private const long LargestDateTimeTicks = 3_155_378_975_999_999_999;
    private const long LargestTimeOnlyTicks = 863_999_999_999;
    private const int LargestScale = 28;

    /// <summary>
    /// Copies 16 bytes an element: flags, high 32 bits, low 64 bits. Of the flags only the sign (bit 31) and a scale
    /// of 0 to 28 (bits 16 to 23) may be set.
    /// </summary>
    internal static bool Decimals(ref byte source, ref decimal destination, int count)
    {
        ref byte target = ref Unsafe.As<decimal, byte>(ref destination);
        nint length = (nint)count * 16;
        nint offset = 0;
        if (!Vector128.IsHardwareAccelerated)
        {
            return DecimalsScalar(ref source, ref destination, count);
        }

        // Without the sign, flags are valid that are at most those of the largest scale and have an empty low half.
        // Both are read off the largest and the union of all flags, the first quarter of each 16 bytes.
        Vector128<uint> union = Vector128<uint>.Zero;
        Vector128<uint> largest = Vector128<uint>.Zero;
        if (Vector256.IsHardwareAccelerated)
        {
            Vector256<uint> union256 = Vector256<uint>.Zero;
            Vector256<uint> largest256 = Vector256<uint>.Zero;
            for (; offset + 64 <= length; offset += 64)
            {
                Vector256<uint> first = Vector256.LoadUnsafe(ref source, (nuint)offset).AsUInt32();
                Vector256<uint> second = Vector256.LoadUnsafe(ref source, (nuint)(offset + 32)).AsUInt32();
                first.AsByte().StoreUnsafe(ref target, (nuint)offset);
                second.AsByte().StoreUnsafe(ref target, (nuint)(offset + 32));
                union256 |= first | second;
                Vector256<uint> magnitudes = Vector256.Max(
                    first & Vector256.Create((uint)int.MaxValue), second & Vector256.Create((uint)int.MaxValue));
                largest256 = Vector256.Max(largest256, magnitudes);
            }

            union = union256.GetLower() | union256.GetUpper();
            largest = Vector128.Max(largest256.GetLower(), largest256.GetUpper());
        }

        for (; offset < length; offset += 16)
        {
            Vector128<uint> element = Vector128.LoadUnsafe(ref source, (nuint)offset).AsUInt32();
            element.AsByte().StoreUnsafe(ref target, (nuint)offset);
            union |= element;
            largest = Vector128.Max(largest, element & Vector128.Create((uint)int.MaxValue));
        }

        return (ushort)union.ToScalar() == 0 && largest.ToScalar() <= LargestScale << 16;
    }

    /// <summary>One element at a time: for machines without vectors, and for tests to compare with.</summary>
    internal static bool DecimalsScalar(ref byte source, ref decimal destination, int count)
    {
        ref byte target = ref Unsafe.As<decimal, byte>(ref destination);
        bool valid = true;
        nint length = (nint)count * 16;
        for (nint offset = 0; offset < length; offset += 16)
        {
            uint flags = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, offset));
            valid &= (flags & 0x7F00_FFFF) == 0 && ((flags >> 16) & 0xFF) <= LargestScale;
            Unsafe.CopyBlockUnaligned(ref Unsafe.Add(ref target, offset), ref Unsafe.Add(ref source, offset), 16);
        }

        return valid;
    }

    /// <summary>
    /// Copies 8 bytes an element: ticks in the low 62 bits, at most those of <see cref="DateTime.MaxValue"/>, and the
    /// kind in the high 2. All four kinds occur: 0 unspecified, 1 UTC, 2 local, and 3, which .NET sets on a local time
    /// in the repeated hour at the end of daylight saving.
    /// </summary>
    internal static bool DateTimes(ref byte source, ref DateTime destination, int count) =>
        Bounded(ref source, ref Unsafe.As<DateTime, byte>(ref destination), count, long.MaxValue >> 1, LargestDateTimeTicks, copy: true);

    /// <summary>Copies 8 bytes an element: ticks since midnight, 0 to 863,999,999,999.</summary>
    internal static bool TimeOnlys(ref byte source, ref TimeOnly destination, int count) =>
        Bounded(ref source, ref Unsafe.As<TimeOnly, byte>(ref destination), count, -1L, LargestTimeOnlyTicks, copy: true);

    /// <summary>Whether no element is a NaN or infinite.</summary>
    internal static bool FiniteHalves(ref Half source, int count) =>
        AllBounded(ref Unsafe.As<Half, byte>(ref source), count, short.MaxValue, (short)0x7BFF);

    /// <summary>Whether no element is a NaN or infinite.</summary>
    internal static bool FiniteSingles(ref float source, int count) =>
        AllBounded(ref Unsafe.As<float, byte>(ref source), count, int.MaxValue, 0x7F7F_FFFF);

    /// <summary>Whether no element is a NaN or infinite.</summary>
    internal static bool FiniteDoubles(ref double source, int count) =>
        AllBounded(ref Unsafe.As<double, byte>(ref source), count, long.MaxValue, 0x7FEF_FFFF_FFFF_FFFF);
}
