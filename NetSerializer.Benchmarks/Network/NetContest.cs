using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Measuring;

namespace NetSerializer.Benchmarks.Network;

/// <summary>One data set over the network, in one of the two forms: the contenders take turns, of one run each, which can be taken in parts.</summary>
internal sealed class NetContest
{
    private const int TrialBytes = 20_000;

    /// <summary>
    /// Whoever writes or reads in memory for more than so many times as long as the fastest so far takes with the network takes no further round. Not
    /// who was as slow on the network: that was something that held it up.
    /// </summary>
    private const int FarBehind = 4;

    /// <summary>
    /// From so many rounds on the tenth part of them counts, not the shortest, which is one that has gone well by chance. And who is more than a half
    /// behind the fastest takes every third one: it may have been held up so far.
    /// </summary>
    private const int TellingRounds = 15, Part = 10, Seldom = 3;
    private const double Behind = 1.5;

    private readonly NetTest _network;
    private readonly string _set;
    private readonly bool _sessions;
    private readonly NetworkEffort _effort;
    private readonly int _rounds;
    private readonly Runner[] _runners;

    public NetContest(NetTest network, string set, IReadOnlyList<Lane> lanes, bool sessions, NetworkEffort effort)
    {
        (_network, _set, _sessions, _effort) = (network, set, sessions, effort);
        _rounds = sessions ? effort.SessionRounds : effort.Rounds;
        _runners = [.. lanes.Where(lane => !sessions || lane.Contender.HasSessions).Select(lane => new Runner(lane))];
        double fastest = double.PositiveInfinity, fastestInMemory = _runners.Min(runner => runner.Lane.Nanoseconds);
        List<Runner> tried = [];
        foreach (Runner runner in _runners)
        {
            // No fewer passes than if it were far behind the memory: in short runs the start weighs, so that they would stay short. Who is far behind in
            // memory is not tried at all, and takes one round or few.
            double usual = FarBehind * runner.Lane.Nanoseconds * runner.Lane.Contender.Count / 1e9;
            runner.Passes = PassesIn(usual);
            if (runner.Lane.Nanoseconds > FarBehind * fastestInMemory)
            {
                continue;
            }
            int trial = (int)Math.Max(1, TrialBytes / runner.Lane.Length);
            // The better of two, at places of the stack that no round has: one that something held up would make its first round short.
            double seconds = Math.Min(Run(runner, trial, _rounds), Run(runner, trial, _rounds + 1));
            runner.Passes = Math.Max(runner.Passes, PassesIn(seconds));
            fastest = Math.Min(seconds, fastest);
            tried.Add(runner);
        }
        if (effort.HasEqualRuns)
        {
            tried.ForEach(runner => runner.Passes = PassesIn(fastest));
        }
    }

    /// <summary>Takes the rounds of one of so many parts.</summary>
    public void Measure(int part, int parts)
    {
        for (int round = _rounds * part / parts; round < _rounds * (part + 1) / parts; round++)
        {
            double fastest = _runners.Min(runner => runner.Best);
            for (int turn = 0; turn < _runners.Length; turn++)
            {
                Runner runner = _runners[Turns.Taker(turn, round, _runners.Length)];
                if ((round > 0 && runner.Lane.Nanoseconds > FarBehind * fastest)
                    || (round >= TellingRounds && round % Seldom != 0 && runner.Best > Behind * fastest))
                {
                    continue;
                }
                Span<int> before = [GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2)];
                double seconds = Run(runner, runner.Passes, round);
                for (int generation = 0; generation < before.Length; generation++)
                {
                    runner.Collections[generation] += GC.CollectionCount(generation) - before[generation];
                }
                runner.Add(seconds);
                runner.BytesOfPass = (double)_network.Sent / runner.Passes;
                if (!_effort.HasEqualRuns)
                {
                    runner.Passes = Math.Max(runner.Passes, PassesIn(seconds));
                }
            }
        }
    }

    public IReadOnlyList<Measurement> Rows() => [.. _runners.Select(runner => runner.Row(_sessions ? NetTest.SessionTable : NetTest.StreamTable, _set))];

    private int PassesIn(double secondsOfPass) => (int)Math.Max(1, _effort.Run.TotalSeconds / secondsOfPass);

    private double Run(Runner runner, int passes, int turn) => _network.Run(runner.Lane, passes, _sessions, turn, _effort);

    /// <summary>What one contender has collected so far.</summary>
    private sealed class Runner(Lane lane)
    {
        private readonly List<double> _samples = [];
        private long _messages;

        public Lane Lane => lane;

        /// <summary>Of a run.</summary>
        public int Passes { get; set; }

        /// <summary>Nanoseconds for each message, so far.</summary>
        public double Best { get; private set; } = double.PositiveInfinity;

        public int[] Collections { get; } = new int[3];

        public double BytesOfPass { get; set; }

        public void Add(double secondsOfPass)
        {
            _messages += (long)Passes * lane.Contender.Count;
            _samples.Add(secondsOfPass * 1e9 / lane.Contender.Count);
            _samples.Sort();
            Best = _samples[_samples.Count < TellingRounds ? 0 : _samples.Count / Part];
        }

        public Measurement Row(string table, string set)
        {
            double scale = 1_000_000.0 / _messages;
            return new(table, set, lane.Contender.Name, Best, BytesOfPass / lane.Contender.Count, double.NaN,
                (Collections[0] * scale, Collections[1] * scale, Collections[2] * scale));
        }
    }
}
