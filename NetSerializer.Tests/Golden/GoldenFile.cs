using System.Text.RegularExpressions;
using NUnit.Framework;

namespace NetSerializer.Tests.Golden;

/// <summary>
/// Texts that must not change unnoticed, in NetSerializer.Tests/Golden/NAME.golden.txt. With NETSERIALIZER_WRITE_GOLDEN=1 they are written instead of
/// compared, though never where CI is set: a wire change is looked at by somebody.
/// </summary>
internal static partial class GoldenFile
{
    public const string Extension = ".golden.txt";
    private const string WriteVariable = "NETSERIALIZER_WRITE_GOLDEN";

    public static string RepositoryRoot { get; } = FindRoot();

    public static string Folder => Path.Combine(RepositoryRoot, "NetSerializer.Tests", "Golden");

    /// <summary>The name of a type in the style of the files: Int32List is int32-list.</summary>
    public static string NameOf(string typeName) => WordStarts().Replace(typeName, "-").ToLowerInvariant();

    public static string PathOf(string name) => Path.Combine(Folder, name + Extension);

    public static void AssertEqual(string name, string actual)
    {
        Assert.That(actual, Does.Not.Contain('\r'), "golden files have LF line ends");
        if (IsWriting(Environment.GetEnvironmentVariable(WriteVariable), Environment.GetEnvironmentVariable("CI")))
        {
            File.WriteAllText(PathOf(name), actual);
            return;
        }
        Assert.That(File.Exists(PathOf(name)), $"{name}{Extension} is missing: run the tests once with {WriteVariable}=1, look at it, and commit it");
        Assert.That(actual, Is.EqualTo(File.ReadAllText(PathOf(name))),
            $"{name}{Extension}: the wire has changed; if that is meant, run the tests with {WriteVariable}=1 and look at the difference");
    }

    public static bool IsWriting(string? write, string? continuousIntegration)
    {
        if (write != "1")
        {
            return false;
        }
        return string.IsNullOrEmpty(continuousIntegration) ? true : throw new InvalidOperationException($"{WriteVariable} is refused where CI is set.");
    }

    [GeneratedRegex("(?<=[a-z0-9])(?=[A-Z])")]
    private static partial Regex WordStarts();

    private static string FindRoot()
    {
        for (DirectoryInfo? folder = new(AppContext.BaseDirectory); folder != null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "NetSerializer.sln")))
            {
                return folder.FullName;
            }
        }
        throw new DirectoryNotFoundException("The tests run outside the repository, where their golden files are.");
    }
}
