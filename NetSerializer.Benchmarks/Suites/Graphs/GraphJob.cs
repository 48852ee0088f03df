using System.Globalization;
using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Floor;
using NetSerializer.Benchmarks.Measuring;

namespace NetSerializer.Benchmarks.Suites.Graphs;

/// <summary>Graphs in one process: times, and the ratios that have bars.</summary>
internal static class GraphJob
{
    public const string SuiteName = "graph";
    private const string BinaryFormatterName = "BinaryFormatter";

    /// <summary>Returns the lines of the table, none when the filter admits no case.</summary>
    public static IReadOnlyList<Measurement> Run(Options options, TextWriter output, Verification verification)
    {
        List<GraphCase> cases = [.. GraphCases.All(options.Quick).Where(graph => options.Filter.IsMatch(graph.Name))];
        List<Measurement> all = [];
        if (cases.Count == 0)
        {
            return all;
        }
        Effort effort = options.Quick ? Effort.Quick : Effort.Thorough with { Contender = TimeSpan.FromMilliseconds(400) };
        GraphModels models = new();
        output.WriteLine();
        output.WriteLine("== graph ==");
        output.WriteLine("microseconds per graph, the time that counts and the median; ratios of the times that count (! misses its bar)");
        output.WriteLine("                                              write                      read                 bytes    x BinaryFormatter   "
            + "     x trees            x floor");
        // The runtime compiles by the values that come first, so small graphs of all kinds come by turns before the first is measured.
        MemoryJob.WarmUp([.. GraphCases.All(quick: true).SelectMany(graph => Sound(graph, models, verification))], effort);
        foreach (GraphCase graph in cases)
        {
            List<Lane> lanes = Sound(graph, models, verification);
            IReadOnlyList<Measurement> rows = MemoryJob.Measure(graph.Name, lanes, effort);
            if (rows.Count == 0)
            {
                break;
            }
            Print(output, graph.Name, rows);
            all.AddRange(rows);
            if (options.Verify)
            {
                verification.CompareBytes(graph.Name, lanes);
                foreach (Lane lane in lanes)
                {
                    verification.CompareGraphs(graph.Name, lane.Contender);
                }
            }
        }
        return all;
    }

    /// <summary>How many times as fast as another contender the library is; not a number where that one does not take part.</summary>
    public static double TimesFaster(IEnumerable<Measurement> rows, string graph, string table, string than) =>
        Report.Time(rows, graph, table, than) / Report.Time(rows, graph, table, NetSerializerPeer.Name);

    /// <summary>The same against BinaryFormatter.</summary>
    public static double TimesFormatter(IEnumerable<Measurement> rows, string graph, string table) => TimesFaster(rows, graph, table, BinaryFormatterName);

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

    private static void Print(TextWriter output, string graph, IReadOnlyList<Measurement> rows)
    {
        string first = graph;
        foreach (Measurement write in rows.Where(row => row.Table == MemoryJob.SerializeTable))
        {
            Measurement read = rows.Single(row => row.Table == MemoryJob.DeserializeTable && row.Serializer == write.Serializer);
            bool isOwn = write.Serializer == NetSerializerPeer.Name;
            string line = $"{first,-16} {write.Serializer,-19} {Times(write)}   {Times(read)} {write.Bytes,14:#,0}"
                + Ratio(Other(write, BinaryFormatterName), ratio => isOwn && ratio < Bars.FewestTimesFormatter)
                + Ratio(Other(read, BinaryFormatterName), ratio => isOwn && ratio < Bars.FewestTimesFormatter);
            if (isOwn)
            {
                line += "  " + Ratio(1 / Other(write, GraphModels.TreesName), _ => false) + Ratio(1 / Other(read, GraphModels.TreesName), _ => false)
                    + "  " + Ratio(1 / Other(write, FloorName.Text), ratio => ratio > Bars.GraphFloor)
                    + Ratio(1 / Other(read, FloorName.Text), ratio => ratio > Bars.GraphFloor);
            }
            output.WriteLine(line.TrimEnd());
            first = "";
        }

        double Other(Measurement row, string serializer) => Report.Time(rows, graph, row.Table, serializer) / row.Nanoseconds;
    }

    private static string Times(Measurement row) =>
        string.Create(CultureInfo.InvariantCulture, $"{row.Nanoseconds / 1_000,10:#,0.0} {row.Median / 1_000,10:#,0.0}");

    private static string Ratio(double ratio, Func<double, bool> misses) => double.IsNaN(ratio)
        ? $"{"-",8} "
        : string.Create(CultureInfo.InvariantCulture, $"{ratio,8:0.00}{(misses(ratio) ? '!' : ' ')}");
}
