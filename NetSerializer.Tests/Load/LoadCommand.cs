using System.Globalization;

namespace NetSerializer.Tests.Load;

/// <summary><c>load [--seconds 60] [--threads 8]</c>: docs/load.md.</summary>
internal static class LoadCommand
{
    /// <summary>
    /// How much the heap may grow from the warm-up to the end, in bytes. What may grow are the pools of the runtime: a thread keeps one buffer of
    /// each size, and there are threads of the thread pool beside the eight. A leak of one byte for each value would show as several times this.
    /// </summary>
    public const long HeapGrowth = 4 << 20;

    public static int Run(double seconds, int threads, TextWriter output)
    {
        var run = new LoadRun(threads);
        var warmUp = TimeSpan.FromSeconds(Math.Max(1, seconds / 6));
        run.Run(warmUp, TimeSpan.FromSeconds(seconds));
        long growth = run.Heap.After - run.Heap.Before;
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{threads} threads, {seconds} s after {warmUp.TotalSeconds:F0} s of warm-up: "
                + $"{run.Verified} values verified, {run.Verified / seconds:F0} a second"));
        output.WriteLine(string.Join(", ", run.Passages.Select(row => $"{row.Passage} {row.Count}")));
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"managed heap {run.Heap.Before / 1024} KiB, in the end {run.Heap.After / 1024} KiB: {growth / 1024} KiB more, {HeapGrowth / 1024} allowed"));
        output.WriteLine($"{run.Errors.Count} errors");
        foreach (string error in run.Errors)
        {
            output.WriteLine(error);
        }
        return run.Errors.Count == 0 && growth <= HeapGrowth ? 0 : 1;
    }
}
