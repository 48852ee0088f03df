using NUnit.Framework;

namespace NetSerializer.Extensions.Tests.Readmes;

/// <summary>An example that prints. The console is one for the process, so examples run one at a time.</summary>
[NonParallelizable]
public abstract class ReadmeExample
{
    private StringWriter _printed = null!;
    private TextWriter _console = null!;

    [SetUp]
    public void Listen()
    {
        _console = Console.Out;
        _printed = new StringWriter();
        Console.SetOut(_printed);
    }

    [TearDown]
    public void StopListening()
    {
        Console.SetOut(_console);
        _printed.Dispose();
    }

    /// <summary>Hosts log to the console too, with an indentation or a level in front.</summary>
    protected void RequirePrinted(params string[] lines) => Assert.That(Printed(lines), Is.EqualTo(lines));

    /// <summary>Those of the lines that were printed, as often as they were.</summary>
    protected string[] Printed(params string[] lines)
    {
        string printed;
        // Which synchronises its calls on itself.
        lock (Console.Out)
        {
            printed = _printed.ToString();
        }
        return [.. printed.ReplaceLineEndings("\n").Split('\n').Where(line => lines.Contains(line))];
    }
}
