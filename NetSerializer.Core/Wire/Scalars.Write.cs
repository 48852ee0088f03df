using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace NetSerializer.Wire;

/// <summary>
/// The scalars of docs/wire-format.md, section 2, one writer and one reader each. The caller has made sure of the scalar's largest size. Names are
/// <c>Write</c>/<c>Read</c> and the type's name; <c>Fixed</c> ones are the forms of integers=fixed, <c>Finite</c> ones the forms of floats=finite.
/// </summary>
internal static partial class Scalars
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteBoolean(scoped ref WireWriter w, ref byte p, bool value)
    {
        p = value ? (byte)1 : (byte)0;
        return ref Unsafe.Add(ref p, 1);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteByte(scoped ref WireWriter w, ref byte p, byte value)
    {
        p = value;
        return ref Unsafe.Add(ref p, 1);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteSByte(scoped ref WireWriter w, ref byte p, sbyte value)
    {
        p = (byte)value;
        return ref Unsafe.Add(ref p, 1);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteChar(scoped ref WireWriter w, ref byte p, char value) => ref VarInt.Write16(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteUInt16(scoped ref WireWriter w, ref byte p, ushort value) => ref VarInt.Write16(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteInt16(scoped ref WireWriter w, ref byte p, short value) => ref VarInt.Write16(ref p, VarInt.ZigZag((int)value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteUInt32(scoped ref WireWriter w, ref byte p, uint value) => ref VarInt.Write32(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteInt32(scoped ref WireWriter w, ref byte p, int value) => ref VarInt.Write32(ref p, VarInt.ZigZag(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteUInt64(scoped ref WireWriter w, ref byte p, ulong value) => ref VarInt.Write64(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteInt64(scoped ref WireWriter w, ref byte p, long value) => ref VarInt.Write64(ref p, VarInt.ZigZag(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteUIntPtr(scoped ref WireWriter w, ref byte p, nuint value) => ref VarInt.Write64(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteIntPtr(scoped ref WireWriter w, ref byte p, nint value) => ref VarInt.Write64(ref p, VarInt.ZigZag((long)value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte WriteBits<T>(ref byte p, T value) where T : unmanaged
    {
        Unsafe.WriteUnaligned(ref p, value);
        return ref Unsafe.Add(ref p, Unsafe.SizeOf<T>());
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteCharFixed(scoped ref WireWriter w, ref byte p, char value) => ref WriteBits(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteUInt16Fixed(scoped ref WireWriter w, ref byte p, ushort value) => ref WriteBits(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteInt16Fixed(scoped ref WireWriter w, ref byte p, short value) => ref WriteBits(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteUInt32Fixed(scoped ref WireWriter w, ref byte p, uint value) => ref WriteBits(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteInt32Fixed(scoped ref WireWriter w, ref byte p, int value) => ref WriteBits(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteUInt64Fixed(scoped ref WireWriter w, ref byte p, ulong value) => ref WriteBits(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteInt64Fixed(scoped ref WireWriter w, ref byte p, long value) => ref WriteBits(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteUIntPtrFixed(scoped ref WireWriter w, ref byte p, nuint value) => ref WriteBits(ref p, (ulong)value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteIntPtrFixed(scoped ref WireWriter w, ref byte p, nint value) => ref WriteBits(ref p, (long)value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteHalf(scoped ref WireWriter w, ref byte p, Half value) => ref WriteBits(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteSingle(scoped ref WireWriter w, ref byte p, float value) => ref WriteBits(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteDouble(scoped ref WireWriter w, ref byte p, double value) => ref WriteBits(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteHalfFinite(scoped ref WireWriter w, ref byte p, Half value)
    {
        if (!Half.IsFinite(value))
        {
            FailNonFinite();
        }
        return ref WriteBits(ref p, value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteSingleFinite(scoped ref WireWriter w, ref byte p, float value)
    {
        if (!float.IsFinite(value))
        {
            FailNonFinite();
        }
        return ref WriteBits(ref p, value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteDoubleFinite(scoped ref WireWriter w, ref byte p, double value)
    {
        if (!double.IsFinite(value))
        {
            FailNonFinite();
        }
        return ref WriteBits(ref p, value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteInt128(scoped ref WireWriter w, ref byte p, Int128 value) => ref WriteBits(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteUInt128(scoped ref WireWriter w, ref byte p, UInt128 value) => ref WriteBits(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteGuid(scoped ref WireWriter w, ref byte p, Guid value) => ref WriteBits(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteDateTime(scoped ref WireWriter w, ref byte p, DateTime value) => ref WriteBits(ref p, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteTimeSpan(scoped ref WireWriter w, ref byte p, TimeSpan value) => ref WriteBits(ref p, value.Ticks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteTimeOnly(scoped ref WireWriter w, ref byte p, TimeOnly value) => ref WriteBits(ref p, value.Ticks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte WriteDateOnly(scoped ref WireWriter w, ref byte p, DateOnly value) => ref VarInt.Write32(ref p, (uint)value.DayNumber);

    public static ref byte WriteDateTimeOffset(scoped ref WireWriter w, ref byte p, DateTimeOffset value)
    {
        p = ref WriteBits(ref p, value.Ticks);
        return ref VarInt.Write32(ref p, VarInt.ZigZag(value.TotalOffsetMinutes));
    }

    public static ref byte WriteDecimal(scoped ref WireWriter w, ref byte p, decimal value)
    {
        ref DecimalBits bits = ref Unsafe.As<decimal, DecimalBits>(ref value);
        p = (byte)(bits.Flags >> 16 | bits.Flags >> 24);
        p = ref VarInt.Write64(ref Unsafe.Add(ref p, 1), bits.Low);
        return ref VarInt.Write32(ref p, bits.High);
    }

    [DoesNotReturn]
    public static void FailNonFinite() =>
        throw new ValueNotSerializableException(
            ErrorCode.NonFiniteFloat, $"NaN or an infinity in a model with {nameof(SerializerOptions.NonFiniteFloats)} = {nameof(NonFiniteFloats.Reject)}.");

    /// <summary>The layout of a decimal in memory, which the wire shares for arrays.</summary>
    public struct DecimalBits
    {
        public uint Flags;
        public uint High;
        public ulong Low;
    }
}
