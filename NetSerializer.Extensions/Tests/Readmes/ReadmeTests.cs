using System.Text.RegularExpressions;
using System.Xml.Linq;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests.Readmes;

/// <summary>Each package has a README. Its examples, and those of the documents about packages, are built and run by tests.</summary>
public partial class ReadmeTests
{
    private static readonly string s_root = FindRoot();

    private static readonly string[] s_packages = [.. Directory.EnumerateFiles(s_root, "NetSerializer.Extensions.*.csproj", SearchOption.AllDirectories)
        .Select(project => Path.GetFileName(Path.GetDirectoryName(project)!)).Where(name => name != "Tests").Order(StringComparer.Ordinal)];

    [TestCaseSource(nameof(s_packages))]
    public void Every_block_of_a_readme_is_code_of_a_test(string package) => RequireCode(Path.Combine(package, "README.md"), $"{package}Example.cs");

    [TestCase("integrations.md", "IntegrationsExample.cs")]
    [TestCase("chat.md", "ChatExample.cs")]
    public void Every_block_of_a_document_is_code_of_a_test(string document, string source) =>
        RequireCode(Path.Combine("..", "docs", document), source);

    private static void RequireCode(string document, string source)
    {
        string code = Lines(File.ReadAllText(Path.Combine(s_root, "Tests", "Readmes", source)));
        string[] blocks = [.. Block().Matches(File.ReadAllText(Path.Combine(s_root, document)).ReplaceLineEndings("\n"))
            .SelectMany(block => block.Groups[1].Value.Split("\n\n"))
            // Usings are sorted in among others, and the namespace of the tests lies in that of the library.
            .SelectMany(block => Usings().IsMatch(block) ? block.Split('\n').Where(line => line != "using NetSerializer;") : [block])];
        Assert.That(blocks, Is.Not.Empty);
        Assert.That(blocks.Where(block => !code.Contains(Lines(block), StringComparison.Ordinal)), Is.Empty);
    }

    [TestCaseSource(nameof(s_packages))]
    public void A_package_says_what_it_is(string package)
    {
        XDocument project = XDocument.Load(Path.Combine(s_root, package, $"NetSerializer.Extensions.{package}.csproj"));
        Assert.That(new[] { "Title", "Description", "PackageTags" }.Where(name => !project.Descendants(name).Any()), Is.Empty);
        string table = File.ReadAllText(Path.Combine(s_root, "..", "docs", "integrations.md"));
        Assert.That(table, Does.Contain($"NetSerializer.Extensions.{package}"));
    }

    [Test]
    public void No_file_or_line_is_long()
    {
        string[] files = [.. Directory.EnumerateFiles(s_root, "*.cs", SearchOption.AllDirectories)
            .Where(file => !Path.GetRelativePath(s_root, file).Split(Path.DirectorySeparatorChar).Any(part => part is "bin" or "obj"))];
        Assert.That(files, Is.Not.Empty);
        Assert.That(files.Where(file => File.ReadLines(file).Count() > 500), Is.Empty);
        Assert.That(files.SelectMany(file => File.ReadLines(file).Where(line => line.Length > 160)), Is.Empty);
    }

    /// <summary>The lines without indentation and without empty ones, each with its end.</summary>
    private static string Lines(string text) => string.Concat(
        text.ReplaceLineEndings("\n").Split('\n').Select(line => line.Trim()).Where(line => line.Length > 0).Prepend("").Select(line => line + "\n"));

    private static string FindRoot()
    {
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder != null && !File.Exists(Path.Combine(folder.FullName, "NetSerializer.sln")))
        {
            folder = folder.Parent;
        }
        return Path.Combine(folder?.FullName ?? throw new DirectoryNotFoundException("The tests run outside the repository."), "NetSerializer.Extensions");
    }

    [GeneratedRegex(@"^(using [\w.]+;\n?)+$")]
    private static partial Regex Usings();

    [GeneratedRegex("(?s)```csharp\n(.*?)```")]
    private static partial Regex Block();
}
