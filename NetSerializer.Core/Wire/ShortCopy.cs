using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace NetSerializer.Wire;

/// <summary>Copies a few bytes by two or four loads that overlap, each before any store: no loop, and no call that finds out how many there are.</summary>
internal static class ShortCopy
{
    /// <summary>No more than this.</summary>
    public const int Longest = 4 * Width;

    private const int Width = 16;

    /// <summary>Copies exactly <paramref name="count"/> bytes, 1 to <see cref="Longest"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Copy(ref byte destination, ref byte source, int count)
    {
        if (count >= Width)
        {
            CopyVectors(ref destination, ref source, count - Width);
        }
        else if (count >= sizeof(ulong))
        {
            CopyEnds<ulong>(ref destination, ref source, count - sizeof(ulong));
        }
        else if (count >= sizeof(uint))
        {
            CopyEnds<uint>(ref destination, ref source, count - sizeof(uint));
        }
        else
        {
            // The first, the middle one and the last are all there are, some of them twice.
            byte first = source, middle = Unsafe.Add(ref source, count >> 1), last = Unsafe.Add(ref source, count - 1);
            destination = first;
            Unsafe.Add(ref destination, count >> 1) = middle;
            Unsafe.Add(ref destination, count - 1) = last;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void CopyEnds<T>(ref byte destination, ref byte source, int end) where T : unmanaged
    {
        T first = Unsafe.ReadUnaligned<T>(ref source), last = Unsafe.ReadUnaligned<T>(ref Unsafe.Add(ref source, end));
        Unsafe.WriteUnaligned(ref destination, first);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, end), last);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void CopyVectors(ref byte destination, ref byte source, int end)
    {
        Vector128<byte> first = Vector128.LoadUnsafe(ref source), last = Vector128.LoadUnsafe(ref source, (nuint)end);
        if (end > Width)
        {
            Vector128<byte> second = Vector128.LoadUnsafe(ref source, Width), third = Vector128.LoadUnsafe(ref source, (nuint)(end - Width));
            second.StoreUnsafe(ref destination, Width);
            third.StoreUnsafe(ref destination, (nuint)(end - Width));
        }
        first.StoreUnsafe(ref destination);
        last.StoreUnsafe(ref destination, (nuint)end);
    }
}
