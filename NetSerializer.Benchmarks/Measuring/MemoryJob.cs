using System.Diagnostics;
using System.Runtime;
using NetSerializer.Benchmarks.Contenders;

namespace NetSerializer.Benchmarks.Measuring;

/// <summary>
/// MemStream Serialize and MemStream Deserialize: the contenders take turns, so that what the machine does meanwhile meets all of them. A turn is long
/// enough for caches and branch predictor to be the contender's own again, and has many short samples, since something else gets the processor every few
/// milliseconds. The shortest sample counts. There is a <see cref="MemoryStream"/> for each of them that is reused, and from turn to turn they change
/// places: where a buffer lies is chance, for as long as the process lives (of two floors in one run one took 1.02 to 1.24 of the other's time to write
/// tables, with a stream of its own for each).
/// </summary>
internal static class MemoryJob
{
    public const string SerializeTable = "MemStream Serialize";
    public const string DeserializeTable = "MemStream Deserialize";

    private static readonly TimeSpan s_tierPause = TimeSpan.FromMilliseconds(250);

    /// <summary>
    /// Lets the runtime promote all code to its last tier: it counts calls only after a pause without new code, promotes in two steps, and compiles
    /// in the background, which takes its time on a busy machine. So this goes on until two rounds have passed in which nothing was compiled.
    /// </summary>
    /// <param name="lanes">Who is called.</param>
    /// <param name="effort">How long.</param>
    /// <param name="hasNetwork">NetTest follows: its streams and sessions are warmed up too, in memory.</param>
    public static void WarmUp(IReadOnlyList<Lane> lanes, Effort effort, bool hasNetwork = false)
    {
        const int Calls = 35;
        const int QuietRounds = 2;
        int quiet = 0;
        for (int round = 0; round < effort.WarmUps || (quiet < QuietRounds && round < effort.MostWarmUps); round++)
        {
            long compiled = JitInfo.GetCompiledMethodCount();
            foreach (Lane lane in lanes)
            {
                long begin = Stopwatch.GetTimestamp();
                for (int call = 0; call < Calls && Stopwatch.GetElapsedTime(begin) < effort.WarmUp; call++)
                {
                    lane.Serialize();
                    lane.Deserialize();
                    if (hasNetwork)
                    {
                        lane.Exchange();
                    }
                }
            }
            // Background compilation needs the processor, not this thread.
            Thread.Sleep(s_tierPause);
            quiet = JitInfo.GetCompiledMethodCount() == compiled ? quiet + 1 : 0;
        }
    }

    public static IEnumerable<Measurement> Measure(string set, IReadOnlyList<Lane> lanes, Effort effort)
    {
        Settle();
        foreach (Measurement row in Sample(SerializeTable, set, lanes, effort, lane => lane.Serialize()))
        {
            yield return row;
        }
        foreach (Lane lane in lanes)
        {
            lane.Serialize();
        }
        Settle();
        foreach (Measurement row in Sample(DeserializeTable, set, lanes, effort, lane => lane.Deserialize()))
        {
            yield return row;
        }
    }

    private static void Settle()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }

    private static List<Measurement> Sample(string table, string set, IReadOnlyList<Lane> lanes, Effort effort, Action<Lane> pass)
    {
        Tally[] tallies = [.. lanes.Select(lane => new Tally(lane, effort, pass))];
        if (effort.CollectedFirst != null)
        {
            Even(tallies);
        }
        var streams = new StreamPlaces(lanes);
        for (int round = 0; round < effort.Rounds; round++)
        {
            for (int turn = 0; turn < tallies.Length; turn++)
            {
                int lane = Turns.Taker(turn, round, tallies.Length);
                Tally tally = tallies[lane];
                if (tally.HasTurn(round))
                {
                    streams.Assign(lane, round);
                    StackPlace.Call(round, () => tally.TakeTurn());
                }
            }
        }
        streams.Restore();
        return [.. tallies.Select(tally => tally.Row(table, set))];
    }

    /// <summary>
    /// Gives the same number of passes to all that take about as long. A sample begins with nothing to collect and has few collections, so one more or less
    /// decides: reading ByteArray was at 0.81 to 1.18 of the floor in ten processes with passes as each had been timed once, with equal ones at 1.00 to
    /// 1.12 in ten.
    /// </summary>
    private static void Even(Tally[] tallies)
    {
        const int AboutAsLong = 2;
        int most = tallies.Max(tally => tally.Passes);
        foreach (Tally tally in tallies.Where(tally => AboutAsLong * tally.Passes >= most))
        {
            tally.Passes = most;
        }
    }

    /// <summary>What one contender has collected so far.</summary>
    private sealed class Tally
    {
        // Of so many samples, one has the caches that the contender itself left.
        private const int FewSamples = 4;

        private readonly Lane _lane;
        private readonly Action<Lane> _pass;
        private readonly int _samplesOfTurn;
        private readonly int _rounds;
        private readonly int? _collectedFirst;
        private readonly double _allocated;
        private readonly int[] _collections = new int[3];
        private readonly List<double> _samples = [];
        private long _messages;

        public Tally(Lane lane, Effort effort, Action<Lane> pass)
        {
            (_lane, _pass, _collectedFirst) = (lane, pass, effort.CollectedFirst);
            pass(lane);
            long allocatedBefore = GC.GetAllocatedBytesForCurrentThread();
            long begin = Stopwatch.GetTimestamp();
            pass(lane);
            // A span of time has no less than this, and a pass of one small message may take less.
            var once = TimeSpan.FromTicks(Math.Max(1, Stopwatch.GetElapsedTime(begin).Ticks));
            _allocated = (double)(GC.GetAllocatedBytesForCurrentThread() - allocatedBefore) / lane.Contender.Count;
            Passes = Math.Max(1, (int)(effort.Sample / once));
            _samplesOfTurn = Math.Max(1, (int)(effort.Turn / (once * Passes)));
            _rounds = (int)Math.Clamp(effort.Contender / (once * Passes * _samplesOfTurn), effort.FewestRounds, effort.Rounds);
        }

        /// <summary>Of a sample.</summary>
        public int Passes { get; set; }

        public bool HasTurn(int round) => round < _rounds;

        public void TakeTurn()
        {
            if (_samplesOfTurn < FewSamples)
            {
                // Who comes behind one that reads the same messages would have them in the caches, and others not.
                _pass(_lane);
            }
            if (_collectedFirst is { } oldest)
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
            _lane.Nanoseconds = Math.Max(_lane.Nanoseconds, _samples[0]);
            // A collection of an older generation counts as one of each younger, as the runtime counts it.
            return new(
                table, set, _lane.Contender.Name, _samples[0], (double)_lane.Length / _lane.Contender.Count, _allocated,
                (_collections[0] * scale, _collections[1] * scale, _collections[2] * scale))
            {
                Middle = _samples[_samples.Count / 2],
            };
        }
    }
}

/// <summary>A contender with its stream.</summary>
internal sealed class Lane(Contender contender)
{
    internal const int Slack = 512;
    private const int SessionBytes = 32 << 10, MostPasses = 100;

    private MemoryStream _stream = new();

    public Contender Contender { get; } = contender;

    /// <summary>Bytes of one pass.</summary>
    public long Length { get; private set; }

    /// <summary>Of a message, to write or to read it in memory, whichever is longer; 0 before that has been measured.</summary>
    public double Nanoseconds { get; set; }

    public void Serialize()
    {
        _stream.SetLength(0);
        Contender.Serialize(_stream);
        Length = _stream.Length;
        if (_stream.Capacity - _stream.Length < Slack)
        {
            // Readers that work in place may look a little past the last message.
            _stream.Capacity += 2 * Slack;
        }
    }

    public void Deserialize()
    {
        _stream.Position = 0;
        Contender.Deserialize(_stream);
    }

    /// <summary>What NetTest does, without a network.</summary>
    public void Exchange()
    {
        MemoryStream wire = new();
        using (BufferedStream buffered = new(wire))
        {
            Contender.Serialize(buffered);
            buffered.Flush();
            buffered.Position = 0;
            Contender.Deserialize(buffered);
        }
        if (Contender.HasSessions)
        {
            // So long that it is written and read as one of NetTest: what is never met while the runtime looks on is compiled as rare.
            int passes = (int)Math.Clamp(SessionBytes / Math.Max(1, Length), 1, MostPasses);
            wire = new();
            Contender.WriteSession(wire, passes);
            wire.Position = 0;
            Contender.ReadSession(wire, passes);
        }
    }

    public byte[] Bytes() => _stream.ToArray();

    /// <summary>Takes over another stream, which has room for it, and puts into it what has been written.</summary>
    public void Take(MemoryStream stream, ReadOnlySpan<byte> written)
    {
        _stream = stream;
        _stream.SetLength(0);
        _stream.Write(written);
    }
}

/// <summary>The streams of contenders, which change places.</summary>
internal sealed class StreamPlaces
{
    private readonly IReadOnlyList<Lane> _lanes;
    private readonly byte[][] _written;
    private readonly MemoryStream[] _streams;

    public StreamPlaces(IReadOnlyList<Lane> lanes)
    {
        _lanes = lanes;
        _written = [.. lanes.Select(lane => lane.Bytes())];
        int capacity = _written.Max(bytes => bytes.Length) + (2 * Lane.Slack);
        _streams = [.. lanes.Select(_ => new MemoryStream(capacity))];
    }

    /// <summary>Gives a contender the stream that is its own in this round, with what it has written.</summary>
    public void Assign(int lane, int round) => _lanes[lane].Take(_streams[(lane + round) % _streams.Length], _written[lane]);

    /// <summary>Each has one to itself, with what it has written.</summary>
    public void Restore()
    {
        for (int lane = 0; lane < _lanes.Count; lane++)
        {
            Assign(lane, round: 0);
        }
    }
}

/// <summary>Who has which turn.</summary>
internal static class Turns
{
    /// <summary>
    /// Two that stand beside each other change places from round to round, so that both come behind the same others: whether memory that is given out is in
    /// the caches depends on who has had it before (reading ByteArray, typed, was at 1.10 to 1.31 of the floor in all of five full runs with the floor always
    /// in front, and above 1.10 in two of ten without).
    /// </summary>
    public static int Taker(int turn, int round, int count) => (turn ^ round & 1) < count ? turn ^ round & 1 : turn;
}

/// <summary>How long to measure.</summary>
/// <param name="Rounds">Most turns of a contender.</param>
/// <param name="FewestRounds">Fewest turns, for the slow ones.</param>
/// <param name="Sample">Passes are repeated in a sample until it takes this long.</param>
/// <param name="Turn">Samples are repeated in a turn until it takes this long.</param>
/// <param name="Contender">The slow ones take fewer turns, so that one table takes them no longer than this.</param>
/// <param name="WarmUps">Rounds of calls before the measurement.</param>
/// <param name="MostWarmUps">Rounds at most, while code is still being compiled.</param>
/// <param name="WarmUp">How long one contender is called in such a round.</param>
internal sealed record Effort(
    int Rounds, int FewestRounds, TimeSpan Sample, TimeSpan Turn, TimeSpan Contender, int WarmUps, int MostWarmUps, TimeSpan WarmUp)
{
    public static Effort Main { get; } = new(
        12, 2, TimeSpan.FromMilliseconds(0.05), TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(25), 6, 20, TimeSpan.FromMilliseconds(4));

    /// <summary>For a few contenders, where time is not short.</summary>
    public static Effort Thorough { get; } = Main with
    { Rounds = 20, FewestRounds = 4, Contender = TimeSpan.FromMilliseconds(80), WarmUps = 6, MostWarmUps = 20, WarmUp = TimeSpan.FromMilliseconds(40) };

    /// <summary>The same for sets with long arrays: samples as long as a turn, and more turns, since they differ widely.</summary>
    public Effort ForLongArrays() => this with { Sample = Turn, Rounds = 4 * Rounds, Contender = 2 * Contender, CollectedFirst = 0 };

    /// <summary>
    /// Garbage up to this generation is collected before each turn, <see langword="null"/> for none: where a pass makes so many objects that a collection
    /// more or less decides, or so long ones that it matters whose turn comes when the memory that is given out is in the caches.
    /// </summary>
    public int? CollectedFirst { get; init; }

    public static Effort Quick { get; } = new(
        2, 1, TimeSpan.FromMilliseconds(0.05), TimeSpan.FromMilliseconds(0.1), TimeSpan.FromMilliseconds(2), 1, 1, TimeSpan.FromMilliseconds(1));
}
