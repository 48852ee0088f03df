using System.Globalization;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Floor;
using NetSerializer.Benchmarks.Measuring;

namespace NetSerializer.Benchmarks.Suites;

/// <summary>Measures the cases of a suite, and prints a table.</summary>
internal static class SuiteJob
{
    private const string BinaryFormatterName = "BinaryFormatter";

    // Many small cases together have as much time as a few.
    private static readonly Effort s_small = Effort.Thorough with { Contender = TimeSpan.FromMilliseconds(60), WarmUp = TimeSpan.FromMilliseconds(6) };

    /// <summary>Returns the lines of the table, none when the filter admits no case of this suite.</summary>
    /// <param name="suite">What is measured.</param>
    /// <param name="hasExtras">With what others published beside it: single calls, files, first use, threads.</param>
    /// <param name="options">The command line.</param>
    /// <param name="output">For the table.</param>
    /// <param name="verification">Compares the results when the options say so.</param>
    public static IReadOnlyList<Measurement> Run(Suite suite, bool hasExtras, Options options, TextWriter output, Verification verification)
    {
        List<SuiteCase> cases = [.. suite.Cases.Where(suiteCase => options.Filter.IsMatch(suiteCase.Name))];
        List<Measurement> all = [];
        if (cases.Count == 0)
        {
            return all;
        }
        Effort effort = options.Quick ? Effort.Quick : suite.IsSmall ? s_small : Effort.Thorough;
        TypeModel model = NetSerializerPeer.CreateSuiteModel();
        Progress progress = new(output);
        output.WriteLine();
        output.WriteLine($"== {suite.Name} ==");
        output.WriteLine(suite.Heading);
        Dictionary<SuiteCase, List<Lane>> small = [];
        if (suite.IsSmall)
        {
            progress.Step($"{suite.Name}: warming up");
            small = cases.ToDictionary(one => one, one => Lanes(one, model));
            MemoryJob.WarmUp([.. small.Values.SelectMany(lanes => lanes)], effort);
            progress.Clear();
        }
        output.WriteLine("case                   serializer              write ns         read ns          bytes    x BinaryFormatter     x floor  "
            + "x best peer");
        foreach (SuiteCase suiteCase in cases)
        {
            if (Interruption.IsRequested)
            {
                break;
            }
            List<Lane> lanes = small.GetValueOrDefault(suiteCase) ?? Lanes(suiteCase, model);
            if (!suite.IsSmall)
            {
                MemoryJob.WarmUp(lanes, effort);
            }
            IReadOnlyList<Measurement> rows = MemoryJob.Measure(suiteCase.Name, lanes, effort);
            if (rows.Count == 0)
            {
                break;
            }
            Print(output, suiteCase.Name, rows);
            all.AddRange(rows);
            if (hasExtras)
            {
                SuiteExtras.Print(suite, suiteCase, lanes, model, options, output);
            }
            if (options.Verify)
            {
                verification.CompareBytes(suiteCase.Name, lanes);
                foreach (Lane lane in lanes)
                {
                    verification.CompareResults(suiteCase.Name, lane.Contender);
                }
            }
        }
        return all;
    }

    private static List<Lane> Lanes(SuiteCase suiteCase, TypeModel model) => [.. suiteCase.Contenders(model).Select(contender => new Lane(contender))];

    private static void Print(TextWriter output, string name, IReadOnlyList<Measurement> rows)
    {
        string first = name;
        foreach (Measurement write in rows.Where(row => row.Table == MemoryJob.SerializeTable))
        {
            Measurement read = rows.First(row => row.Table == MemoryJob.DeserializeTable && row.Serializer == write.Serializer);
            bool isOwn = write.Serializer == NetSerializerPeer.Name;
            string peer = isOwn && Overall.Of(rows) is { } workload ? Invariant($"  {workload.Ratio,5:0.00} {workload.Peer}") : "";
            output.WriteLine((Invariant($"{first,-22} {write.Serializer,-18} {write.Nanoseconds,15:#,0.0} {read.Nanoseconds,15:#,0.0} {write.Bytes,14:#,0.0} ")
                + Number(1 / To(BinaryFormatterName, write), "0.0", 9) + Number(1 / To(BinaryFormatterName, read), "0.0", 8)
                + Number(To(FloorName.Text, write), "0.00", 8) + Number(To(FloorName.Text, read), "0.00", 7) + peer).TrimEnd());
            first = "";
        }

        double To(string serializer, Measurement row) => row.Nanoseconds / Report.Time(rows, name, row.Table, serializer);
    }

    private static string Number(double ratio, string format, int width) =>
        (double.IsNaN(ratio) ? "-" : ratio.ToString(format, CultureInfo.InvariantCulture)).PadLeft(width);

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
