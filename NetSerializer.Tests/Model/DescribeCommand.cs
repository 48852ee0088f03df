using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Fuzzing;

namespace NetSerializer.Tests.Model;

/// <summary>What models of many types are like in this process: <c>dotnet run --project NetSerializer.Tests -- describe tr-TR</c>.</summary>
internal static class DescribeCommand
{
    private const int Step = 10;

    public static int Run(string culture, TextWriter output)
    {
        CultureInfo.CurrentCulture = CultureInfo.CurrentUICulture = CultureInfo.GetCultureInfo(culture);
        // Another order than in the process that compares.
        foreach (string line in Lines(isReversed: true))
        {
            output.WriteLine(line);
        }
        return 0;
    }

    /// <summary>A line for the model of each tenth fixture: its fingerprint, its ids, and a hash of its text and its code.</summary>
    public static IReadOnlyList<string> Lines(bool isReversed)
    {
        (Type Type, object?[] Arguments)[] fixtures = [.. FixtureTargets.Types.Where((_, i) => i % Step == 0)];
        string[] lines = [.. (isReversed ? fixtures.Reverse() : fixtures).Select(Line)];
        Array.Sort(lines, StringComparer.Ordinal);
        return lines;
    }

    private static string Line((Type Type, object?[] Arguments) fixture)
    {
        (_, IReadOnlyList<Type> types, SerializerOptions options) = FixtureTargets.Describe(fixture.Type, fixture.Arguments);
        TypeModel model = TypeModel.Create(types, options);
        return $"{fixture.Type.Name} {string.Join(' ', fixture.Arguments)} {Convert.ToHexString(model.Fingerprint.Span)} {Hash(model.TypeIds.ToString()!)} "
            + $"{Hash(model.Describe())} {Hash(model.ListGeneratedCode())}";
    }

    private static string Hash(string text) => Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(text)).AsSpan(0, 8));
}
