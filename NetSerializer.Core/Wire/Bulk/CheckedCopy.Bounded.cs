using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace NetSerializer.Wire.Bulk;

/// <content>The check the 2, 4 and 8 byte types share: some bits of an element, as a number, are within a bound.</content>
internal static partial class CheckedCopy
{
    /// <summary>
    /// Whether <c>0 &lt;= (element &amp; mask) &lt;= largest</c>, as signed numbers, holds for every element. Copies
    /// the elements on the way when <paramref name="copy"/> is set, else ignores the destination.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Bounded<T>(ref byte source, ref byte destination, int count, T mask, T largest, bool copy)
        where T : unmanaged, IBinaryInteger<T>, ISignedNumber<T>
    {
        int size = Unsafe.SizeOf<T>();
        nint length = (nint)count * size;
        if (Vector256.IsHardwareAccelerated && length >= 32)
        {
            Vector256<T> masks = Vector256.Create(mask);
            Vector256<T> bounds = Vector256.Create(largest);
            Vector256<T> wrong = Vector256<T>.Zero;
            nint offset = 0;
            for (; offset + 64 <= length; offset += 64)
            {
                Vector256<byte> first = Vector256.LoadUnsafe(ref source, (nuint)offset);
                Vector256<byte> second = Vector256.LoadUnsafe(ref source, (nuint)(offset + 32));
                if (copy)
                {
                    first.StoreUnsafe(ref destination, (nuint)offset);
                    second.StoreUnsafe(ref destination, (nuint)(offset + 32));
                }

                wrong |= OutOfBounds(first.As<byte, T>() & masks, bounds) | OutOfBounds(second.As<byte, T>() & masks, bounds);
            }

            for (; offset < length; offset += 32)
            {
                // The last vector overlaps the one before it, so no element is left over.
                offset = nint.Min(offset, length - 32);
                Vector256<byte> last = Vector256.LoadUnsafe(ref source, (nuint)offset);
                if (copy)
                {
                    last.StoreUnsafe(ref destination, (nuint)offset);
                }

                wrong |= OutOfBounds(last.As<byte, T>() & masks, bounds);
            }

            return wrong.ExtractMostSignificantBits() == 0;
        }

        if (Vector128.IsHardwareAccelerated && length >= 16)
        {
            Vector128<T> masks = Vector128.Create(mask);
            Vector128<T> bounds = Vector128.Create(largest);
            Vector128<T> wrong = Vector128<T>.Zero;
            for (nint offset = 0; offset < length; offset += 16)
            {
                offset = nint.Min(offset, length - 16);
                Vector128<byte> part = Vector128.LoadUnsafe(ref source, (nuint)offset);
                if (copy)
                {
                    part.StoreUnsafe(ref destination, (nuint)offset);
                }

                wrong |= OutOfBounds(part.As<byte, T>() & masks, bounds);
            }

            return wrong.ExtractMostSignificantBits() == 0;
        }

        return BoundedScalar(ref source, ref destination, count, mask, largest, copy);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AllBounded<T>(ref byte source, int count, T mask, T largest)
        where T : unmanaged, IBinaryInteger<T>, ISignedNumber<T> =>
        Bounded(ref source, ref source, count, mask, largest, copy: false);

    /// <summary>One element at a time: for short arrays and machines without vectors, and for tests to compare with.</summary>
    internal static bool BoundedScalar<T>(ref byte source, ref byte destination, int count, T mask, T largest, bool copy)
        where T : unmanaged, IBinaryInteger<T>, ISignedNumber<T>
    {
        nint length = (nint)count * Unsafe.SizeOf<T>();
        bool valid = true;
        for (nint offset = 0; offset < length; offset += Unsafe.SizeOf<T>())
        {
            T element = Unsafe.ReadUnaligned<T>(ref Unsafe.Add(ref source, offset));
            T part = element & mask;
            valid &= part >= T.Zero && part <= largest;
            if (copy)
            {
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, offset), element);
            }
        }

        return valid;
    }

    /// <summary>The sign bit is set where the element is negative or above the bound.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<T> OutOfBounds<T>(Vector256<T> elements, Vector256<T> bounds) =>
        elements | Vector256.GreaterThan(elements, bounds);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<T> OutOfBounds<T>(Vector128<T> elements, Vector128<T> bounds) =>
        elements | Vector128.GreaterThan(elements, bounds);
}
