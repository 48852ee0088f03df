using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace NetSerializer.Wire.Bulk;

/// <content>Parts of masked blocks: elements as halves, orders from the tables, and the loops without vectors.</content>
internal static partial class IntegerBlocks
{
    /// <summary>One entry as a shuffle of the bytes of words; the sign bits stay.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> LoadShortOrder(ref byte table, uint entry)
    {
        Vector128<byte> places = Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref table, entry << 3))).AsByte();
        Vector128<ushort> words = Sse2.IsSupported
            ? Sse2.UnpackLow(places, places).AsUInt16()
            : Vector128.WidenLower(places) * 0x0101;
        return (words + Vector128.Create((ushort)0x0100)).AsByte();
    }

    /// <summary>One entry, by four bits, as a shuffle of the bytes of four ints; the sign bits stay.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> LoadFourInts(ref byte table, uint entry)
    {
        Vector128<byte> places = Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref table, entry << 3))).AsByte();
        Vector128<byte> ints = (Vector128.WidenLower(Vector128.WidenLower(places)) * 0x0101_0101U).AsByte();
        return Vector128.AddSaturate(ints, ints) | Vector128.Create(0x0302_0100U).AsByte();
    }

    /// <summary>One entry as a permutation of ints; the sign bits stay.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<int> LoadIntOrder(ref byte table, uint entry) => Avx2.ConvertToVector256Int32(
        Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref table, entry << 3))).AsSByte()) >> 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<uint> LoadInts4<T>(ref T source) where T : unmanaged => Unsafe.SizeOf<T>() == 4
        ? Vector128.LoadUnsafe(ref Unsafe.As<T, uint>(ref source))
        : LowHalves(ref Unsafe.As<T, byte>(ref source), 0);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<uint> LoadInts8<T>(ref T source) where T : unmanaged => Unsafe.SizeOf<T>() == 4
        ? Vector256.LoadUnsafe(ref Unsafe.As<T, uint>(ref source))
        : InOrder(PackLongs(ref Unsafe.As<T, byte>(ref source), 0)).AsUInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<uint> LoadInts16<T>(ref T source) where T : unmanaged
    {
        if (Unsafe.SizeOf<T>() == 4)
        {
            return Vector512.LoadUnsafe(ref Unsafe.As<T, uint>(ref source));
        }

        ref ulong longs = ref Unsafe.As<T, ulong>(ref source);
        return Vector512.Create(
            Avx512F.ConvertToVector256UInt32(Vector512.LoadUnsafe(ref longs)), Avx512F.ConvertToVector256UInt32(Vector512.LoadUnsafe(ref longs, 8)));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreInts4<T>(Vector128<uint> elements, ref T destination) where T : unmanaged
    {
        if (Unsafe.SizeOf<T>() == 4)
        {
            elements.StoreUnsafe(ref Unsafe.As<T, uint>(ref destination));
            return;
        }

        ref ulong longs = ref Unsafe.As<T, ulong>(ref destination);
        (IsSigned<T>() ? Vector128.WidenLower(elements.AsInt32()).AsUInt64() : Vector128.WidenLower(elements)).StoreUnsafe(ref longs);
        (IsSigned<T>() ? Vector128.WidenUpper(elements.AsInt32()).AsUInt64() : Vector128.WidenUpper(elements)).StoreUnsafe(ref longs, 2);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreInts8<T>(Vector256<uint> elements, ref T destination) where T : unmanaged
    {
        if (Unsafe.SizeOf<T>() == 4)
        {
            elements.StoreUnsafe(ref Unsafe.As<T, uint>(ref destination));
            return;
        }

        ref ulong longs = ref Unsafe.As<T, ulong>(ref destination);
        (IsSigned<T>() ? Avx2.ConvertToVector256Int64(elements.GetLower().AsInt32()) : Avx2.ConvertToVector256Int64(elements.GetLower()))
            .AsUInt64().StoreUnsafe(ref longs);
        (IsSigned<T>() ? Avx2.ConvertToVector256Int64(elements.GetUpper().AsInt32()) : Avx2.ConvertToVector256Int64(elements.GetUpper()))
            .AsUInt64().StoreUnsafe(ref longs, 4);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StoreInts16<T>(Vector512<uint> elements, ref T destination) where T : unmanaged
    {
        if (Unsafe.SizeOf<T>() == 4)
        {
            elements.StoreUnsafe(ref Unsafe.As<T, uint>(ref destination));
            return;
        }

        ref ulong longs = ref Unsafe.As<T, ulong>(ref destination);
        (IsSigned<T>() ? Avx512F.ConvertToVector512Int64(elements.GetLower().AsInt32()).AsUInt64() : Avx512F.ConvertToVector512UInt64(elements.GetLower()))
            .StoreUnsafe(ref longs);
        (IsSigned<T>() ? Avx512F.ConvertToVector512Int64(elements.GetUpper().AsInt32()).AsUInt64() : Avx512F.ConvertToVector512UInt64(elements.GetUpper()))
            .StoreUnsafe(ref longs, 8);
    }

    internal static partial class Scalar
    {
        /// <summary>The elements from <paramref name="index"/>, a multiple of 8, on; returns where the high halves end.</summary>
        internal static ref byte EncodeMasked<T>(ref T source, nint count, nint index, int narrow, ref byte mask, ref byte lows, ref byte high)
            where T : unmanaged
        {
            for (; index < count; index += 8)
            {
                int wide = 0;
                for (int bit = 0; bit < 8 && index + bit < count; bit++)
                {
                    T element = Unsafe.Add(ref source, index + bit);
                    WriteTruncated(ref Unsafe.Add(ref lows, (index + bit) << narrow), ToBits(element), narrow);
                    if (IsWider(element, narrow))
                    {
                        wide |= 1 << bit;
                        WriteTruncated(ref high, ToBits(element) >> (8 << narrow), narrow);
                        high = ref Unsafe.Add(ref high, 1 << narrow);
                    }
                }

                Unsafe.Add(ref mask, index >> 3) = (byte)wide;
            }

            return ref high;
        }

        /// <summary>Returns how many elements fit the narrow width.</summary>
        internal static nint DecodeMasked<T>(ref byte mask, ref byte lows, ref byte high, ref T destination, nint count, int narrow) where T : unmanaged
        {
            nint fitting = 0;
            for (nint index = 0; index < count; index++)
            {
                ulong bits = ReadExtended<T>(ref Unsafe.Add(ref lows, index << narrow), narrow);
                if (((Unsafe.Add(ref mask, index >> 3) >> (int)(index & 7)) & 1) != 0)
                {
                    ulong low = bits & ((1UL << (8 << narrow)) - 1);
                    bits = low | (ReadExtended<T>(ref high, narrow) << (8 << narrow));
                    high = ref Unsafe.Add(ref high, 1 << narrow);
                }

                T element = FromBits<T>(bits);
                Unsafe.Add(ref destination, index) = element;
                fitting += IsWider(element, narrow) ? 0 : 1;
            }

            return fitting;
        }
    }
}
