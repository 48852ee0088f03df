using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>Which bits values of scalar types may have, as code that trusts them takes for granted.</summary>
internal static class ScalarRules
{
    private const int MostOffsetMinutes = 840, MostScale = 28;

    private static readonly HashSet<Type> s_scalars =
    [
        typeof(nint), typeof(nuint), typeof(Half), typeof(Int128), typeof(UInt128), typeof(DateTimeOffset), typeof(TimeSpan), typeof(DateOnly),
        typeof(TimeOnly), typeof(Guid), typeof(object), typeof(Rune), typeof(BigInteger),
    ];

    public static bool IsScalar(Type type) => type.IsPrimitive || type.IsEnum || Type.GetTypeCode(type) > TypeCode.DBNull || s_scalars.Contains(type);

    /// <summary>True where nothing can be wrong with an element but its type, which the array fixes.</summary>
    public static bool AcceptsEveryPattern(Type type) =>
        type.IsEnum || type == typeof(Guid) || (type.IsPrimitive && type != typeof(bool) && type != typeof(float) && type != typeof(double));

    public static string? Fault(object value, bool onlyFinite) => value switch
    {
        bool x => Unsafe.BitCast<bool, byte>(x) > 1 ? $"a bool of {Unsafe.BitCast<bool, byte>(x)}" : null,
        decimal x => DecimalFault(decimal.GetBits(x)[3]),
        DateTime x => (Unsafe.BitCast<DateTime, ulong>(x) & (ulong.MaxValue >> 2)) > (ulong)DateTime.MaxValue.Ticks ? "a DateTime behind the year 9999" : null,
        DateTimeOffset x => OffsetFault(x),
        DateOnly x => x.DayNumber < 0 || x.DayNumber > DateOnly.MaxValue.DayNumber ? $"a DateOnly of day {x.DayNumber}" : null,
        TimeOnly x => x.Ticks < 0 || x.Ticks > TimeOnly.MaxValue.Ticks ? $"a TimeOnly of {x.Ticks} ticks" : null,
        Rune x => Rune.IsValid(x.Value) ? null : $"a Rune of {x.Value:X}",
        BigInteger x => x == new BigInteger(x.ToByteArray()) && (x + BigInteger.One) - BigInteger.One == x ? null : "a BigInteger in a form of its own",
        Half x => onlyFinite && !Half.IsFinite(x) ? "a Half that is not finite" : null,
        float x => onlyFinite && !float.IsFinite(x) ? "a float that is not finite" : null,
        double x => onlyFinite && !double.IsFinite(x) ? "a double that is not finite" : null,
        string x => TextFault(x),
        _ => null,
    };

    private static string? DecimalFault(int flags) =>
        (flags & 0x7F00FFFF) != 0 || (flags >> 16 & 0xFF) > MostScale ? $"a decimal with the flags {flags:X8}" : null;

    private static string? OffsetFault(DateTimeOffset value)
    {
        long utc = value.UtcTicks, offset = value.TotalOffsetMinutes;
        return utc < 0 || utc > DateTime.MaxValue.Ticks || Math.Abs(offset) > MostOffsetMinutes
            ? $"a DateTimeOffset of {utc} ticks and {offset} minutes" : null;
    }

    // Native code that gets the text reads up to the terminator behind it.
    private static unsafe string? TextFault(string text)
    {
        fixed (char* first = text)
        {
            return first[text.Length] == '\0' ? null : "a string without its terminator";
        }
    }
}
