using System.Text.RegularExpressions;
using NUnit.Framework;

namespace NetSerializer.Tests.Structure;

/// <summary>The documents name what exists.</summary>
public partial class DocumentTests
{
    [TestCase("README.md")]
    [TestCase("CONTRIBUTING.md")]
    [TestCase("CHANGELOG.md")]
    [TestCase("docs/architecture.md")]
    [TestCase("docs/errors.md")]
    [TestCase("docs/wire-format.md")]
    [TestCase("docs/file-format.md")]
    [TestCase("docs/object-model.md")]
    [TestCase("docs/types.md")]
    [TestCase("docs/custom-serializers.md")]
    [TestCase("docs/guide.md")]
    [TestCase("docs/integrations.md")]
    [TestCase("docs/chat.md")]
    [TestCase("NetSerializer.Extensions/Samples/README.md")]
    [TestCase("docs/versioning.md")]
    [TestCase("docs/migrating-from-binaryformatter.md")]
    [TestCase("docs/migrating-from-netserializer-4.md")]
    public void Links_lead_to_files(string document)
    {
        string folder = Path.GetDirectoryName(Path.Combine(Repository.Root, document))!;
        string[] dead =
        [
            .. Link().Matches(Repository.Read(document)).Select(match => match.Groups[1].Value)
                .Where(target => !target.Contains("://", StringComparison.Ordinal) && !target.StartsWith('#'))
                .Select(target => target.Split('#')[0])
                .Where(target => !File.Exists(Path.Combine(folder, target)) && !Directory.Exists(Path.Combine(folder, target))),
        ];
        Assert.That(dead, Is.Empty);
    }

    [TestCase("docs/architecture.md")]
    [TestCase("docs/errors.md")]
    public void Names_in_backticks_exist(string document)
    {
        HashSet<string> types = [.. LibraryTypes().Select(type => type.Name.Split('`')[0])];
        HashSet<string> members = [.. LibraryTypes().SelectMany(type => type.GetMembers(AllMembers)).Select(member => member.Name.Split('`')[0])];
        var unknown = new List<string>();
        foreach (string name in Code().Matches(WithoutFences(Repository.Read(document))).Select(match => match.Groups[1].Value))
        {
            if (!Identifiers().IsMatch(name))
            {
                continue;
            }
            // A dotted name: every part must be a folder, a type, a member, or a name of the framework.
            string[] parts = [.. Arguments().Replace(name, "").Split(['.', '/'], StringSplitOptions.RemoveEmptyEntries)];
            if (!parts.All(part => types.Contains(part) || members.Contains(part) || IsFolder(part) || IsFile(name) || IsOfTheFramework(part)))
            {
                unknown.Add(name);
            }
        }
        Assert.That(unknown.Distinct(), Is.Empty);
    }

    [Test]
    public void Every_folder_of_the_library_is_in_architecture()
    {
        string text = Repository.Read("docs", "architecture.md");
        string[] folders = [.. Repository.Sources("NetSerializer.Core").Select(file => Path.GetFileName(Path.GetDirectoryName(file)!)).Distinct()
            .Where(folder => folder != "NetSerializer.Core")];
        Assert.That(folders.Where(folder => !text.Contains($"`{folder}`", StringComparison.Ordinal)), Is.Empty);
    }

    [Test]
    public void Every_error_code_has_a_row_and_every_row_is_an_error_code()
    {
        string[] rows = [.. ErrorRow().Matches(Repository.Read("docs", "errors.md")).Select(match => $"{match.Groups[1].Value} {match.Groups[2].Value}")];
        string[] codes = [.. Enum.GetValues<ErrorCode>().Select(code => $"{(int)code} {code}")];
        Assert.That(rows, Is.EqualTo(codes), "the rows, in order of numbers");
    }

    [Test]
    public void Every_row_of_errors_has_a_cause_and_a_cure()
    {
        string[] lines = [.. Repository.Read("docs", "errors.md").ReplaceLineEndings("\n").Split('\n').Where(line => ErrorRow().IsMatch(line))];
        Assert.That(lines.Where(line =>
            line.Split('|', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries) is not [_, _, { Length: > 10 }, { Length: > 10 }]),
            Is.Empty);
    }

    private const System.Reflection.BindingFlags AllMembers =
        System.Reflection.BindingFlags.Public | System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Instance
            | System.Reflection.BindingFlags.Static;

    private static Type[] LibraryTypes() => typeof(TypeModel).Assembly.GetTypes();

    private static bool IsFolder(string name) =>
        name is "NetSerializer" or "Core" or "Tests" or "Benchmarks" or "docs" || Directory.Exists(Path.Combine(Repository.Root, "NetSerializer.Core", name))
            || Directory.Exists(Path.Combine(Repository.Root, "NetSerializer.Core", "Wire", name))
            || Directory.Exists(Path.Combine(Repository.Root, "NetSerializer.Core", "Schema", name))
            || Repository.Sources("NetSerializer.Tests").Any(file => Path.GetFileNameWithoutExtension(file) == name);

    private static bool IsFile(string name) =>
        File.Exists(Path.Combine(Repository.Root, name)) || File.Exists(Path.Combine(Repository.Root, "NetSerializer.Core", name));

    private static bool IsOfTheFramework(string name) =>
        new[] { "System", "System.IO", "System.Buffers", "System.Collections.Generic", "System.Reflection.Emit", "System.Runtime.CompilerServices",
            "System.Runtime.Serialization", "System.Threading" }
            .SelectMany(space => new[] { $"{space}.{name}", $"{space}.{name}`1", $"{space}.{name}`2", $"{space}.{name}Attribute" })
            .Any(name => typeof(object).Assembly.GetType(name) != null || Type.GetType($"{name}, System.Memory") != null
                || Type.GetType($"{name}, System.Runtime.Serialization.Formatters") != null);

    private static string WithoutFences(string text) => Fence().Replace(text, "");

    [GeneratedRegex(@"\]\(([^)\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex("`([^`\n]+)`")]
    private static partial Regex Code();

    // What looks like a type, a member or a folder: begins with a capital, perhaps after a namespace.
    [GeneratedRegex(@"^[A-Z]\w*(<[\w<>, ]*>)?([./][A-Z]\w*(<[\w<>, ]*>)?)*(\.cs)?$")]
    private static partial Regex Identifiers();

    [GeneratedRegex(@"<.*>|\.cs$")]
    private static partial Regex Arguments();

    [GeneratedRegex(@"(?s)```.*?```")]
    private static partial Regex Fence();

    [GeneratedRegex(@"(?m)^\| (\d+) \| `(\w+)` \|")]
    private static partial Regex ErrorRow();
}
