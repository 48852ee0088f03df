using System.Globalization;
using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Data;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Measuring;

namespace NetSerializer.Benchmarks.Suites.Graphs;

/// <summary>Graphs in one process: times, and the ratios that have bars.</summary>
internal static class GraphJob
{
    public const string SuiteName = "graph";
    private const string BinaryFormatterName = "BinaryFormatter";
    private const double FewestTimesFormatter = 5;
    private const double MostTimesTrees = 1.5;
    private const double MostTimesByHand = 1.3;

    /// <summary>False when the filter admits no case.</summary>
    public static bool Run(Options options, TextWriter output, Verification verification)
    {
        List<GraphCase> cases = [.. GraphCases.All(options.Quick).Where(graph => options.Filter.IsMatch(graph.Name))];
        if (cases.Count == 0)
        {
            return false;
        }
        // Behind another contender a graph of some thousand objects takes 12 to 30 passes until the branch predictor knows it again (a thousand people: 108
        // microseconds, 73, 54, 43 and in the end 35; trees 86, 60, 41, 32 and 26 in half as many; behind a walk through 16 MiB, which leaves the predictor
        // alone, both are there after three).
        Effort effort = options.Quick ? Effort.Quick
            : Effort.Thorough with { FewestRounds = 5, Turn = TimeSpan.FromMilliseconds(4), Contender = TimeSpan.FromMilliseconds(400), Part = 0 };
        // All code is warm when the cases before have run, and some contenders take seconds.
        Effort large = effort with
        { Rounds = 7, FewestRounds = 3, Contender = TimeSpan.FromSeconds(3), WarmUps = 0, MostWarmUps = 0, CollectedFirst = GC.MaxGeneration };
        GraphModels models = new();
        output.WriteLine();
        output.WriteLine("== graph ==");
        output.WriteLine("microseconds per graph, shortest and middle of the interleaved samples; ratios of the shortest (! misses its bar)");
        output.WriteLine("                                             write                      read                 bytes    x BinaryFormatter      x "
            + "trees       x by hand");
        // The runtime compiles by what comes first, so all kinds of graphs come by turns: behind identical references, whose one text has three letters, orders
        // took 1.3 to 1.8 of the trees' time, and 0.9 to 1.2 alone.
        MemoryJob.WarmUp([.. GraphCases.All(quick: true).SelectMany(graph => Sound(graph, models, verification))], effort);
        foreach (GraphCase graph in cases)
        {
            List<Lane> lanes = Sound(graph, models, verification);
            Effort own = graph.Objects > 1_000_000 ? large : effort;
            MemoryJob.WarmUp(lanes, own);
            Print(output, graph, [.. MemoryJob.Measure(graph.Name, lanes, own)]);
            if (options.Verify)
            {
                foreach (Lane lane in lanes)
                {
                    verification.CompareGraphs(graph.Name, lane.Contender);
                }
            }
        }
        return true;
    }

    /// <summary>The lanes whose contender gets through the graph; the others fail the run, but not the rest of the table.</summary>
    private static List<Lane> Sound(GraphCase graph, GraphModels models, Verification verification)
    {
        List<Lane> lanes = [];
        foreach (Contender contender in graph.Contenders(models))
        {
            Lane lane = new(contender);
            try
            {
                lane.Serialize();
                lane.Deserialize();
                lanes.Add(lane);
            }
            catch (NetSerializerException exception)
            {
                verification.Fail($"{graph.Name}, {contender.Name}: {exception.Message}");
            }
        }
        return lanes;
    }

    private static void Print(TextWriter output, GraphCase graph, List<Measurement> rows)
    {
        Dictionary<string, Measurement> writes = rows.Where(row => row.Table == MemoryJob.SerializeTable).ToDictionary(row => row.Serializer);
        Dictionary<string, Measurement> reads = rows.Where(row => row.Table == MemoryJob.DeserializeTable).ToDictionary(row => row.Serializer);
        string first = graph.Name;
        foreach ((string serializer, Measurement write) in writes)
        {
            Measurement read = reads[serializer];
            bool isOwn = serializer == NetSerializerPeer.Name;
            bool writesNothing = serializer == BooksByHand.ContenderName;
            string line = $"{first,-15} {serializer,-19} {(writesNothing ? $"{"-",10} {"-",10}" : Times(write))}   {Times(read)} {write.Bytes,14:#,0}";
            line += writesNothing ? $"{"-",9}"
                : Ratio(writes[BinaryFormatterName].Nanoseconds / write.Nanoseconds, ratio => isOwn && ratio < FewestTimesFormatter);
            line += Ratio(reads[BinaryFormatterName].Nanoseconds / read.Nanoseconds, ratio => isOwn && ratio < FewestTimesFormatter);
            if (isOwn && writes.TryGetValue(GraphModels.TreesName, out Measurement? treesWrite))
            {
                line += "  " + Ratio(write.Nanoseconds / treesWrite.Nanoseconds, ratio => ratio > MostTimesTrees)
                    + Ratio(read.Nanoseconds / reads[GraphModels.TreesName].Nanoseconds, ratio => ratio > MostTimesTrees);
            }
            if (isOwn && reads.TryGetValue(BooksByHand.ContenderName, out Measurement? byHand))
            {
                line += Ratio(read.Nanoseconds / byHand.Nanoseconds, ratio => ratio > MostTimesByHand);
            }
            output.WriteLine(line);
            first = "";
        }
    }

    private static string Times(Measurement row) =>
        string.Create(CultureInfo.InvariantCulture, $"{row.Nanoseconds / 1_000,10:#,0.0} {row.Middle / 1_000,10:#,0.0}");

    private static string Ratio(double ratio, Func<double, bool> misses) =>
        string.Create(CultureInfo.InvariantCulture, $"{ratio,8:0.00}{(misses(ratio) ? '!' : ' ')}");
}
