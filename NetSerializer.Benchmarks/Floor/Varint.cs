using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;

namespace NetSerializer.Benchmarks.Floor;

/// <summary>
/// Varints of the floor: one and two bytes inline, longer ones by bit deposit and extract where the processor has them. The buffers keep room, so
/// eight bytes may be stored or loaded at once. Over-long forms are accepted: the floor is memory-safe, not strict, which makes it the harder bar.
/// </summary>
internal static class Varint
{
    public const int Max16 = 3;
    public const int Max32 = 5;
    public const int Max64 = 10;

    private const ulong Payload = 0x7F7F7F7F7F7F7F7F;
    private const ulong Continuation = 0x8080808080808080;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint ZigZag(int value) => (uint)((value << 1) ^ (value >> 31));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong ZigZag(long value) => (ulong)((value << 1) ^ (value >> 63));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int UnZigZag(uint value) => (int)(value >> 1) ^ -(int)(value & 1);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long UnZigZag(ulong value) => (long)(value >> 1) ^ -(long)(value & 1);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write(ref byte p, int value) => ref Write(ref p, ZigZag(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write(ref byte p, long value) => ref Write(ref p, ZigZag(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write(ref byte p, uint value)
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

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Write(ref byte p, ulong value)
    {
        if (value < 0x80)
        {
            p = (byte)value;
            return ref Unsafe.Add(ref p, 1);
        }
        if (value < 0x4000)
        {
            Unsafe.WriteUnaligned(ref p, (ushort)(((uint)value & 0x7F) | 0x80 | ((uint)value >> 7 << 8)));
            return ref Unsafe.Add(ref p, 2);
        }
        return ref WriteLong(ref p, value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ref byte WriteLong(ref byte p, ulong value)
    {
        if (Bmi2.X64.IsSupported && value < 1UL << 56)
        {
            int last = BitOperations.Log2(value) / 7;
            ulong bytes = Bmi2.X64.ParallelBitDeposit(value, Payload) | (Continuation & ((1UL << (8 * last)) - 1));
            Unsafe.WriteUnaligned(ref p, bytes);
            return ref Unsafe.Add(ref p, last + 1);
        }
        while (value >= 0x80)
        {
            p = (byte)(value | 0x80);
            p = ref Unsafe.Add(ref p, 1);
            value >>= 7;
        }
        p = (byte)value;
        return ref Unsafe.Add(ref p, 1);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read(scoped ref FloorReader r, ref byte p, scoped out int value)
    {
        p = ref Read(ref r, ref p, out uint bits);
        value = UnZigZag(bits);
        return ref p;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read(scoped ref FloorReader r, ref byte p, scoped out long value)
    {
        p = ref Read(ref r, ref p, out ulong bits);
        value = UnZigZag(bits);
        return ref p;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read(scoped ref FloorReader r, ref byte p, scoped out uint value)
    {
        uint first = p;
        if (first < 0x80)
        {
            value = first;
            return ref Unsafe.Add(ref p, 1);
        }
        uint second = Unsafe.Add(ref p, 1);
        if (second < 0x80)
        {
            value = first + (second << 7) - 0x80;
            return ref Unsafe.Add(ref p, 2);
        }
        value = (uint)ReadLong(ref r, ref p);
        return ref Unsafe.Add(ref p, r.SlowLength);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Read(scoped ref FloorReader r, ref byte p, scoped out ulong value)
    {
        uint first = p;
        if (first < 0x80)
        {
            value = first;
            return ref Unsafe.Add(ref p, 1);
        }
        uint second = Unsafe.Add(ref p, 1);
        if (second < 0x80)
        {
            value = first + (second << 7) - 0x80;
            return ref Unsafe.Add(ref p, 2);
        }
        value = ReadLong(ref r, ref p);
        return ref Unsafe.Add(ref p, r.SlowLength);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ulong ReadLong(scoped ref FloorReader r, ref byte p)
    {
        if (Bmi2.X64.IsSupported)
        {
            ulong bytes = Unsafe.ReadUnaligned<ulong>(ref p);
            ulong ends = ~bytes & Continuation;
            if (ends != 0)
            {
                r.SlowLength = (BitOperations.TrailingZeroCount(ends) >> 3) + 1;
                return Bmi2.X64.ParallelBitExtract(bytes & (ends ^ (ends - 1)), Payload);
            }
        }
        ulong value = 0;
        int shift = 0;
        uint next;
        do
        {
            next = Unsafe.Add(ref p, shift / 7);
            value |= (ulong)(next & 0x7F) << shift;
            shift += 7;
        }
        while (next >= 0x80 && shift < 70);
        r.SlowLength = shift / 7;
        return value;
    }
}
