using System.Diagnostics;
using System.Globalization;
using NetSerializer.Benchmarks.Measuring;

namespace NetSerializer.Benchmarks.Suites;

/// <summary>Measurements of single suites, as others published them.</summary>
internal static class SuiteExtras
{
    private const string BinaryFormatterName = "BinaryFormatter";
    private const int CustomerTimes = 10_000_000;
    private const int LoadTimes = 1_000;

    /// <summary>What belongs to a case that has just been measured.</summary>
    public static void Print(Suite suite, SuiteCase suiteCase, List<Lane> lanes, TypeModel model, Options options, TextWriter output)
    {
        if (Interruption.IsRequested)
        {
            return;
        }
        if (suite.Name == PublishedSuites.CustomerName)
        {
            WriteAndRead(output, lanes, options.Quick ? CustomerTimes / 1_000 : CustomerTimes);
        }
        if (suite.Name == PublishedSuites.DawgName && suiteCase == suite.Cases[0])
        {
            Load(output, lanes, options.Quick ? 1 : LoadTimes);
        }
        if (suite.Name == PublishedSuites.BookShelfName && suiteCase == suite.Cases[^1])
        {
            ColdJob.Print(output, ColdJob.BookShelfCases, options.Quick ? 1 : 5);
        }
        if (suite.Name == PublishedSuites.PersonName)
        {
            ThreadJob.PrintOnePerson(output, () => PublishedSuites.OnePerson(model), options.Quick);
        }
    }

    /// <summary>So many messages, one after the other, through a <see cref="MemoryStream"/>, the contenders by turns of a pass each.</summary>
    private static void WriteAndRead(TextWriter output, List<Lane> lanes, int times)
    {
        TimeSpan[] writing = new TimeSpan[lanes.Count], reading = new TimeSpan[lanes.Count];
        for (int done = 0; done < times && !Interruption.IsRequested; done += lanes[0].Contender.Count)
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
            for (int round = 0; round < times && !Interruption.IsRequested; round++)
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
