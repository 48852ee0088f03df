using System.Globalization;
using System.Net;
using System.Net.Mail;
using System.Text.RegularExpressions;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 5h: comparers, formats of numbers, cookies, mail addresses and patterns.</summary>
internal static class LaterForms
{
    /// <summary>Null for another type.</summary>
    public static object? Read(OracleInput input, Type type)
    {
        try
        {
            return type == typeof(CompareInfo) ? FrameworkForms.ReadCulture(input).CompareInfo
                : type == typeof(StringComparer) ? ReadComparer(input)
                : type == typeof(NumberFormatInfo) ? ReadNumberFormat(input)
                : type == typeof(Cookie) ? ReadCookie(input)
                : type == typeof(MailAddress) ? ReadMailAddress(input)
                : type == typeof(Regex) ? ReadRegex(input)
                : type.IsGenericType ? type.GetProperty("Default")!.GetValue(null)
                : null;
        }
        catch (Exception failure) when (failure is ArgumentException or NotSupportedException or FormatException)
        {
            throw FrameworkForms.Invalid(input);
        }
    }

    private static StringComparer ReadComparer(OracleInput input)
    {
        byte number = FrameworkForms.Next(input);
        if (number is > 0 and < 5)
            return (StringComparer)UntypedCollections.StringComparers[number - 1];
        if (number != 5)
            throw FrameworkForms.Invalid(input);
        CultureInfo culture = FrameworkForms.ReadCulture(input);
        var made = StringComparer.Create(culture, (CompareOptions)(uint)Varints.Read(input, 32));
        return UntypedCollections.StringComparers.Contains(made) ? throw FrameworkForms.Invalid(input) : made;
    }

    private static NumberFormatInfo ReadNumberFormat(OracleInput input)
    {
        FrameworkForms.Flag(input, out bool isReadOnly);
        string Text() => Strings.ReadNotNull(input);
        int Number() => FrameworkForms.Next(input);
        int[] Sizes() => [.. FrameworkForms.ReadBytes(input).Select(size => (int)size)];
        var made = new NumberFormatInfo
        {
            CurrencyDecimalSeparator = Text(),
            CurrencyGroupSeparator = Text(),
            CurrencySymbol = Text(),
            NaNSymbol = Text(),
            NegativeInfinitySymbol = Text(),
            NegativeSign = Text(),
            NumberDecimalSeparator = Text(),
            NumberGroupSeparator = Text(),
            PerMilleSymbol = Text(),
            PercentDecimalSeparator = Text(),
            PercentGroupSeparator = Text(),
            PercentSymbol = Text(),
            PositiveInfinitySymbol = Text(),
            PositiveSign = Text(),
            CurrencyDecimalDigits = Number(),
            CurrencyNegativePattern = Number(),
            CurrencyPositivePattern = Number(),
            DigitSubstitution = (DigitShapes)Number(),
            NumberDecimalDigits = Number(),
            NumberNegativePattern = Number(),
            PercentDecimalDigits = Number(),
            PercentNegativePattern = Number(),
            PercentPositivePattern = Number(),
            CurrencyGroupSizes = Sizes(),
            NumberGroupSizes = Sizes(),
            PercentGroupSizes = Sizes(),
            NativeDigits = [.. Enumerable.Range(0, 10).Select(_ => Text())],
        };
        return isReadOnly ? NumberFormatInfo.ReadOnly(made) : made;
    }

    private static Cookie ReadCookie(OracleInput input)
    {
        string[] texts = [.. Enumerable.Range(0, 6).Select(_ => Strings.ReadNotNull(input))];
        string? link = Strings.Read(input);
        ulong ticks = Varints.Read(input, 64);
        byte kind = FrameworkForms.Next(input), flags = FrameworkForms.Next(input);
        ulong version = Varints.Read(input, 32);
        if (ticks > (ulong)DateTime.MaxValue.Ticks || kind > 2 || flags > 7 || version > int.MaxValue)
            throw FrameworkForms.Invalid(input);
        var made = new Cookie { Value = texts[1], Comment = texts[5], Expires = new DateTime((long)ticks, (DateTimeKind)kind) };
        (made.Discard, made.HttpOnly, made.Secure) = ((flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0);
        if (texts[0].Length > 0)
            made.Name = texts[0];
        if (texts[2].Length > 0)
            made.Path = texts[2];
        if (texts[3].Length > 0)
            made.Domain = texts[3];
        if (texts[4].Length > 0)
            made.Port = texts[4];
        if (link is not null)
            made.CommentUri = new Uri(link, UriKind.RelativeOrAbsolute);
        if (version > 0)
            made.Version = (int)version;
        return made;
    }

    private static MailAddress ReadMailAddress(OracleInput input)
    {
        string address = Strings.ReadNotNull(input), name = Strings.ReadNotNull(input);
        var made = new MailAddress(address, name);
        return made.Address == address && made.DisplayName == name ? made : throw FrameworkForms.Invalid(input);
    }

    private static Regex ReadRegex(OracleInput input)
    {
        string pattern = Strings.ReadNotNull(input);
        var options = (RegexOptions)(uint)Varints.Read(input, 32);
        ulong ticks = Varints.Read(input, 64);
        if (ticks > long.MaxValue)
            throw FrameworkForms.Invalid(input);
        return new Regex(pattern, options, ticks == 0 ? Regex.InfiniteMatchTimeout : new TimeSpan((long)ticks));
    }
}
