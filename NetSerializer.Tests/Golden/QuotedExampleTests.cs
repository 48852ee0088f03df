using System.Text;
using NUnit.Framework;

namespace NetSerializer.Tests.Golden;

/// <summary>What the documentation shows of the wire is what the golden files say, and the golden files are what the tests write.</summary>
[TestFixture]
internal sealed class QuotedExampleTests
{
    private const string Fence = "```golden ";
    private static readonly string s_page = Path.Combine(GoldenFile.RepositoryRoot, "docs", "wire-format.md");
    private const string Heading = "## 11. Examples";

    [TestCase("docs/wire-format.md")]
    [TestCase("docs/file-format.md")]
    public void QuotesAreTheGoldenFiles(string page)
    {
        string path = Path.Combine(GoldenFile.RepositoryRoot, page);
        foreach ((string name, string text) in Quotes(File.ReadAllText(path)))
        {
            Assert.That(File.Exists(GoldenFile.PathOf(name)), $"{page} quotes {name}, which is no golden file");
            Assert.That(text, Is.EqualTo(File.ReadAllText(GoldenFile.PathOf(name))), $"{page} quotes {name} otherwise than it is");
        }
    }

    [Test]
    public void TheExamplesQuoteEveryExampleFile()
    {
        string[] files = [.. Directory.GetFiles(GoldenFile.Folder, "example-*" + GoldenFile.Extension)
            .Select(path => Path.GetFileName(path)[..^GoldenFile.Extension.Length])];
        if (GoldenFile.IsWriting(Environment.GetEnvironmentVariable("NETSERIALIZER_WRITE_GOLDEN"), Environment.GetEnvironmentVariable("CI")))
        {
            string page = File.ReadAllText(s_page);
            File.WriteAllText(s_page, page[..page.IndexOf(Heading, StringComparison.Ordinal)] + Page(files));
        }
        Assert.That(Quotes(File.ReadAllText(s_page)).Select(quote => quote.Name), Is.EquivalentTo(files));
    }

    [Test]
    public void GoldenFilesHaveLineFeedsAlone()
    {
        foreach (string path in Directory.GetFiles(GoldenFile.Folder, "*" + GoldenFile.Extension))
        {
            Assert.That(File.ReadAllText(path), Does.Not.Contain('\r'), path);
        }
    }

    [TestCase(null, null, ExpectedResult = false)]
    [TestCase("0", null, ExpectedResult = false)]
    [TestCase("1", "", ExpectedResult = true)]
    public bool GoldenFilesAreWrittenOnRequestOnly(string? write, string? continuousIntegration) => GoldenFile.IsWriting(write, continuousIntegration);

    [Test]
    public void GoldenFilesAreNeverWrittenInContinuousIntegration() => Assert.That(() => GoldenFile.IsWriting("1", "true"), Throws.InvalidOperationException);

    private static string Page(IEnumerable<string> names)
    {
        var page = new StringBuilder("## 11. Examples\nEach is a golden file of the tests: the schema of the model, then values with their bytes and what "
            + "each byte says. Value types stand as direct roots, but in the examples of roots.\n");
        foreach (string name in names.Order(StringComparer.Ordinal))
        {
            page.Append($"\n### {name["example-".Length..].Replace('-', ' ')}\n{Fence}{name}\n{File.ReadAllText(GoldenFile.PathOf(name))}```\n");
        }
        return page.ToString();
    }

    private static IEnumerable<(string Name, string Text)> Quotes(string page)
    {
        string? name = null;
        var text = new StringBuilder();
        foreach (string line in page.Split('\n'))
        {
            if (name == null && line.StartsWith(Fence, StringComparison.Ordinal))
            {
                name = line[Fence.Length..].Trim();
                text.Clear();
            }
            else if (name != null && line == "```")
            {
                yield return (name, text.ToString());
                name = null;
            }
            else if (name != null)
            {
                text.Append(line).Append('\n');
            }
        }
        Assert.That(name, Is.Null, "a quote without an end");
    }
}
