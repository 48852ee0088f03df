using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;

namespace NetSerializer.Benchmarks.Floor;

/// <summary>Strings of the floor: section 3 of the wire format, narrow text in one pass of 16 characters at a time.</summary>
internal static class Text
{
    private const int LongestInlineWide = 31;

    /// <summary>The most bytes of a string shorter than 64 units, whose header is one byte.</summary>
    public const int ShortBound = 1 + ShortLength;

    private const int ShortLength = 64;

    public static ref byte Write(scoped ref FloorWriter w, ref byte p, string? text)
    {
        p = ref w.Ensure(ref p, ShortBound);
        return ref WriteAfterCheck(ref w, ref p, text);
    }

    /// <summary>Writes where <see cref="ShortBound"/> bytes are free.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteAfterCheck(scoped ref FloorWriter w, ref byte p, string? text)
    {
        if (text is null)
        {
            p = 1;
            return ref Unsafe.Add(ref p, 1);
        }
        int length = text.Length;
        if (length < ShortLength)
        {
            p = (byte)(length << 1);
            ref byte body = ref Unsafe.Add(ref p, 1);
            if (TryNarrow(ref Units(text), length, ref body))
            {
                return ref Unsafe.Add(ref body, length);
            }
        }
        return ref WriteOther(ref w, ref p, text);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read(scoped ref FloorReader r, ref byte p, scoped out string? text)
    {
        p = ref r.Run(ref p, Varint.Max32);
        p = ref Varint.Read(ref r, ref p, out uint header);
        if ((header & 1) != 0)
        {
            text = null;
            return ref header == 1 ? ref p : ref ReadWide(ref r, ref p, (int)(header >> 1), out text);
        }
        int length = (int)(header >> 1);
        p = ref r.Bytes(ref p, length);
        text = Encoding.Latin1.GetString(MemoryMarshal.CreateReadOnlySpan(ref p, length));
        return ref Unsafe.Add(ref p, length);
    }

    /// <summary>Narrows all units to bytes. False when one is above U+00FF.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryNarrow(ref ushort source, nint length, ref byte destination)
    {
        if (length >= Vector128<ushort>.Count)
        {
            nint i = 0;
            Vector128<ushort> seen = Vector128<ushort>.Zero;
            nint last = length - Vector128<ushort>.Count;
            for (; i <= last - Vector128<ushort>.Count; i += 2 * Vector128<ushort>.Count)
            {
                Vector128<ushort> low = Vector128.LoadUnsafe(ref source, (nuint)i);
                Vector128<ushort> high = Vector128.LoadUnsafe(ref source, (nuint)(i + Vector128<ushort>.Count));
                seen |= low | high;
                Vector128.Narrow(low, high).StoreUnsafe(ref destination, (nuint)i);
            }
            if (i <= last)
            {
                Vector128<ushort> eight = Vector128.LoadUnsafe(ref source, (nuint)i);
                seen |= eight;
                Vector128.Narrow(eight, eight).GetLower().StoreUnsafe(ref destination, (nuint)i);
            }
            // The last eight again, overlapping: no scalar tail.
            Vector128<ushort> tail = Vector128.LoadUnsafe(ref source, (nuint)last);
            seen |= tail;
            Vector128.Narrow(tail, tail).GetLower().StoreUnsafe(ref destination, (nuint)last);
            return (seen & Vector128.Create((ushort)0xFF00)) == Vector128<ushort>.Zero;
        }
        if (length >= 4)
        {
            // Four characters at a time, the last four overlapping.
            ulong head = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref source));
            ulong rear = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref source, length - 4)));
            Vector128<ushort> both = Vector128.Create(head, rear).AsUInt16();
            ulong narrow = Vector128.Narrow(both, both).AsUInt64().ToScalar();
            Unsafe.WriteUnaligned(ref destination, (uint)narrow);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, length - 4), (uint)(narrow >> 32));
            return ((head | rear) & 0xFF00FF00FF00FF00) == 0;
        }
        uint all = 0;
        for (nint i = 0; i < length; i++)
        {
            uint unit = Unsafe.Add(ref source, i);
            all |= unit;
            Unsafe.Add(ref destination, i) = (byte)unit;
        }
        return all <= 0xFF;
    }

    public static ref ushort Units(string text) => ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text.AsSpan()));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ref byte WriteOther(scoped ref FloorWriter w, ref byte p, string text)
    {
        int length = text.Length;
        p = ref w.Ensure(ref p, Varint.Max32 + (nint)length);
        ref byte body = ref Varint.Write(ref p, (uint)length << 1);
        if (TryNarrow(ref Units(text), length, ref body))
        {
            return ref Unsafe.Add(ref body, length);
        }
        return ref WriteWide(ref w, ref p, text);
    }

    private static ref byte WriteWide(scoped ref FloorWriter w, ref byte p, string text)
    {
        p = ref Varint.Write(ref p, ((uint)text.Length << 1) | 1);
        if (text.Length > LongestInlineWide)
        {
            return ref Blocks.Write(ref w, ref p, ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text.AsSpan())), text.Length);
        }
        p = ref w.Ensure(ref p, 2 * text.Length);
        MemoryMarshal.AsBytes(text.AsSpan()).CopyTo(MemoryMarshal.CreateSpan(ref p, 2 * text.Length));
        return ref Unsafe.Add(ref p, 2 * text.Length);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ref byte ReadWide(scoped ref FloorReader r, ref byte p, int length, scoped out string text)
    {
        p = ref r.Bytes(ref p, length > LongestInlineWide ? length : 2 * (nint)length);
        text = new string('\0', length);
        ref char first = ref MemoryMarshal.GetReference(text.AsSpan());
        if (length > LongestInlineWide)
        {
            return ref Blocks.Read(ref r, ref p, ref Unsafe.As<char, ushort>(ref first), length);
        }
        MemoryMarshal.CreateReadOnlySpan(ref p, 2 * length).CopyTo(MemoryMarshal.AsBytes(MemoryMarshal.CreateSpan(ref first, length)));
        return ref Unsafe.Add(ref p, 2 * length);
    }
}
