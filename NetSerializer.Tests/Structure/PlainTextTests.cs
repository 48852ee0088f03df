using System.Text.RegularExpressions;
using NUnit.Framework;

namespace NetSerializer.Tests.Structure;

/// <summary>README.md and docs/architecture.md are read first, by people who are new: short lines, short sentences, no figures of speed.</summary>
public partial class PlainTextTests
{
    private const int LongestLine = 500, MostWordsOfASentence = 40, MostWordsOfAPromise = 25, MostWordsOfArchitecture = 2_000;

    [TestCase("README.md")]
    [TestCase("docs/architecture.md")]
    public void No_line_is_long(string document) =>
        Assert.That(Text(document).Split('\n').Where(line => line.Length > LongestLine), Is.Empty);

    [TestCase("README.md")]
    [TestCase("docs/architecture.md")]
    public void No_sentence_is_long(string document) =>
        Assert.That(Sentences(Text(document)).Where(sentence => Words(sentence) > MostWordsOfASentence), Is.Empty);

    [Test]
    public void The_promises_of_the_readme_are_short_sentences()
    {
        string[] parts = Text("README.md").Split("\n## ");
        string[] promises = [.. parts.Where(part => part.StartsWith("What is", StringComparison.Ordinal))];
        Assert.That(promises, Has.Length.EqualTo(2), "what is promised, and what is not");
        Assert.That(promises.SelectMany(Sentences).Where(sentence => Words(sentence) >= MostWordsOfAPromise), Is.Empty);
    }

    [Test]
    public void Architecture_is_short() => Assert.That(Words(Text("docs/architecture.md")), Is.AtMost(MostWordsOfArchitecture));

    [Test]
    public void Architecture_has_no_figures_of_speed() =>
        Assert.That(Figure().Matches(Text("docs/architecture.md")).Select(match => match.Value), Is.Empty);

    [TestCase("Reading takes 0.93 of the time.", true)]
    [TestCase("It takes 16 ns.", true)]
    [TestCase("Version 5.0.0 for .NET 10, section 9, four methods.", false)]
    public void Figures_are_seen(string text, bool isFigure) => Assert.That(Figure().IsMatch(text), Is.EqualTo(isFigure));

    [Test]
    public void Sentences_are_told_apart() =>
        Assert.That(
            Sentences("One two. Three: four\nfive six\n\n- seven\n| a b | c |"),
            Is.EqualTo(["One two.", "Three:", "four five six", "- seven", "a b", "c"]));

    private static string Text(string document) => Fence().Replace(Repository.Read(document).ReplaceLineEndings("\n"), "");

    // A sentence ends with a point, a cell with a bar, a paragraph with an empty line, an item of a list where the next one begins.
    private static IEnumerable<string> Sentences(string text) =>
        SentenceEnd().Split(text).Select(sentence => Space().Replace(sentence, " ").Trim()).Where(sentence => sentence.Length > 0);

    private static int Words(string text) => text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).Length;

    [GeneratedRegex("(?s)```.*?```|<!--.*?-->")]
    private static partial Regex Fence();

    [GeneratedRegex(@"(?<=[.:;!?]\**)\s|\||\n\n|\n(?=[-#|]|\d+\. )")]
    private static partial Regex SentenceEnd();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Space();

    [GeneratedRegex(@"\b\d+\.\d+(-[\d.]+)? (of|to|against)\b|\b[\d.]+ (ns|ms|%)|\bof the time\b")]
    private static partial Regex Figure();
}
