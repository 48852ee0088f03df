using System.Reflection;
using System.Text.RegularExpressions;
using NUnit.Framework;

namespace NetSerializer.Tests.Structure;

/// <summary>docs/security.md promises what tests show: each row of its table of threats names them, and they exist.</summary>
public partial class SecurityDocumentTests
{
    private const int Threats = 24;

    [Test]
    public void Every_threat_names_a_test_and_every_test_exists()
    {
        string[][] rows = [.. Rows("threat")];
        Assert.That(rows, Has.Length.GreaterThanOrEqualTo(Threats));
        Assert.Multiple(() =>
        {
            foreach (string[] row in rows)
            {
                Assert.That(row, Has.Length.EqualTo(4), row[0]);
                string[] names = [.. Code().Matches(row[^1]).Select(match => match.Groups[1].Value)];
                Assert.That(names, Is.Not.Empty, $"{row[0]}: no test");
                Assert.That(names.Where(name => !IsTest(name)), Is.Empty, $"{row[0]}: not in the tests");
            }
        });
    }

    [Test]
    public void Limits_are_those_of_the_library()
    {
        string[] rows = [.. Rows("limit")
            .Select(row => $"{row[0].Trim('`')} {row[1].Replace(",", "", StringComparison.Ordinal)} {row[2].Replace(",", "", StringComparison.Ordinal)}")];
        string[] limits = [.. typeof(SerializerLimits).GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .Select(limit => $"{limit.Name} {limit.GetValue(SerializerLimits.Default)} {limit.GetValue(SerializerLimits.Trusted)}")];
        Assert.That(rows, Is.EquivalentTo(limits));
    }

    [Test]
    public void A_name_that_is_no_test_is_seen() => Assert.Multiple(() =>
    {
        Assert.That(IsTest(nameof(SecurityDocumentTests)));
        Assert.That(IsTest($"{nameof(SecurityDocumentTests)}.{nameof(A_name_that_is_no_test_is_seen)}"));
        Assert.That(IsTest($"{nameof(SecurityDocumentTests)}.{nameof(IsTest)}"), Is.False);
        Assert.That(IsTest(nameof(Repository)), Is.False);
        Assert.That(IsTest("ThreatTests.NoSuchThing"), Is.False);
    });

    // The rows of the table whose first column has this head, cell by cell.
    private static IEnumerable<string[]> Rows(string head) =>
        Repository.Read("docs", "security.md").ReplaceLineEndings("\n").Split('\n')
            .SkipWhile(line => !line.StartsWith($"| {head} |", StringComparison.Ordinal)).Skip(2).TakeWhile(line => line.StartsWith('|'))
            .Select(line => line.Trim('|').Split('|', StringSplitOptions.TrimEntries));

    // A class with tests, or one test of it.
    private static bool IsTest(string name)
    {
        string[] parts = name.Split('.');
        MethodInfo[] tests =
        [
            .. typeof(SecurityDocumentTests).Assembly.GetTypes().Where(type => type.Name.Split('`')[0] == parts[0])
                .SelectMany(type => type.GetMethods(BindingFlags.Public | BindingFlags.Instance))
                    .Where(method => method.IsDefined(typeof(TestAttribute)) || method.IsDefined(typeof(TestCaseAttribute))
                        || method.IsDefined(typeof(TestCaseSourceAttribute))),
        ];
        return parts.Length is 1 or 2 && tests.Any(test => parts.Length == 1 || test.Name == parts[1]);
    }

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();
}
