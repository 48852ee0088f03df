using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using NUnit.Framework;

namespace NetSerializer.Tests.Structure;

/// <summary>
/// The library stays so small that one engineer can own it. Some folders are counted apart: serializers of data tables stand on the public members
/// alone, the code for languages beside C# on reflection, and the schema on plans. Trees and files stand on the engine, and nothing of it names them.
/// </summary>
public partial class SizeTests
{
    // The engine has 26,500. Besides stand what users asked for: lists of types, user state, serializers for interfaces, unknown exceptions, types that
    // are never shared, frames and headers on buffers, tags, messages that tell the forms of bytes apart, more types of the framework, bounds on stacks,
    // metrics, collections of F#, loops in place of LINQ where code runs at start, headers of sessions, lengths of custom forms, and columns of structs.
    private const int MostLines = 30_650, LongFile = 250, LongestFile = 500, MostFilesOfFolder = 45, LongestType = 700, LongestRoot = 550;

    // A cursor is one struct by its nature: its partials are split by what is written.
    private static readonly string[] s_cursors = [nameof(WireReader), nameof(WireWriter)];

    // Capabilities beside the engine, which does without them.
    private static readonly string[] s_apart = ["Data", "Files", "Languages", "Schema", "Trees"];

    private static readonly Dictionary<string, string[]> s_files = Repository.Sources("NetSerializer.Core").ToDictionary(file => file, File.ReadAllLines);

    [Test]
    public void Core_is_small() =>
        Assert.That(s_files.Where(file => !s_apart.Contains(StageOf(file.Key))).Sum(file => file.Value.Length), Is.InRange(10_000, MostLines));

    // The folder of NetSerializer.Core; the name of the file itself for one of the root.
    private static string StageOf(string file) =>
        Path.GetRelativePath(Path.Combine(Repository.Root, "NetSerializer.Core"), file).Split(Path.DirectorySeparatorChar)[0];

    [Test]
    public void Nine_files_of_ten_are_short()
    {
        int[] lengths = [.. s_files.Values.Select(lines => lines.Length).Order()];
        Assert.That(lengths[lengths.Length * 9 / 10], Is.LessThan(LongFile));
    }

    [Test]
    public void No_file_of_Core_is_long() => Assert.That(s_files.Where(file => file.Value.Length > LongestFile).Select(file => file.Key), Is.Empty);

    [Test]
    public void No_folder_is_full() =>
        Assert.That(s_files.Keys.CountBy(file => Path.GetDirectoryName(file)!).Where(folder => folder.Value > MostFilesOfFolder), Is.Empty);

    [Test]
    public void No_class_is_long() =>
        Assert.That(LinesOfTypes().Where(type => type.Value > LongestType && !s_cursors.Contains(type.Key)), Is.Empty);

    [Test]
    public void A_root_is_short() => Assert.That(LinesOfTypes()["RootSlot`1"], Is.InRange(100, LongestRoot));

    // A type that is not found is not counted, and a limit that counts nothing holds nothing. GeneratedAssembly shares its file with another namespace.
    [Test]
    public void All_types_are_counted() =>
        Assert.That(LinesOfTypes().Keys, Is.SupersetOf(typeof(TypeModel).Assembly.GetTypes()
            .Where(type => !type.IsNested && type.Namespace is { } space && space.StartsWith("NetSerializer", StringComparison.Ordinal)
                && type.Name != "GeneratedAssembly" && !type.IsDefined(typeof(CompilerGeneratedAttribute), false))
            .Select(type => type.Name)));

    /// <summary>Per outermost type, the lines of all its partials with their comments, from the end of the type or the namespace line in front of it.</summary>
    private static Dictionary<string, int> LinesOfTypes()
    {
        Dictionary<string, int> lengths = [];
        foreach (string[] lines in s_files.Values)
        {
            int start = Array.FindIndex(lines, line => line.StartsWith("namespace ", StringComparison.Ordinal)) + 1;
            string? name = null;
            for (int i = start; i < lines.Length; i++)
            {
                Match declaration = Declaration().Match(lines[i]);
                if (declaration.Success)
                {
                    int parameters = declaration.Groups["parameters"].Value.Count(character => character == ',');
                    name = declaration.Groups["name"].Value + (declaration.Groups["parameters"].Success ? $"`{parameters + 1}" : "");
                }
                if (name != null && (lines[i] == "}" || (declaration.Success && lines[i].EndsWith(';'))))
                {
                    lengths[name] = lengths.GetValueOrDefault(name) + i + 1 - start;
                    start = i + 1;
                    name = null;
                }
            }
        }
        return lengths;
    }

    [GeneratedRegex(@"^(?:public|internal)[\w ]* (?:class|struct|interface|enum|record) (?<name>\w+)(?<parameters><[^>(]*>)?")]
    private static partial Regex Declaration();
}
