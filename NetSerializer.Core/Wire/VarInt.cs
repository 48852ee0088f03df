using System.Numerics;
using System.Runtime.CompilerServices;

namespace NetSerializer.Wire;

/// <summary>
/// LEB128 varints and zigzag (docs/wire-format.md, section 1) on a threaded cursor. The caller has made sure of as many bytes as the longest form has.
/// The forms of one and two bytes are inline, because most values have them; longer ones are a call.
/// </summary>
internal static class VarInt
{
    /// <summary>The most bytes of a varint of 16, 32 and 64 bits.</summary>
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

    /// <summary>Writes a value below 2^16 into the three bytes that there is room for.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write16(ref byte p, uint value)
    {
        if (TryWriteShort(ref p, value, out int length))
        {
            return ref Unsafe.Add(ref p, length);
        }
        Unsafe.WriteUnaligned(ref p, (ushort)((value & 0x7F) | 0x8080 | (value >> 7 << 8)));
        Unsafe.Add(ref p, 2) = (byte)(value >> 14);
        return ref Unsafe.Add(ref p, Max16);
    }

    /// <summary>Writes a value into the five bytes that there is room for.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write32(ref byte p, uint value)
    {
        if (TryWriteShort(ref p, value, out int length))
        {
            return ref Unsafe.Add(ref p, length);
        }
        return ref WriteLong(ref p, value);
    }

    /// <summary>Writes a value into the ten bytes that there is room for.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write64(ref byte p, ulong value)
    {
        if (TryWriteShort(ref p, value, out int length))
        {
            return ref Unsafe.Add(ref p, length);
        }
        return ref WriteLong(ref p, value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryWriteShort(ref byte p, ulong value, out int length)
    {
        if (value < 0x80)
        {
            p = (byte)value;
            length = 1;
            return true;
        }
        length = 2;
        if (value < 0x4000)
        {
            Unsafe.WriteUnaligned(ref p, (ushort)((value & 0x7F) | 0x80 | (value >> 7 << 8)));
            return true;
        }
        return false;
    }

    // All five bytes are stored for every length: there is room for them.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ref byte WriteLong(ref byte p, uint value)
    {
        int more = BitOperations.Log2(value) / 7; // bytes but the last, 2 to 4
        Unsafe.WriteUnaligned(ref p, (uint)SevenBitGroups.Spread(value) | (uint)(0x80808080ul >> 8 * (4 - more)));
        Unsafe.Add(ref p, 4) = (byte)(value >> 28);
        return ref Unsafe.Add(ref p, more + 1);
    }

    // Eight of the ten bytes are stored at once.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ref byte WriteLong(ref byte p, ulong value)
    {
        const ulong AllContinue = 0x8080808080808080;
        ulong spread = SevenBitGroups.Spread(value);
        if (value < 1ul << 56)
        {
            int more = BitOperations.Log2(value) / 7; // bytes but the last, 2 to 7
            Unsafe.WriteUnaligned(ref p, spread | AllContinue >> 64 - 8 * more);
            return ref Unsafe.Add(ref p, more + 1);
        }
        Unsafe.WriteUnaligned(ref p, spread | AllContinue);
        uint high = (uint)(value >> 56);
        Unsafe.Add(ref p, 8) = (byte)high;
        Unsafe.Add(ref p, 9) = (byte)(high >> 7);
        return ref Unsafe.Add(ref p, high < 0x80 ? 9 : 10);
    }

    /// <summary>Reads a varint below 2^16.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read16(scoped ref WireReader r, ref byte p, out uint value)
    {
        if (TryReadShort(ref p, out value, out int length))
        {
            return ref Unsafe.Add(ref p, length);
        }
        p = ref ReadLong(ref r, ref p, Max16, ushort.MaxValue);
        value = (uint)r.Slow;
        return ref p;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read32(scoped ref WireReader r, ref byte p, out uint value)
    {
        if (TryReadShort(ref p, out value, out int length))
        {
            return ref Unsafe.Add(ref p, length);
        }
        p = ref ReadLong(ref r, ref p, Max32, uint.MaxValue);
        value = (uint)r.Slow;
        return ref p;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read64(scoped ref WireReader r, ref byte p, out ulong value)
    {
        bool isShort = TryReadShort(ref p, out uint low, out int length);
        value = low;
        if (isShort)
        {
            return ref Unsafe.Add(ref p, length);
        }
        p = ref ReadLong(ref r, ref p, Max64, ulong.MaxValue);
        value = r.Slow;
        return ref p;
    }

    /// <summary>
    /// Whether <paramref name="count"/> bytes hold a complete varint: one of them is its last, or they are as many as the longest form has. No reader
    /// looks behind that byte.
    /// </summary>
    public static bool IsComplete(ref byte p, nint count, int maxLength)
    {
        for (nint i = 0; i < Math.Min(count, maxLength); i++)
        {
            if (Unsafe.Add(ref p, i) < 0x80)
            {
                return true;
            }
        }
        return count >= maxLength;
    }

    // A form of one or two bytes. A second byte of 0 is not one: that would be an over-long form.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryReadShort(ref byte p, out uint value, out int length)
    {
        value = p;
        length = 1;
        if (value < 0x80)
        {
            return true;
        }
        uint second = Unsafe.Add(ref p, 1);
        value += (second << 7) - 0x80;
        length = 2;
        return second - 1 < 0x7F;
    }

    // Where eight bytes can be loaded, their groups are gathered at once. Longer varints, and varints near the end of the input, are read byte by byte.
    // The value comes back in the reader: a local whose address is given away would have to live in memory.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ref byte ReadLong(scoped ref WireReader r, ref byte p, int maxLength, ulong greatest)
    {
        if (!r.IsReadable(ref p, sizeof(ulong)))
        {
            return ref ReadByBytes(ref r, ref p, maxLength, greatest);
        }
        ulong bytes = Unsafe.ReadUnaligned<ulong>(ref p), ends = ~bytes & 0x8080808080808080;
        int length = (BitOperations.TrailingZeroCount(ends) >> 3) + 1;
        if (ends == 0 || length > maxLength)
        {
            return ref ReadByBytes(ref r, ref p, maxLength, greatest);
        }
        bytes &= ends ^ (ends - 1); // up to and with the last byte
        ulong value = SevenBitGroups.Gather(bytes);
        if (bytes >> 8 * (length - 1) == 0 || value > greatest)
        {
            r.FailVarInt(ref p, length);
        }
        r.Slow = value;
        return ref Unsafe.Add(ref p, length);
    }

    private static ref byte ReadByBytes(scoped ref WireReader r, ref byte p, int maxLength, ulong greatest)
    {
        ulong value = 0;
        int length = 0;
        uint next;
        do
        {
            next = Unsafe.Add(ref p, length);
            value |= (ulong)(next & 0x7F) << 7 * length;
            length++;
        }
        while (next >= 0x80 && length < maxLength);
        if (next == 0 || (length == maxLength && next > greatest >> 7 * (maxLength - 1)))
        {
            r.FailVarInt(ref p, length);
        }
        r.Slow = value;
        return ref Unsafe.Add(ref p, length);
    }
}
