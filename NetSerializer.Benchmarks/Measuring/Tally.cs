using System.Diagnostics;

namespace NetSerializer.Benchmarks.Measuring;

/// <summary>What one contender has collected so far.</summary>
internal sealed class Tally
{
    // Of so many samples, one has the caches that the contender itself left.
    private const int FewSamples = 4;

    private readonly Lane _lane;
    private readonly Action<Lane> _pass;
    private readonly Effort _effort;
    private readonly int _samplesOfTurn;
    private readonly int _rounds;
    private readonly double _allocated;
    private readonly int[] _collections = new int[3];
    private readonly List<double> _samples = [];
    private long _messages;

    public Tally(Lane lane, Effort effort, Action<Lane> pass)
    {
        (_lane, _pass, _effort) = (lane, pass, effort);
        pass(lane);
        long allocatedBefore = GC.GetAllocatedBytesForCurrentThread();
        TimeSpan once = TimeOfPass();
        _allocated = (double)(GC.GetAllocatedBytesForCurrentThread() - allocatedBefore) / lane.Contender.Count;
        if (effort.Contender > FewSamples * once)
        {
            // The first one may have been held up.
            for (int again = 1; again < FewSamples; again++)
            {
                once = TimeSpan.FromTicks(Math.Min(once.Ticks, TimeOfPass().Ticks));
            }
        }
        Passes = Math.Max(1, (int)(effort.Sample / once));
        _samplesOfTurn = Math.Max(1, (int)(effort.Turn / (once * Passes)));
        _rounds = (int)Math.Clamp(effort.Contender / (once * Passes * _samplesOfTurn), effort.FewestRounds, effort.Rounds);
    }

    /// <summary>Of a sample.</summary>
    public int Passes { get; set; }

    /// <summary>The turns of the slow ones are as far apart as they can be, from the first round on, in which all have one.</summary>
    public bool HasTurn(int round) => round == 0 || round * _rounds / _effort.Rounds > (round - 1) * _rounds / _effort.Rounds;

    public void TakeTurn()
    {
        if (_samplesOfTurn < FewSamples)
        {
            // Who comes behind one that reads the same messages would have them in the caches, and others not.
            _pass(_lane);
        }
        if (_effort.CollectedFirst is { } oldest)
        {
            GC.Collect(oldest);
        }
        Span<int> before = [GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2)];
        long messages = (long)Passes * _lane.Contender.Count;
        for (int sample = 0; sample < _samplesOfTurn; sample++)
        {
            long begin = Stopwatch.GetTimestamp();
            for (int i = 0; i < Passes; i++)
            {
                _pass(_lane);
            }
            _samples.Add(Stopwatch.GetElapsedTime(begin).TotalNanoseconds / messages);
        }
        for (int generation = 0; generation < before.Length; generation++)
        {
            _collections[generation] += GC.CollectionCount(generation) - before[generation];
        }
        _messages += messages * _samplesOfTurn;
    }

    public Measurement Row(string table, string set)
    {
        double scale = 1_000_000.0 / _messages;
        _samples.Sort();
        double telling = _samples[(int)(_samples.Count * _effort.Part)];
        _lane.Nanoseconds = Math.Max(_lane.Nanoseconds, telling);
        // A collection of an older generation counts as one of each younger, as the runtime counts it.
        return new(
            table, set, _lane.Contender.Name, telling, (double)_lane.Length / _lane.Contender.Count, _allocated,
            (_collections[0] * scale, _collections[1] * scale, _collections[2] * scale))
        {
            Middle = _samples[_samples.Count / 2],
        };
    }

    private TimeSpan TimeOfPass()
    {
        long begin = Stopwatch.GetTimestamp();
        _pass(_lane);
        // A span of time has no less than this, and a pass of one small message may take less.
        return TimeSpan.FromTicks(Math.Max(1, Stopwatch.GetElapsedTime(begin).Ticks));
    }
}
