using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace NetSerializer.Wire.Bulk;

/// <summary>
/// Text whose characters are U+0000 to U+00FF, as one byte each. Most strings are short: up to 15 characters take
/// two overlapping loads and no loop. Pure functions; any number of threads.
/// </summary>
/// <remarks>
/// Measured with BulkComparison against Encoding.UTF8 writing and Encoding.Latin1 reading: 12 ASCII characters 2.0 and
/// 1.5 times as fast, 40 1.6 and 1.6, 1,000 0.9 and 1.5; 1,000 Latin-1 characters 19 and 1.5.
/// </remarks>
internal static class Latin1
{
    /// <summary>Texts below this length take two overlapping loads and no loop.</summary>
    internal const int ShortLimit = 16;

    /// <summary>Texts up to this length take no loop where the processor has vectors of 32 bytes.</summary>
    internal const int MiddleLimit = 128;

    private const ushort WideBits = 0xFF00;

    /// <summary>
    /// Writes the low byte of every character. Returns false when some character is above U+00FF; up to
    /// <paramref name="count"/> bytes of unspecified content may then have been written.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryNarrow(ref char source, int count, ref byte destination)
    {
        ref ushort units = ref Unsafe.As<char, ushort>(ref source);
        if (count < ShortLimit)
        {
            return TryNarrowShort(ref source, count, ref destination);
        }

        return Vector128.IsHardwareAccelerated ? TryNarrowLong(ref units, count, ref destination) : TryNarrowScalar(ref units, count, ref destination);
    }

    /// <summary>As <see cref="TryNarrow"/>, below <see cref="ShortLimit"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryNarrowShort(ref char source, int count, ref byte destination)
    {
        ref ushort units = ref Unsafe.As<char, ushort>(ref source);
        return Vector128.IsHardwareAccelerated ? TryNarrowPairs(ref units, count, ref destination) : TryNarrowScalar(ref units, count, ref destination);
    }

    /// <summary>Whether every character is U+00FF or below.</summary>
    internal static bool IsNarrow(ref char source, int count) =>
        IntegerBlocks.SmallestWidth(ref Unsafe.As<char, ushort>(ref source), count) == 0;

    /// <summary>Reads <paramref name="count"/> bytes as characters; every byte is valid.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Widen(ref byte source, int count, ref char destination)
    {
        ref byte target = ref Unsafe.As<char, byte>(ref destination);
        if (!Vector128.IsHardwareAccelerated)
        {
            IntegerBlocks.Scalar.Widen(ref source, count, 0, ref Unsafe.As<char, ushort>(ref destination));
        }
        else if (count >= 16)
        {
            WidenLong(ref source, count, ref target);
        }
        else
        {
            WidenShort(ref source, count, ref target);
        }
    }

    /// <summary>
    /// As <see cref="Widen"/>, for the whole of a fresh string, of whose terminator 0 is written too. Texts of up to 15 characters are stored so that
    /// whoever loads two characters at an even place, as the hash functions of tables do, finds them in the bytes of one store: otherwise the load
    /// waits until all stores have left the processor's store buffer (a table with texts as keys is read in 0.88-0.91).
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void WidenWhole(ref byte source, int count, ref char destination)
    {
        if (Vector128.IsHardwareAccelerated && count < 16)
        {
            WidenShortWhole(ref source, count, ref Unsafe.As<char, byte>(ref destination));
        }
        else if (Avx2.IsSupported && count <= MiddleLimit)
        {
            // In line: 0.93 of the time of messages of a text.
            WidenMiddle(ref source, count, ref Unsafe.As<char, byte>(ref destination));
        }
        else
        {
            Widen(ref source, count, ref destination);
        }
    }

    /// <summary>One character at a time: for machines without vectors, and for tests to compare with.</summary>
    internal static bool TryNarrowScalar(ref ushort source, int count, ref byte destination)
    {
        uint all = 0;
        for (nint index = 0; index < count; index++)
        {
            ushort unit = Unsafe.Add(ref source, index);
            all |= unit;
            Unsafe.Add(ref destination, index) = (byte)unit;
        }

        return (all & WideBits) == 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryNarrowPairs(ref ushort source, int count, ref byte destination)
    {
        nint length = count;
        if (length >= 8)
        {
            Vector128<ushort> first = Vector128.LoadUnsafe(ref source);
            Vector128<ushort> last = Vector128.LoadUnsafe(ref source, (nuint)(length - 8));
            if (((first | last) & Vector128.Create(WideBits)) != Vector128<ushort>.Zero)
            {
                return false;
            }

            Vector128<ulong> packed = Pack(first, last).AsUInt64();
            Unsafe.WriteUnaligned(ref destination, packed.ToScalar());
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, length - 8), packed.GetElement(1));
            return true;
        }

        if (length >= 4)
        {
            ulong first = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref source));
            ulong last = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref source, length - 4)));
            if (((first | last) & (WideBits * 0x0001_0001_0001_0001UL)) != 0)
            {
                return false;
            }

            Vector128<ushort> both = Vector128.Create(first, last).AsUInt16();
            ulong packed = Pack(both, both).AsUInt64().ToScalar();
            Unsafe.WriteUnaligned(ref destination, (uint)packed);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, length - 4), (uint)(packed >> 32));
            return true;
        }

        if (length == 0)
        {
            return true;
        }

        // 1, 2 or 3 characters: the first, the middle one and the last cover all, some of them twice.
        uint start = source;
        uint middle = Unsafe.Add(ref source, length >> 1);
        uint end = Unsafe.Add(ref source, length - 1);
        destination = (byte)start;
        Unsafe.Add(ref destination, length >> 1) = (byte)middle;
        Unsafe.Add(ref destination, length - 1) = (byte)end;
        return ((start | middle | end) & WideBits) == 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryNarrowLong(ref ushort source, int count, ref byte destination)
    {
        nint length = count;
        nint index = 0;
        if (Avx2.IsSupported)
        {
            for (; index + 64 <= length; index += 64)
            {
                Vector256<ushort> first = Vector256.LoadUnsafe(ref source, (nuint)index);
                Vector256<ushort> second = Vector256.LoadUnsafe(ref source, (nuint)(index + 16));
                Vector256<ushort> third = Vector256.LoadUnsafe(ref source, (nuint)(index + 32));
                Vector256<ushort> fourth = Vector256.LoadUnsafe(ref source, (nuint)(index + 48));
                if (((first | second | third | fourth) & Vector256.Create(WideBits)) != Vector256<ushort>.Zero)
                {
                    return false;
                }

                Pack(first, second).StoreUnsafe(ref destination, (nuint)index);
                Pack(third, fourth).StoreUnsafe(ref destination, (nuint)(index + 32));
            }

            if (index + 32 <= length)
            {
                Vector256<ushort> first = Vector256.LoadUnsafe(ref source, (nuint)index);
                Vector256<ushort> second = Vector256.LoadUnsafe(ref source, (nuint)(index + 16));
                if (((first | second) & Vector256.Create(WideBits)) != Vector256<ushort>.Zero)
                {
                    return false;
                }

                Pack(first, second).StoreUnsafe(ref destination, (nuint)index);
                index += 32;
            }
        }

        for (; index < length; index += 16)
        {
            index = nint.Min(index, length - 16);
            Vector128<ushort> first = Vector128.LoadUnsafe(ref source, (nuint)index);
            Vector128<ushort> second = Vector128.LoadUnsafe(ref source, (nuint)(index + 8));
            if (((first | second) & Vector128.Create(WideBits)) != Vector128<ushort>.Zero)
            {
                return false;
            }

            Pack(first, second).StoreUnsafe(ref destination, (nuint)index);
        }

        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WidenLong(ref byte source, int count, ref byte destination)
    {
        nint length = count;
        nint index = 0;
        if (Avx2.IsSupported)
        {
            if (length <= MiddleLimit)
            {
                WidenMiddle(ref source, length, ref destination);
                return;
            }
            for (; index + 32 <= length; index += 32)
            {
                Widen16(ref source, index, ref destination);
                Widen16(ref source, index + 16, ref destination);
            }
        }

        for (; index < length; index += 16)
        {
            index = nint.Min(index, length - 16);
            Vector128<byte> bytes = Vector128.LoadUnsafe(ref source, (nuint)index);
            Vector128.WidenLower(bytes).AsByte().StoreUnsafe(ref destination, (nuint)(index * 2));
            Vector128.WidenUpper(bytes).AsByte().StoreUnsafe(ref destination, (nuint)((index * 2) + 16));
        }
    }

    // 16 to 128 characters take blocks of 16 that overlap, and one branch, not loops whose ends cannot be predicted: messages of a text of any of
    // these lengths are read in 0.94 of the time. With vectors of 64 bytes the blocks are of 32: 0.98 of that.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WidenMiddle(ref byte source, nint length, ref byte destination)
    {
        if (Avx512BW.IsSupported && length >= 32)
        {
            nint end = length - 32;
            Widen32(ref source, 0, ref destination);
            if (length > 64)
            {
                Widen32(ref source, 32, ref destination);
                Widen32(ref source, end - 32, ref destination);
            }
            Widen32(ref source, end, ref destination);
            return;
        }
        nint last = length - 16;
        Widen16(ref source, 0, ref destination);
        if (length > 64)
        {
            Widen16(ref source, 16, ref destination);
            Widen16(ref source, 32, ref destination);
            Widen16(ref source, 48, ref destination);
            Widen16(ref source, last - 48, ref destination);
            Widen16(ref source, last - 32, ref destination);
            Widen16(ref source, last - 16, ref destination);
        }
        else
        {
            Widen16(ref source, nint.Min(16, last), ref destination);
            Widen16(ref source, nint.Min(32, last), ref destination);
        }
        Widen16(ref source, last, ref destination);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Widen32(ref byte source, nint index, ref byte destination) =>
        Avx512BW.ConvertToVector512Int16(Vector256.LoadUnsafe(ref source, (nuint)index)).AsByte().StoreUnsafe(ref destination, (nuint)(index * 2));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Widen16(ref byte source, nint index, ref byte destination) =>
        Avx2.ConvertToVector256Int16(Vector128.LoadUnsafe(ref source, (nuint)index)).AsByte().StoreUnsafe(ref destination, (nuint)(index * 2));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WidenShort(ref byte source, int count, ref byte destination)
    {
        nint length = count;
        if (length >= 8)
        {
            ulong first = Unsafe.ReadUnaligned<ulong>(ref source);
            ulong last = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, length - 8));
            Vector128.WidenLower(Vector128.CreateScalarUnsafe(first).AsByte()).AsByte().StoreUnsafe(ref destination);
            Vector128.WidenLower(Vector128.CreateScalarUnsafe(last).AsByte()).AsByte()
                .StoreUnsafe(ref destination, (nuint)((length - 8) * 2));
        }
        else if (length >= 4)
        {
            uint first = Unsafe.ReadUnaligned<uint>(ref source);
            uint last = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, length - 4));
            Vector128<byte> both = Vector128.CreateScalarUnsafe(first | ((ulong)last << 32)).AsByte();
            Vector128<ulong> widened = Vector128.WidenLower(both).AsUInt64();
            Unsafe.WriteUnaligned(ref destination, widened.ToScalar());
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, (length - 4) * 2), widened.GetElement(1));
        }
        else if (length != 0)
        {
            ushort start = source;
            ushort middle = Unsafe.Add(ref source, length >> 1);
            ushort end = Unsafe.Add(ref source, length - 1);
            Unsafe.WriteUnaligned(ref destination, start);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, (length >> 1) * 2), middle);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, (length - 1) * 2), end);
        }
    }

    // The tail ends with the terminator and is stored first, so that the head, at even places, lies over it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WidenShortWhole(ref byte source, nint length, ref byte destination)
    {
        if (length >= 8)
        {
            ulong first = Unsafe.ReadUnaligned<ulong>(ref source);
            ulong last = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, length - 8)) >> 8;
            Vector128.WidenLower(Vector128.CreateScalarUnsafe(last).AsByte()).AsByte().StoreUnsafe(ref destination, (nuint)((length - 7) * 2));
            Vector128.WidenLower(Vector128.CreateScalarUnsafe(first).AsByte()).AsByte().StoreUnsafe(ref destination);
        }
        else if (length >= 4)
        {
            uint first = Unsafe.ReadUnaligned<uint>(ref source);
            uint last = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, length - 4)) >> 8;
            Vector128<ulong> widened = Vector128.WidenLower(Vector128.CreateScalarUnsafe(first | (ulong)last << 32).AsByte()).AsUInt64();
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, (length - 3) * 2), widened.GetElement(1));
            Unsafe.WriteUnaligned(ref destination, widened.ToScalar());
        }
        else if (length != 0)
        {
            int middle = (int)length >> 1, end = (int)length - 1;
            uint bytes = source | (uint)Unsafe.Add(ref source, middle) << 8 * middle | (uint)Unsafe.Add(ref source, end) << 8 * end;
            ulong units = Vector128.WidenLower(Vector128.CreateScalarUnsafe(bytes).AsByte()).AsUInt64().ToScalar();
            if (length == 3)
            {
                Unsafe.WriteUnaligned(ref destination, units);
            }
            else
            {
                Unsafe.WriteUnaligned(ref destination, (uint)units);
            }
        }
    }

    /// <summary>The vectors hold values of at most 255, for which the saturating pack is exact.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Pack(Vector128<ushort> first, Vector128<ushort> second) =>
        Sse2.IsSupported
            ? Sse2.PackUnsignedSaturate(first.AsInt16(), second.AsInt16())
            : Vector128.Narrow(first, second);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Pack(Vector256<ushort> first, Vector256<ushort> second) =>
        Avx2.Permute4x64(Avx2.PackUnsignedSaturate(first.AsInt16(), second.AsInt16()).AsUInt64(), 0xD8).AsByte();
}
