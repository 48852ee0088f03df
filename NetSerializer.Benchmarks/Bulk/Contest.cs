using System.Diagnostics;
using NetSerializer.Benchmarks.Measuring;

namespace NetSerializer.Benchmarks.Bulk;

/// <summary>
/// Candidates measured by turns, so that a change of the machine's speed meets all alike; the minimum of many rounds
/// stands for each. The first candidate is the one the others are compared with.
/// </summary>
internal sealed class Contest(string title)
{
    private const int Rounds = 25;
    private const double RoundMilliseconds = 2;

    private readonly List<(string Name, Action<int> Run, int OperationsPerPass)> _candidates = [];

    public void Add(string name, int operationsPerPass, Action<int> run) => _candidates.Add((name, run, operationsPerPass));

    public void Report(TextWriter output)
    {
        if (Interruption.IsRequested)
        {
            return;
        }
        double[] best = Measure();
        output.WriteLine(title);
        for (int number = 0; number < best.Length; number++)
        {
            output.WriteLine($"  {_candidates[number].Name,-34} {best[number],9:F1} ns   {best[0] / best[number],7:F2} x first");
        }
    }

    private double[] Measure()
    {
        int[] passes = _candidates.Select(candidate => PassesPerRound(candidate.Run)).ToArray();
        double[] best = Enumerable.Repeat(double.MaxValue, passes.Length).ToArray();
        for (int round = 0; round < Rounds; round++)
        {
            for (int number = 0; number < passes.Length; number++)
            {
                long start = Stopwatch.GetTimestamp();
                _candidates[number].Run(passes[number]);
                double nanoseconds = Stopwatch.GetElapsedTime(start).TotalNanoseconds;
                best[number] = Math.Min(best[number], nanoseconds / ((double)passes[number] * _candidates[number].OperationsPerPass));
            }
        }

        return best;
    }

    /// <summary>Runs long enough for the second tier of the compiler, then counts passes for a round.</summary>
    private static int PassesPerRound(Action<int> run)
    {
        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start).TotalMilliseconds < 350)
        {
            run(40);
        }

        int passes = 1;
        while (true)
        {
            start = Stopwatch.GetTimestamp();
            run(passes);
            if (Stopwatch.GetElapsedTime(start).TotalMilliseconds >= RoundMilliseconds)
            {
                return passes;
            }

            passes *= 2;
        }
    }
}
