using System.Text.RegularExpressions;
using NetSerializer.Tests.Structure;
using NUnit.Framework;

namespace NetSerializer.Tests.Documents;

/// <summary>Every block of C# in the documents for users stands in a test, line by line, and so is built and run.</summary>
public partial class ExampleTests
{
    private const int MostLines = 10;

    [TestCase("README.md", "ReadmeExamples.cs")]
    [TestCase("docs/guide.md", "GuideExamples.cs")]
    [TestCase("docs/versioning.md", "VersioningExamples.cs")]
    [TestCase("docs/migrating-from-binaryformatter.md", "MigrationExamples.cs")]
    [TestCase("NetSerializer.Extensions/BinaryFormatter/README.md", "MigrationExamples.cs")]
    [TestCase("docs/migrating-from-netserializer-4.md", "MigrationExamples.cs")]
    public void Every_block_is_code_of_a_test(string document, string source)
    {
        string code = Lines(Repository.Read("NetSerializer.Tests", "Documents", source));
        string[] blocks = [.. Examples(Repository.Read(document)).SelectMany(example => example.Split("\n\n"))];
        Assert.That(blocks, Is.Not.Empty);
        Assert.That(blocks.Where(block => !code.Contains(Lines(block), StringComparison.Ordinal)), Is.Empty);
    }

    [Test]
    public void The_readme_has_six_short_examples()
    {
        string section = Repository.Read("README.md").ReplaceLineEndings("\n").Split("\n## Examples\n")[1].Split("\n## ")[0];
        string[] examples = [.. Examples(section)];
        Assert.That(examples, Has.Length.EqualTo(6));
        Assert.That(examples.Where(example => example.Split('\n').Count(line => line.Length > 0) >= MostLines), Is.Empty);
    }

    /// <summary>The lines without indentation and without empty ones, each with its end.</summary>
    private static string Lines(string text) => string.Concat(
        text.ReplaceLineEndings("\n").Split('\n').Select(line => line.Trim()).Where(line => line.Length > 0).Prepend("").Select(line => line + "\n"));

    private static IEnumerable<string> Examples(string document) =>
        Example().Matches(document.ReplaceLineEndings("\n")).Select(match => match.Groups[1].Value.Trim('\n'));

    [GeneratedRegex("(?s)```csharp\n(.*?)```")]
    private static partial Regex Example();
}
