using System.Text;
using System.Xml.Linq;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// What XML is charged against what it takes: texts of every shape, whose parts .NET keeps in places that double. What its reader and its writer keep
/// for an attribute is many times its text.
/// </summary>
[TestFixture]
internal sealed class XmlBudgetTests
{
    private const byte Id = 32;

    // Right behind the growth of something that doubles, or goes on to a prime.
    private static readonly int[] s_counts = [1, 9, 33, 65, 127, 137, 198, 255, 351, 510, 1200, 4167, 8211];

    private static readonly TypeModel s_model = TypeModel.Create(typeof(XElement), typeof(XDocument));

    private static IEnumerable<TestCaseData> Shapes()
    {
        yield return Case("attributes", int.MaxValue, count => $"<a{Each(count, name => $" {name}=\"\"")} />");
        yield return Case("attributes of one namespace", int.MaxValue, count => $"<a xmlns:p=\"u\"{Each(count, name => $" p:{name}=\"\"")} />");
        yield return Case("attributes with values", int.MaxValue, count => $"<a{Each(count, name => $" {name}=\"{name}\"")} />");
        yield return Case("attributes of the deepest of some", int.MaxValue, count =>
            $"<a x=\"\"><b><c y=\"\" /><d{Each(count, name => $" {name}=\"\"")} /></b></a>");
        yield return Case("declarations", 255, count => $"<a{Each(count, name => $" xmlns:{name}=\"a\"")} />");
        yield return Case("declarations in use", 255, count => $"<a{Each(count, name => $" xmlns:{name}=\"{name}\" {name}:b=\"\"")} />");
        yield return Case("elements within one another", 510, count => $"{Repeated("<a>", count)}<b />{Repeated("</a>", count)}");
        yield return Case("elements of many names within one another", 510, count =>
            $"{Each(count, name => $"<{name}>")}<b />{string.Concat(Enumerable.Range(0, count).Reverse().Select(i => $"</{Name(i)}>"))}");
        yield return Case("namespaces within one another", 255, count => $"{Each(count, name => $"<a xmlns=\"{name}\">")}<b />{Repeated("</a>", count)}");
        yield return Case("names", int.MaxValue, count => $"<r>{Each(count, name => $"<{name} />")}</r>");
        yield return Case("names of attributes", int.MaxValue, count => $"<r>{Each(count, name => $"<a {name}=\"\" />")}</r>");
        yield return Case("elements", int.MaxValue, count => $"<r>{Repeated("<b />", count)}</r>");
        yield return Case("text", int.MaxValue, count => $"<r>{Repeated("a&lt;", count)}</r>");
    }

    [TestCaseSource(nameof(Shapes))]
    public void What_a_tree_takes_is_charged(int most, Func<int, string> make) => Assert.Multiple(() =>
    {
        foreach (int count in s_counts.Where(count => count <= most))
        {
            string text = make(count);
            AssertCharged<XElement>(s_model.Serialize(XElement.Parse(text, LoadOptions.PreserveWhitespace)), $"{count}");
            AssertCharged<XDocument>(s_model.Serialize(XDocument.Parse(text, LoadOptions.PreserveWhitespace)), $"{count}, document");
            // Bad text, which is seen to be bad only at its end.
            AssertCharged<XElement>([Id, .. Wide(text[..^1])], $"{count}, cut short");
            AssertCharged<XElement>([Id, .. Wide(text[..^1] + "\u4E00")], $"{count}, with an end that is none");
        }
    });

    private static void AssertCharged<T>(byte[] bytes, string what)
    {
        // The first makes what is made once; and the runtime grows tables of its own on whichever thread needs them, which happens in few of them.
        LimitedRead.Result result = Enumerable.Range(0, 4).Select(_ => LimitedRead.Run<T>(s_model, SerializerLimits.Default, bytes))
            .MinBy(result => result.Allocated);
        Assert.That(result.Failure?.Code, Is.Null.Or.EqualTo(ErrorCode.CustomValueRejected), what);
        Assert.That(result.Charged, Is.GreaterThanOrEqualTo(result.Allocated), what);
    }

    private static byte[] Wide(string text)
    {
        bool isNarrow = text.All(character => character < 0x100);
        return isNarrow ? [.. Streams.Frames.VarInt((uint)text.Length << 1), .. Encoding.Latin1.GetBytes(text)]
            : s_model.Serialize(text)[1..];
    }

    private static string Each(int count, Func<string, string> make) => string.Concat(Enumerable.Range(0, count).Select(i => make(Name(i))));

    // As short as there are so many.
    private static string Name(int i) => ((char)(0x4E00 + i)).ToString();

    private static string Repeated(string text, int count) => string.Concat(Enumerable.Repeat(text, count));

    private static TestCaseData Case(string name, int most, Func<int, string> make) => new TestCaseData(most, make).SetArgDisplayNames(name);
}
