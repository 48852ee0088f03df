using System.Globalization;
using System.Net;
using System.Text;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Floor;
using NetSerializer.Benchmarks.Measuring;

namespace NetSerializer.Benchmarks.Reporting;

/// <summary>One SVG with a bar for each serializer: its name on the left, its figure on the right.</summary>
internal static class BarChart
{
    /// <summary>A bar of more than so many times the library's is cut.</summary>
    public const double Longest = 4;

    // In units of the drawing, which scales to the width of the page.
    private const int Width = 340, RowHeight = 16, BarLeft = 106, BarWidth = 124, Gap = 8;

    public static void Append(StringBuilder page, string title, IReadOnlyList<Measurement> rows, Func<Measurement, double> value, Func<double, string> format)
    {
        if (rows.FirstOrDefault(row => row.Serializer == NetSerializerPeer.Name) is not { } library)
        {
            return;
        }
        double own = value(library);
        double full = Math.Min(rows.Max(value), Longest * own);
        page.Append(CultureInfo.InvariantCulture,
            $"<figure><figcaption>{title}</figcaption><svg viewBox=\"0 0 {Width} {rows.Count * RowHeight}\" role=\"img\" aria-label=\"{title}\">\n");
        // The library comes first, and the others in the order of the turns.
        int y = 0;
        foreach (Measurement row in rows.OrderBy(row => row != library))
        {
            AppendBar(page, y, row.Serializer, value(row), full, $"{format(value(row))} {Multiple(value(row) / own)}");
            y += RowHeight;
        }
        page.Append("</svg></figure>\n");
    }

    /// <summary>A time in nanoseconds, with three digits or more.</summary>
    public static string Time(double nanoseconds) => nanoseconds switch
    {
        < 10_000 => Number(nanoseconds) + " ns",
        < 10_000_000 => Number(nanoseconds / 1_000) + " µs",
        _ => Number(nanoseconds / 1_000_000) + " ms",
    };

    public static string Size(double bytes) => bytes < 1_000_000 ? Number(bytes) + " B" : Number(bytes / 1_000) + " kB";

    private static void AppendBar(StringBuilder page, int y, string serializer, double value, double full, string figure)
    {
        string kind = serializer switch { NetSerializerPeer.Name => " class=\"own\"", FloorName.Text => " class=\"floor\"", _ => "" };
        double length = Math.Max(1, BarWidth * Math.Min(1, value / full));
        page.Append(CultureInfo.InvariantCulture, $"<text y=\"{y + 12}\">{WebUtility.HtmlEncode(serializer)}</text>");
        page.Append(CultureInfo.InvariantCulture, $"<rect{kind} x=\"{BarLeft}\" y=\"{y + 3}\" width=\"{length:0.#}\" height=\"10\"/>");
        if (value > full)
        {
            int gap = BarLeft + BarWidth - (2 * Gap);
            page.Append(CultureInfo.InvariantCulture, $"<rect class=\"cut\" x=\"{gap}\" y=\"{y + 2}\" width=\"{Gap / 2}\" height=\"12\"/>");
        }
        page.Append(CultureInfo.InvariantCulture, $"<text class=\"figure\" x=\"{Width}\" y=\"{y + 12}\">{figure}</text>\n");
    }

    private static string Number(double value) => value.ToString(value < 10 ? "0.0" : "#,0", CultureInfo.InvariantCulture);

    private static string Multiple(double ratio) => "×" + ratio.ToString(ratio < 10 ? "0.00" : "#,0", CultureInfo.InvariantCulture);
}
