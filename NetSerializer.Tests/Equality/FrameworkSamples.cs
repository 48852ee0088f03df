using System.Data;
using System.Data.SqlTypes;
using System.Drawing;
using System.Globalization;
using System.Net;
using System.Net.Mail;
using System.Net.NetworkInformation;
using System.Numerics;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Microsoft.VisualBasic.CompilerServices;

namespace NetSerializer.Tests.Equality;

/// <summary>Values of every type of docs/wire-format.md, section 5h.</summary>
internal static class FrameworkSamples
{
    private static readonly Dictionary<Type, object[]> s_samples = new()
    {
        [typeof(Uri)] =
        [
            new Uri("https://example.org:8080/a%20b/ü?q=1#f"), new Uri("relative/path?x", UriKind.Relative), new Uri("/rooted", UriKind.Relative),
            new Uri("", UriKind.Relative), new Uri("urn:isbn:0451450523"),
            new Uri("HTTP://Example.ORG/Case"), new Uri("file:///c:/temp/x.txt"),
        ],
        [typeof(Version)] = [new Version(1, 2, 3, 4), new Version(1, 2, 3), new Version(0, 0),
            new Version(int.MaxValue, int.MaxValue, int.MaxValue, int.MaxValue), new Version(2, 1, 0, 0)],
        [typeof(CultureInfo)] = [CultureInfo.GetCultureInfo("de-DE"), CultureInfo.InvariantCulture, CultureInfo.GetCultureInfo("ja"),
            CultureInfo.GetCultureInfo("zh-Hans-CN"), CultureInfo.GetCultureInfo("es-ES_tradnl")],
        [typeof(TimeZoneInfo)] = [TimeZoneInfo.Utc, TimeZoneInfo.FindSystemTimeZoneById("Europe/Berlin"), Custom("with ; signs: [x]", 90, false),
            Custom("summer", -210, true)],
        [typeof(StringBuilder)] = [new StringBuilder("text"), new StringBuilder(), new StringBuilder("ж").Append('x', 3000),
            new StringBuilder(1, 10).Append("limited")],
        [typeof(CompareInfo)] = [CultureInfo.GetCultureInfo("de-DE").CompareInfo, CultureInfo.InvariantCulture.CompareInfo,
            CultureInfo.GetCultureInfo("es-ES_tradnl").CompareInfo],
        [typeof(StringComparer)] = [.. UntypedCollections.StringComparers, StringComparer.Create(CultureInfo.GetCultureInfo("de-DE"), ignoreCase: true),
            StringComparer.Create(CultureInfo.InvariantCulture, CompareOptions.IgnoreSymbols)],
        [typeof(NumberFormatInfo)] = [new NumberFormatInfo(), NumberFormatInfo.InvariantInfo, NumberFormatInfo.GetInstance(CultureInfo.GetCultureInfo("ar-SA")),
            new NumberFormatInfo { CurrencySymbol = "ж", NumberGroupSizes = [3, 2, 0], NumberDecimalDigits = 99, PercentGroupSizes = [] }],
        [typeof(Cookie)] = [new Cookie("name", "value"), new Cookie(),
            new Cookie("name", "value", "/path", ".example.org")
            {
                Port = "\"80 81\"", Comment = "ж", CommentUri = new Uri("http://a/b"), Discard = true, HttpOnly = true, Secure = true, Version = 1,
                Expires = new DateTime(2030, 1, 2, 3, 4, 5, DateTimeKind.Utc),
            }],
        [typeof(MailAddress)] = [new MailAddress("user@example.org"), new MailAddress("user@example.org", "A Name"),
            new MailAddress("\"quoted user\"@example.org", "ж, x")],
        [typeof(Regex)] = [new Regex("a+b"), new Regex("", RegexOptions.IgnoreCase | RegexOptions.Singleline, TimeSpan.FromSeconds(2)),
            new Regex("(?<ж>x)|y", RegexOptions.Compiled | RegexOptions.CultureInvariant)],
        [typeof(EqualityComparer<string>)] = [EqualityComparer<string>.Default],
        [typeof(Comparer<int>)] = [Comparer<int>.Default],
        [typeof(BigInteger)] = [new BigInteger(-129), BigInteger.Zero, BigInteger.One, new BigInteger(127), new BigInteger(128), BigInteger.Pow(10, 60),
            -BigInteger.Pow(2, 127), BigInteger.MinusOne],
        [typeof(Rune)] = [new Rune('a'), new Rune(0x10FFFF), new Rune(0), new Rune(0xD7FF), new Rune(0xE000)],
        [typeof(IPAddress)] = [IPAddress.Parse("192.168.1.20"), IPAddress.Loopback, IPAddress.IPv6Any, IPAddress.Parse("2001:db8::1"),
            new IPAddress(IPAddress.Parse("fe80::1").GetAddressBytes(), 7)],
        [typeof(IPEndPoint)] = [new IPEndPoint(IPAddress.Loopback, 80), new IPEndPoint(IPAddress.Parse("2001:db8::1"), 65535),
            new IPEndPoint(IPAddress.Any, 0)],
        [typeof(PhysicalAddress)] = [PhysicalAddress.Parse("00-11-22-33-44-55"), PhysicalAddress.None, new PhysicalAddress([1, 2, 3, 4, 5, 6, 7, 8])],
        [typeof(Type)] = [typeof(int), typeof(string[]), typeof(object), typeof(Dictionary<string, object>), typeof(Type)],
        [typeof(Color)] = [Color.FromArgb(1, 2, 3, 4), Color.Red, Color.Empty, Color.FromName("nobody's"), Color.RebeccaPurple, Color.FromArgb(255, 0, 0),
            SystemColors.Window],
        [typeof(XElement)] =
        [
            XElement.Parse("<a b=\"1&#10;2\">text<c/><c></c> <!-- x --><![CDATA[<&>]]></a>", LoadOptions.PreserveWhitespace), new XElement("empty"),
            new XElement("lines", "a\r\nb\tc\rd", new XAttribute("q", "\"<\r\n")),
            new XElement(XName.Get("n", "urn:x"), new XAttribute(XNamespace.Xmlns + "p", "urn:y"), new XElement(XName.Get("m", "urn:y"), "ж")),
        ],
        [typeof(XDocument)] =
        [
            new XDocument(new XDeclaration("1.0", "utf-8", "yes"), new XComment("c"), new XProcessingInstruction("t", "d"), new XElement("r", 1)),
            new XDocument(new XElement("r")),
            new XDocument(new XDeclaration(null, null, null), new XElement("r", new XElement("s"))),
        ],
        [typeof(DBNull)] = [DBNull.Value],
        [typeof(StaticLocalInitFlag)] = [new StaticLocalInitFlag { State = 1 }],
        [typeof(DataTable)] = [.. DataSamples.Tables],
        [typeof(DataSet)] = [.. DataSamples.Sets],
        [typeof(Encoding)] =
        [
            Encoding.UTF8, new UTF8Encoding(false), new UTF8Encoding(true, true), Encoding.Unicode, new UnicodeEncoding(true, false, true), Encoding.UTF32,
            new UTF32Encoding(true, true), Encoding.ASCII, Encoding.Latin1,
        ],
    };

    static FrameworkSamples()
    {
        foreach ((Type type, object[] samples) in SqlParts.Samples)
        {
            s_samples.Add(type, samples);
        }
    }

    public static IReadOnlyList<object> Of(Type type) => s_samples[type];

    public static object Any(Type type, Random random)
    {
        if (type == typeof(BigInteger))
        {
            byte[] bytes = new byte[random.Next(1, 40)];
            random.NextBytes(bytes);
            return new BigInteger(bytes);
        }
        object sample = s_samples[type][random.Next(s_samples[type].Length)];
        // Nothing is shared: these can be changed.
        return sample switch
        {
            StringBuilder text => new StringBuilder(1, text.MaxCapacity).Append(text),
            NumberFormatInfo format => format.IsReadOnly ? NumberFormatInfo.ReadOnly((NumberFormatInfo)format.Clone()) : format.Clone(),
            Cookie cookie => new Cookie { Name = cookie.Name.Length > 0 ? cookie.Name : "x", Value = cookie.Value },
            SqlBytes bytes => bytes.IsNull ? new SqlBytes() : new SqlBytes(bytes.Value),
            SqlChars units => units.IsNull ? new SqlChars() : new SqlChars(units.Value),
            XElement element => new XElement(element),
            XDocument document => new XDocument(document),
            DataTable table => table.Copy(),
            DataSet set => set.Copy(),
            _ => sample,
        };
    }

    private static TimeZoneInfo Custom(string id, int minutes, bool hasSummer) =>
        TimeZoneInfo.CreateCustomTimeZone(id, TimeSpan.FromMinutes(minutes), $"{id} zone", "standard", "summer", hasSummer
        ?
        [
            TimeZoneInfo.AdjustmentRule.CreateAdjustmentRule(
                new DateTime(2000, 1, 1), new DateTime(2030, 12, 31), TimeSpan.FromHours(1),
                TimeZoneInfo.TransitionTime.CreateFloatingDateRule(new DateTime(1, 1, 1, 2, 0, 0), 3, 5, DayOfWeek.Sunday),
                TimeZoneInfo.TransitionTime.CreateFixedDateRule(new DateTime(1, 1, 1, 3, 0, 0), 10, 20)),
        ]
        : []);
}
