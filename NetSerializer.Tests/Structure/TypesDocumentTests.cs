using System.Text.RegularExpressions;
using NUnit.Framework;

namespace NetSerializer.Tests.Structure;

/// <summary>docs/types.md has a row for every type of the framework that travels, and says of each whether it does.</summary>
public partial class TypesDocumentTests
{
    private static readonly (string First, string Form)[] s_rows =
    [
        .. Repository.Read("docs", "types.md").ReplaceLineEndings("\n").Split("\n## Members declared")[0].Split('\n')
            .Where(line => line.StartsWith("| ", StringComparison.Ordinal)).Select(line => line.Split('|', StringSplitOptions.TrimEntries))
                .Select(cells => (cells[1], cells[2])).Where(row => row.Item1 != "type"),
    ];

    [Test]
    public void Every_type_that_travels_has_a_row()
    {
        HashSet<string> named = [.. s_rows.SelectMany(row => Names(row.First))];
        string[] missing = [.. FrameworkTypes.ThatTravel.Select(NameOf).Where(name => !named.Contains(name)).Order(StringComparer.Ordinal)];
        Assert.That(missing, Is.Empty);
    }

    [Test]
    public void Every_row_says_whether_its_types_travel()
    {
        ILookup<string, Type> byName = FrameworkTypes.Exported.ToLookup(NameOf);
        Assert.Multiple(() =>
        {
            foreach ((string first, string form) in s_rows.Where(row => row.First.StartsWith('`') && !row.First.StartsWith("`T[]`", StringComparison.Ordinal)))
            {
                foreach (string name in Names(first).Where(name => name != nameof(Exception) && !name.StartsWith('[')))
                {
                    Assert.That(byName[name], Is.Not.Empty, $"{name} is no type of the framework");
                    Assert.That(byName[name].Any(FrameworkTypes.Travels), Is.EqualTo(!form.StartsWith("none", StringComparison.Ordinal)), $"{name}: {form}");
                }
            }
        });
    }

    // Queue and Queue<T> are told apart; parameters are not.
    private static string NameOf(Type type) => type.Name.Split('`')[0] + (type.IsGenericTypeDefinition ? "<>" : "");

    private static IEnumerable<string> Names(string cell) =>
        Code().Matches(cell).Select(match => Arguments().Replace(match.Groups[1].Value.Split('.')[^1], "<>"));

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();

    [GeneratedRegex("<.*>")]
    private static partial Regex Arguments();
}
