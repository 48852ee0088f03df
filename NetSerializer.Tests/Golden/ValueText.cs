using System.Globalization;
using System.Text;
using NetSerializer.Ids;

namespace NetSerializer.Tests.Golden;

/// <summary>Values and names as golden files call them: the same in every culture and time zone.</summary>
internal static class ValueText
{
    private const int LongestText = 24;

    public static string Of(object? value) => value switch
    {
        null => "null",
        string text => Quoted(text),
        char unit => $"'{Escaped(unit)}'",
        bool flag => flag ? "true" : "false",
        DateTime time => $"{time.Ticks} ticks {time.Kind}",
        DateTimeOffset time => $"{time.Ticks} ticks, offset {time.TotalOffsetMinutes} minutes",
        TimeSpan or TimeOnly => $"{((IFormattable)value).ToString(value is TimeSpan ? "c" : "o", CultureInfo.InvariantCulture)}",
        DateOnly date => date.ToString("o", CultureInfo.InvariantCulture),
        IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
        _ => value.ToString()!,
    };

    public static string TypeName(Type type)
    {
        if (BuiltInIds.ScalarName(type) is { } scalar)
        {
            return scalar;
        }
        if (type.IsArray)
        {
            return $"{TypeName(type.GetElementType()!)}[{(type.IsSZArray ? "" : type.GetArrayRank() == 1 ? "*" : new string(',', type.GetArrayRank() - 1))}]";
        }
        return type.IsGenericType ? $"{type.Name.Split('`')[0]}<{string.Join(", ", type.GetGenericArguments().Select(TypeName))}>" : type.Name;
    }

    /// <summary>The property behind a compiler-made field.</summary>
    public static string MemberName(string field) => field.StartsWith('<') ? field[1..field.IndexOf('>')] : field;

    private static string Quoted(string text)
    {
        var quoted = new StringBuilder("\"");
        foreach (char unit in text.Take(LongestText))
        {
            quoted.Append(Escaped(unit));
        }
        return quoted.Append(text.Length > LongestText ? "..." : "\"").ToString();
    }

    private static string Escaped(char unit) => unit is >= ' ' and <= '~' ? unit.ToString() : $"\\u{(int)unit:X4}";
}
