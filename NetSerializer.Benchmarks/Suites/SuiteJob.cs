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
            if (suite.Name == PublishedSuites.CustomerName)
            {
                WriteAndRead(output, lanes, options.Quick ? CustomerTimes / 1_000 : CustomerTimes);
            }
            if (suite.Name == PublishedSuites.DawgName && suiteCase == suite.Cases[0])
            {
                Load(output, lanes, options.Quick ? 1 : LoadTimes);
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
    }

    /// <summary>So many messages, one after the other, through a <see cref="MemoryStream"/>, the contenders by turns of a pass each.</summary>
    private static void WriteAndRead(TextWriter output, List<Lane> lanes, int times)
    {
        TimeSpan[] writing = new TimeSpan[lanes.Count], reading = new TimeSpan[lanes.Count];
        for (int done = 0; done < times; done += lanes[0].Contender.Count)
        {
            for (int i = 0; i < lanes.Count; i++)
            {
                long begin = Stopwatch.GetTimestamp();
                lanes[i].Serialize();
                long middle = Stopwatch.GetTimestamp();
                lanes[i].Deserialize();
                writing[i] += Stopwatch.GetElapsedTime(begin, middle);
                reading[i] += Stopwatch.GetElapsedTime(middle);
            }
        }
        int formatter = lanes.FindIndex(lane => lane.Contender.Name == BinaryFormatterName);
        for (int i = 0; i < lanes.Count; i++)
        {
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{(i == 0 ? "one by one" : ""),-18} {lanes[i].Contender.Name,-18} {writing[i].TotalSeconds,14:#,0.00}s {reading[i].TotalSeconds,14:#,0.00}s "
                    + $"for {times:N0} {writing[formatter] / writing[i],12:0.0} {reading[formatter] / reading[i],7:0.0}"));
        }
    }

    /// <summary>The word graph out of a file that is opened anew each time, contenders interleaved.</summary>
    private static void Load(TextWriter output, List<Lane> lanes, int times)
    {
        string[] paths = new string[lanes.Count];
        double[] all = new double[lanes.Count];
        try
        {
            for (int i = 0; i < lanes.Count; i++)
            {
                paths[i] = Path.GetTempFileName();
                using FileStream file = File.Create(paths[i]);
                lanes[i].Contender.Serialize(file);
            }
            for (int round = 0; round < times; round++)
            {
                for (int i = 0; i < lanes.Count; i++)
                {
                    long begin = Stopwatch.GetTimestamp();
                    using (FileStream file = File.OpenRead(paths[i]))
                    {
                        lanes[i].Contender.Deserialize(file);
                    }
                    all[i] += Stopwatch.GetElapsedTime(begin).TotalMilliseconds;
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
        double formatter = all[lanes.FindIndex(lane => lane.Contender.Name == BinaryFormatterName)];
        for (int i = 0; i < lanes.Count; i++)
        {
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{(i == 0 ? "from a file" : ""),-18} {lanes[i].Contender.Name,-18} {all[i],15:#,0} ms for {times:N0} loads "
                    + $"{formatter / all[i],28:0.0}"));
        }
    }
}
