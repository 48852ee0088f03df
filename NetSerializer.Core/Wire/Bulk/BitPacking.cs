using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace NetSerializer.Wire.Bulk;

/// <summary>
/// Arrays of <see cref="bool"/> as bits: element i is bit i mod 8 of byte i / 8, and the unused high bits of the last byte are 0. Pure functions; any
/// number of threads.
/// </summary>
internal static class BitPacking
{
    /// <summary>Writes (count + 7) / 8 bytes. A bool whose memory holds another byte than 0 and 1 is true.</summary>
    internal static void Pack(ref bool source, int count, ref byte destination)
    {
        ref byte elements = ref Unsafe.As<bool, byte>(ref source);
        nint index = 0;
        if (Vector128.IsHardwareAccelerated)
        {
            for (; index + 16 <= count; index += 16)
            {
                Vector128<byte> zeros = Vector128.Equals(Vector128.LoadUnsafe(ref elements, (nuint)index), Vector128<byte>.Zero);
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, index >> 3), (ushort)~zeros.ExtractMostSignificantBits());
            }
        }
        PackScalar(ref elements, index, count, ref destination);
    }

    /// <summary>
    /// Reads (count + 7) / 8 bytes. Returns false when an unused bit of the last one is set; the destination then still holds the elements.
    /// </summary>
    internal static bool Unpack(ref byte source, int count, ref bool destination)
    {
        ref byte elements = ref Unsafe.As<bool, byte>(ref destination);
        nint index = 0;
        if (Vector128.IsHardwareAccelerated)
        {
            // Each byte of bits is spread over eight elements, of which each looks at its own bit.
            Vector128<byte> spread = Vector128.Create(0UL, 0x0101_0101_0101_0101).AsByte();
            Vector128<byte> ownBit = Vector128.Create(0x8040_2010_0804_0201).AsByte();
            for (; index + 16 <= count; index += 16)
            {
                ushort bits = Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref source, index >> 3));
                Vector128<byte> selected = Vector128.Shuffle(Vector128.CreateScalar(bits).AsByte(), spread) & ownBit;
                (Vector128.Equals(selected, ownBit) & Vector128<byte>.One).StoreUnsafe(ref elements, (nuint)index);
            }
        }
        UnpackScalar(ref source, index, count, ref elements);
        return (count & 7) == 0 || Unsafe.Add(ref source, count >> 3) >> (count & 7) == 0;
    }

    /// <summary>Packs from an index divisible by 8 on, one element at a time: for the rest, and for machines without vectors.</summary>
    internal static void PackScalar(ref byte elements, nint index, nint length, ref byte destination)
    {
        for (; index < length; index++)
        {
            ref byte bits = ref Unsafe.Add(ref destination, index >> 3);
            int bit = Unsafe.Add(ref elements, index) == 0 ? 0 : 1 << (int)(index & 7);
            bits = (byte)((index & 7) == 0 ? bit : bits | bit);
        }
    }

    /// <summary>Unpacks from an index divisible by 8 on, one element at a time.</summary>
    internal static void UnpackScalar(ref byte source, nint index, nint length, ref byte elements)
    {
        for (; index < length; index++)
        {
            Unsafe.Add(ref elements, index) = (byte)((Unsafe.Add(ref source, index >> 3) >> (int)(index & 7)) & 1);
        }
    }
}
