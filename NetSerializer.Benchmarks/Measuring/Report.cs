using System.Globalization;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Floor;
using NetSerializer.Benchmarks.Network;

namespace NetSerializer.Benchmarks.Measuring;

/// <summary>Prints measurements as tables, and how the library stands beside the floor and the others.</summary>
internal static class Report
{
    public static void Print(TextWriter output, IReadOnlyList<Measurement> rows)
    {
        foreach (IGrouping<string, Measurement> table in rows.GroupBy(row => row.Table))
        {
            bool network = table.Key is NetTest.StreamTable or NetTest.SessionTable;
            output.WriteLine();
            output.WriteLine($"== {table.Key} ==");
            if (table.Key == NetTest.SessionTable)
            {
                output.WriteLine("who has no sessions stands here with its calls per message, as measured above");
            }
            output.WriteLine(network
                ? "set                    serializer              M messages/s    ns/message   x floor     GC 0/1/2 per million      bytes"
                : "set                    serializer             ns/message   x floor     GC 0/1/2 per million   allocated B      bytes");
            foreach (IGrouping<string, Measurement> set in table.GroupBy(row => row.Set))
            {
                double floor = Time(set, FloorName.Text);
                foreach (Measurement row in set)
                {
                    string first = row == set.First() ? row.Set : "";
                    string collections = $"{row.Collections.Gen0:0.#}/{row.Collections.Gen1:0.#}/{row.Collections.Gen2:0.#}";
                    double ratio = row.Nanoseconds / floor;
                    string figures = network
                        ? Invariant($"{1_000 / row.Nanoseconds,14:0.000} {row.Nanoseconds,13:#,0.0} {ratio,9:0.00} {collections,24} {row.Bytes,10:#,0.00}")
                        : Invariant($"{row.Nanoseconds,12:#,0.0} {ratio,9:0.00} {collections,24} {row.Allocated,13:#,0.#} {row.Bytes,10:#,0.00}");
                    output.WriteLine($"{first,-22} {row.Serializer,-20} {figures}");
                }
            }
        }
    }

    /// <summary>The library against the floor and the fastest other serializer, one line for each set.</summary>
    public static void PrintSummary(TextWriter output, IReadOnlyList<Measurement> rows, IReadOnlyDictionary<string, Sizes> sizes)
    {
        output.WriteLine();
        output.WriteLine("== NetSerializer: ratio of time to the floor (bar 1.10; * above), and to the fastest of the other serializers (! slower than it) ==");
        string[] tables = [MemoryJob.SerializeTable, MemoryJob.DeserializeTable, NetTest.StreamTable, NetTest.SessionTable];
        output.WriteLine("set                       write         read          net call      net session   allocated  bytes  - floor - varints  in session");
        foreach (IGrouping<string, Measurement> set in rows.GroupBy(row => row.Set))
        {
            string line = $"{set.Key,-22}";
            foreach (string table in tables)
            {
                List<Measurement> contest = [.. set.Where(row => row.Table == table)];
                line += contest.Any(row => row.Serializer == NetSerializerPeer.Name) ? Cell(contest) : "      -       ";
            }
            if (set.FirstOrDefault(row => row.Table == MemoryJob.SerializeTable && row.Serializer == NetSerializerPeer.Name) is { } own)
            {
                double floor = set.FirstOrDefault(row => row.Table == own.Table && row.Serializer == FloorName.Text)?.Bytes ?? double.NaN;
                line += Invariant($"{own.Allocated,9:0.##} {own.Bytes,10:0.00} {own.Bytes - floor,7:+0.00;-0.00}");
                if (sizes.TryGetValue(set.Key, out Sizes? size))
                {
                    line += Invariant($" {own.Bytes - size.Varints,8:+0.00;-0.00} {size.Session - size.Varints,8:+0.00;-0.00}");
                }
            }
            output.WriteLine(line);
        }
    }

    private static string Cell(List<Measurement> contest)
    {
        double own = Time(contest, NetSerializerPeer.Name);
        double toFloor = own / Time(contest, FloorName.Text);
        double others = contest.Where(row => row.Serializer is not NetSerializerPeer.Name and not FloorName.Text).Select(row => row.Nanoseconds)
            .DefaultIfEmpty(double.NaN).Min();
        double toOthers = own / others;
        return Invariant($"  {toFloor,5:0.00}{(toFloor > 1.10 ? '*' : ' ')}{toOthers,5:0.00}{(toOthers > 1 ? '!' : ' ')}");
    }

    private static double Time(IEnumerable<Measurement> rows, string serializer) =>
        rows.FirstOrDefault(row => row.Serializer == serializer)?.Nanoseconds ?? double.NaN;

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
