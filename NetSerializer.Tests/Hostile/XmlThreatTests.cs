using System.Text;
using System.Xml.Linq;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// XML whose tree would cost time in proportion to the square of its length: elements within one another, declarations of namespaces, attributes.
/// </summary>
public class XmlThreatTests
{
    private const byte Id = 32;
    private const int MaxNamespaces = 256, MaxAttributes = 10_000;

    private static readonly TypeModel s_model = Model(SerializerLimits.Default.MaxDepth), s_trusted = Model(SerializerLimits.Trusted.MaxDepth);

    [TestCase(1)]
    [TestCase(3)]
    [TestCase(512)]
    public void Elements_are_within_one_another_as_deep_as_values_are(int limit)
    {
        TypeModel model = Model(limit);
        foreach (string inner in (string[])["", "text", "<!--comment-->"])
        {
            AssertTravels(model, Nested(limit, inner));
        }
        AssertTooDeep(model, Nested(limit + 1, ""));
        AssertTooDeep(model, Nested(limit + 1, "text"));
        AssertTooDeep(model, $"<r>{Nested(limit, "")}</r>");
    }

    [Test]
    public void No_limit_on_depth_allows_more_of_them()
    {
        AssertTravels(s_trusted, Nested(512, ""));
        AssertTooDeep(s_trusted, Nested(513, ""));
    }

    // Trees of them would take minutes.
    [TestCase(80_000)]
    [TestCase(300_000)]
    public void Very_deep_text_is_rejected_before_a_tree_is_made(int depth)
    {
        Assert.That(Rejection<XElement>(s_model, Nested(depth, "")), Is.EqualTo(ErrorCode.DataTooDeep));
        Assert.That(Rejection<XDocument>(s_model, Nested(depth, "")), Is.EqualTo(ErrorCode.DataTooDeep));
        // Of bad text too, which is seen to be bad only at its end.
        Assert.That(Rejection<XElement>(s_model, Nested(depth, "")[..^1]), Is.EqualTo(ErrorCode.DataTooDeep));
    }

    [Test]
    public void Depth_is_that_of_the_deepest_element()
    {
        AssertTravels(s_model, $"<r>{Repeated(Nested(511, ""), 3)}</r>");
        AssertTooDeep(s_model, $"<r><a>{Nested(510, "")}</a>{Nested(512, "")}<b /></r>");
    }

    private static IEnumerable<TestCaseData> Declarations()
    {
        yield return Case("one element", count => $"<r{Declared(0, count)} />");
        yield return Case("prefixes of one namespace", count => $"<r{string.Concat(Enumerable.Range(0, count).Select(i => $" xmlns:p{i}=\"u\""))} />");
        yield return Case("elements around it", count =>
            $"<r{Declared(0, 100)}><a><b{Declared(100, 100)}><c><d{Declared(200, count - 200)} /></c></b></a></r>");
        yield return Case("the same again and again", count => Repeated("<a xmlns:p=\"u\">", count - 1) + "<a xmlns:p=\"u\" />" + Repeated("</a>", count - 1));
        yield return Case("without a prefix", count => $"<r{Declared(0, count - 1)}><a xmlns=\"v\" /></r>");
        yield return Case("behind others that are out of force", count =>
            $"<r{Declared(0, 10)}>{string.Concat(Enumerable.Range(0, 300).Select(i => $"<a{Declared(10, 9)} />"))}<b{Declared(10, count - 10)} /></r>");
    }

    [TestCaseSource(nameof(Declarations))]
    public void So_many_namespaces_are_in_force_and_no_more(Func<int, string> make)
    {
        AssertTravels(s_model, make(MaxNamespaces));
        string text = make(MaxNamespaces + 1);
        Assert.That(() => s_model.Serialize(Tree(text)),
            Throws.TypeOf<ValueNotSerializableException>().With.Property(nameof(ValueNotSerializableException.Code)).EqualTo(ErrorCode.ValueNotEncodable)
            .And.Message.Contains("namespaces"));
        Assert.That(() => s_model.Serialize(new XDocument(Tree(text))), Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("namespaces"));
        Assert.That(Rejection<XElement>(s_model, text), Is.EqualTo(ErrorCode.CustomValueRejected));
        Assert.That(Rejection<XDocument>(s_model, text), Is.EqualTo(ErrorCode.CustomValueRejected));
    }

    // The writer of .NET declares what the tree does not: what counts is the text.
    [Test]
    public void Declarations_that_only_the_text_has_count()
    {
        var kept = new XElement("r", Enumerable.Range(0, MaxNamespaces).Select(i => new XAttribute(XName.Get("x", $"u{i}"), "")));
        Assert.That(s_model.DeepClone(kept)!.Attributes().Count(attribute => !attribute.IsNamespaceDeclaration), Is.EqualTo(MaxNamespaces));
        kept.Add(new XAttribute(XName.Get("x", "one more"), ""));
        Assert.That(() => s_model.Serialize(kept), Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("namespaces"));
    }

    // 1.3 MB of it took eleven seconds.
    [Test]
    public void Very_many_namespaces_are_rejected_before_a_tree_is_made()
    {
        string text = $"<r{Declared(0, 30_000)}{string.Concat(Enumerable.Range(0, 30_000).Select(i => $" p{i}:x=\"\""))} />";
        Assert.That(Rejection<XElement>(s_model, text), Is.EqualTo(ErrorCode.CustomValueRejected));
    }

    private static IEnumerable<TestCaseData> Attributes()
    {
        yield return Case("one element", count => $"<r{Plain(count)} />");
        yield return Case("a tag with an end", count => $"<r><a{Plain(9_999)} /><b c=\"&gt;'\"{Plain(count - 1)}>text</b></r>");
        yield return Case("behind what looks like tags", count => $"<r><!-- <a b=\" --><![CDATA[<a '>]]><?a <b \"?><a{Plain(count)} /></r>");
    }

    // 11 MB of them took half a minute.
    [TestCaseSource(nameof(Attributes))]
    public void So_many_attributes_does_an_element_have_and_no_more(Func<int, string> make)
    {
        AssertTravels(s_model, make(MaxAttributes));
        string text = make(MaxAttributes + 1);
        foreach (XNode tree in (XNode[])[Tree(text), new XDocument(Tree(text))])
        {
            Assert.That(() => s_model.Serialize((object)tree),
                Throws.TypeOf<ValueNotSerializableException>().With.Property(nameof(ValueNotSerializableException.Code)).EqualTo(ErrorCode.ValueNotEncodable)
                .And.Message.Contains("attributes"));
        }
        Assert.That(Rejection<XElement>(s_model, text), Is.EqualTo(ErrorCode.CustomValueRejected));
        Assert.That(Rejection<XDocument>(s_model, text), Is.EqualTo(ErrorCode.CustomValueRejected));
        // No text of ours, but a stranger may send it.
        Assert.That(Malformed.AssertRejected("other quotes", () =>
            s_model.Deserialize<XElement>([Id, .. Text(text.Replace("=\"\"", "='>'", StringComparison.Ordinal))])).Message, Does.Contain("attributes"));
    }

    // Comments and their kin are no tags, whatever is in them, and what is around values is no matter either.
    [Test]
    public void Quotes_outside_of_tags_are_no_attributes()
    {
        string quotes = Repeated("a=\"\" ", MaxAttributes + 1);
        AssertTravels(s_model, $"<r><!-- <a {quotes} --><![CDATA[<a {quotes} ]]><?a <b {quotes} ?>{quotes}<b c=\"{Repeated("a='' ", MaxAttributes + 1)}\" "
            + "/></r>");
    }

    private static void AssertTravels(TypeModel model, string text)
    {
        byte[] bytes = model.Serialize(Tree(text));
        Assert.That(bytes, Is.EqualTo((byte[])[Id, .. Text(text)]));
        Assert.That(XNode.DeepEquals(model.Deserialize<XElement>(bytes), Tree(text)));
        Assert.That(model.Deserialize<XDocument>(model.Serialize(new XDocument(Tree(text))))!.Root!.ToString(SaveOptions.DisableFormatting), Is.EqualTo(text));
    }

    private static void AssertTooDeep(TypeModel model, string text)
    {
        foreach (XNode tree in (XNode[])[Tree(text), new XDocument(Tree(text))])
        {
            Assert.That(() => model.Serialize((object)tree),
                Throws.TypeOf<ValueNotSerializableException>().With.Property(nameof(ValueNotSerializableException.Code)).EqualTo(ErrorCode.ValueTooDeep));
        }
        Assert.That(Rejection<XElement>(model, text), Is.EqualTo(ErrorCode.DataTooDeep));
        Assert.That(Rejection<XDocument>(model, text), Is.EqualTo(ErrorCode.DataTooDeep));
    }

    private static ErrorCode Rejection<T>(TypeModel model, string text)
    {
        byte[] bytes = typeof(T) == typeof(XElement) ? [Id, .. Text(text)] : [Id + 1, 0, .. Text(text)];
        return Malformed.AssertRejected("such XML", () => model.Deserialize<T>(bytes)).Code;
    }

    private static XElement Tree(string text) => XElement.Parse(text, LoadOptions.PreserveWhitespace);

    private static string Nested(int depth, string inner) =>
        Repeated("<a>", depth - 1) + (inner.Length == 0 ? "<a />" : $"<a>{inner}</a>") + Repeated("</a>", depth - 1);

    private static string Repeated(string text, int count) => string.Concat(Enumerable.Repeat(text, count));

    private static string Plain(int count) => string.Concat(Enumerable.Range(0, count).Select(i => $" a{i}=\"\""));

    private static string Declared(int first, int count) => string.Concat(Enumerable.Range(first, count).Select(i => $" xmlns:p{i}=\"u{i}\""));

    private static byte[] Text(string text) => [.. Streams.Frames.VarInt((uint)text.Length << 1), .. Encoding.Latin1.GetBytes(text)];

    private static TypeModel Model(int maxDepth) =>
        TypeModel.Create([typeof(XElement), typeof(XDocument)], new SerializerOptions { Limits = SerializerLimits.Default with { MaxDepth = maxDepth } });

    private static TestCaseData Case(string name, Func<int, string> make) => new TestCaseData(make).SetArgDisplayNames(name);
}
