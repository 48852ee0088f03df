using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace NetSerializer.Wire.Bulk;

/// <summary>
/// Text whose characters are U+0000 to U+00FF, as one byte each (docs/wire-format.md, section 3). Short texts take two loads that overlap and no loop.
/// Pure functions; any number of threads.
/// </summary>
internal static class Latin1
{
    /// <summary>Texts below this length take two overlapping loads and no loop.</summary>
    internal const int ShortLimit = 16;

    private const ushort WideBits = 0xFF00;

    /// <summary>
    /// Writes the low byte of every character. Returns false when some character is above U+00FF; up to <paramref name="count"/> bytes of unspecified
    /// content may then have been written.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryNarrow(ref char source, int count, ref byte destination) => count < ShortLimit
        ? TryNarrowShort(ref source, count, ref destination)
        : TryNarrowLong(ref Unsafe.As<char, ushort>(ref source), count, ref destination);

    /// <summary>As <see cref="TryNarrow"/>, below <see cref="ShortLimit"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryNarrowShort(ref char source, int count, ref byte destination)
    {
        ref ushort units = ref Unsafe.As<char, ushort>(ref source);
        nint length = count;
        if (Vector128.IsHardwareAccelerated && length >= 8)
        {
            Vector128<ushort> first = Vector128.LoadUnsafe(ref units), last = Vector128.LoadUnsafe(ref units, (nuint)(length - 8));
            Vector128<ulong> narrow = Vector128.Narrow(first, last).AsUInt64();
            Unsafe.WriteUnaligned(ref destination, narrow.ToScalar());
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, length - 8), narrow.GetElement(1));
            return IsNarrow(first | last);
        }
        if (Vector128.IsHardwareAccelerated && length >= 4)
        {
            ulong first = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref units));
            ulong last = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref units, length - 4)));
            Vector128<ushort> both = Vector128.Create(first, last).AsUInt16();
            ulong narrow = Vector128.Narrow(both, both).AsUInt64().ToScalar();
            Unsafe.WriteUnaligned(ref destination, (uint)narrow);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, length - 4), (uint)(narrow >> 32));
            return IsNarrow(both);
        }
        return TryNarrowScalar(ref units, count, ref destination);
    }

    /// <summary>Whether every character is U+00FF or below.</summary>
    internal static bool IsNarrow(ref char source, int count) => IntegerBlocks.SmallestWidth(ref Unsafe.As<char, ushort>(ref source), count) == 0;

    /// <summary>Reads <paramref name="count"/> bytes as characters; every byte is valid.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Widen(ref byte source, int count, ref char destination)
    {
        ref ushort units = ref Unsafe.As<char, ushort>(ref destination);
        nint length = count;
        if (!Vector128.IsHardwareAccelerated || length < 4 || length >= ShortLimit)
        {
            IntegerBlocks.Widen(ref source, count, 0, ref units);
        }
        else if (length >= 8)
        {
            ulong first = Unsafe.ReadUnaligned<ulong>(ref source), last = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, length - 8));
            Vector128.WidenLower(Vector128.CreateScalarUnsafe(first).AsByte()).StoreUnsafe(ref units);
            Vector128.WidenLower(Vector128.CreateScalarUnsafe(last).AsByte()).StoreUnsafe(ref units, (nuint)(length - 8));
        }
        else
        {
            uint first = Unsafe.ReadUnaligned<uint>(ref source), last = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, length - 4));
            Vector128<ulong> both = Vector128.WidenLower(Vector128.CreateScalarUnsafe(first | ((ulong)last << 32)).AsByte()).AsUInt64();
            Unsafe.WriteUnaligned(ref Unsafe.As<ushort, byte>(ref units), both.ToScalar());
            Unsafe.WriteUnaligned(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref units, length - 4)), both.GetElement(1));
        }
    }

    /// <summary>One character at a time: for machines without vectors, for texts of up to 3 characters, and for tests to compare with.</summary>
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

    // Stops at the first vectors that hold a wide character. The last ones overlap the ones before them, so that no character is left over.
    private static bool TryNarrowLong(ref ushort source, nint count, ref byte destination)
    {
        if (!Vector128.IsHardwareAccelerated)
        {
            return TryNarrowScalar(ref source, (int)count, ref destination);
        }
        if (Vector256.IsHardwareAccelerated && count >= 32)
        {
            nint end = count - 32;
            for (nint index = 0; index < end; index += 32)
            {
                if (!TryNarrow32(ref source, index, ref destination))
                {
                    return false;
                }
            }
            return TryNarrow32(ref source, end, ref destination);
        }
        nint last = count - 16;
        for (nint index = 0; index < last; index += 16)
        {
            if (!TryNarrow16(ref source, index, ref destination))
            {
                return false;
            }
        }
        return TryNarrow16(ref source, last, ref destination);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryNarrow32(ref ushort source, nint index, ref byte destination)
    {
        Vector256<ushort> first = Vector256.LoadUnsafe(ref source, (nuint)index), second = Vector256.LoadUnsafe(ref source, (nuint)index + 16);
        Vector256.Narrow(first, second).StoreUnsafe(ref destination, (nuint)index);
        return ((first | second) & Vector256.Create(WideBits)) == Vector256<ushort>.Zero;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryNarrow16(ref ushort source, nint index, ref byte destination)
    {
        Vector128<ushort> first = Vector128.LoadUnsafe(ref source, (nuint)index), second = Vector128.LoadUnsafe(ref source, (nuint)index + 8);
        Vector128.Narrow(first, second).StoreUnsafe(ref destination, (nuint)index);
        return IsNarrow(first | second);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsNarrow(Vector128<ushort> units) => (units & Vector128.Create(WideBits)) == Vector128<ushort>.Zero;
}
