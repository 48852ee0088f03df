using System.Diagnostics;
using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Measuring;

namespace NetSerializer.Benchmarks.Network;

/// <summary>NetTest: one thread sends, another receives, over a loopback connection that stays open.</summary>
internal sealed class NetTest : IDisposable
{
    public const string StreamTable = "NetTest, a call per message";
    public const string SessionTable = "NetTest, sessions";
    private const int TrialBytes = 20_000;

    /// <summary>Of all bytes so many are received before the clock starts, if they take more than a few reads.</summary>
    private const int WarmUpPart = 4, LeastWarmUpReads = 4;

    /// <summary>
    /// Whoever writes or reads in memory for more than so many times as long as the fastest so far takes with the network takes no further round. Not
    /// who was as slow on the network: that was something that held it up.
    /// </summary>
    private const int FarBehind = 4;

    /// <summary>
    /// From so many rounds on the quartile of them counts, not the shortest, which is one that has gone well by chance. And who is more than a half behind
    /// the fastest takes no further one.
    /// </summary>
    private const int TellingRounds = 15;
    private const double Behind = 1.5;

    private readonly Loopback _connection = new();

    public void Dispose() => _connection.Dispose();

    public IEnumerable<Measurement> Measure(string set, IReadOnlyList<Lane> lanes, bool sessions, NetworkEffort effort)
    {
        (TimeSpan run, int rounds, int bufferLength) = (effort.Run, sessions ? effort.SessionRounds : effort.Rounds, effort.BufferLength);
        List<Lane> taking = [.. lanes.Where(lane => !sessions || lane.Contender.HasSessions)];
        List<Contender> contenders = [.. taking.Select(lane => lane.Contender)];
        int[] passes = new int[contenders.Count];
        double[] best = new double[contenders.Count];
        List<double>[] samples = [.. contenders.Select(_ => new List<double>())];
        int[] collections = new int[3 * contenders.Count];
        long[] messages = new long[contenders.Count];
        for (int i = 0; i < contenders.Count; i++)
        {
            int trial = (int)Math.Max(1, TrialBytes / taking[i].Length);
            // The better of two, at places of the stack that no round has: one that something held up would make its first round short.
            double seconds = Math.Min(Run(taking[i], trial, sessions, rounds, bufferLength), Run(taking[i], trial, sessions, rounds + 1, bufferLength));
            // And no fewer than if it were far behind the memory: in short runs the start weighs, so that they would stay short.
            double usual = FarBehind * taking[i].Nanoseconds * contenders[i].Count / 1e9;
            passes[i] = Math.Max(1, PassesIn(run, Math.Min(seconds, usual)));
            best[i] = double.PositiveInfinity;
        }
        for (int round = 0; round < rounds; round++)
        {
            double fastest = best.Min();
            for (int turn = 0; turn < contenders.Count; turn++)
            {
                int i = Turns.Taker(turn, round, contenders.Count);
                if ((round > 0 && taking[i].Nanoseconds > FarBehind * fastest) || (round >= TellingRounds && best[i] > Behind * fastest))
                {
                    continue;
                }
                Span<int> before = [GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2)];
                double seconds = Run(taking[i], passes[i], sessions, round, bufferLength);
                for (int generation = 0; generation < before.Length; generation++)
                {
                    collections[(3 * i) + generation] += GC.CollectionCount(generation) - before[generation];
                }
                long count = (long)passes[i] * contenders[i].Count;
                messages[i] += count;
                samples[i].Add(seconds * 1e9 / contenders[i].Count);
                samples[i].Sort();
                best[i] = samples[i][samples[i].Count < TellingRounds ? 0 : samples[i].Count / 4];
                passes[i] = Math.Max(passes[i], PassesIn(run, seconds));
            }
        }
        for (int i = 0; i < contenders.Count; i++)
        {
            double scale = 1_000_000.0 / messages[i];
            yield return new(
                sessions ? SessionTable : StreamTable, set, contenders[i].Name, best[i], double.NaN, double.NaN,
                (collections[3 * i] * scale, collections[(3 * i) + 1] * scale, collections[(3 * i) + 2] * scale));
        }
    }

    private static int PassesIn(TimeSpan run, double secondsOfPass) => (int)(run.TotalSeconds / secondsOfPass);

    /// <summary>Seconds that a pass takes, from the end of the warm-up until the last message is received.</summary>
    private double Run(Lane lane, int passes, bool sessions, int turn, int bufferLength)
    {
        Contender contender = lane.Contender;
        long warmUp = passes * lane.Length / WarmUpPart;
        SendingStream to = new(_connection.Sending);
        ReceivingStream from = new(_connection.Receiving, to, warmUp < LeastWarmUpReads * bufferLength ? 0 : warmUp);
        Exception? failure = null;
        double seconds = 0;
        using Barrier start = new(2);
        Thread receiving = new(() => Guard(() => seconds = Receive(contender, from, passes, sessions, bufferLength, start)));
        Thread sending = new(() => Guard(() => Send(contender, to, passes, sessions, bufferLength, start)));
        receiving.Start();
        sending.Start();
        sending.Join();
        receiving.Join();
        return failure is null ? seconds : throw new InvalidOperationException($"NetTest of {contender.Name} failed.", failure);

        void Guard(Action action)
        {
            try
            {
                StackPlace.Call(turn, action);
            }
            catch (Exception exception)
            {
                // The first failure is the cause; the other side then fails because its connection is gone.
                Interlocked.CompareExchange(ref failure, exception, null);
                _connection.Dispose();
            }
        }
    }

    private static void Send(Contender contender, SendingStream to, int passes, bool sessions, int bufferLength, Barrier start)
    {
        start.SignalAndWait();
        if (sessions)
        {
            contender.WriteSession(to, passes);
        }
        else
        {
            BufferedStream buffered = new(to, bufferLength);
            for (int pass = 0; pass < passes; pass++)
            {
                contender.Serialize(buffered);
            }
            buffered.Flush();
        }
        to.End();
    }

    private static double Receive(Contender contender, ReceivingStream from, int passes, bool sessions, int bufferLength, Barrier start)
    {
        start.SignalAndWait();
        if (sessions)
        {
            contender.ReadSession(from, passes);
        }
        else
        {
            BufferedStream buffered = new(from, bufferLength);
            for (int pass = 0; pass < passes; pass++)
            {
                contender.Deserialize(buffered);
            }
        }
        double seconds = from.SecondsOfAll / passes;
        from.Drain();
        return seconds;
    }
}

/// <summary>How long NetTest measures, and with what.</summary>
/// <param name="Run">One run of a contender.</param>
/// <param name="Rounds">Runs of each contender where there is a call per message.</param>
/// <param name="SessionRounds">The same for sessions, of which there are fewer.</param>
/// <param name="BufferLength">Of the <see cref="BufferedStream"/> at each end, where there is a call per message, in bytes.</param>
internal sealed record NetworkEffort(TimeSpan Run, int Rounds, int SessionRounds, int BufferLength)
{
    private const int KiB = 1024;

    public static NetworkEffort Main { get; } = new(TimeSpan.FromMilliseconds(12), 3, 6, 64 * KiB);

    public static NetworkEffort Quick { get; } = new(TimeSpan.FromMilliseconds(1), 1, 1, 64 * KiB);

    /// <summary>
    /// The same for sets with long arrays. Where a buffer holds one message, a receiver that is faster than the sender sleeps after each and makes it
    /// pay for the waking (of 13 to 15 microseconds a message 4 to 7 more). And of few long runs the connection decides: by the shortest of nine of 12 ms
    /// this library was at 0.85 to 1.22 of the floor on ByteArray in seven processes, by the quartile of sixty of 2 ms at 0.88 to 1.06 in fourteen.
    /// </summary>
    public NetworkEffort ForLongArrays() => this with { Run = Run / 6, Rounds = 30 * Rounds, SessionRounds = 5 * SessionRounds, BufferLength = 256 * KiB };
}
