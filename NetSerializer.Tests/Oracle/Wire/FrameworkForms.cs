using System.Data;
using System.Data.SqlTypes;
using System.Drawing;
using System.Globalization;
using System.Net;
using System.Net.NetworkInformation;
using System.Numerics;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Microsoft.VisualBasic.CompilerServices;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 5a.</summary>
internal static class FrameworkForms
{
    public static void Write(OracleOutput output, object value)
    {
        foreach (object? part in FrameworkValues.Parts(value))
        {
            switch (part)
            {
                case byte or bool:
                    output.Byte(Convert.ToInt32(part, CultureInfo.InvariantCulture));
                    break;
                case ushort or uint or ulong:
                    Varints.Write(output, Convert.ToUInt64(part, CultureInfo.InvariantCulture));
                    break;
                case byte[] bytes:
                    Varints.Write(output, (ulong)bytes.Length);
                    foreach (byte item in bytes)
                        output.Byte(item);
                    break;
                case ArraySegment<byte> raw:
                    foreach (byte item in raw)
                        output.Byte(item);
                    break;
                case Type type:
                    Varints.Write(output, output.Model.TypesById.Single(row => row.Value == type).Key);
                    break;
                default:
                    Strings.Write(output, (string?)part);
                    break;
            }
        }
    }

    public static object Read(OracleInput input, Type type)
    {
        if (type == typeof(Uri))
            return Uri.TryCreate(Flag(input, out bool absolute) + Strings.ReadNotNull(input), absolute ? UriKind.Absolute : UriKind.Relative, out Uri? uri)
                ? uri : throw Invalid(input);
        if (type == typeof(Version))
            return ReadVersion(input);
        if (type == typeof(CultureInfo))
            return ReadCulture(input);
        if (type == typeof(TimeZoneInfo))
            return ReadTimeZone(input);
        if (type == typeof(StringBuilder))
            return ReadBuilder(input);
        if (type == typeof(BigInteger))
            return ReadBigInteger(input);
        if (type == typeof(Rune))
            return Rune.TryCreate((uint)Varints.Read(input, 32), out Rune rune) ? rune : throw Invalid(input);
        if (type == typeof(IPAddress))
            return ReadAddress(input);
        if (type == typeof(IPEndPoint))
            return new IPEndPoint(ReadAddress(input), (int)Varints.Read(input, 16));
        if (type == typeof(PhysicalAddress))
            return new PhysicalAddress(ReadBytes(input));
        if (type == typeof(Type))
            return ReadType(input);
        if (type == typeof(Color))
            return ReadColor(input);
        if (type == typeof(XElement))
            return ReadXml(input, reader => XElement.Load(reader, LoadOptions.PreserveWhitespace));
        if (type == typeof(XDocument))
            return ReadDocument(input);
        if (type.IsAssignableTo(typeof(INullable)))
            return SqlForms.Read(input, type);
        if (LaterForms.Read(input, type) is { } later)
            return later;
        if (type == typeof(DataTable))
            return DataForms.ReadTable(input);
        if (type == typeof(DataSet))
            return DataForms.ReadSet(input);
        if (type == typeof(StaticLocalInitFlag))
            return new StaticLocalInitFlag { State = 1 };
        return type == typeof(DBNull) ? DBNull.Value : ReadEncoding(input);
    }

    // As a fixed value, so that a map of the bytes has it.
    public static byte Next(OracleInput input) => (byte)input.Fixed(1);

    public static OracleRejection Invalid(OracleInput input) => input.Reject(RejectionCode.ValueInvalid, input.Position, "no such value");

    // Returns nothing, so that it can stand in front of the text that follows it.
    public static string Flag(OracleInput input, out bool flag)
    {
        int start = input.Position;
        byte value = Next(input);
        if (value > 1)
            throw input.Reject(RejectionCode.BooleanInvalid, start, $"a bool of {value}");
        flag = value == 1;
        return "";
    }

    /// <summary>What the text makes, if it is the text that this would be written with.</summary>
    private static object Try(OracleInput input, string text, Func<string, object> make)
    {
        object made;
        try
        {
            made = make(text);
        }
        catch (Exception failure) when (failure is not OracleRejection)
        {
            throw Invalid(input);
        }

        return FrameworkValues.Parts(made)[^1] is string again && again == text ? made : throw Invalid(input);
    }

    private static Version ReadVersion(OracleInput input)
    {
        int Part(int offset)
        {
            long part = (long)Varints.Read(input, 32) - offset;
            return part <= int.MaxValue ? (int)part : throw Invalid(input);
        }

        int major = Part(0), minor = Part(0), build = Part(1);
        int revision = build < 0 ? -1 : Part(1);
        return build < 0 ? new Version(major, minor) : revision < 0 ? new Version(major, minor, build) : new Version(major, minor, build, revision);
    }

    // Names that machines may know and do not list.
    private static readonly string[] s_unlisted =
        ("in in-ID iw iw-IL mo no-NO sh sh-BA sh-CS sh-YU sr-CS sr-Cyrl-CS sr-Latn-CS sr-YU tl tl-PH en-NH en-RH de-DE_phoneb es-ES_tradnl hu-HU_technl "
        + "ja-JP_radstr ja-JP_unihan ka-GE_modern x-IV_mathan zh-CN_phoneb zh-CN_stroke"
        + " zh-HK_radstr zh-HK_stroke zh-MO_radstr zh-MO_stroke zh-SG_phoneb zh-SG_stroke zh-TW_pronun zh-TW_radstr").Split(' ');

    private static readonly Lazy<string[]> s_listed = new(() => [.. CultureInfo.GetCultures(CultureTypes.AllCultures).Select(culture => culture.Name)]);

    private static StringBuilder ReadBuilder(OracleInput input)
    {
        string text = Strings.ReadNotNull(input);
        long largest = int.MaxValue - (long)Varints.Read(input, 32);
        return largest >= Math.Max(text.Length, 1)
            ? new StringBuilder((int)Math.Min(largest, Math.Max(16, text.Length)), (int)largest).Append(text) : throw Invalid(input);
    }

    public static CultureInfo ReadCulture(OracleInput input) => (CultureInfo)Try(input, Strings.ReadNotNull(input), ReadCulture);

    private static CultureInfo ReadCulture(string name)
    {
        bool isKnown = s_listed.Value.Contains(name) || s_unlisted.Contains(name)
            || (name.Split('-') is [var language, var region]
                && s_listed.Value.Any(listed => listed.Split('-') is [var first, { Length: 4 }, var last] && first == language && last == region));
        return isKnown ? CultureInfo.GetCultureInfo(name, predefinedOnly: !name.Contains('_')) : throw new CultureNotFoundException();
    }

    private static object ReadTimeZone(OracleInput input)
    {
        Flag(input, out bool isCustom);
        string text = Strings.ReadNotNull(input);
        if (isCustom)
            return Try(input, text, TimeZoneInfo.FromSerializedString);
        string[] parts = text.Split('/');
        if (text.Length > 255 || parts.Length > 4 || parts.Any(part => part.Length == 0 || !char.IsAsciiLetterOrDigit(part[0]))
            || text.Contains("..", StringComparison.Ordinal)
            || text.Any(unit => !char.IsAsciiLetterOrDigit(unit) && !" _+-./()".Contains(unit, StringComparison.Ordinal)))
            throw Invalid(input);
        return Try(input, text, TimeZoneInfo.FindSystemTimeZoneById);
    }

    public static byte[] ReadBytes(OracleInput input)
    {
        int start = input.Position;
        int count = Varints.CheckLength(input, Varints.Read(input, 32), start);
        input.RequireRest(count, start);
        return [.. Enumerable.Range(0, count).Select(_ => Next(input))];
    }

    private static object ReadBigInteger(OracleInput input)
    {
        byte[] bytes = ReadBytes(input);
        var number = new BigInteger(bytes);
        return number.ToByteArray().SequenceEqual(bytes) ? number : throw Invalid(input);
    }

    private static IPAddress ReadAddress(OracleInput input)
    {
        byte version = Next(input);
        if (version is not (4 or 6))
            throw Invalid(input);
        byte[] bytes = [.. Enumerable.Range(0, version == 4 ? 4 : 16).Select(_ => Next(input))];
        return version == 4 ? new IPAddress(bytes) : new IPAddress(bytes, (long)Varints.Read(input, 32));
    }

    private static Type ReadType(OracleInput input)
    {
        int start = input.Position;
        ulong id = Varints.Read(input, 32);
        return id <= ushort.MaxValue && input.Model.TypesById.TryGetValue((ushort)id, out Type? type)
            ? type
            : throw input.Reject(RejectionCode.TypeIdUnknown, start, $"type id {id}");
    }

    private static object ReadColor(OracleInput input)
    {
        switch (Next(input))
        {
            case 0:
                return Color.Empty;
            case 1:
                ulong known = Varints.Read(input, 32);
                return known is > 0 and <= 175 ? Color.FromKnownColor((KnownColor)known) : throw Invalid(input);
            case 2:
                return Color.FromArgb(Next(input), Next(input), Next(input), Next(input));
            case 3:
                var named = Color.FromName(Strings.ReadNotNull(input));
                return named.IsKnownColor ? throw Invalid(input) : named;
            default:
                throw Invalid(input);
        }
    }

    private static object ReadXml(OracleInput input, Func<XmlReader, XNode> load) => Try(input, Strings.ReadNotNull(input), text =>
    {
        using var reader = XmlReader.Create(new StringReader(text), new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit });
        return load(reader);
    });

    private static object ReadDocument(OracleInput input)
    {
        Flag(input, out bool isDeclared);
        XDeclaration? declaration = isDeclared ? new XDeclaration(Strings.Read(input), Strings.Read(input), Strings.Read(input)) : null;
        var document = (XDocument)ReadXml(input, reader => XDocument.Load(reader, LoadOptions.PreserveWhitespace));
        document.Declaration = declaration;
        return document;
    }

    private static object ReadEncoding(OracleInput input)
    {
        ulong page = Varints.Read(input, 32);
        byte form = Next(input);
        bool hasMark = (form & 1) == 0, throws = (form & 2) != 0;
        Encoding made;
        try
        {
            made = (page, form) switch
            {
                (_, > 3) => throw Invalid(input),
                (65001, _) => new UTF8Encoding(hasMark, throws),
                (1200 or 1201, _) => new UnicodeEncoding(page == 1201, hasMark, throws),
                (12000 or 12001, _) => new UTF32Encoding(page == 12001, hasMark, throws),
                ( > ushort.MaxValue, _) or (_, not 0) => throw Invalid(input),
                _ => Encoding.GetEncoding((int)page),
            };
        }
        catch (Exception failure) when (failure is ArgumentException or NotSupportedException)
        {
            throw Invalid(input);
        }

        return (ulong)made.CodePage == page ? made : throw Invalid(input);
    }
}
