namespace NetSerializer.Tests.Protocols;

/// <summary>What the callbacks of a test's values have been called for, in order. Each test has its own.</summary>
internal static class Journal
{
    private static readonly AsyncLocal<List<string>?> s_lines = new();

    public static void Add(string line) => s_lines.Value?.Add(line);

    /// <summary>The lines that <paramref name="action"/> adds.</summary>
    public static IReadOnlyList<string> Of(Action action)
    {
        List<string>? outer = s_lines.Value;
        var lines = new List<string>();
        s_lines.Value = lines;
        try
        {
            action();
        }
        finally
        {
            s_lines.Value = outer;
        }
        return lines;
    }
}
