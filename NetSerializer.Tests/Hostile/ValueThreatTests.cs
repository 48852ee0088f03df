using System.Drawing;
using System.Globalization;
using System.Net;
using System.Numerics;
using System.Text;
using System.Xml.Linq;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>Bytes that are no value of docs/wire-format.md, section 5h, and values that cannot travel.</summary>
public class ValueThreatTests
{
    private const byte Id = 32;

    public static IEnumerable<TestCaseData> Rejections =>
    [
        Case<Uri>("no absolute URI", [Id, 1, .. Text("relative")]),
        Case<Uri>("no relative URI", [Id, 0, .. Text("http://a")]),
        Case<Version>("a part above int.MaxValue", Id, 0x80, 0x80, 0x80, 0x80, 0x08, 0, 0),
        Case<CultureInfo>("a culture that does not exist", [Id, .. Text("xx-nowhere")]),
        Case<CultureInfo>("another spelling", [Id, .. Text("DE-de")]),
        Case<TimeZoneInfo>("no zone of that id", [Id, 0, .. Text("Nowhere/At All")]),
        Case<TimeZoneInfo>("a path", [Id, 0, .. Text("../zoneinfo/Europe/Berlin")]),
        Case<TimeZoneInfo>("a rooted path", [Id, 0, .. Text("/dev/zero")]),
        Case<TimeZoneInfo>("no rules", [Id, 1, .. Text("nonsense;x;")]),
        Case<TimeZoneInfo>("rules that are cut short",
            [Id, 1, .. Text("summer;-210;summer zone;standard;summer;[01:01:2000;12:31:2003;60;[0;02:00:00;3;5;0;];[1;03:00:00;10;20;];1;")]),
        Case<TimeZoneInfo>("the rules of a zone of the system", [Id, 1, .. Text(TimeZoneInfo.Utc.ToSerializedString())]),
        Case<BigInteger>("no bytes", 0),
        Case<BigInteger>("a needless byte", 2, 5, 0),
        Case<BigInteger>("a needless sign", 2, 0x80, 0xFF),
        Case<Rune>("a surrogate", 0x80, 0xB0, 0x03),
        Case<Rune>("behind the last character", 0x80, 0x80, 0x44),
        Case<IPAddress>("version 5", Id, 5, 1, 2, 3, 4),
        Case<Color>("no such kind", 4),
        Case<Color>("no known color", 1, 0),
        Case<Color>("above the known colors", 1, 0xB0, 0x01),
        Case<Color>("a known color by name", [3, .. Text("red")]),
        Case<XElement>("a document type", [Id, .. Text("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>")]),
        Case<XElement>("an entity", [Id, .. Text("<a>&b;</a>")]),
        Case<XElement>("no XML", [Id, .. Text("<a>")]),
        Case<XElement>("another text of the same tree", [Id, .. Text("<a b='c' />")]),
        Case<XElement>("more than one tree", [Id, .. Text("<a /><b />")]),
        Case<XDocument>("no root", [Id, 0, .. Text("<!-- x -->")]),
        Case<Encoding>("a code page that nobody knows", Id, 1, 0),
        Case<Encoding>("the default, which differs by machine", Id, 0, 0),
        Case<Encoding>("no such form", Id, 0xE9, 0xFB, 0x03, 4),
        Case<Encoding>("a form that the code page has not", Id, 0x9F, 0x9D, 0x01, 1),
    ];

    [TestCaseSource(nameof(Rejections))]
    public void Bytes_that_are_no_value_are_rejected(Func<TypeModel, object?> read, TypeModel model) =>
        Assert.That(Malformed.AssertRejected("no such value", () => read(model)).Code, Is.EqualTo(ErrorCode.CustomValueRejected));

    [TestCase(0)]
    [TestCase(31)]
    [TestCase(40)]
    public void Types_outside_the_model_are_rejected(byte id)
    {
        TypeModel model = TypeModel.Create([typeof(Type)]);
        Assert.That(Malformed.AssertRejected("no such type", () => model.Deserialize<Type>([Id, id])).Code, Is.EqualTo(ErrorCode.UnknownTypeId));
    }

    [Test]
    public void Types_without_an_id_are_refused()
    {
        TypeModel model = TypeModel.Create([typeof(Type)]);
        foreach (Type type in (Type[])[typeof(IDisposable), typeof(List<>), typeof(int?), typeof(Version), typeof(Stream)])
        {
            AssertRefused(ErrorCode.TypeNotRegistered, model, type);
        }
    }

    [Test]
    public void Values_that_would_not_come_back_are_refused()
    {
        TypeModel model = TypeModel.Create([typeof(XElement), typeof(XDocument), typeof(Encoding), typeof(CultureInfo)]);
        AssertRefused(ErrorCode.ValueNotEncodable, model, new XElement("a", new XComment("x\ry")));
        AssertRefused(ErrorCode.ValueNotEncodable, model, new XElement("a", "\u0001"));
        AssertRefused(ErrorCode.ValueNotEncodable, model, new XDocument(new XComment("x")));
        AssertRefused(ErrorCode.ValueNotEncodable, model, new XDocument(new XDocumentType("a", null, null, "<!ENTITY b \"c\">"), new XElement("a")));
        AssertRefused(ErrorCode.ValueNotEncodable, model,
            Encoding.GetEncoding("utf-8", new EncoderReplacementFallback("?"), new DecoderReplacementFallback("?")));
        AssertRefused<CultureInfo>(ErrorCode.ValueNotEncodable, model, new UnknownCulture());
    }

    [Test]
    public void Memory_for_numbers_comes_as_their_bytes_do()
    {
        TypeModel model = TypeModel.Create(
            [typeof(BigInteger)], new SerializerOptions { Limits = SerializerLimits.Default with { MaxAllocatedBytes = 1 << 20 } });
        var number = new BigInteger([.. Enumerable.Repeat((byte)7, 100_000)]);
        using var stream = new MemoryStream();
        model.Serialize(stream, (object)number);
        stream.Position = 0;
        Assert.That(model.Deserialize(stream), Is.EqualTo(number));
        Malformed.AssertRejected("a count of 2^21 bytes", () => model.DeserializeDirect<BigInteger>([0x80, 0x80, 0x80, 0x01, 1, 2]));
    }

    private static void AssertRefused<T>(ErrorCode code, TypeModel model, T value) =>
        Assert.That(() => model.Serialize(value), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(code), $"{value}");

    private static byte[] Text(string text) => [.. VarInt((uint)text.Length << 1), .. Encoding.Latin1.GetBytes(text)];

    private static byte[] VarInt(uint value) => Streams.Frames.VarInt(value);

    private static TestCaseData Case<T>(string name, params byte[] bytes) =>
        new TestCaseData((TypeModel model) => typeof(T).IsValueType ? model.DeserializeDirect<T>(bytes) : (object?)model.Deserialize<T>(bytes),
            TypeModel.Create([typeof(T)])).SetArgDisplayNames(typeof(T).Name, name);

    private sealed class UnknownCulture() : CultureInfo("de-DE")
    {
        public override string Name => "nowhere";
    }
}
