using System.Data;
using System.Data.SqlTypes;
using System.Drawing;
using System.Globalization;
using System.Net;
using System.Net.Mail;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using System.Numerics;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using Microsoft.VisualBasic.CompilerServices;

namespace NetSerializer.Tests.Equality;

/// <summary>The values of docs/wire-format.md, section 5h, as tests see them: what of them travels, in the order of the wire.</summary>
internal static class FrameworkValues
{
    private static readonly HashSet<Type> s_types =
    [
        typeof(Uri), typeof(Version), typeof(CultureInfo), typeof(TimeZoneInfo), typeof(StringBuilder), typeof(BigInteger), typeof(Rune), typeof(IPAddress),
        typeof(IPEndPoint), typeof(PhysicalAddress),
        typeof(Type), typeof(Color), typeof(XElement), typeof(XDocument), typeof(DBNull), typeof(Encoding),
        typeof(DataTable), typeof(DataSet), typeof(CompareInfo), typeof(StringComparer), typeof(NumberFormatInfo), typeof(Cookie), typeof(MailAddress),
        typeof(Regex), typeof(StaticLocalInitFlag), typeof(EqualityComparer<>), typeof(Comparer<>), .. SqlParts.Types,
    ];

    public static IEnumerable<Type> All => s_types;

    public static bool Contains(Type type) =>
        Declared(type) is var declared && s_types.Contains(declared.IsGenericType ? declared.GetGenericTypeDefinition() : declared);

    /// <summary>The type under which a value travels: some are of classes that nobody can name.</summary>
    public static Type Declared(Type type) =>
        type.IsAssignableTo(typeof(Type)) ? typeof(Type)
        : type.IsAssignableTo(typeof(CultureInfo)) ? typeof(CultureInfo)
        : type.IsAssignableTo(typeof(Encoding)) ? typeof(Encoding)
        : type.IsAssignableTo(typeof(IPAddress)) ? typeof(IPAddress)
        : type.IsAssignableTo(typeof(Regex)) ? typeof(Regex)
        : type.Assembly == typeof(object).Assembly ? ComparerOf(type) ?? type
        : type;

    private static Type? ComparerOf(Type type)
    {
        while (type != typeof(StringComparer)
            && !(type.IsGenericType && type.GetGenericTypeDefinition() is var definition
                && (definition == typeof(EqualityComparer<>) || definition == typeof(Comparer<>))))
        {
            if (type.BaseType is not { } level)
            {
                return null;
            }
            type = level;
        }
        return type;
    }

    /// <summary>
    /// What travels: a byte, bool or string as such, ushort, uint and ulong as varints, a byte[] with its count in front, an ArraySegment of bytes without,
    /// a Type by its id.
    /// </summary>
    public static object?[] Parts(object value) => value switch
    {
        Uri uri => [uri.IsAbsoluteUri, uri.OriginalString],
        Version { Build: < 0 } version => [(uint)version.Major, (uint)version.Minor, 0u],
        Version version => [(uint)version.Major, (uint)version.Minor, (uint)version.Build + 1, (uint)(version.Revision + 1)],
        CultureInfo culture => [culture.CompareInfo.Name],
        TimeZoneInfo zone => TimeZoneInfo.TryFindSystemTimeZoneById(zone.Id, out TimeZoneInfo? system) && system.Equals(zone)
            ? [false, zone.Id] : [true, zone.ToSerializedString()],
        StringBuilder text => [text.ToString(), (uint)(int.MaxValue - text.MaxCapacity)],
        BigInteger number => [number.ToByteArray()],
        Rune rune => [(uint)rune.Value],
        IPAddress address => AddressParts(address),
        IPEndPoint point => [.. AddressParts(point.Address), (ushort)point.Port],
        PhysicalAddress address => [address.GetAddressBytes()],
        Type type => [type],
        Color { IsEmpty: true } => [(byte)0],
        Color { IsKnownColor: true } color => [(byte)1, (uint)color.ToKnownColor()],
        Color { IsNamedColor: true } color => [(byte)3, color.Name],
        Color color => [(byte)2, color.A, color.R, color.G, color.B],
        XElement element => [XmlOf(element)],
        XDocument { Declaration: null } document => [false, XmlOf(document)],
        XDocument document => [true, document.Declaration.Version, document.Declaration.Encoding, document.Declaration.Standalone, XmlOf(document)],
        DBNull or StaticLocalInitFlag => [],
        Encoding encoding => [(uint)encoding.CodePage,
            (byte)((IsUnicode(encoding) && encoding.Preamble.IsEmpty ? 1 : 0)
                | (IsUnicode(encoding) && encoding.DecoderFallback is DecoderExceptionFallback ? 2 : 0))],
        DataTable table => DataParts.Of(table),
        DataSet set => DataParts.Of(set),
        CompareInfo order => [order.Name],
        StringComparer comparer => ComparerParts(comparer),
        NumberFormatInfo format => NumberFormatParts(format),
        Cookie cookie => [cookie.Name, cookie.Value, cookie.Path, cookie.Domain, cookie.Port, cookie.Comment, cookie.CommentUri?.OriginalString,
            (ulong)cookie.Expires.Ticks, (byte)cookie.Expires.Kind, (byte)((cookie.Discard ? 1 : 0) | (cookie.HttpOnly ? 2 : 0) | (cookie.Secure ? 4 : 0)),
            (uint)cookie.Version],
        MailAddress address => [address.Address, address.DisplayName],
        Regex regex => [regex.ToString(), (uint)regex.Options, regex.MatchTimeout == Regex.InfiniteMatchTimeout ? 0UL : (ulong)regex.MatchTimeout.Ticks],
        INullable sql => SqlParts.Of(sql),
        _ when ComparerOf(value.GetType()) != null => [],
        _ => throw new ArgumentException($"No value of section 5h: {value}"),
    };

    public static bool AreEqual(object left, object right)
    {
        object?[] leftParts = Parts(left), rightParts = Parts(right);
        return Declared(left.GetType()) == Declared(right.GetType()) && leftParts.Length == rightParts.Length
            && leftParts.Zip(rightParts).All(pair =>
                pair.First is IEnumerable<byte> bytes
                ? pair.Second is IEnumerable<byte> others && bytes.SequenceEqual(others) : Equals(pair.First, pair.Second));
    }

    public static bool IsUnicode(Encoding encoding) => encoding.CodePage is 65001 or 1200 or 1201 or 12000 or 12001;

    /// <summary>Without declaration and indentation, line ends as character references.</summary>
    public static string XmlOf(XNode node)
    {
        var text = new StringBuilder();
        using (var writer = XmlWriter.Create(text, new XmlWriterSettings { OmitXmlDeclaration = true, NewLineHandling = NewLineHandling.Entitize }))
        {
            node.WriteTo(writer);
        }
        return text.ToString();
    }

    private static object?[] ComparerParts(StringComparer comparer)
    {
        int number = Array.IndexOf(UntypedCollections.StringComparers, comparer) + 1;
        return number > 0 ? [(byte)number]
            : StringComparer.IsWellKnownCultureAwareComparer(comparer, out CompareInfo? order, out CompareOptions options)
                ? [(byte)5, order.Name, (uint)options] : throw new ArgumentException($"{comparer}");
    }

    private static object?[] NumberFormatParts(NumberFormatInfo format) =>
    [
        format.IsReadOnly, format.CurrencyDecimalSeparator, format.CurrencyGroupSeparator, format.CurrencySymbol, format.NaNSymbol,
        format.NegativeInfinitySymbol, format.NegativeSign, format.NumberDecimalSeparator, format.NumberGroupSeparator, format.PerMilleSymbol,
        format.PercentDecimalSeparator, format.PercentGroupSeparator, format.PercentSymbol, format.PositiveInfinitySymbol, format.PositiveSign,
        (byte)format.CurrencyDecimalDigits, (byte)format.CurrencyNegativePattern, (byte)format.CurrencyPositivePattern, (byte)format.DigitSubstitution,
        (byte)format.NumberDecimalDigits, (byte)format.NumberNegativePattern, (byte)format.PercentDecimalDigits, (byte)format.PercentNegativePattern,
        (byte)format.PercentPositivePattern, Sizes(format.CurrencyGroupSizes), Sizes(format.NumberGroupSizes), Sizes(format.PercentGroupSizes),
        .. format.NativeDigits,
    ];

    private static byte[] Sizes(int[] sizes) => [.. sizes.Select(size => (byte)size)];

    private static object?[] AddressParts(IPAddress address)
    {
        IEnumerable<object?> bytes = address.GetAddressBytes().Cast<object?>();
        return address.AddressFamily == AddressFamily.InterNetwork ? [(byte)4, .. bytes] : [(byte)6, .. bytes, (uint)address.ScopeId];
    }
}
