using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace NetSerializer.Wire.Bulk;

/// <content>Writing elements in a smaller width.</content>
internal static partial class IntegerBlocks
{
    /// <summary>
    /// Writes the low bytes of every element, exactly <c>count &lt;&lt; log2Width</c> bytes. The width is at most
    /// that of <typeparamref name="T"/>.
    /// </summary>
    internal static void Narrow<T>(ref T source, int count, int log2Width, ref byte destination) where T : unmanaged
    {
        ref byte bytes = ref Unsafe.As<T, byte>(ref source);
        if (1 << log2Width == Unsafe.SizeOf<T>())
        {
            BlockCopy.Copy(ref bytes, ref destination, count << log2Width);
            return;
        }

        if (!Vector128.IsHardwareAccelerated)
        {
            Scalar.Narrow(ref source, count, log2Width, ref destination);
            return;
        }

        if (Unsafe.SizeOf<T>() == 2)
        {
            NarrowShorts(ref bytes, count, ref destination);
        }
        else if (Unsafe.SizeOf<T>() == 4)
        {
            if (log2Width == 0)
            {
                NarrowIntsToBytes(ref bytes, count, ref destination);
            }
            else
            {
                NarrowIntsToShorts(ref bytes, count, ref destination);
            }
        }
        else if (log2Width == 0)
        {
            NarrowLongsToBytes(ref bytes, count, ref destination);
        }
        else if (log2Width == 1)
        {
            NarrowLongsToShorts(ref bytes, count, ref destination);
        }
        else
        {
            NarrowLongsToInts(ref bytes, count, ref destination);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void NarrowShorts(ref byte source, int count, ref byte destination) =>
        NarrowTo(ref source, count, 2, 0, ref destination);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void NarrowIntsToBytes(ref byte source, int count, ref byte destination) =>
        NarrowTo(ref source, count, 4, 0, ref destination);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void NarrowIntsToShorts(ref byte source, int count, ref byte destination) =>
        NarrowTo(ref source, count, 4, 1, ref destination);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void NarrowLongsToBytes(ref byte source, int count, ref byte destination) =>
        NarrowTo(ref source, count, 8, 0, ref destination);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void NarrowLongsToShorts(ref byte source, int count, ref byte destination) =>
        NarrowTo(ref source, count, 8, 1, ref destination);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void NarrowLongsToInts(ref byte source, int count, ref byte destination) =>
        NarrowTo(ref source, count, 8, 2, ref destination);

    /// <summary>
    /// Steps of 32, 8 or 4 elements by the count, the last overlapping the one before it; a loop over 3 or fewer.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void NarrowTo(ref byte source, int count, int size, int log2Width, ref byte destination)
    {
        nint length = count;
        nint index = 0;
        if (Avx2.IsSupported && length >= 32)
        {
            for (; index < length; index += 32)
            {
                index = nint.Min(index, length - 32);
                Narrow32(ref Unsafe.Add(ref source, index * size), size, log2Width, ref Unsafe.Add(ref destination, index << log2Width));
            }
        }
        else if (length >= 8)
        {
            for (; index < length; index += 8)
            {
                index = nint.Min(index, length - 8);
                Narrow8(ref Unsafe.Add(ref source, index * size), size, log2Width, ref Unsafe.Add(ref destination, index << log2Width));
            }
        }
        else if (length >= 4)
        {
            Narrow4(ref source, size, log2Width, ref destination);
            index = length - 4;
            Narrow4(ref Unsafe.Add(ref source, index * size), size, log2Width, ref Unsafe.Add(ref destination, index << log2Width));
        }
        else
        {
            for (; index < length; index++)
            {
                ref byte target = ref Unsafe.Add(ref destination, index << log2Width);
                ref byte element = ref Unsafe.Add(ref source, index * size);
                switch (log2Width)
                {
                    case 0: target = element; break;
                    case 1: Unsafe.WriteUnaligned(ref target, Unsafe.ReadUnaligned<ushort>(ref element)); break;
                    default: Unsafe.WriteUnaligned(ref target, Unsafe.ReadUnaligned<uint>(ref element)); break;
                }
            }
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Narrow4(ref byte source, int size, int log2Width, ref byte destination)
    {
        Vector128<byte> elements = size == 2
            ? Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref source)).AsByte()
            : Vector128.LoadUnsafe(ref source);
        if (size == 8)
        {
            elements = Vector128.Narrow(elements.AsUInt64(), Vector128.LoadUnsafe(ref source, 16).AsUInt64()).AsByte();
        }

        if (size >= 4 && log2Width <= 1)
        {
            elements = Vector128.Narrow(elements.AsUInt32(), elements.AsUInt32()).AsByte();
        }

        if (log2Width == 0)
        {
            elements = Vector128.Narrow(elements.AsUInt16(), elements.AsUInt16());
            Unsafe.WriteUnaligned(ref destination, elements.AsUInt32().ToScalar());
        }
        else if (log2Width == 1)
        {
            Unsafe.WriteUnaligned(ref destination, elements.AsUInt64().ToScalar());
        }
        else
        {
            elements.StoreUnsafe(ref destination);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Narrow8(ref byte source, int size, int log2Width, ref byte destination)
    {
        Vector128<ushort> shorts;
        if (size == 2)
        {
            shorts = Vector128.LoadUnsafe(ref source).AsUInt16();
        }
        else
        {
            Vector128<uint> first = size == 4 ? Vector128.LoadUnsafe(ref source).AsUInt32() : LowHalves(ref source, 0);
            Vector128<uint> second = size == 4 ? Vector128.LoadUnsafe(ref source, 16).AsUInt32() : LowHalves(ref source, 32);
            if (log2Width == 2)
            {
                first.AsByte().StoreUnsafe(ref destination);
                second.AsByte().StoreUnsafe(ref destination, 16);
                return;
            }

            shorts = Vector128.Narrow(first, second);
        }

        if (log2Width == 1)
        {
            shorts.AsByte().StoreUnsafe(ref destination);
        }
        else
        {
            Unsafe.WriteUnaligned(ref destination, Vector128.Narrow(shorts, shorts).AsUInt64().ToScalar());
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<uint> LowHalves(ref byte source, nuint offset) =>
        Vector128.Narrow(
            Vector128.LoadUnsafe(ref source, offset).AsUInt64(),
            Vector128.LoadUnsafe(ref source, offset + 16).AsUInt64());

    /// <summary>
    /// The 256-bit packs work within 128-bit lanes, so a permutation restores the order. Masking before a saturating
    /// pack is exact for every value and, unlike <c>Vector256.Narrow</c>, one instruction for two vectors.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Narrow32(ref byte source, int size, int log2Width, ref byte destination)
    {
        if (size == 2)
        {
            PackShorts(Load16(ref source, 0), Load16(ref source, 32)).StoreUnsafe(ref destination);
        }
        else if (size == 8 && log2Width == 2)
        {
            InOrder(PackLongs(ref source, 0)).StoreUnsafe(ref destination);
            InOrder(PackLongs(ref source, 64)).StoreUnsafe(ref destination, 32);
            InOrder(PackLongs(ref source, 128)).StoreUnsafe(ref destination, 64);
            InOrder(PackLongs(ref source, 192)).StoreUnsafe(ref destination, 96);
        }
        else if (size == 4 && log2Width == 1)
        {
            InOrder(PackInts(Load32(ref source, 0), Load32(ref source, 32), ushort.MaxValue).AsByte()).StoreUnsafe(ref destination);
            InOrder(PackInts(Load32(ref source, 64), Load32(ref source, 96), ushort.MaxValue).AsByte()).StoreUnsafe(ref destination, 32);
        }
        else if (size == 4)
        {
            Vector256<short> first = PackInts(Load32(ref source, 0), Load32(ref source, 32), byte.MaxValue).AsInt16();
            Vector256<short> second = PackInts(Load32(ref source, 64), Load32(ref source, 96), byte.MaxValue).AsInt16();
            Interleaved(Avx2.PackUnsignedSaturate(first, second)).StoreUnsafe(ref destination);
        }
        else
        {
            int mask = log2Width == 1 ? ushort.MaxValue : byte.MaxValue;
            Vector256<short> first = PackInts(PackLongs(ref source, 0).AsInt32(), PackLongs(ref source, 64).AsInt32(), mask).AsInt16();
            Vector256<short> second = PackInts(PackLongs(ref source, 128).AsInt32(), PackLongs(ref source, 192).AsInt32(), mask).AsInt16();
            if (log2Width == 1)
            {
                Interleaved(first.AsByte()).StoreUnsafe(ref destination);
                Interleaved(second.AsByte()).StoreUnsafe(ref destination, 32);
            }
            else
            {
                // Pairs of bytes alternate between the lanes: bring the lanes' halves together, then pair by pair.
                Vector256<byte> pairs = Avx2.Permute4x64(Avx2.PackUnsignedSaturate(first, second).AsUInt64(), 0xD8).AsByte();
                Vector256<byte> order = Vector256.Create(
                    0x0B0A_0302_0908_0100UL, 0x0F0E_0706_0D0C_0504UL, 0x0B0A_0302_0908_0100UL, 0x0F0E_0706_0D0C_0504UL).AsByte();
                Avx2.Shuffle(pairs, order).StoreUnsafe(ref destination);
            }
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<short> Load16(ref byte source, nuint offset) =>
        Vector256.LoadUnsafe(ref source, offset).AsInt16();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<int> Load32(ref byte source, nuint offset) =>
        Vector256.LoadUnsafe(ref source, offset).AsInt32();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> PackShorts(Vector256<short> first, Vector256<short> second)
    {
        Vector256<short> mask = Vector256.Create((short)byte.MaxValue);
        return InOrder(Avx2.PackUnsignedSaturate(first & mask, second & mask));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ushort> PackInts(Vector256<int> first, Vector256<int> second, int mask) =>
        Avx2.PackUnsignedSaturate(first & Vector256.Create(mask), second & Vector256.Create(mask));

    /// <summary>The low halves of eight longs, two of the first vector and two of the second by turns.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> PackLongs(ref byte source, nuint offset)
    {
        Vector256<float> first = Vector256.LoadUnsafe(ref source, offset).AsSingle();
        Vector256<float> second = Vector256.LoadUnsafe(ref source, offset + 32).AsSingle();
        return Avx.Shuffle(first, second, 0x88).AsByte();
    }

    /// <summary>Undoes one pack: the 8-byte groups 0, 2, 1, 3.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> InOrder(Vector256<byte> packed) =>
        Avx2.Permute4x64(packed.AsUInt64(), 0xD8).AsByte();

    /// <summary>Undoes two packs: the 4-byte groups 0, 4, 1, 5, 2, 6, 3, 7.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Interleaved(Vector256<byte> packed) =>
        Avx2.PermuteVar8x32(packed.AsInt32(), Vector256.Create(0, 4, 1, 5, 2, 6, 3, 7)).AsByte();
}
