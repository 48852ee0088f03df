using System.Numerics;
using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Bulk;

/// <content>Single elements, and the loops over them for machines without vectors.</content>
internal static partial class IntegerBlocks
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsSigned<T>() => typeof(T) == typeof(short) || typeof(T) == typeof(int) || typeof(T) == typeof(long);

    /// <summary>The element extended to 64 bits by its own signedness.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong ToBits<T>(T value) where T : unmanaged =>
        typeof(T) == typeof(short) ? (ulong)Unsafe.BitCast<T, short>(value)
        : Unsafe.SizeOf<T>() == 2 ? Unsafe.BitCast<T, ushort>(value)
        : typeof(T) == typeof(int) ? (ulong)Unsafe.BitCast<T, int>(value)
        : Unsafe.SizeOf<T>() == 4 ? Unsafe.BitCast<T, uint>(value)
        : Unsafe.BitCast<T, ulong>(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static T FromBits<T>(ulong bits) where T : unmanaged =>
        Unsafe.SizeOf<T>() == 2 ? Unsafe.BitCast<ushort, T>((ushort)bits)
        : Unsafe.SizeOf<T>() == 4 ? Unsafe.BitCast<uint, T>((uint)bits)
        : Unsafe.BitCast<ulong, T>(bits);

    /// <summary>Bits of which the highest set one gives the width: w bytes hold the value when none is at 8 w or above.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong SignificantBits<T>(ulong value) => IsSigned<T>() ? value ^ (value << 1) : value;

    private static int WidthOf(ulong significant) =>
        significant <= byte.MaxValue ? 0 : significant <= ushort.MaxValue ? 1 : significant <= uint.MaxValue ? 2 : 3;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteTruncated(ref byte destination, ulong bits, int width)
    {
        switch (width)
        {
            case 0: destination = (byte)bits; break;
            case 1: Unsafe.WriteUnaligned(ref destination, (ushort)bits); break;
            case 2: Unsafe.WriteUnaligned(ref destination, (uint)bits); break;
            default: Unsafe.WriteUnaligned(ref destination, bits); break;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong ReadExtended<T>(ref byte source, int width) => width switch
    {
        0 => IsSigned<T>() ? (ulong)(sbyte)source : source,
        1 => IsSigned<T>() ? (ulong)Unsafe.ReadUnaligned<short>(ref source) : Unsafe.ReadUnaligned<ushort>(ref source),
        2 => IsSigned<T>() ? (ulong)Unsafe.ReadUnaligned<int>(ref source) : Unsafe.ReadUnaligned<uint>(ref source),
        _ => Unsafe.ReadUnaligned<ulong>(ref source),
    };

    /// <summary>One element at a time: for machines without vectors, for fewer elements than a vector holds, and for tests to compare with.</summary>
    internal static class Scalar
    {
        internal static int SmallestWidth<T>(ref T source, int count) where T : unmanaged
        {
            ulong significant = 0;
            for (nint index = 0; index < count; index++)
            {
                significant |= SignificantBits<T>(ToBits(Unsafe.Add(ref source, index)));
            }
            return WidthOf(significant);
        }

        internal static uint WiderMask<T>(ref T source, int count, int width) where T : unmanaged
        {
            uint mask = 0;
            for (int index = 0; index < count; index++)
            {
                T element = Unsafe.ReadUnaligned<T>(ref Unsafe.As<T, byte>(ref Unsafe.Add(ref source, index)));
                mask |= SignificantBits<T>(ToBits(element)) >> (8 << width) != 0 ? 1U << index : 0;
            }
            return mask;
        }

        internal static void Narrow<T, TNarrow>(ref T source, nint count, ref byte destination) where T : unmanaged where TNarrow : unmanaged
        {
            int width = BitOperations.Log2((uint)Unsafe.SizeOf<TNarrow>());
            for (nint index = 0; index < count; index++)
            {
                WriteTruncated(ref Unsafe.Add(ref destination, index << width), ToBits(Unsafe.Add(ref source, index)), width);
            }
        }

        internal static void Widen<TNarrow, T>(ref byte source, nint count, ref T destination) where TNarrow : unmanaged where T : unmanaged
        {
            int width = BitOperations.Log2((uint)Unsafe.SizeOf<TNarrow>());
            for (nint index = 0; index < count; index++)
            {
                Unsafe.Add(ref destination, index) = FromBits<T>(ReadExtended<T>(ref Unsafe.Add(ref source, index << width), width));
            }
        }
    }
}
