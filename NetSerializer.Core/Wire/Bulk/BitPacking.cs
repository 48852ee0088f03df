using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace NetSerializer.Wire.Bulk;

/// <summary>
/// Arrays of <see cref="bool"/> as bits: element i is bit i mod 8 of byte i / 8, and the unused high bits of the last
/// byte are 0. Pure functions; any number of threads.
/// </summary>
internal static class BitPacking
{
    private const ulong LowBits = 0x0101_0101_0101_0101;
    private const ulong AllButHighBits = 0x7F7F_7F7F_7F7F_7F7F;

    /// <summary>Bit i in byte i.</summary>
    private const ulong Diagonal = 0x8040_2010_0804_0201;

    /// <summary>Multiplied with eight bytes of 0 or 1, collects them in the top byte.</summary>
    private const ulong Collect = 0x0102_0408_1020_4080;

    /// <summary>
    /// Writes (count + 7) / 8 bytes. A bool whose memory holds another byte than 0 and 1 is true.
    /// </summary>
    internal static void Pack(ref bool source, int count, ref byte destination)
    {
        ref byte elements = ref Unsafe.As<bool, byte>(ref source);
        nint length = count;
        nint index = 0;
        if (Vector256.IsHardwareAccelerated)
        {
            for (; index + 32 <= length; index += 32)
            {
                Vector256<byte> zeros = Vector256.Equals(Vector256.LoadUnsafe(ref elements, (nuint)index), Vector256<byte>.Zero);
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, index >> 3), ~zeros.ExtractMostSignificantBits());
            }
        }

        if (Vector128.IsHardwareAccelerated)
        {
            for (; index + 16 <= length; index += 16)
            {
                Vector128<byte> zeros = Vector128.Equals(Vector128.LoadUnsafe(ref elements, (nuint)index), Vector128<byte>.Zero);
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, index >> 3), (ushort)~zeros.ExtractMostSignificantBits());
            }
        }

        PackScalar(ref elements, index, length, ref destination);
    }

    /// <summary>
    /// Reads (count + 7) / 8 bytes. Returns false when an unused bit of the last one is set; the destination then
    /// still holds the elements.
    /// </summary>
    internal static bool Unpack(ref byte source, int count, ref bool destination)
    {
        ref byte elements = ref Unsafe.As<bool, byte>(ref destination);
        nint length = count;
        nint index = 0;
        if (Avx2.IsSupported)
        {
            Vector256<byte> spread = Vector256.Create(0, LowBits, 2 * LowBits, 3 * LowBits).AsByte();
            Vector256<byte> bit = Vector256.Create(Diagonal).AsByte();
            for (; index + 32 <= length; index += 32)
            {
                uint bits = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, index >> 3));
                Vector256<byte> selected = Avx2.Shuffle(Vector256.Create(bits).AsByte(), spread) & bit;
                Vector256.Min(selected, Vector256<byte>.One).StoreUnsafe(ref elements, (nuint)index);
            }
        }

        UnpackScalar(ref source, index, length, ref elements);
        return (length & 7) == 0 || Unsafe.Add(ref source, length >> 3) >> (int)(length & 7) == 0;
    }

    /// <summary>Packs from an index divisible by 8 on, eight elements at a time: for tails, and for machines without vectors.</summary>
    internal static void PackScalar(ref byte elements, nint index, nint length, ref byte destination)
    {
        for (; index + 8 <= length; index += 8)
        {
            Unsafe.Add(ref destination, index >> 3) = PackEight(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref elements, index)));
        }

        int rest = (int)(length - index);
        if (rest == 0)
        {
            return;
        }

        ulong eight = 0;
        if (length >= 8)
        {
            // The last eight elements, without those that are already packed.
            eight = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref elements, length - 8)) >> (8 * (8 - rest));
        }
        else
        {
            for (int number = rest - 1; number >= 0; number--)
            {
                eight = (eight << 8) | Unsafe.Add(ref elements, number);
            }
        }

        Unsafe.Add(ref destination, index >> 3) = PackEight(eight);
    }

    /// <summary>Unpacks from an index divisible by 8 on, eight elements at a time.</summary>
    internal static void UnpackScalar(ref byte source, nint index, nint length, ref byte elements)
    {
        for (; index + 8 <= length; index += 8)
        {
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref elements, index), UnpackEight(Unsafe.Add(ref source, index >> 3)));
        }

        for (; index < length; index++)
        {
            Unsafe.Add(ref elements, index) = (byte)((Unsafe.Add(ref source, index >> 3) >> (int)(index & 7)) & 1);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte PackEight(ulong eight)
    {
        ulong ones = ((((eight & AllButHighBits) + AllButHighBits) | eight) >> 7) & LowBits;
        return (byte)((ones * Collect) >> 56);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong UnpackEight(byte bits) =>
        ((((bits * LowBits) & Diagonal) + AllButHighBits) >> 7) & LowBits;
}
