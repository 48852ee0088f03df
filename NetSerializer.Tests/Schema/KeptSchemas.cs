using NetSerializer.Tests.Golden;

namespace NetSerializer.Tests.Schema;

/// <summary>The schema texts at the top of the golden files: of every form that there is.</summary>
internal static class KeptSchemas
{
    public static IReadOnlyList<(string Name, string Text)> All { get; } =
    [
        .. Directory.GetFiles(GoldenFile.Folder, "*" + GoldenFile.Extension).Order(StringComparer.Ordinal)
            .Select(path => (Path.GetFileName(path), TextOf(File.ReadAllText(path)))).Where(schema => schema.Item2.Length > 0),
    ];

    /// <summary>Of each form one schema, so that a test of every byte takes its time once.</summary>
    public static IReadOnlyList<(string Name, string Text)> OfEveryForm { get; } = [.. SelectForms()];

    private static IEnumerable<(string Name, string Text)> SelectForms()
    {
        HashSet<string> seen = [];
        foreach ((string name, string text) in All)
        {
            if (WireSchema.Parse(text).Types.Count(type => seen.Add(type.Form)) > 0)
            {
                yield return (name, text);
            }
        }
    }

    // An empty line stands behind the schema. Some golden files have none.
    private static string TextOf(string golden) =>
        golden.StartsWith("schema 1 ", StringComparison.Ordinal) ? golden[..(golden.IndexOf("\n\n", StringComparison.Ordinal) + 1)] : "";
}
