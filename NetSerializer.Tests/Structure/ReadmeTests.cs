using NUnit.Framework;

namespace NetSerializer.Tests.Structure;

/// <summary>README.md says what is true: its example runs, and its links lead somewhere.</summary>
[NonParallelizable]
public class ReadmeTests
{
    [Test]
    public void Example_is_the_one_that_is_compiled()
    {
        string[] source = Repository.Read("NetSerializer.Tests", "Structure", "ReadmeExample.cs").ReplaceLineEndings("\n").Split('\n');
        string[] compiled = [.. source.TakeWhile(line => line.StartsWith("using ", StringComparison.Ordinal)), .. Between(source, "// README: statements"),
            .. Between(source, "// README: types")];
        Assert.That(ExampleLines(), Is.EqualTo(compiled.Select(line => line.Trim()).Where(line => line.Length > 0)));
    }

    [Test]
    public void Example_runs()
    {
        TextWriter console = Console.Out;
        var printed = new StringWriter();
        Console.SetOut(printed);
        try
        {
            IsolatedLibrary.Run(typeof(ReadmeExample), nameof(ReadmeExample.Run));
        }
        finally
        {
            Console.SetOut(console);
        }
        Assert.That(printed.ToString().Trim(), Is.EqualTo("Ada: Hello, world"));
    }

    [Test]
    public void Example_is_short() => Assert.That(ExampleLines().Length, Is.LessThanOrEqualTo(16), "ten lines of program, their usings, and the message type");

    private static string[] ExampleLines()
    {
        string text = Repository.Read("README.md").ReplaceLineEndings("\n");
        const string fence = "```csharp\n";
        int start = text.IndexOf(fence, StringComparison.Ordinal) + fence.Length;
        return [.. text[start..text.IndexOf("```", start, StringComparison.Ordinal)].Split('\n').Select(line => line.Trim()).Where(line => line.Length > 0)];
    }

    private static IEnumerable<string> Between(string[] lines, string mark) =>
        lines.SkipWhile(line => line.Trim() != mark).Skip(1).TakeWhile(line => line.Trim() != "// README: end");
}
