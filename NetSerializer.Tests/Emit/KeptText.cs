using NetSerializer.Tests.Structure;
using NUnit.Framework;

namespace NetSerializer.Tests.Emit;

/// <summary>
/// Texts in the repository that follow the generated code. With NETSERIALIZER_WRITE_GOLDEN=1 they are written instead of compared, though never where
/// CI is set: somebody has to look at the difference.
/// </summary>
internal static class KeptText
{
    private const string WriteVariable = "NETSERIALIZER_WRITE_GOLDEN";

    public static string Read(string path) => Repository.Read(path);

    /// <param name="path">Relative to the repository.</param>
    /// <param name="actual">The text as it should be.</param>
    public static void AssertEqual(string path, string actual)
    {
        if (IsWriting(Environment.GetEnvironmentVariable(WriteVariable), Environment.GetEnvironmentVariable("CI")))
        {
            File.WriteAllText(Path.Combine(Repository.Root, path), actual);
        }
        Assert.That(File.Exists(Path.Combine(Repository.Root, path)),
            $"{path} is missing: run the tests once with {WriteVariable}=1, look at it, and commit it");
        Assert.That(actual, Is.EqualTo(Read(path)),
            $"{path} no longer tells what is generated; if the change is meant, run the tests with {WriteVariable}=1 and look at the difference");
    }

    public static bool IsWriting(string? write, string? continuousIntegration) =>
        write == "1" && (string.IsNullOrEmpty(continuousIntegration)
            ? true : throw new InvalidOperationException($"{WriteVariable} is refused where CI is set."));
}
