using System.Numerics;
using System.Runtime.CompilerServices;

namespace NetSerializer.Wire;

/// <summary>
/// LEB128 varints and zigzag (docs/wire-format.md, section 1) on a threaded cursor. The caller has made sure of 5 or 10 bytes.
/// The one- and two-byte forms are inline and longer ones a call: 5/6 and 13/11 ns for writing/reading an object of eight one-byte and two-byte uints;
/// branch-free prefix forms need 13-17/34-36 whatever the data.
/// </summary>
internal static class VarInt
{
    public const int Max16 = 3, Max32 = 5, Max64 = 10;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint ZigZag(int value) => (uint)((value << 1) ^ (value >> 31));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong ZigZag(long value) => (ulong)((value << 1) ^ (value >> 63));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int UnZigZag(uint value) => (int)(value >> 1) ^ -(int)(value & 1);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long UnZigZag(ulong value) => (long)(value >> 1) ^ -(long)(value & 1);

    /// <summary>The number of bytes of the shortest form.</summary>
    public static int Length(ulong value)
    {
        int length = 1;
        while ((value >>= 7) != 0)
        {
            length++;
        }
        return length;
    }

    /// <summary>A value below 2^16, in the three bytes that there is room for.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write16(ref byte p, uint value)
    {
        if (value < 0x80)
        {
            p = (byte)value;
            return ref Unsafe.Add(ref p, 1);
        }
        if (value < 0x4000)
        {
            Write2(ref p, value);
            return ref Unsafe.Add(ref p, 2);
        }
        Unsafe.WriteUnaligned(ref p, (ushort)((value & 0x7F) | 0x8080 | (value >> 7 << 8)));
        Unsafe.Add(ref p, 2) = (byte)(value >> 14);
        return ref Unsafe.Add(ref p, 3);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write32(ref byte p, uint value)
    {
        if (value < 0x80)
        {
            p = (byte)value;
            return ref Unsafe.Add(ref p, 1);
        }
        if (value < 0x4000)
        {
            Write2(ref p, value);
            return ref Unsafe.Add(ref p, 2);
        }
        return ref WriteLong(value, ref p);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write64(ref byte p, ulong value)
    {
        if (value < 0x80)
        {
            p = (byte)value;
            return ref Unsafe.Add(ref p, 1);
        }
        if (value < 0x4000)
        {
            Write2(ref p, (uint)value);
            return ref Unsafe.Add(ref p, 2);
        }
        return ref WriteLong(value, ref p);
    }

    /// <summary>Whether a value takes one or two bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsShort(uint value) => value < 0x4000;

    /// <inheritdoc cref="IsShort(uint)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsShort(ulong value) => value < 0x4000;

    /// <summary>Writes a value that <see cref="IsShort(uint)"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteShort(ref byte p, uint value)
    {
        if (value < 0x80)
        {
            p = (byte)value;
            return ref Unsafe.Add(ref p, 1);
        }
        Write2(ref p, value);
        return ref Unsafe.Add(ref p, 2);
    }

    /// <inheritdoc cref="WriteShort(ref byte, uint)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteShort(ref byte p, ulong value) => ref WriteShort(ref p, (uint)value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Write2(ref byte p, uint value) => Unsafe.WriteUnaligned(ref p, (ushort)((value & 0x7F) | 0x80 | (value >> 7 << 8)));

    // All five bytes are stored whatever the length: there is room for them. Without a branch for it, 0.71-0.85 of the time of objects of several
    // ints whose lengths of 3 to 5 follow without a pattern, and 1.05-1.1 where they are predicted. The value comes first because loops hold it and the
    // cursor in the first two registers so: the other way round the JIT compiler stored it in each round (0.985 of the time of graphs of books).
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static ref byte WriteLong(uint value, ref byte p) => ref WriteAny(ref p, value);

    /// <summary>
    /// Two values one behind the other, in the ten bytes that there is room for. Both are looked at together, and without a branch for the length of either
    /// (writing objects of two ints: 0.25 of the time of one after the other where each has one or two bytes without a pattern, 0.45 with one to five, 0.71
    /// with five, 1.04 with one, 1.08 with two; 1.3 to 1.4 where it can be predicted that they differ).
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WritePair(ref byte p, uint first, uint second)
    {
        uint both = first | second;
        if (both < 0x80)
        {
            Unsafe.WriteUnaligned(ref p, (ushort)(first | second << 8));
            return ref Unsafe.Add(ref p, 2);
        }
        if (both < 0x4000)
        {
            p = ref WriteOneOrTwo(ref p, first);
            return ref WriteOneOrTwo(ref p, second);
        }
        return ref WriteLongPair(first, ref p, second);
    }

    // Both bytes are stored. Adding the high group once more moves it by one.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte WriteOneOrTwo(ref byte p, uint value)
    {
        const uint High = 0x3F80;
        uint more = value + High >> 14;
        Unsafe.WriteUnaligned(ref p, (ushort)(value + (value & High) | more << 7));
        return ref Unsafe.Add(ref p, (nint)more + 1);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ref byte WriteLongPair(uint first, ref byte p, uint second)
    {
        p = ref WriteAny(ref p, first);
        return ref WriteAny(ref p, second);
    }

    // Of any length: a value of 0 takes one group like one of 1.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte WriteAny(ref byte p, uint value)
    {
        int more = GroupsBelow(31 - BitOperations.LeadingZeroCount(value | 1)); // bytes but the last, 0..4
        Unsafe.WriteUnaligned(ref p, (uint)SevenBitGroups.Spread(value) | (uint)(0x80808080ul >> 8 * (4 - more)));
        Unsafe.Add(ref p, 4) = (byte)(value >> 28);
        return ref Unsafe.Add(ref p, (nint)(uint)more + 1);
    }

    // How many whole groups of seven bits lie below a bit: a seventh of its number, 0 to 63.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int GroupsBelow(int bit) => bit * 37 >> 8;

    // The seven-bit groups of up to eight bytes are spread and stored at once: there is room for ten.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static ref byte WriteLong(ulong value, ref byte p)
    {
        ulong spread = SevenBitGroups.Spread(value);
        if (value < 1ul << 56)
        {
            int more = GroupsBelow(63 - BitOperations.LeadingZeroCount(value)); // bytes but the last, 2..7
            Unsafe.WriteUnaligned(ref p, spread | 0x8080808080808080 >> 64 - 8 * more);
            return ref Unsafe.Add(ref p, more + 1);
        }
        Unsafe.WriteUnaligned(ref p, spread | 0x8080808080808080);
        uint high = (uint)(value >> 56);
        if (high < 0x80)
        {
            Unsafe.Add(ref p, 8) = (byte)high;
            return ref Unsafe.Add(ref p, 9);
        }
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref p, 8), (ushort)(high | 0x80 | high >> 7 << 8));
        return ref Unsafe.Add(ref p, 10);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read32(scoped ref WireReader r, ref byte p, out uint value)
    {
        uint first = p;
        if (first < 0x80)
        {
            value = first;
            return ref Unsafe.Add(ref p, 1);
        }
        uint second = Unsafe.Add(ref p, 1);
        if (second - 1 < 0x7F) // not 0: that would be an over-long form
        {
            value = first + (second << 7) - 0x80;
            return ref Unsafe.Add(ref p, 2);
        }
        // The value of a longer form comes through the reader: an address-taken local would cost 9.3 instead of 5.6 ns an object.
        p = ref Read32Long(ref r, ref p);
        value = (uint)r.Slow;
        return ref p;
    }

    /// <summary>A varint below 2^16: at most three bytes, and no more are looked at.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read16(scoped ref WireReader r, ref byte p, out uint value)
    {
        uint first = p;
        if (first < 0x80)
        {
            value = first;
            return ref Unsafe.Add(ref p, 1);
        }
        uint second = Unsafe.Add(ref p, 1);
        if (second - 1 < 0x7F)
        {
            value = first + (second << 7) - 0x80;
            return ref Unsafe.Add(ref p, 2);
        }
        uint third = Unsafe.Add(ref p, 2);
        if (second == 0 || third - 1 > 2)
        {
            r.FailVarInt(ref p, second == 0 ? 2 : 3);
        }
        value = (first & 0x7F) | (second & 0x7F) << 7 | third << 14;
        return ref Unsafe.Add(ref p, 3);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read64(scoped ref WireReader r, ref byte p, out ulong value)
    {
        uint first = p;
        if (first < 0x80)
        {
            value = first;
            return ref Unsafe.Add(ref p, 1);
        }
        uint second = Unsafe.Add(ref p, 1);
        if (second - 1 < 0x7F)
        {
            value = first + (second << 7) - 0x80;
            return ref Unsafe.Add(ref p, 2);
        }
        p = ref Read64Long(ref r, ref p);
        value = r.Slow;
        return ref p;
    }

    /// <summary>
    /// As <see cref="Read32"/>, without a branch for the length: for the last varint of a root, where nothing waits for the address of what follows.
    /// Messages of one integer, and integers, take 0.7-0.8 of the time where lengths follow without a pattern, and the same where they are all alike.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read32Last(scoped ref WireReader r, ref byte p, out uint value)
    {
        if (!r.IsReadable(ref p, sizeof(ulong)))
        {
            return ref Read32(ref r, ref p, out value);
        }
        return ref Read32Unguessed(ref r, ref p, out value);
    }

    /// <summary>As <see cref="Read32Last"/>, where eight bytes can be loaded.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read32Unguessed(scoped ref WireReader r, ref byte p, out uint value) =>
        ref ReadUnguessed(ref r, ref p, Max32, highBits: 36, out value);

    /// <summary>As <see cref="Read16"/>, without a branch for the length (see <see cref="Read32Last"/>).</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read16Last(scoped ref WireReader r, ref byte p, out uint value)
    {
        if (!r.IsReadable(ref p, sizeof(ulong)))
        {
            return ref Read16(ref r, ref p, out value);
        }
        return ref ReadUnguessed(ref r, ref p, Max16, highBits: 18, out value);
    }

    // The bits from highBits on, counted on the wire, are those that are too high for the type; the last byte that it may have has some of them.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte ReadUnguessed(scoped ref WireReader r, ref byte p, int maxLength, int highBits, out uint value)
    {
        ulong bytes = Unsafe.ReadUnaligned<ulong>(ref p);
        ulong ends = ~bytes & (0x8080808080808080 >> 64 - 8 * maxLength);
        ulong mask = ends ^ (ends - 1); // up to and with the last byte; everything when there is none
        nint more = (nint)((uint)BitOperations.TrailingZeroCount(ends) >> 3);
        bytes &= mask;
        // A last byte of 0 is over-long, but not where it is the first one as well: the lowest bit makes that more than nothing.
        if (bytes >> highBits != 0 || (bytes | 1) <= mask >> 8)
        {
            r.FailVarInt(ref p, ends == 0 ? maxLength : more + 1);
        }
        value = (uint)SevenBitGroups.Gather(bytes);
        return ref Unsafe.Add(ref Unsafe.Add(ref p, more), 1);
    }

    /// <summary>As <see cref="Read64"/>, without a branch for a length of up to eight bytes (see <see cref="Read32Last"/>).</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read64Last(scoped ref WireReader r, ref byte p, out ulong value)
    {
        ulong bytes = Unsafe.ReadUnaligned<ulong>(ref p);
        ulong ends = ~bytes & 0x8080808080808080;
        if (ends != 0)
        {
            ulong mask = ends ^ (ends - 1);
            nint more = (nint)((uint)BitOperations.TrailingZeroCount(ends) >> 3);
            bytes &= mask;
            if ((bytes | 1) <= mask >> 8)
            {
                r.FailVarInt(ref p, more + 1);
            }
            value = SevenBitGroups.Gather(bytes);
            return ref Unsafe.Add(ref Unsafe.Add(ref p, more), 1);
        }
        p = ref Read64Longest(ref r, ref p);
        value = r.Slow;
        return ref p;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ref byte Read32Long(scoped ref WireReader r, ref byte p)
    {
        if (r.IsReadable(ref p, sizeof(ulong)))
        {
            return ref Read32AtOnce(ref r, ref p);
        }
        return ref ReadByByte(ref r, ref p, Max32, mostInLast: 0x0F);
    }

    // Forms of two bytes and more. Touches nothing behind the last byte of the varint, so that it may end where the memory does.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ref byte ReadByByte(scoped ref WireReader r, ref byte p, int maxLength, uint mostInLast)
    {
        ulong value = 0;
        for (int i = 0; i < maxLength; i++)
        {
            uint b = Unsafe.Add(ref p, i);
            value |= (ulong)(b & 0x7F) << 7 * i;
            if (b < 0x80)
            {
                if (b == 0 || (i == maxLength - 1 && b > mostInLast))
                {
                    r.FailVarInt(ref p, i + 1);
                }
                r.Slow = value;
                return ref Unsafe.Add(ref p, i + 1);
            }
        }
        return ref Fail(ref r, ref p, maxLength);
    }

    /// <summary>
    /// Forms of two bytes and more, where eight are readable; leaves the value in <see cref="WireReader.Slow"/>. Without a branch for the length: 0.8
    /// of the time of asking byte by byte where lengths of 3 to 5 follow without a pattern, 1.05-1.1 where they repeat so that they are predicted.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read32AtOnce(scoped ref WireReader r, ref byte p)
    {
        ulong bytes = Unsafe.ReadUnaligned<ulong>(ref p);
        ulong ends = ~bytes & 0x8080808080;
        ulong mask = ends ^ (ends - 1); // up to and with the last byte; everything when there is none among five
        uint more = (uint)BitOperations.TrailingZeroCount(ends) >> 3;
        bytes &= mask;
        if (bytes >> 36 != 0 || bytes <= mask >> 8)
        {
            return ref Fail(ref r, ref p, ends == 0 ? Max32 : (nint)more + 1);
        }
        r.Slow = SevenBitGroups.Gather(bytes);
        return ref Unsafe.Add(ref Unsafe.Add(ref p, (nint)more), 1);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ref byte Read64Long(scoped ref WireReader r, ref byte p)
    {
        if (r.IsReadable(ref p, Max64))
        {
            return ref Read64AtOnce(ref r, ref p);
        }
        return ref ReadByByte(ref r, ref p, Max64, mostInLast: 1);
    }

    /// <summary>
    /// Forms of two bytes and more, where ten are readable: eight are loaded at once, and their groups gathered (0.4 of a loop at mixed lengths of 3
    /// to 10, and at 9 or 10). A branch for three bytes costs more than it saves (1.2 where lengths of 1 to 8 follow without a pattern, 0.97 where
    /// there are no others).
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read64AtOnce(scoped ref WireReader r, ref byte p)
    {
        ulong bytes = Unsafe.ReadUnaligned<ulong>(ref p);
        ulong ends = ~bytes & 0x8080808080808080;
        if (ends == 0)
        {
            return ref Read64Longest(ref r, ref p);
        }
        ulong mask = ends ^ (ends - 1); // up to and with the last byte
        uint more = (uint)BitOperations.TrailingZeroCount(ends) >> 3;
        bytes &= mask;
        if (bytes <= mask >> 8)
        {
            return ref Fail(ref r, ref p, (nint)more + 1);
        }
        r.Slow = SevenBitGroups.Gather(bytes);
        return ref Unsafe.Add(ref Unsafe.Add(ref p, (nint)more), 1);
    }

    // Calls of these two are the last thing that their callers do, which so need no registers of their own: 0.95.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ref byte Fail(scoped ref WireReader r, ref byte p, nint length)
    {
        r.FailVarInt(ref p, length);
        return ref p;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ref byte Read64Longest(scoped ref WireReader r, ref byte p)
    {
        ulong bytes = Unsafe.ReadUnaligned<ulong>(ref p);
        uint b = Unsafe.Add(ref p, 8);
        ulong value = SevenBitGroups.Gather(bytes) | (ulong)(b & 0x7F) << 56;
        if (b < 0x80)
        {
            if (b == 0)
            {
                r.FailVarInt(ref p, 9);
            }
            r.Slow = value;
            return ref Unsafe.Add(ref p, 9);
        }
        b = Unsafe.Add(ref p, 9);
        if (b != 1)
        {
            r.FailVarInt(ref p, 10);
        }
        r.Slow = value | 1ul << 63;
        return ref Unsafe.Add(ref p, 10);
    }
}
