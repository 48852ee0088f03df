using System.Diagnostics;

namespace NetSerializer.Benchmarks.Measuring;

/// <summary>The samples that one contender has collected so far for one table.</summary>
internal sealed class Tally
{
    /// <summary>The sample that counts is longer than one in so many: of fewer samples it is the shortest.</summary>
    private const int Part = 20;

    /// <summary>A turn of fewer samples begins with a pass that does not count.</summary>
    private const int FewSamples = 4;

    private readonly Lane _lane;
    private readonly Action<Lane> _pass;
    private readonly Effort _effort;
    private readonly int _passes;
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
        _passes = Math.Max(1, (int)(Effort.Sample / once));
        _samplesOfTurn = Math.Max(1, (int)(effort.Turn / (once * _passes)));
        _rounds = (int)Math.Clamp(effort.Contender / (once * _passes * _samplesOfTurn), effort.FewestRounds, effort.Rounds);
    }

    /// <summary>The turns of a slow contender are spread over all rounds. Everyone has a turn in the first one.</summary>
    public bool HasTurn(int round) => round == 0 || round * _rounds / _effort.Rounds > (round - 1) * _rounds / _effort.Rounds;

    public void TakeTurn()
    {
        if (_samplesOfTurn < FewSamples)
        {
            // The contender before may have left the same messages in the caches.
            _pass(_lane);
        }
        if (_effort.CollectsFirst)
        {
            GC.Collect(0);
        }
        Span<int> before = [GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2)];
        long messages = (long)_passes * _lane.Contender.Count;
        for (int sample = 0; sample < _samplesOfTurn; sample++)
        {
            long begin = Stopwatch.GetTimestamp();
            for (int i = 0; i < _passes; i++)
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
        double telling = _samples[_samples.Count / Part];
        _lane.Nanoseconds = Math.Max(_lane.Nanoseconds, telling);
        // A collection of an older generation counts as one of each younger, as the runtime counts it.
        return new(
            table, set, _lane.Contender.Name, telling, (double)_lane.Length / _lane.Contender.Count, _allocated,
            (_collections[0] * scale, _collections[1] * scale, _collections[2] * scale))
        {
            Median = _samples[_samples.Count / 2],
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
