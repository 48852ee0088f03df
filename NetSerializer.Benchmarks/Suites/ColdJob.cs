using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Floor;

namespace NetSerializer.Benchmarks.Suites;

/// <summary>First calls in a fresh process: this program starts itself anew for each sample, and the child prints its milliseconds.</summary>
internal static class ColdJob
{
    public const string SuiteName = "cold";
    private const string CreatePrefix = "create-";
    private const string BookShelfPrefix = "bookshelf-";
    private const string FirstWrites = "first-writes";

    public static IReadOnlyList<string> CreateCases { get; } =
        [CreatePrefix + "1", CreatePrefix + "20", CreatePrefix + "200", CreatePrefix + "2000", FirstWrites];

    public static IReadOnlyList<string> BookShelfCases { get; } =
        [BookShelfPrefix + FloorName.Text, BookShelfPrefix + NetSerializerPeer.Name, BookShelfPrefix + "System.Text.Json", BookShelfPrefix + "DataContract",
            BookShelfPrefix + "BinaryFormatter"];

    /// <summary>Runs each case in so many processes, interleaved, and prints the shortest and the median, which it returns by line.</summary>
    public static IReadOnlyDictionary<string, double> Print(TextWriter output, IReadOnlyList<string> cases, int processes)
    {
        output.WriteLine();
        output.WriteLine($"First use in a fresh process ({processes} each)             ms, shortest     median");
        Dictionary<string, double> medians = [];
        List<double[]>[] samples = [.. cases.Select(_ => new List<double[]>())];
        for (int process = 0; process < processes; process++)
        {
            for (int i = 0; i < cases.Count; i++)
            {
                samples[i].Add(Launch(cases[i]));
            }
        }
        for (int i = 0; i < cases.Count; i++)
        {
            string[] lines = Describe(cases[i]);
            for (int line = 0; line < lines.Length; line++)
            {
                double[] sorted = [.. samples[i].Select(sample => sample[line]).Order()];
                medians.Add(lines[line], sorted[sorted.Length / 2]);
                output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{lines[line],-50} {sorted[0],12:0.0} {sorted[sorted.Length / 2],10:0.0}"));
            }
        }
        return medians;
    }

    /// <summary>One sample: as many times, in milliseconds, as the case has lines.</summary>
    public static double[] Launch(string name)
    {
        string program = Environment.ProcessPath ?? throw new InvalidOperationException("The path of this program is not known.");
        ProcessStartInfo start = new(program) { RedirectStandardOutput = true };
        if (Path.GetFileNameWithoutExtension(program).Equals("dotnet", StringComparison.OrdinalIgnoreCase))
        {
            start.ArgumentList.Add(Assembly.GetExecutingAssembly().Location);
        }
        start.ArgumentList.Add("--cold");
        start.ArgumentList.Add(name);
        using Process child = Process.Start(start) ?? throw new InvalidOperationException("The child process did not start.");
        string text = child.StandardOutput.ReadToEnd();
        child.WaitForExit();
        return child.ExitCode == 0
            ? [.. text.Split(' ').Select(time => double.Parse(time, CultureInfo.InvariantCulture))]
            : throw new InvalidOperationException($"The child process for {name} ended with {child.ExitCode}: {text}");
    }

    /// <summary>What the child does.</summary>
    public static void RunChild(string name, TextWriter output)
    {
        if (name.StartsWith(CreatePrefix, StringComparison.Ordinal))
        {
            (TimeSpan create, TimeSpan roundTrip) = NetSerializerPeer.FirstRoundTrip(int.Parse(name.AsSpan(CreatePrefix.Length), CultureInfo.InvariantCulture));
            output.Write(string.Create(CultureInfo.InvariantCulture, $"{create.TotalMilliseconds:R} {roundTrip.TotalMilliseconds:R}"));
        }
        else if (name == FirstWrites)
        {
            output.Write(string.Join(' ', NetSerializerPeer.FirstWrites().Select(time => time.ToString("R", CultureInfo.InvariantCulture))));
        }
        else
        {
            output.Write(FirstShelf(name[BookShelfPrefix.Length..]).TotalMilliseconds.ToString("R", CultureInfo.InvariantCulture));
        }
    }

    // Create scans and plans. The first write emits code and compiles it. The first class of a process has the runtime load all that they need.
    private static string[] Describe(string name) => name == FirstWrites
        ? [.. from type in new[] { "first class", "second class", "50 members" }
            from part in new[] { "Create", "first write", "JIT of both" }
            select $"{type}, {part}"]
        : name.StartsWith(CreatePrefix, StringComparison.Ordinal)
        ? [$"Create for {name[CreatePrefix.Length..]} types", $"Create for {name[CreatePrefix.Length..]} types, first round trip"]
        : [$"1 book, {name[BookShelfPrefix.Length..]}"];

    private static TimeSpan FirstShelf(string serializer)
    {
        object?[] items = [BookShelf.Create(1)];
        MemoryStream stream = new();
        long begin = Stopwatch.GetTimestamp();
        Contender contender = serializer switch
        {
            FloorName.Text => new FloorContender<OneClass<BookShelf.Body>>(items),
            NetSerializerPeer.Name => new EngineContender<BookShelfCalls>(NetSerializerPeer.CreateModel(typeof(BookShelf)), items),
            "System.Text.Json" => new JsonContender(typeof(BookShelf), items),
            "DataContract" => new DataContractContender(typeof(BookShelf), [], items),
            "BinaryFormatter" => new BinaryFormatterContender(items),
            _ => throw new ArgumentException($"'{serializer}' is no serializer of this program."),
        };
        contender.Serialize(stream);
        stream.Position = 0;
        contender.Deserialize(stream);
        return Stopwatch.GetElapsedTime(begin);
    }
}
