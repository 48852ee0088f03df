using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Bulk;

/// <summary>Plain copies between memory of any length, which need not be aligned.</summary>
internal static class ByteCopy
{
    private const int LargestPart = 1 << 30;

    /// <summary>Copies <paramref name="length"/> bytes; the two ranges must not overlap.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Copy(ref byte source, ref byte destination, nint length)
    {
        if (length <= LargestPart)
        {
            Unsafe.CopyBlockUnaligned(ref destination, ref source, (uint)length);
        }
        else
        {
            CopyInParts(ref source, ref destination, length);
        }
    }

    /// <summary>Arrays of wide elements may be longer than the 32-bit length of the copying instruction.</summary>
    private static void CopyInParts(ref byte source, ref byte destination, nint length)
    {
        for (nint offset = 0; offset < length; offset += LargestPart)
        {
            Unsafe.CopyBlockUnaligned(
                ref Unsafe.Add(ref destination, offset),
                ref Unsafe.Add(ref source, offset),
                (uint)nint.Min(LargestPart, length - offset));
        }
    }
}
