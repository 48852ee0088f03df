using System.Runtime.CompilerServices;

namespace NetSerializer.Wire;

internal static partial class Scalars
{
    public const ulong MaxDateTimeTicks = 3155378975999999999, DateTimeTicksMask = 0x3FFFFFFFFFFFFFFF;
    public const long MaxTimeOnlyTicks = 863999999999;
    private const uint MaxDayNumber = 3652058;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadBoolean(scoped ref WireReader r, ref byte p, out bool value)
    {
        byte b = p;
        if (b > 1)
        {
            r.Fail(ErrorCode.ValueOutOfRange, ref p, 1, "A bool that is neither 0 nor 1.");
        }
        value = b != 0;
        return ref Unsafe.Add(ref p, 1);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadByte(scoped ref WireReader r, ref byte p, out byte value)
    {
        value = p;
        return ref Unsafe.Add(ref p, 1);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadSByte(scoped ref WireReader r, ref byte p, out sbyte value)
    {
        value = (sbyte)p;
        return ref Unsafe.Add(ref p, 1);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadChar(scoped ref WireReader r, ref byte p, out char value)
    {
        p = ref VarInt.Read16(ref r, ref p, out uint bits);
        value = (char)bits;
        return ref p;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadUInt16(scoped ref WireReader r, ref byte p, out ushort value)
    {
        p = ref VarInt.Read16(ref r, ref p, out uint bits);
        value = (ushort)bits;
        return ref p;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadInt16(scoped ref WireReader r, ref byte p, out short value)
    {
        p = ref VarInt.Read16(ref r, ref p, out uint bits);
        value = (short)VarInt.UnZigZag(bits);
        return ref p;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadUInt32(scoped ref WireReader r, ref byte p, out uint value) => ref VarInt.Read32(ref r, ref p, out value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadInt32(scoped ref WireReader r, ref byte p, out int value)
    {
        p = ref VarInt.Read32(ref r, ref p, out uint bits);
        value = VarInt.UnZigZag(bits);
        return ref p;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadUInt64(scoped ref WireReader r, ref byte p, out ulong value) => ref VarInt.Read64(ref r, ref p, out value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadInt64(scoped ref WireReader r, ref byte p, out long value)
    {
        p = ref VarInt.Read64(ref r, ref p, out ulong bits);
        value = VarInt.UnZigZag(bits);
        return ref p;
    }

    public static ref byte ReadUIntPtr(scoped ref WireReader r, ref byte p, out nuint value)
    {
        ref byte item = ref p;
        p = ref VarInt.Read64(ref r, ref p, out ulong bits);
        value = (nuint)bits;
        if (value != bits)
        {
            r.FailVarIntValue(ErrorCode.ValueOutOfRange, ref item, bits, "A native integer that this machine cannot hold.");
        }
        return ref p;
    }

    public static ref byte ReadIntPtr(scoped ref WireReader r, ref byte p, out nint value)
    {
        ref byte item = ref p;
        p = ref VarInt.Read64(ref r, ref p, out ulong bits);
        long wide = VarInt.UnZigZag(bits);
        value = (nint)wide;
        if (value != wide)
        {
            r.FailVarIntValue(ErrorCode.ValueOutOfRange, ref item, bits, "A native integer that this machine cannot hold.");
        }
        return ref p;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte ReadBits<T>(ref byte p, out T value) where T : unmanaged
    {
        value = Unsafe.ReadUnaligned<T>(ref p);
        return ref Unsafe.Add(ref p, Unsafe.SizeOf<T>());
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadCharFixed(scoped ref WireReader r, ref byte p, out char value) => ref ReadBits(ref p, out value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadUInt16Fixed(scoped ref WireReader r, ref byte p, out ushort value) => ref ReadBits(ref p, out value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadInt16Fixed(scoped ref WireReader r, ref byte p, out short value) => ref ReadBits(ref p, out value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadUInt32Fixed(scoped ref WireReader r, ref byte p, out uint value) => ref ReadBits(ref p, out value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadInt32Fixed(scoped ref WireReader r, ref byte p, out int value) => ref ReadBits(ref p, out value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadUInt64Fixed(scoped ref WireReader r, ref byte p, out ulong value) => ref ReadBits(ref p, out value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadInt64Fixed(scoped ref WireReader r, ref byte p, out long value) => ref ReadBits(ref p, out value);

    public static ref byte ReadUIntPtrFixed(scoped ref WireReader r, ref byte p, out nuint value)
    {
        ulong bits = Unsafe.ReadUnaligned<ulong>(ref p);
        value = (nuint)bits;
        if (value != bits)
        {
            r.Fail(ErrorCode.ValueOutOfRange, ref p, 8, "A native integer that this machine cannot hold.");
        }
        return ref Unsafe.Add(ref p, 8);
    }

    public static ref byte ReadIntPtrFixed(scoped ref WireReader r, ref byte p, out nint value)
    {
        long bits = Unsafe.ReadUnaligned<long>(ref p);
        value = (nint)bits;
        if (value != bits)
        {
            r.Fail(ErrorCode.ValueOutOfRange, ref p, 8, "A native integer that this machine cannot hold.");
        }
        return ref Unsafe.Add(ref p, 8);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadHalf(scoped ref WireReader r, ref byte p, out Half value) => ref ReadBits(ref p, out value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadSingle(scoped ref WireReader r, ref byte p, out float value) => ref ReadBits(ref p, out value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadDouble(scoped ref WireReader r, ref byte p, out double value) => ref ReadBits(ref p, out value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadHalfFinite(scoped ref WireReader r, ref byte p, out Half value)
    {
        value = Unsafe.ReadUnaligned<Half>(ref p);
        if (!Half.IsFinite(value))
        {
            FailNonFinite(ref r, ref p, 2);
        }
        return ref Unsafe.Add(ref p, 2);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadSingleFinite(scoped ref WireReader r, ref byte p, out float value)
    {
        value = Unsafe.ReadUnaligned<float>(ref p);
        if (!float.IsFinite(value))
        {
            FailNonFinite(ref r, ref p, 4);
        }
        return ref Unsafe.Add(ref p, 4);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadDoubleFinite(scoped ref WireReader r, ref byte p, out double value)
    {
        value = Unsafe.ReadUnaligned<double>(ref p);
        if (!double.IsFinite(value))
        {
            FailNonFinite(ref r, ref p, 8);
        }
        return ref Unsafe.Add(ref p, 8);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadInt128(scoped ref WireReader r, ref byte p, out Int128 value) => ref ReadBits(ref p, out value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadUInt128(scoped ref WireReader r, ref byte p, out UInt128 value) => ref ReadBits(ref p, out value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadGuid(scoped ref WireReader r, ref byte p, out Guid value) => ref ReadBits(ref p, out value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadDateTime(scoped ref WireReader r, ref byte p, out DateTime value)
    {
        if ((Unsafe.ReadUnaligned<ulong>(ref p) & DateTimeTicksMask) > MaxDateTimeTicks)
        {
            r.Fail(ErrorCode.ValueOutOfRange, ref p, 8, "A DateTime after the year 9999.");
        }
        return ref ReadBits(ref p, out value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte ReadTimeSpan(scoped ref WireReader r, ref byte p, out TimeSpan value) => ref ReadBits(ref p, out value);

    public static ref byte ReadTimeOnly(scoped ref WireReader r, ref byte p, out TimeOnly value)
    {
        if (Unsafe.ReadUnaligned<ulong>(ref p) > MaxTimeOnlyTicks)
        {
            r.Fail(ErrorCode.ValueOutOfRange, ref p, 8, "A TimeOnly of a day or more.");
        }
        return ref ReadBits(ref p, out value);
    }

    public static ref byte ReadDateOnly(scoped ref WireReader r, ref byte p, out DateOnly value)
    {
        ref byte item = ref p;
        p = ref VarInt.Read32(ref r, ref p, out uint day);
        if (day > MaxDayNumber)
        {
            r.FailVarIntValue(ErrorCode.ValueOutOfRange, ref item, day, "A DateOnly after the year 9999.");
        }
        value = DateOnly.FromDayNumber((int)day);
        return ref p;
    }

    public static ref byte ReadDateTimeOffset(scoped ref WireReader r, ref byte p, out DateTimeOffset value)
    {
        ref byte item = ref p;
        ulong ticks = Unsafe.ReadUnaligned<ulong>(ref p);
        if (ticks > MaxDateTimeTicks)
        {
            r.Fail(ErrorCode.ValueOutOfRange, ref p, 8, "A DateTimeOffset after the year 9999.");
        }
        ref byte offsetItem = ref Unsafe.Add(ref p, 8);
        p = ref VarInt.Read32(ref r, ref offsetItem, out uint bits);
        int minutes = VarInt.UnZigZag(bits);
        if (minutes is < -840 or > 840)
        {
            r.FailVarIntValue(ErrorCode.ValueOutOfRange, ref offsetItem, bits, "A DateTimeOffset whose offset is more than 14 hours.");
        }
        if ((ulong)((long)ticks - minutes * TimeSpan.TicksPerMinute) > MaxDateTimeTicks)
        {
            r.Fail(ErrorCode.ValueOutOfRange, ref item, 8 + VarInt.Length(bits), "A DateTimeOffset whose UTC time is out of range.");
        }
        value = new DateTimeOffset((long)ticks, new TimeSpan(minutes * TimeSpan.TicksPerMinute));
        return ref p;
    }

    public static ref byte ReadDecimal(scoped ref WireReader r, ref byte p, out decimal value)
    {
        uint scale = p & 0x7Fu;
        if (scale > 28)
        {
            r.Fail(ErrorCode.ValueOutOfRange, ref p, 1, "A decimal with a scale above 28.");
        }
        DecimalBits bits;
        bits.Flags = scale << 16 | (p & 0x80u) << 24;
        p = ref VarInt.Read64(ref r, ref Unsafe.Add(ref p, 1), out bits.Low);
        p = ref VarInt.Read32(ref r, ref p, out bits.High);
        value = Unsafe.As<DecimalBits, decimal>(ref bits);
        return ref p;
    }

    private static void FailNonFinite(ref WireReader r, ref byte item, int length) =>
        r.Fail(ErrorCode.NonFiniteFloatRead, ref item, length, "NaN or an infinity in a model that refuses them.");
}
