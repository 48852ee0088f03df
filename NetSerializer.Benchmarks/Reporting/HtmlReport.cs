using System.Globalization;
using System.Net;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;
using NetSerializer.Benchmarks.Measuring;

namespace NetSerializer.Benchmarks.Reporting;

/// <summary>One page of HTML that needs nothing beside it: a table of the suites, and bars for each workload.</summary>
internal static class HtmlReport
{
    public static void Write(string path, Results results) => File.WriteAllText(path, Page(results));

    private static string Page(Results results)
    {
        StringBuilder page = new();
        page.Append(
            $"""
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>NetSerializer and its peers</title>
            <style>
            {PageStyle.Text}
            </style>
            </head>
            <body>
            <h1>NetSerializer and its peers</h1>
            <p>{Text(Machine())}</p>
            <p>Shorter bars are better. <span class="own">NetSerializer</span>, <span class="floor">the floor</span> (code written by hand for the same bytes),
            <span class="peer">the others</span>. Behind each figure stands its multiple of NetSerializer's.
            A bar with a gap is longer than {BarChart.Longest} times NetSerializer's, and cut.</p>

            """);
        AppendSummary(page, results);
        foreach ((string suite, IReadOnlyList<Measurement> rows) in results.Suites)
        {
            page.Append($"<h2 id=\"{suite}\">{suite}</h2>\n");
            foreach (IGrouping<string, Measurement> set in Overall.Workloads(rows))
            {
                page.Append($"<section><h3>{Text(set.Key)}</h3>\n");
                Measurement[] writing = [.. set.Where(row => row.Table == MemoryJob.SerializeTable)];
                Measurement[] reading = [.. set.Where(row => row.Table == MemoryJob.DeserializeTable)];
                BarChart.Append(page, "write", writing, row => row.Nanoseconds, BarChart.Time);
                BarChart.Append(page, "read", reading, row => row.Nanoseconds, BarChart.Time);
                BarChart.Append(page, "size", writing, row => row.Bytes, BarChart.Size);
                page.Append("</section>\n");
            }
        }
        return page.Append("</body>\n</html>\n").ToString();
    }

    private static void AppendSummary(StringBuilder page, Results results)
    {
        page.Append("<table>\n<tr><th>suite<th>workloads<th>time x the best peer's<th>bytes x the same peer's\n");
        List<PeerRatio> all = [];
        foreach ((string suite, IReadOnlyList<Measurement> rows) in results.Suites)
        {
            IReadOnlyList<PeerRatio> ratios = Overall.OfSuite(rows);
            AppendRow(page, $"<a href=\"#{suite}\">{suite}</a>", ratios);
            all.AddRange(Overall.Suites.Contains(suite) ? ratios : []);
        }
        AppendRow(page, $"overall: {string.Join(", ", Overall.Suites)}", all);
        page.Append("</table>\n<p>Geometric means; time is that of writing and reading together, and the best peer is that of each workload.</p>\n");
    }

    private static void AppendRow(StringBuilder page, string name, IReadOnlyList<PeerRatio> ratios)
    {
        if (ratios.Count > 0)
        {
            page.Append(CultureInfo.InvariantCulture, $"<tr><td>{name}<td>{ratios.Count}<td>{Report.GeometricMean(ratios.Select(one => one.Ratio)):0.00}");
            page.Append(CultureInfo.InvariantCulture, $"<td>{Report.GeometricMean(ratios.Select(one => one.Bytes)):0.00}\n");
        }
    }

    private static string Machine() => string.Create(
        CultureInfo.InvariantCulture,
        $"{RuntimeInformation.FrameworkDescription}, {RuntimeInformation.RuntimeIdentifier}, {Environment.ProcessorCount} processors, "
            + $"{DateTime.UtcNow:yyyy-MM-dd}, version {Version()}");

    // The build puts the commit behind the version.
    private static string Version()
    {
        string[] parts = typeof(HtmlReport).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+');
        return parts.Length > 1 ? $"{parts[0]}, commit {parts[1][..Math.Min(8, parts[1].Length)]}" : parts[0];
    }

    private static string Text(string text) => WebUtility.HtmlEncode(text);
}
