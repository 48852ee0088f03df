using NUnit.Framework;

namespace NetSerializer.Tests.Structure;

/// <summary>Rules of the house that a compiler does not check.</summary>
public class SourceRulesTests
{
    private const int MaxLines = 500, MaxWidth = 160;

    [TestCase("NetSerializer.Core")]
    [TestCase("NetSerializer.Tests")]
    [TestCase("NetSerializer.Benchmarks")]
    public void No_file_is_longer_than_500_lines(string project)
    {
        string[] files = [.. Repository.Sources(project)];
        Assert.That(files, Is.Not.Empty);
        Assert.That(files.Where(file => File.ReadLines(file).Count() > MaxLines), Is.Empty);
    }

    [TestCase("NetSerializer.Core")]
    [TestCase("NetSerializer.Tests")]
    [TestCase("NetSerializer.Benchmarks")]
    public void No_line_is_longer_than_160_characters(string project) =>
        Assert.That(Repository.Sources(project).SelectMany(file => File.ReadLines(file).Where(line => line.Length > MaxWidth)), Is.Empty);

    [Test]
    public void Opcodes_are_named_in_Emit_alone()
    {
        // ObjectFactory reads the IL of constructors; it emits none.
        string[] files =
        [
            .. Repository.Sources("NetSerializer.Core")
                .Where(file => File.ReadAllText(file) is var text
                    && (text.Contains("ILGenerator", StringComparison.Ordinal) || text.Contains("OpCodes.", StringComparison.Ordinal)))
                .Select(file => Path.GetRelativePath(Path.Combine(Repository.Root, "NetSerializer.Core"), file).Replace(Path.DirectorySeparatorChar, '/'))
                .Where(file => !file.StartsWith("Emit/", StringComparison.Ordinal)),
        ];
        Assert.That(files, Is.EqualTo((string[])["Families/ObjectFactory.cs"]));
    }

    [Test]
    public void No_type_is_a_helper_a_utility_or_a_manager()
    {
        string[] vague = ["Helper", "Helpers", "Util", "Utils", "Utility", "Utilities", "Manager"];
        Assert.That(typeof(TypeModel).Assembly.GetTypes().Select(type => type.Name).Where(name =>
            vague.Any(word => name.EndsWith(word, StringComparison.Ordinal))), Is.Empty);
    }

    // It throws its first failure again for ever, a lack of memory or an interruption at first use too: MadeOnce does not.
    [Test]
    public void Nothing_is_lazy_that_keeps_its_failures() =>
        Assert.That(Repository.Sources("NetSerializer.Core").Where(file => File.ReadAllText(file).Contains("Lazy<", StringComparison.Ordinal)), Is.Empty);

    // Those of the streams and of fresh strings and lists go with the classes that have them.
    [Test]
    public void Members_of_the_framework_that_are_not_public_are_named_in_one_file()
    {
        string[] files =
        [
            .. Repository.Sources("NetSerializer.Core").Where(file => File.ReadAllText(file).Contains("[UnsafeAccessor", StringComparison.Ordinal))
                .Select(file => Path.GetFileName(file)).Order(StringComparer.Ordinal),
        ];
        string[] leaving = ["MemoryStreamFields.cs", "BufferedStreamFields.cs", "FreshString.cs", "FreshList.cs"];
        Assert.That(files.Except(leaving), Is.EqualTo((string[])["FrameworkAccessors.cs"]));
    }
}
