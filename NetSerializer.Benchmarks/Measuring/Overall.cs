using System.Globalization;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Floor;

namespace NetSerializer.Benchmarks.Measuring;

/// <summary>The library on one workload against the peer that is fastest there, writing and reading together.</summary>
/// <param name="Peer">Whose time is shortest.</param>
/// <param name="Ratio">The library's time over that of the peer.</param>
/// <param name="Bytes">The library's bytes over those of the peer.</param>
internal sealed record PeerRatio(string Peer, double Ratio, double Bytes);

/// <summary>One figure for many workloads.</summary>
internal static class Overall
{
    /// <summary>The suites that count, in their order.</summary>
    public static IReadOnlyList<string> Suites { get; } = ["main", "batch", "person", "customer", "bookshelf", "array", "app"];

    /// <summary>Null where the library or every peer is missing.</summary>
    /// <param name="rows">Of one workload, both tables.</param>
    public static PeerRatio? Of(IEnumerable<Measurement> rows)
    {
        List<(string Serializer, double Time, double Bytes)> all =
        [
            .. rows.Where(row => row.Table is MemoryJob.SerializeTable or MemoryJob.DeserializeTable).GroupBy(row => row.Serializer)
                .Where(both => both.Count() == 2)
                .Select(both => (both.Key, both.Sum(row => row.Nanoseconds), both.First().Bytes)),
        ];
        (string? name, double time, double bytes) = all.FirstOrDefault(one => one.Serializer == NetSerializerPeer.Name);
        (string? peer, double timeOfPeer, double bytesOfPeer) = all
            .Where(one => one.Serializer is not NetSerializerPeer.Name and not FloorName.Text).OrderBy(one => one.Time).FirstOrDefault();
        return name is null || peer is null ? null : new(peer, time / timeOfPeer, bytes / bytesOfPeer);
    }

    /// <summary>The workloads of a suite. An untyped row stands aside where there is a typed one, which the peers have too.</summary>
    public static IEnumerable<IGrouping<string, Measurement>> Workloads(IReadOnlyList<Measurement> rows)
    {
        HashSet<string> sets = [.. rows.Select(row => row.Set)];
        return rows.GroupBy(row => row.Set).Where(set => !sets.Contains($"{set.Key} typed"));
    }

    /// <summary>The ratios of all workloads of a suite that have a peer.</summary>
    public static IReadOnlyList<PeerRatio> OfSuite(IReadOnlyList<Measurement> rows) => [.. Workloads(rows).Select(Of).OfType<PeerRatio>()];

    public static void Print(TextWriter output, Results results)
    {
        List<double> all = [];
        string line = "";
        foreach (string suite in Suites)
        {
            double[] ratios = [.. OfSuite(results.Of(suite)).Select(workload => workload.Ratio)];
            if (ratios.Length > 0)
            {
                all.AddRange(ratios);
                line += string.Create(CultureInfo.InvariantCulture, $", {suite} {Report.GeometricMean(ratios):0.00}");
            }
        }
        if (all.Count > 0)
        {
            output.WriteLine();
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"overall, x the best peer of each of {all.Count} workloads, writing and reading, geometric mean: {Report.GeometricMean(all):0.00}{line}"));
        }
    }
}
