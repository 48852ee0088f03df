using System.Globalization;
using System.Runtime.CompilerServices;

namespace NetSerializer.Tests.Equality;

/// <summary>Scalars as text that differs whenever any bit of them does.</summary>
internal static class ScalarBits
{
    /// <summary>The text, or null if the value is no scalar.</summary>
    public static string? Of(object value) => value switch
    {
        Half x => $"half {BitConverter.HalfToUInt16Bits(x):X4}",
        float x => $"float {BitConverter.SingleToUInt32Bits(x):X8}",
        double x => $"double {BitConverter.DoubleToUInt64Bits(x):X16}",
        decimal x => $"decimal {string.Join(' ', decimal.GetBits(x).Select(part => part.ToString("X8", CultureInfo.InvariantCulture)))}",
        DateTime x => $"datetime {Unsafe.BitCast<DateTime, ulong>(x):X16}",
        DateTimeOffset x => $"datetimeoffset {x.Ticks} {x.TotalOffsetMinutes}",
        TimeSpan x => $"timespan {x.Ticks}",
        TimeOnly x => $"timeonly {x.Ticks}",
        DateOnly x => $"dateonly {x.DayNumber}",
        Guid x => $"guid {x}",
        string x => $"string \"{string.Concat(x.Select(Show))}\"",
        Enum x => $"{x.GetType()} {x:D}",
        Int128 or UInt128 or IConvertible or nint or nuint => string.Create(CultureInfo.InvariantCulture, $"{value.GetType().Name} {Number(value)}"),
        _ => null,
    };

    /// <summary>Two strings, or two values of a primitive type, are the same, which is seen without their texts.</summary>
    public static bool AreSame(object left, object right) =>
        left is string text
        ? right is string other && string.Equals(text, other, StringComparison.Ordinal)
        : left.GetType() is { IsPrimitive: true } type && type == right.GetType() && MemoryOf.HaveSameBits(left, right);

    /// <summary>Code units by number unless plain: lone surrogates would all print alike.</summary>
    private static string Show(char unit) =>
        unit is >= ' ' and < '\u007F' and not '"' ? unit.ToString() : $"\\u{(int)unit:X4}";

    private static object Number(object value) => value is char unit ? (int)unit : value;
}
