using NetSerializer.Ids;

namespace NetSerializer.Schema;

/// <summary>Which numbers can be read as which others, by the names of the schema text.</summary>
internal static class NumericConversion
{
    /// <summary>Every value of the one is a value of the other.</summary>
    public static bool IsLossless(string from, string to) => from == to || from switch
    {
        "byte" => to is "int16" or "uint16" or "int32" or "uint32" or "int64" or "uint64" or "nint" or "nuint" or "int128" or "uint128" or "half" or "float"
            or "double" or "decimal",
        "sbyte" => to is "int16" or "int32" or "int64" or "nint" or "int128" or "half" or "float" or "double" or "decimal",
        "int16" => to is "int32" or "int64" or "nint" or "int128" or "float" or "double" or "decimal",
        "uint16" => to is "int32" or "uint32" or "int64" or "uint64" or "nint" or "nuint" or "int128" or "uint128" or "float" or "double" or "decimal",
        "char" => to is "uint16" or "int32" or "uint32" or "int64" or "uint64" or "nint" or "nuint" or "int128" or "uint128" or "float" or "double"
            or "decimal",
        "int32" => to is "int64" or "nint" or "int128" or "double" or "decimal",
        "uint32" => to is "int64" or "uint64" or "nuint" or "int128" or "uint128" or "double" or "decimal",
        "int64" => to is "int128" or "decimal",
        "uint64" => to is "int128" or "uint128" or "decimal",
        "nint" => to is "int64" or "int128" or "decimal",
        "nuint" => to is "uint64" or "int128" or "uint128" or "decimal",
        "half" => to is "float" or "double",
        "float" => to is "double",
        _ => false,
    };

    /// <summary>The name of a number's type; null for another type.</summary>
    public static string? NameOf(Type type) => BuiltInIds.ScalarName(type) is { } name && IsNumber(name) ? name : null;

    /// <summary>Whether the name is that of a number; a character is one.</summary>
    public static bool IsNumber(string name) => name is "byte" or "sbyte" or "char" or "int16" or "uint16" or "int32" or "uint32" or "int64" or "uint64"
        or "nint" or "nuint" or "int128" or "uint128" or "half" or "float" or "double" or "decimal";

    /// <summary>A number as another one, rounded where that has less digits. Values that are no numbers stay as they are.</summary>
    /// <exception cref="OverflowException">It does not fit, or has a fraction where there is none.</exception>
    public static object Convert(object value, string to)
    {
        if (NameOf(value.GetType()) is not { } from || from == to || !IsNumber(to))
        {
            return value;
        }
        return value switch
        {
            Half number => OfFloat((double)number, to),
            float number => OfFloat(number, to),
            double number => OfFloat(number, to),
            decimal number => OfDecimal(number, to),
            UInt128 number when number > (UInt128)Int128.MaxValue =>
                to is "half" or "float" or "double" ? OfFloat((double)number, to) : throw new OverflowException(),
            _ => OfInteger(Integer(value), to),
        };
    }

    private static Int128 Integer(object value) => value switch
    {
        byte number => number,
        sbyte number => number,
        char number => number,
        short number => number,
        ushort number => number,
        int number => number,
        uint number => number,
        long number => number,
        ulong number => number,
        nint number => number,
        nuint number => number,
        UInt128 number => (Int128)number,
        _ => (Int128)value,
    };

    private static object OfInteger(Int128 value, string to) => to switch
    {
        "byte" => checked((byte)value),
        "sbyte" => checked((sbyte)value),
        "char" => checked((char)value),
        "int16" => checked((short)value),
        "uint16" => checked((ushort)value),
        "int32" => checked((int)value),
        "uint32" => checked((uint)value),
        "int64" => checked((long)value),
        "uint64" => checked((ulong)value),
        "nint" => checked((nint)value),
        "nuint" => checked((nuint)value),
        "int128" => value,
        "uint128" => checked((UInt128)value),
        "half" or "float" or "double" => OfFloat((double)value, to),
        _ => (decimal)value,
    };

    private static object OfFloat(double value, string to) => to switch
    {
        "half" => (Half)value is var half && Half.IsInfinity(half) && !double.IsInfinity(value) ? throw new OverflowException() : half,
        "float" => (float)value is var single && float.IsInfinity(single) && !double.IsInfinity(value) ? throw new OverflowException() : single,
        "double" => value,
        "decimal" => (decimal)value,
        _ => Math.Truncate(value) == value ? OfInteger(checked((Int128)value), to) : throw new OverflowException(),
    };

    private static object OfDecimal(decimal value, string to) => to switch
    {
        "half" or "float" or "double" => OfFloat((double)value, to),
        "decimal" => value,
        _ => decimal.Truncate(value) == value ? OfInteger((Int128)value, to) : throw new OverflowException(),
    };
}
