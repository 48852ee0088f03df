using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace NetSerializer.Wire.Bulk;

/// <summary>The copy of a block whose elements take all their bytes.</summary>
internal static class BlockCopy
{
    /// <summary>
    /// Copies <paramref name="length"/> bytes, at most 1,024; the two ranges do not overlap and need no alignment. In place, where blocks follow each
    /// other: writing up to 100,000 random ints to a stream takes 0.85 of the time that it does with a call of the general copy for each block, and
    /// reading a thousand 0.9; vectors of 64 bytes are no better.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Copy(ref byte source, ref byte destination, int length)
    {
        const int step = 128;
        nint at = 0;
        if (Vector256.IsHardwareAccelerated)
        {
            for (; at <= length - step; at += step)
            {
                Vector256<byte> first = Vector256.LoadUnsafe(ref source, (nuint)at), second = Vector256.LoadUnsafe(ref source, (nuint)at + 32);
                Vector256<byte> third = Vector256.LoadUnsafe(ref source, (nuint)at + 64), fourth = Vector256.LoadUnsafe(ref source, (nuint)at + 96);
                first.StoreUnsafe(ref destination, (nuint)at);
                second.StoreUnsafe(ref destination, (nuint)at + 32);
                third.StoreUnsafe(ref destination, (nuint)at + 64);
                fourth.StoreUnsafe(ref destination, (nuint)at + 96);
            }
        }
        if (at < length)
        {
            Unsafe.CopyBlockUnaligned(ref Unsafe.Add(ref destination, at), ref Unsafe.Add(ref source, at), (uint)(length - at));
        }
    }
}
