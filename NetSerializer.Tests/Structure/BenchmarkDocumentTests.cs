using System.Text.RegularExpressions;
using NUnit.Framework;

namespace NetSerializer.Tests.Structure;

/// <summary>docs/benchmarks.md is one page that a reader understands at once, and has all options of the program.</summary>
public partial class BenchmarkDocumentTests
{
    private const int MostWords = 2_500, MostWordsOfASentence = 40;

    private static string Document => Repository.Read("docs", "benchmarks.md");

    [Test]
    public void The_document_is_short() =>
        Assert.That(Document.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries), Has.Length.AtMost(MostWords));

    [Test]
    public void No_sentence_is_long() =>
        Assert.That(
            Sentences().Split(Fence().Replace(Document, "")).Where(sentence =>
                sentence.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).Length > MostWordsOfASentence),
            Is.Empty);

    [Test]
    public void Every_option_and_suite_is_in_the_document()
    {
        string options = Repository.Read("NetSerializer.Benchmarks", "Options.cs");
        string[] names = [.. UsageLine().Matches(options).Select(match => match.Groups[1].Value).Where(name => name != "--help")];
        string[] suites = [.. SuiteName().Matches(SuiteList().Match(options).Groups[1].Value).Select(match => match.Groups[1].Value)];
        Assert.That(names, Has.Length.GreaterThan(5));
        Assert.That(suites, Has.Length.GreaterThan(5));
        Assert.That(names.Where(name => !Document.Contains($"| `{name}", StringComparison.Ordinal)), Is.Empty);
        Assert.That(suites.Where(suite => !Document.Contains($"`{suite}`", StringComparison.Ordinal)), Is.Empty);
    }

    [GeneratedRegex("(?s)```.*?```")]
    private static partial Regex Fence();

    // A sentence ends with a point, a cell with a bar, a paragraph or a row with its line.
    [GeneratedRegex(@"(?<=[.:;!?])\s|[|\n]")]
    private static partial Regex Sentences();

    [GeneratedRegex(@"(?m)^ {10}(--[a-z]+)")]
    private static partial Regex UsageLine();

    [GeneratedRegex(@"s_suites = \[([^\]]*)\]")]
    private static partial Regex SuiteList();

    [GeneratedRegex("\"([a-z]+)\"")]
    private static partial Regex SuiteName();
}
