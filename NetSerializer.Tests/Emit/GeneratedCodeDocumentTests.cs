using System.Text.RegularExpressions;
using NUnit.Framework;

namespace NetSerializer.Tests.Emit;

/// <summary>docs/generated-code.md shows what is generated today.</summary>
internal sealed partial class GeneratedCodeDocumentTests
{
    private const string Document = "docs/generated-code.md";

    [Test]
    public void Shows_the_code_as_it_is()
    {
        IReadOnlyDictionary<string, string> code =
            GeneratedCSharp.Decompile(GeneratedCode.Of(typeof(Reading), typeof(Delivery), typeof(Card), typeof(Transfer), typeof(Place)));
        IReadOnlyDictionary<string, string> graphs =
            GeneratedCSharp.Decompile(GeneratedCode.Of(new SerializerOptions { References = ReferenceHandling.Preserve }, isTraced: false, typeof(Station)));
        string document = KeptText.Read(Document);
        Assert.That(Generated().Count(document), Is.GreaterThanOrEqualTo(9));
        KeptText.AssertEqual(Document, Generated().Replace(document, block =>
            $"<!-- generated{block.Groups[1].Value}: {block.Groups[2].Value} "
                + $"-->\n```csharp\n{(block.Groups[1].Length == 0 ? code : graphs)[block.Groups[2].Value]}\n```\n"));
    }

    [Test]
    public void Shows_the_types_as_they_are()
    {
        string source = KeptText.Read("NetSerializer.Tests/Emit/ShapesToEmit.cs");
        string[] blocks = [.. Declared().Matches(KeptText.Read(Document)).Select(match => match.Groups[1].Value)];
        Assert.That(blocks, Has.Length.EqualTo(4));
        Assert.That(blocks.SelectMany(block => block.Split("\n\n")),
            Has.All.Matches<string>(declaration => declaration != null && source.Contains(declaration.Trim(), StringComparison.Ordinal)));
    }

    [GeneratedRegex(@"<!-- generated( graph)?: (\w+) -->\n```csharp\n.*?```\n", RegexOptions.Singleline)]
    private static partial Regex Generated();

    [GeneratedRegex(@"<!-- declared -->\n```csharp\n(.*?)```\n", RegexOptions.Singleline)]
    private static partial Regex Declared();
}
