using System.Diagnostics;
using System.Globalization;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Floor;
using NetSerializer.Benchmarks.Measuring;

namespace NetSerializer.Benchmarks.Suites;

/// <summary>Measures a published comparison and prints its figures beside ours.</summary>
internal static class SuiteJob
{
    private const string BinaryFormatterName = "BinaryFormatter";
    private const int CustomerTimes = 10_000_000;
    private const int LoadTimes = 1_000;

    /// <summary>False when the filter admits no case of this suite.</summary>
    public static bool Run(PublishedSuite suite, Options options, TextWriter output, Verification verification)
    {
        List<SuiteCase> cases = [.. suite.Cases.Where(suiteCase => options.Filter.IsMatch(suiteCase.Name))];
        if (cases.Count == 0)
        {
            return false;
        }
        Effort effort = options.Quick ? Effort.Quick : Effort.Thorough;
        TypeModel model = NetSerializerPeer.CreateSuiteModel();
        output.WriteLine();
        output.WriteLine($"== {suite.Name} ==");
        output.WriteLine(suite.Published);
        output.WriteLine("case               serializer                write ns         read ns          bytes    x BinaryFormatter     x floor");
        foreach (SuiteCase suiteCase in cases)
        {
            List<Lane> lanes = [.. suiteCase.Contenders(model).Select(contender => new Lane(contender))];
            MemoryJob.WarmUp(lanes, effort);
            List<Measurement> rows = [.. MemoryJob.Measure(suiteCase.Name, lanes, effort)];
            Print(output, suiteCase.Name, rows);
            if (suite.Name == PublishedSuites.DawgName && suiteCase == suite.Cases[0])
            {
                Load(output, lanes, options.Quick);
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
        if (suite.Name == PublishedSuites.BookShelfName)
        {
            ColdJob.Print(output, ColdJob.BookShelfCases, options.Quick ? 1 : 5);
        }
        return true;
    }

    private static void Print(TextWriter output, string name, List<Measurement> rows)
    {
        Dictionary<string, Measurement> writes = rows.Where(row => row.Table == MemoryJob.SerializeTable).ToDictionary(row => row.Serializer);
        Dictionary<string, Measurement> reads = rows.Where(row => row.Table == MemoryJob.DeserializeTable).ToDictionary(row => row.Serializer);
        foreach ((string serializer, Measurement write) in writes)
        {
            Measurement read = reads[serializer];
            string first = serializer == FloorName.Text ? name : "";
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{first,-18} {serializer,-18} {write.Nanoseconds,15:#,0.0} {read.Nanoseconds,15:#,0.0} {write.Bytes,14:#,0.0} "
                    + $"{writes[BinaryFormatterName].Nanoseconds / write.Nanoseconds,9:0.0} "
                    + $"{reads[BinaryFormatterName].Nanoseconds / read.Nanoseconds,7:0.0} {write.Nanoseconds / writes[FloorName.Text].Nanoseconds,7:0.00} "
                    + $"{read.Nanoseconds / reads[FloorName.Text].Nanoseconds,6:0.00}"));
        }
        if (name == "customer")
        {
            Measurement write = writes[NetSerializerPeer.Name];
            Measurement read = reads[NetSerializerPeer.Name];
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{CustomerTimes:N0} times, from these: {write.Nanoseconds * CustomerTimes / 1e9:0.00} s to write, "
                    + $"{read.Nanoseconds * CustomerTimes / 1e9:0.00} s to read; BinaryFormatter "
                    + $"{writes[BinaryFormatterName].Nanoseconds * CustomerTimes / 1e9:0.0} s and "
                    + $"{reads[BinaryFormatterName].Nanoseconds * CustomerTimes / 1e9:0.0} s"));
        }
    }

    /// <summary>The word graph out of a file that is opened anew each time, contenders interleaved.</summary>
    private static void Load(TextWriter output, List<Lane> lanes, bool quick)
    {
        string[] paths = new string[lanes.Count];
        double[] best = new double[lanes.Count];
        try
        {
            for (int i = 0; i < lanes.Count; i++)
            {
                paths[i] = Path.GetTempFileName();
                best[i] = double.PositiveInfinity;
                using FileStream file = File.Create(paths[i]);
                lanes[i].Contender.Serialize(file);
            }
            // So many that the code of streams is warm, which nobody has called before (the shortest of 20: 1.3 to 1.5 of the floor, of 200: 1.2 to 1.4).
            int rounds = quick ? 1 : 200;
            for (int round = 0; round < rounds; round++)
            {
                for (int i = 0; i < lanes.Count; i++)
                {
                    long begin = Stopwatch.GetTimestamp();
                    using (FileStream file = File.OpenRead(paths[i]))
                    {
                        lanes[i].Contender.Deserialize(file);
                    }
                    best[i] = Math.Min(best[i], Stopwatch.GetElapsedTime(begin).TotalMilliseconds);
                }
            }
        }
        finally
        {
            foreach (string path in paths.Where(path => path is not null))
            {
                File.Delete(path);
            }
        }
        double formatter = best[lanes.FindIndex(lane => lane.Contender.Name == BinaryFormatterName)];
        for (int i = 0; i < lanes.Count; i++)
        {
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{(i == 0 ? "from a file" : ""),-18} {lanes[i].Contender.Name,-18} {best[i] * LoadTimes,15:#,0} ms for {LoadTimes:N0} loads "
                    + $"{formatter / best[i],28:0.0}"));
        }
    }
}
