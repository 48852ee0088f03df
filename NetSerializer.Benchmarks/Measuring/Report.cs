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
                output.WriteLine("serializers without sessions stand here with their calls per message, as measured above");
            }
            output.WriteLine(network
                ? "set                    serializer              M messages/s    ns/message   x floor     GC 0/1/2 per million      bytes"
                : "set                    serializer             ns/message   x floor     GC 0/1/2 per million   allocated B      bytes");
            foreach (IGrouping<string, Measurement> set in table.GroupBy(row => row.Set))
            {
                double floor = Time(set, set.Key, table.Key, FloorName.Text);
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
        output.WriteLine(Invariant(
            $"== NetSerializer: time x floor (* above {Bars.AnySet:0.00}) and x the fastest other serializer (! above {Bars.Others:0.00}) =="));
        string[] tables = [MemoryJob.SerializeTable, MemoryJob.DeserializeTable, NetTest.StreamTable, NetTest.SessionTable];
        output.WriteLine("set                       write         read          net call      net session   allocated  bytes  - floor - varints  in session");
        Measurement[] owns = [.. rows.Where(row => row.Serializer == NetSerializerPeer.Name)];
        foreach (IGrouping<string, Measurement> set in owns.GroupBy(row => row.Set))
        {
            string line = $"{set.Key,-22}";
            foreach (string table in tables)
            {
                line += set.FirstOrDefault(row => row.Table == table) is { } own ? Cell(rows, own) : "      -       ";
            }
            Measurement written = set.First(row => row.Table == MemoryJob.SerializeTable);
            double floor = Find(rows, set.Key, written.Table, FloorName.Text)?.Bytes ?? double.NaN;
            Sizes size = sizes[set.Key];
            output.WriteLine(line + Invariant($"{written.Allocated,9:0.##} {written.Bytes,10:0.00} {written.Bytes - floor,7:+0.00;-0.00}")
                + Invariant($" {written.Bytes - size.Varints,8:+0.00;-0.00} {size.Session - size.Varints,8:+0.00;-0.00}"));
        }
        string means = $"{"geometric mean",-22}";
        foreach (string table in tables)
        {
            Measurement[] all = [.. owns.Where(row => row.Table == table)];
            means += all.Length > 0 ? Invariant($"  {GeometricMean(all.Select(own => ToFloor(rows, own))),5:0.00}       ") : "      -       ";
        }
        output.WriteLine(means.TrimEnd());
    }

    /// <summary>Nanoseconds per message; not a number where the serializer does not take part.</summary>
    public static double Time(IEnumerable<Measurement> rows, string set, string table, string serializer) =>
        Find(rows, set, table, serializer)?.Nanoseconds ?? double.NaN;

    /// <summary>The fastest serializer beside the library and the floor, in the table and set of a row; null where there is none.</summary>
    public static Measurement? FastestOther(IEnumerable<Measurement> rows, Measurement own) =>
        rows.Where(row => row.Table == own.Table && row.Set == own.Set && row.Serializer is not NetSerializerPeer.Name and not FloorName.Text)
            .MinBy(row => row.Nanoseconds);

    /// <summary>The n-th root of the product of n ratios.</summary>
    public static double GeometricMean(IEnumerable<double> ratios) => Math.Exp(ratios.Average(Math.Log));

    private static string Cell(IReadOnlyList<Measurement> rows, Measurement own)
    {
        double toFloor = ToFloor(rows, own), toOthers = own.Nanoseconds / (FastestOther(rows, own)?.Nanoseconds ?? double.NaN);
        return Invariant($"  {toFloor,5:0.00}{(toFloor > Bars.AnySet ? '*' : ' ')}{toOthers,5:0.00}{(toOthers > Bars.Others ? '!' : ' ')}");
    }

    private static double ToFloor(IReadOnlyList<Measurement> rows, Measurement own) =>
        own.Nanoseconds / Time(rows, own.Set, own.Table, FloorName.Text);

    private static Measurement? Find(IEnumerable<Measurement> rows, string set, string table, string serializer) =>
        rows.FirstOrDefault(row => row.Set == set && row.Table == table && row.Serializer == serializer);

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
