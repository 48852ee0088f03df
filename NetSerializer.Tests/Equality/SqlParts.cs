using System.Data.SqlTypes;

namespace NetSerializer.Tests.Equality;

/// <summary>The values of System.Data.SqlTypes, for <see cref="FrameworkValues"/> and <see cref="FrameworkSamples"/>.</summary>
internal static class SqlParts
{
    public static Dictionary<Type, object[]> Samples { get; } = new()
    {
        [typeof(SqlBoolean)] = [SqlBoolean.True, SqlBoolean.False, SqlBoolean.Null],
        [typeof(SqlByte)] = [new SqlByte(200), SqlByte.Null],
        [typeof(SqlInt16)] = [new SqlInt16(-300), SqlInt16.Null],
        [typeof(SqlInt32)] = [new SqlInt32(70_000), SqlInt32.MinValue, SqlInt32.Null],
        [typeof(SqlInt64)] = [SqlInt64.MaxValue, SqlInt64.MinValue, SqlInt64.Null],
        [typeof(SqlSingle)] = [new SqlSingle(1.5f), SqlSingle.Null],
        [typeof(SqlDouble)] = [new SqlDouble(-2.25), SqlDouble.Null],
        [typeof(SqlMoney)] = [new SqlMoney(12.3456m), SqlMoney.MaxValue, SqlMoney.MinValue, SqlMoney.Null],
        [typeof(SqlDecimal)] = [new SqlDecimal(-12345.678m), SqlDecimal.MaxValue, new SqlDecimal(0), SqlDecimal.Null],
        [typeof(SqlDateTime)] = [new SqlDateTime(2026, 11, 28, 21, 47, 3), SqlDateTime.MinValue, SqlDateTime.MaxValue, SqlDateTime.Null],
        [typeof(SqlGuid)] = [new SqlGuid("00112233-4455-6677-8899-aabbccddeeff"), SqlGuid.Null],
        [typeof(SqlString)] = [new SqlString("text", 1033, SqlCompareOptions.IgnoreCase), new SqlString("\u0436", 127, SqlCompareOptions.BinarySort),
            SqlString.Null],
        [typeof(SqlBinary)] = [new SqlBinary([1, 2, 3]), new SqlBinary([]), SqlBinary.Null],
        [typeof(SqlBytes)] = [new SqlBytes([1, 2, 3]), new SqlBytes()],
        [typeof(SqlChars)] = [new SqlChars("text\uD800".ToCharArray()), new SqlChars()],
    };

    public static IEnumerable<Type> Types => Samples.Keys;

    public static object?[] Of(INullable value) => value.IsNull ? [false] : [true, .. Parts(value)];

    private static object?[] Parts(INullable value) => value switch
    {
        SqlBoolean truth => [truth.Value],
        SqlByte number => [number.Value],
        SqlInt16 number => [(ushort)((number.Value << 1) ^ (number.Value >> 15))],
        SqlInt32 number => [ZigZag(number.Value)],
        SqlInt64 number => [ZigZag(number.Value)],
        SqlSingle number => [new ArraySegment<byte>(BitConverter.GetBytes(number.Value))],
        SqlDouble number => [new ArraySegment<byte>(BitConverter.GetBytes(number.Value))],
        SqlMoney money => [ZigZag((long)(money.Value * 10_000m))],
        SqlDecimal number => [number.Precision, number.Scale, number.IsPositive, .. number.Data.Select(part => (object)(uint)part)],
        SqlDateTime time => [ZigZag(time.DayTicks), ZigZag(time.TimeTicks)],
        SqlGuid guid => [new ArraySegment<byte>(guid.Value.ToByteArray())],
        SqlString text => [text.Value, ZigZag(text.LCID), ZigZag((int)text.SqlCompareOptions)],
        SqlBinary bytes => [bytes.Value],
        SqlBytes bytes => [bytes.Value],
        SqlChars units => [new string(units.Value)],
        _ => throw new ArgumentException($"{value.GetType()}"),
    };

    private static uint ZigZag(int value) => (uint)((value << 1) ^ (value >> 31));

    private static ulong ZigZag(long value) => (ulong)((value << 1) ^ (value >> 63));
}
