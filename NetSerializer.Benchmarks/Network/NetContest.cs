using NetSerializer.Benchmarks.Measuring;

namespace NetSerializer.Benchmarks.Network;

/// <summary>One data set over the network, in one of the two forms. The contenders take turns of one run each, which can be taken in parts.</summary>
internal sealed class NetContest
{
    private const int TrialBytes = 20_000;

    /// <summary>A contender that takes more than so many times as long in memory as the fastest takes with the network has one round only.</summary>
    private const int FarBehind = 4;

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
            // The least that a run has: as if the network took as much longer than the memory.
            runner.Passes = PassesIn(FarBehind * runner.Lane.Nanoseconds * runner.Lane.Contender.Count / 1e9);
            if (runner.Lane.Nanoseconds > FarBehind * fastestInMemory)
            {
                continue;
            }
            int trial = (int)Math.Max(1, TrialBytes / runner.Lane.Length);
            // The better of two, since one may have been held up.
            double seconds = Math.Min(Run(runner, trial), Run(runner, trial));
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
            double fastest = _runners.Min(runner => runner.Nanoseconds);
            foreach (Runner runner in Turns.Of(_runners, round))
            {
                if (round > 0 && runner.Lane.Nanoseconds > FarBehind * fastest)
                {
                    continue;
                }
                Span<int> before = [GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2)];
                double seconds = Run(runner, runner.Passes);
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

    /// <summary>None when it was interrupted before its first round.</summary>
    public IReadOnlyList<Measurement> Rows() =>
    [
        .. _runners.Where(runner => double.IsFinite(runner.Nanoseconds))
            .Select(runner => runner.Row(_sessions ? NetTest.SessionTable : NetTest.StreamTable, _set)),
    ];

    private int PassesIn(double secondsOfPass) => (int)Math.Max(1, _effort.Run.TotalSeconds / secondsOfPass);

    private double Run(Runner runner, int passes) => _network.Run(runner.Lane, passes, _sessions, _effort);

    /// <summary>The runs that one contender has collected so far.</summary>
    private sealed class Runner(Lane lane)
    {
        /// <summary>The run that counts is longer than one in so many: of fewer runs it is the shortest.</summary>
        private const int Part = 10;

        private readonly List<double> _samples = [];
        private long _messages;

        public Lane Lane => lane;

        /// <summary>Of a run.</summary>
        public int Passes { get; set; }

        /// <summary>For each message, by the run that counts so far.</summary>
        public double Nanoseconds { get; private set; } = double.PositiveInfinity;

        public int[] Collections { get; } = new int[3];

        public double BytesOfPass { get; set; }

        public void Add(double secondsOfPass)
        {
            _messages += (long)Passes * lane.Contender.Count;
            _samples.Add(secondsOfPass * 1e9 / lane.Contender.Count);
            _samples.Sort();
            Nanoseconds = _samples[_samples.Count / Part];
        }

        public Measurement Row(string table, string set)
        {
            double scale = 1_000_000.0 / _messages;
            return new(table, set, lane.Contender.Name, Nanoseconds, BytesOfPass / lane.Contender.Count, double.NaN,
                (Collections[0] * scale, Collections[1] * scale, Collections[2] * scale));
        }
    }
}
