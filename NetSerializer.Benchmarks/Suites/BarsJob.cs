using System.Globalization;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Floor;
using NetSerializer.Benchmarks.Measuring;
using NetSerializer.Benchmarks.Network;
using NetSerializer.Benchmarks.Suites.Graphs;

namespace NetSerializer.Benchmarks.Suites;

/// <summary>Runs the suites that have bars, and prints one line for each bar.</summary>
internal sealed class BarsJob(TextWriter output)
{
    // The ratios to BinaryFormatter, on writing and reading, of 2026-11-28, commit 9432434.
    private static readonly (string Graph, double Write, double Read)[] s_recordedGraphs =
    [
        (GraphCases.ConferenceName, 9.53, 15.32), (GraphCases.ReferencesName, 8.18, 11.72), (GraphCases.LinkedListName, 20.00, 13.52),
        (GraphCases.ListsName, 8.81, 19.25),
    ];

    // Bytes of a message with its frame, of the same day.
    private static readonly (string Set, double Bytes)[] s_recordedBlocks = [("IntArray", 154_357.00), ("TriDimensional", 69_306.44)];

    private static readonly (string Table, string Verb)[] s_tables = [(MemoryJob.SerializeTable, "writing"), (MemoryJob.DeserializeTable, "reading")];

    public static void Run(Options options, TextWriter output, Verification verification, Results results)
    {
        MainResult main = MainJob.Run(options, output, verification);
        MainResult batches = MainJob.RunBatches(options, output, verification);
        IReadOnlyList<Measurement> graphs = GraphJob.Run(options, output, verification);
        results.Add(MainJob.SuiteName, main.Rows);
        results.Add(MainJob.BatchSuiteName, batches.Rows);
        results.Add(GraphJob.SuiteName, graphs);
        if (Interruption.IsRequested)
        {
            return;
        }
        IReadOnlyDictionary<string, double> cold = ColdJob.Print(output, ColdJob.CreateCases, options.Quick ? 1 : 5);
        output.WriteLine();
        output.WriteLine("== The bars ==");
        output.WriteLine("bar                                                      value        bar          at");
        BarsJob job = new(output);
        job.PrintMain(main);
        job.PrintBatches(batches);
        job.PrintGraphs(graphs);
        job.PrintSizes(main, batches);
        job.AtMost("cold, Create for 1 type, ms", cold["Create for 1 types"], Bars.ColdOneType);
        job.AtMost("cold, Create for 20 types, ms", cold["Create for 20 types"], Bars.ColdTwentyTypes);
        if (options.Quick)
        {
            output.WriteLine("A quick run gives no figures: the values above are noise.");
        }
    }

    private void PrintMain(MainResult main)
    {
        foreach ((string table, string verb) in s_tables)
        {
            List<(string At, double Value)> ratios = ToFloor(main.Rows, table);
            AtMost($"main, {verb}, geometric mean, x floor", Mean(ratios), table == MemoryJob.SerializeTable ? Bars.MeanToWrite : Bars.MeanToRead);
            AtMost($"main, {verb}, highest set, x floor", ratios.MaxBy(ratio => ratio.Value), Bars.AnySet);
        }
        List<(string At, double Value)> others =
        [
            .. main.Rows.Where(row => row.Serializer == NetSerializerPeer.Name)
                .Select(row => (row, Other: Report.FastestOther(main.Rows, row)!))
                .Select(pair => ($"{pair.row.Set}, {pair.row.Table}, {pair.Other.Serializer}", pair.row.Nanoseconds / pair.Other.Nanoseconds)),
        ];
        AtMost("main, NetSerializer, x fastest other serializer", others.MaxBy(ratio => ratio.Value), Bars.Others);
        foreach ((string at, double ratio) in others.Where(other => other.Value > Bars.Others))
        {
            output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"  another serializer is ahead by {ratio:0.00} at {at}"));
        }
        AtLeast("NetTest, sessions, geometric mean of the floor's rate", 1 / Mean(ToFloor(main.Rows, NetTest.SessionTable)), Bars.SessionRate);
    }

    private void PrintBatches(MainResult batches)
    {
        foreach ((string table, string verb) in s_tables)
        {
            AtMost($"batch, {verb}, geometric mean, x floor", Mean(ToFloor(batches.Rows, table)), Bars.MeanOfBatches);
        }
    }

    private void PrintGraphs(IReadOnlyList<Measurement> rows)
    {
        string[] graphs = [.. rows.Select(row => row.Set).Distinct()];
        foreach ((string table, string verb) in s_tables)
        {
            AtLeast($"graph, {verb}, lowest, x BinaryFormatter",
                graphs.Select(graph => (graph, GraphJob.TimesFormatter(rows, graph, table))).MinBy(ratio => ratio.Item2), Bars.FewestTimesFormatter);
            AtMost($"graph, {verb}, sharing rows, highest, x recorded",
                s_recordedGraphs.Select(recorded => (recorded.Graph,
                    (table == MemoryJob.SerializeTable ? recorded.Write : recorded.Read) / GraphJob.TimesFormatter(rows, recorded.Graph, table)))
                    .MaxBy(ratio => ratio.Item2),
                Bars.GraphRecorded);
            foreach (string graph in new[] { GraphCases.SmallConferenceName, GraphCases.CompanyName, GraphCases.ReferencesName })
            {
                AtMost($"graph, {verb}, {graph}, x floor", 1 / GraphJob.TimesFaster(rows, graph, table, FloorName.Text), Bars.GraphFloor);
            }
        }
    }

    private void PrintSizes(MainResult main, MainResult batches)
    {
        AtMost("bytes allocated on writing, highest set",
            main.Rows.Concat(batches.Rows).Where(row => row.Table == MemoryJob.SerializeTable && row.Serializer == NetSerializerPeer.Name)
                .Select(row => (row.Set, row.Allocated)).MaxBy(row => row.Allocated),
            Bars.Allocated);
        // Blocks of integers have a bar of their own.
        AtMost("size in a session but of blocks, above plain varints",
            main.Sizes.Where(set => !s_recordedBlocks.Any(block => set.Key.StartsWith(block.Set, StringComparison.Ordinal)))
                .Select(set => (set.Key, set.Value.Session - set.Value.Varints)).MaxBy(size => size.Item2),
            Bars.AboveVarints);
        AtMost("size of blocks of integers, highest, x recorded",
            s_recordedBlocks.Select(block => (block.Set, main.Rows.First(row =>
                row.Table == MemoryJob.SerializeTable && row.Set == block.Set && row.Serializer == NetSerializerPeer.Name).Bytes / block.Bytes))
                .MaxBy(size => size.Item2),
            Bars.BlockRecorded);
    }

    private static List<(string At, double Value)> ToFloor(IReadOnlyList<Measurement> rows, string table) =>
    [
        .. rows.Where(row => row.Table == table && row.Serializer == NetSerializerPeer.Name)
            .Select(row => (row.Set, row.Nanoseconds / Report.Time(rows, row.Set, table, FloorName.Text))),
    ];

    private static double Mean(List<(string At, double Value)> ratios) => Report.GeometricMean(ratios.Select(ratio => ratio.Value));

    private void AtMost(string bar, double value, double limit) => AtMost(bar, ("", value), limit);

    private void AtMost(string bar, (string At, double Value) value, double limit) => Print(bar, value, "<=", limit, value.Value <= limit);

    private void AtLeast(string bar, double value, double limit) => AtLeast(bar, ("", value), limit);

    private void AtLeast(string bar, (string At, double Value) value, double limit) => Print(bar, value, ">=", limit, value.Value >= limit);

    private void Print(string bar, (string At, double Value) value, string relation, double limit, bool holds)
    {
        string line = $"{bar,-53} {value.Value,8:0.00} {relation} {limit,5:0.00} {(holds ? "holds " : "MISSED")}   {value.At}";
        output.WriteLine(line.TrimEnd());
    }
}
