using System.Runtime.CompilerServices;

namespace NetSerializer.Tests.Oracle.Values;

/// <summary>Scalars, edges of their ranges more often than chance would bring them.</summary>
internal sealed class ScalarValues(Random random, bool finiteFloats, bool wellFormedTexts)
{
    private static readonly long MostTicks = DateTime.MaxValue.Ticks;

    private readonly IntegerValues integers = new(random);
    private readonly TextValues texts = new(random, wellFormedTexts);

    /// <summary>A value of a scalar value type, or a string that is not null.</summary>
    public object Create(Type type)
    {
        if (type == typeof(string))
            return texts.Create();
        if (type == typeof(object))
            return new object();
        ulong bits = integers.Bits(8);
        return Type.GetTypeCode(type) switch
        {
            TypeCode.Boolean => (bits & 1) == 1,
            TypeCode.Byte => (byte)bits,
            TypeCode.SByte => (sbyte)bits,
            TypeCode.Char => (char)integers.Bits(2),
            TypeCode.Int16 => (short)integers.Bits(2),
            TypeCode.UInt16 => (ushort)integers.Bits(2),
            TypeCode.Int32 => (int)integers.Bits(4),
            TypeCode.UInt32 => (uint)integers.Bits(4),
            TypeCode.Int64 => (long)bits,
            TypeCode.UInt64 => bits,
            TypeCode.Single => Single(),
            TypeCode.Double => Double(),
            TypeCode.Decimal => Decimal(),
            TypeCode.DateTime => Unsafe.BitCast<ulong, DateTime>((ulong)Ticks(0, MostTicks) | ((ulong)random.Next(4) << 62)),
            _ => CreateOther(type, bits),
        };
    }

    private object CreateOther(Type type, ulong bits)
    {
        if (type == typeof(nint))
            return (nint)bits;
        if (type == typeof(nuint))
            return (nuint)bits;
        if (type == typeof(Half))
            return Half();
        if (type == typeof(Int128))
            return (Int128)Huge();
        if (type == typeof(UInt128))
            return Huge();
        if (type == typeof(DateTimeOffset))
            return LocalMoment();
        if (type == typeof(TimeSpan))
            return new TimeSpan((long)bits);
        if (type == typeof(DateOnly))
            return DateOnly.FromDayNumber((int)Ticks(0, DateOnly.MaxValue.DayNumber));
        if (type == typeof(TimeOnly))
            return new TimeOnly(Ticks(0, TimeOnly.MaxValue.Ticks));
        if (type == typeof(Guid))
            return random.Next(8) == 0 ? Guid.Empty : Unsafe.BitCast<UInt128, Guid>(Huge());
        throw new ArgumentException($"{type} is no scalar");
    }

    private UInt128 Huge() => new(integers.Bits(8), integers.Bits(8));

    private long Ticks(long least, long most) => random.Next(6) switch
    {
        0 => least,
        1 => most,
        _ => random.NextInt64(least, most + 1),
    };

    private DateTimeOffset LocalMoment()
    {
        int minutes = random.Next(4) switch { 0 => -840, 1 => 840, _ => random.Next(-840, 841) };
        long shift = minutes * TimeSpan.TicksPerMinute;
        long clock = Ticks(Math.Max(0, shift), Math.Min(MostTicks, MostTicks + shift));
        return new DateTimeOffset(clock, TimeSpan.FromMinutes(minutes));
    }

    private object Decimal()
    {
        byte scale = (byte)(random.Next(4) switch { 0 => 0, 1 => 28, _ => random.Next(29) });
        bool negative = random.Next(2) == 0;
        return random.Next(5) switch
        {
            0 => new decimal(0, 0, 0, negative, scale),
            1 => negative ? decimal.MinValue : decimal.MaxValue,
            2 => new decimal((int)integers.Bits(4), 0, 0, negative, scale),
            _ => new decimal((int)integers.Bits(4), (int)integers.Bits(4), (int)integers.Bits(4), negative, scale),
        };
    }

    private object Half()
    {
        Half value = BitConverter.UInt16BitsToHalf((ushort)FloatBits(10, 16));
        return finiteFloats && !System.Half.IsFinite(value) ? System.Half.MaxValue : value;
    }

    private object Single()
    {
        float value = BitConverter.UInt32BitsToSingle((uint)FloatBits(23, 32));
        return finiteFloats && !float.IsFinite(value) ? float.MinValue : value;
    }

    private object Double()
    {
        double value = BitConverter.UInt64BitsToDouble(FloatBits(52, 64));
        return finiteFloats && !double.IsFinite(value) ? double.Epsilon : value;
    }

    /// <summary>Zeros, infinities, NaNs with payloads, subnormals, ones and random patterns, of either sign.</summary>
    private ulong FloatBits(int fraction, int total)
    {
        ulong sign = (ulong)random.Next(2) << (total - 1);
        ulong exponent = (1UL << (total - 1)) - (1UL << fraction);
        ulong payload = (ulong)random.NextInt64() & ((1UL << fraction) - 1);
        return random.Next(7) switch
        {
            0 => sign,
            1 => sign | exponent,
            2 => sign | exponent | payload,
            3 => sign | payload,
            4 => sign | (exponent >> 1 & exponent),
            _ => (ulong)random.NextInt64(long.MinValue, long.MaxValue) >> (64 - total),
        };
    }
}
