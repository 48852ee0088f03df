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

    // The greatest last byte of a varint that has all its bytes.
    private const uint Last16 = 0x03, Last32 = 0x0F, Last64 = 0x01;

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

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write32(ref byte p, uint value) => ref Write64(ref p, value);

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
            Unsafe.WriteUnaligned(ref p, (ushort)((value & 0x7F) | 0x80 | (value >> 7 << 8)));
            return ref Unsafe.Add(ref p, 2);
        }
        return ref WriteLong(ref p, value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ref byte WriteLong(ref byte p, ulong value)
    {
        while (value >= 0x80)
        {
            p = (byte)(value | 0x80);
            p = ref Unsafe.Add(ref p, 1);
            value >>= 7;
        }
        p = (byte)value;
        return ref Unsafe.Add(ref p, 1);
    }

    /// <summary>Reads a varint below 2^16.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read16(scoped ref WireReader r, ref byte p, out uint value)
    {
        if (TryReadShort(ref p, out value, out int length))
        {
            return ref Unsafe.Add(ref p, length);
        }
        p = ref ReadLong(ref r, ref p, Max16, Last16);
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
        p = ref ReadLong(ref r, ref p, Max32, Last32);
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
        p = ref ReadLong(ref r, ref p, Max64, Last64);
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

    // The value comes back in the reader: a local whose address is given away would have to live in memory.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ref byte ReadLong(scoped ref WireReader r, ref byte p, int maxLength, uint greatestLast)
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
        if (next == 0 || (length == maxLength && next > greatestLast))
        {
            r.FailVarInt(ref p, length);
        }
        r.Slow = value;
        return ref Unsafe.Add(ref p, length);
    }
}
