using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 2, but for the dates and times.</summary>
internal static class ScalarBytes
{
    public static void Write(OracleOutput output, object value)
    {
        switch (value)
        {
            case bool x: output.Byte(x ? 1 : 0); break;
            case byte x: output.Byte(x); break;
            case sbyte x: output.Byte((byte)x); break;
            case Half x: WriteFloat(output, Half.IsFinite(x), BitConverter.HalfToUInt16Bits(x), 2); break;
            case float x: WriteFloat(output, float.IsFinite(x), BitConverter.SingleToUInt32Bits(x), 4); break;
            case double x: WriteFloat(output, double.IsFinite(x), BitConverter.DoubleToUInt64Bits(x), 8); break;
            case Int128 x: output.Fixed((UInt128)x, 16); break;
            case UInt128 x: output.Fixed(x, 16); break;
            case decimal x: WriteDecimal(output, x); break;
            case Guid x: WriteGuid(output, x); break;
            case string x: Strings.Write(output, x); break;
            case DateTime or DateTimeOffset or TimeSpan or DateOnly or TimeOnly: DatesAndTimes.Write(output, value); break;
            default:
                if (value.GetType() != typeof(object))
                    WriteInteger(output, value);
                break;
        }
    }

    public static object Read(OracleInput input, Type type)
    {
        int start = input.Position;
        if (type == typeof(object))
            return new object();
        if (type == typeof(string))
            return Strings.ReadNotNull(input);
        if (IntegerType.Of(type) is { } integer)
            return ReadInteger(input, integer, type);
        return Scalars.NameOf(type.IsEnum ? type.GetEnumUnderlyingType() : type) switch
        {
            "bool" => ReadBoolean(input),
            "byte" => AsEnum(type, input.Byte()),
            "sbyte" => AsEnum(type, (sbyte)input.Byte()),
            "half" => CheckFinite(input, start, BitConverter.UInt16BitsToHalf((ushort)input.Fixed(2)), Half.IsFinite),
            "float" => CheckFinite(input, start, BitConverter.UInt32BitsToSingle((uint)input.Fixed(4)), float.IsFinite),
            "double" => CheckFinite(input, start, BitConverter.UInt64BitsToDouble((ulong)input.Fixed(8)), double.IsFinite),
            "int128" => (Int128)input.Fixed(16),
            "uint128" => input.Fixed(16),
            "decimal" => ReadDecimal(input),
            "guid" => ReadGuid(input),
            _ => DatesAndTimes.Read(input, type),
        };
    }

    private static object AsEnum(Type type, object value) => type.IsEnum ? Enum.ToObject(type, value) : value;

    private static void WriteInteger(OracleOutput output, object value)
    {
        if (value is Enum && IntegerType.Of(value.GetType()) is null)
        {
            Write(output, Convert.ChangeType(value, value.GetType().GetEnumUnderlyingType()));
            return;
        }

        IntegerType integer = IntegerType.Of(value.GetType()) ?? throw new OracleRefusal($"{value.GetType()} is no scalar");
        ulong bits = integer.ToBits(value);
        if (output.Model.Schema.FixedIntegers)
            output.Fixed(bits, integer.Width);
        else if (integer.Signed)
            Varints.WriteZigZag(output, (long)bits);
        else
            Varints.Write(output, bits);
    }

    private static object ReadInteger(OracleInput input, IntegerType integer, Type type)
    {
        int start = input.Position;
        ulong bits = input.Model.Schema.FixedIntegers ? integer.Extend((ulong)input.Fixed(integer.Width), integer.Width)
            : integer.Signed ? (ulong)Varints.ReadZigZag(input, integer.Width * 8)
            : Varints.Read(input, integer.Width * 8);
        return integer.FromBits(input, bits, type, start);
    }

    private static object ReadBoolean(OracleInput input)
    {
        int start = input.Position;
        byte value = input.Byte();
        return value <= 1 ? value == 1 : throw input.Reject(RejectionCode.BooleanInvalid, start, $"a bool of {value}");
    }

    private static void WriteFloat(OracleOutput output, bool finite, ulong bits, int count)
    {
        if (output.Model.Schema.FiniteFloats && !finite)
            throw new OracleRefusal("floats=finite");
        output.Fixed(bits, count);
    }

    private static object CheckFinite<T>(OracleInput input, int start, T value, Func<T, bool> isFinite)
        where T : struct
    {
        if (input.Model.Schema.FiniteFloats && !isFinite(value))
            throw input.Reject(RejectionCode.FloatNotFinite, start, "floats=finite");
        return value;
    }

    private static void WriteDecimal(OracleOutput output, decimal value)
    {
        DecimalParts parts = DecimalParts.Of(value);
        output.Byte(parts.Scale | (parts.Negative ? 0x80 : 0));
        Varints.Write(output, parts.Low);
        Varints.Write(output, parts.High);
    }

    private static object ReadDecimal(OracleInput input)
    {
        int start = input.Position;
        byte head = input.Byte();
        if ((head & 0x7F) > 28)
            throw input.Reject(RejectionCode.DecimalInvalid, start, $"a decimal that begins with {head:X2}");
        ulong low = Varints.Read(input, 64);
        uint high = (uint)Varints.Read(input, 32);
        return new DecimalParts(low, high, (byte)(head & 0x7F), head >= 0x80).ToDecimal();
    }

    private static void WriteGuid(OracleOutput output, Guid value)
    {
        foreach (byte part in value.ToByteArray())
            output.Byte(part);
    }

    private static object ReadGuid(OracleInput input)
    {
        UInt128 value = input.Fixed(16);
        byte[] bytes = new byte[16];
        for (int i = 0; i < 16; i++)
            bytes[i] = (byte)(value >> (8 * i));
        return new Guid(bytes);
    }
}
