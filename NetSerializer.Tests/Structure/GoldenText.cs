using NUnit.Framework;

namespace NetSerializer.Tests.Structure;

/// <summary>Texts that are kept in the repository and must not change unseen.</summary>
internal static class GoldenText
{
    private const string WriteVariable = "NETSERIALIZER_WRITE_GOLDEN";

    /// <summary>
    /// Compares with a file beside the tests of this folder. With NETSERIALIZER_WRITE_GOLDEN=1 the file is written instead, but never on a build
    /// server, where nobody would see what changed.
    /// </summary>
    public static void Require(string fileName, string actual)
    {
        string path = Path.Combine(Repository.Root, "NetSerializer.Tests", "Structure", fileName);
        if (Environment.GetEnvironmentVariable(WriteVariable) == "1")
        {
            Assert.That(Environment.GetEnvironmentVariable("CI"), Is.Null.Or.Empty, $"{WriteVariable} is set on a build server.");
            File.WriteAllText(path, actual);
            return;
        }
        Assert.That(File.Exists(path), Is.True, $"{fileName} is missing; run the test once with {WriteVariable}=1 and read what it wrote.");
        string[] expected = File.ReadAllText(path).ReplaceLineEndings("\n").Split('\n'), lines = actual.Split('\n');
        string difference = string.Join('\n', expected.Except(lines).Select(line => "- " + line).Concat(lines.Except(expected).Select(line => "+ " + line)));
        Assert.That(lines, Is.EqualTo(expected),
            $"{fileName} differs; if that is meant, run the test with {WriteVariable}=1 and add a line to CHANGELOG.md.\n{difference}");
    }
}
