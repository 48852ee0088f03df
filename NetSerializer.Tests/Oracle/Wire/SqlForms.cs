using System.Data.SqlTypes;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 5h: the values of System.Data.SqlTypes.</summary>
internal static class SqlForms
{
    public static object Read(OracleInput input, Type type)
    {
        FrameworkForms.Flag(input, out bool hasValue);
        try
        {
            return hasValue ? ReadParts(input, type)
                : type.IsValueType ? type.GetField("Null")!.GetValue(null)! : Activator.CreateInstance(type)!;
        }
        catch (Exception failure) when (failure is SqlTypeException or ArgumentException or OverflowException)
        {
            throw FrameworkForms.Invalid(input);
        }
    }

    private static object ReadParts(OracleInput input, Type type)
    {
        switch (type.Name)
        {
            case nameof(SqlBoolean):
                FrameworkForms.Flag(input, out bool truth);
                return new SqlBoolean(truth);
            case nameof(SqlByte):
                return new SqlByte(FrameworkForms.Next(input));
            case nameof(SqlInt16):
                return new SqlInt16((short)Signed(input, 16));
            case nameof(SqlInt32):
                return new SqlInt32((int)Signed(input, 32));
            case nameof(SqlInt64):
                return new SqlInt64(Signed(input, 64));
            case nameof(SqlSingle):
                return new SqlSingle(BitConverter.UInt32BitsToSingle((uint)input.Fixed(4)));
            case nameof(SqlDouble):
                return new SqlDouble(BitConverter.UInt64BitsToDouble((ulong)input.Fixed(8)));
            case nameof(SqlMoney):
                return new SqlMoney(Signed(input, 64) / 10_000m);
            case nameof(SqlDecimal):
                return ReadDecimal(input);
            case nameof(SqlDateTime):
                return new SqlDateTime((int)Signed(input, 32), (int)Signed(input, 32));
            case nameof(SqlGuid):
                return new SqlGuid([.. Enumerable.Range(0, 16).Select(_ => FrameworkForms.Next(input))]);
            case nameof(SqlString):
                return new SqlString(Strings.ReadNotNull(input), (int)Signed(input, 32), (SqlCompareOptions)Signed(input, 32));
            case nameof(SqlBinary):
                return new SqlBinary(FrameworkForms.ReadBytes(input));
            case nameof(SqlBytes):
                return new SqlBytes(FrameworkForms.ReadBytes(input));
            default:
                return new SqlChars(Strings.ReadNotNull(input).ToCharArray());
        }
    }

    private static SqlDecimal ReadDecimal(OracleInput input)
    {
        byte precision = FrameworkForms.Next(input), scale = FrameworkForms.Next(input);
        FrameworkForms.Flag(input, out bool isPositive);
        int[] parts = [.. Enumerable.Range(0, 4).Select(_ => (int)(uint)Varints.Read(input, 32))];
        var made = new SqlDecimal(precision, scale, isPositive, parts[0], parts[1], parts[2], parts[3]);
        return made.IsPositive == isPositive ? made : throw FrameworkForms.Invalid(input);
    }

    private static long Signed(OracleInput input, int bits)
    {
        ulong value = Varints.Read(input, bits);
        return (long)(value >> 1) ^ -(long)(value & 1);
    }
}
