using System.Diagnostics;
using NetSerializer.Tests.Oracle;

namespace NetSerializer.Tests.BinaryFormatterFiles;

/// <summary>
/// The time of reading a payload of many objects, beside that of BinaryFormatter: <c>dotnet run -c Release --project NetSerializer.Tests -- payload-speed</c>.
/// </summary>
internal static class PayloadSpeed
{
    private const int Rounds = 5;

    /// <returns>The exit code.</returns>
    public static int Run(int objects, TextWriter output)
    {
        List<Cell> cells = [.. Enumerable.Range(0, objects).Select(i => new Cell { Text = "name " + i, Any = i % 10 == 0 ? i : null })];
        for (int i = 1; i < objects; i += 2)
        {
            cells[i].Next = cells[i - 1];
        }
        byte[] payload = BinaryFormatterPeer.Write(cells);
        TypeModel model = TypeModel.Create([typeof(List<Cell>)],
            new SerializerOptions { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Trusted });
        double theirs = Best(() => BinaryFormatterPeer.Read(payload)), ours = Best(() => BinaryFormatterReader.Read<List<Cell>>(model, payload));
        output.WriteLine(
            $"{objects} objects, {payload.Length} bytes: BinaryFormatter {theirs:F0} ms, BinaryFormatterReader {ours:F0} ms, {ours / theirs:F2} times");
        return 0;
    }

    private static double Best(Func<object?> read) =>
        Enumerable.Range(0, Rounds).Min(_ =>
        {
            long start = Stopwatch.GetTimestamp();
            read();
            return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        });
}
