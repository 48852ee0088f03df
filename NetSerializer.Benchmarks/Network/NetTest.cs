using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Measuring;

namespace NetSerializer.Benchmarks.Network;

/// <summary>NetTest: one thread sends, another receives, over a loopback connection that is warm.</summary>
internal static class NetTest
{
    public const string StreamTable = "NetTest, a call per message";
    public const string SessionTable = "NetTest, sessions";
    private const int TrialBytes = 20_000;

    /// <summary>Of all bytes so many are received before the clock starts, if they take more than a few reads.</summary>
    private const int WarmUpPart = 4, LeastWarmUpBytes = 4 * BufferLength;

    /// <summary>Whoever takes more than so many times as long as the fastest so far takes no further round.</summary>
    private const int FarBehind = 4;

    private const int BufferLength = 64 * 1024;

    public static IEnumerable<Measurement> Measure(string set, IReadOnlyList<Lane> lanes, bool sessions, TimeSpan run, int rounds)
    {
        List<Lane> taking = [.. lanes.Where(lane => !sessions || lane.Contender.HasSessions)];
        List<Contender> contenders = [.. taking.Select(lane => lane.Contender)];
        int[] passes = new int[contenders.Count];
        double[] best = new double[contenders.Count];
        int[] collections = new int[3 * contenders.Count];
        long[] messages = new long[contenders.Count];
        for (int i = 0; i < contenders.Count; i++)
        {
            int trial = (int)Math.Max(1, TrialBytes / taking[i].Length);
            // The better of two, at places of the stack that no round has: one that something held up would make all of its rounds short.
            double seconds = Math.Min(Run(taking[i], trial, sessions, turn: rounds), Run(taking[i], trial, sessions, turn: rounds + 1));
            passes[i] = Math.Max(1, (int)(run.TotalSeconds / seconds));
            best[i] = double.PositiveInfinity;
        }
        for (int round = 0; round < rounds; round++)
        {
            double fastest = best.Min();
            for (int i = 0; i < contenders.Count; i++)
            {
                if (round > 0 && best[i] > FarBehind * fastest)
                {
                    continue;
                }
                Span<int> before = [GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2)];
                double seconds = Run(taking[i], passes[i], sessions, round);
                for (int generation = 0; generation < before.Length; generation++)
                {
                    collections[(3 * i) + generation] += GC.CollectionCount(generation) - before[generation];
                }
                long count = (long)passes[i] * contenders[i].Count;
                messages[i] += count;
                best[i] = Math.Min(best[i], seconds * 1e9 / contenders[i].Count);
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

    /// <summary>Seconds that a pass takes, from the end of the warm-up until the last message is received.</summary>
    private static double Run(Lane lane, int passes, bool sessions, int turn)
    {
        Contender contender = lane.Contender;
        long warmUp = passes * lane.Length / WarmUpPart;
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        using TcpClient sender = new() { NoDelay = true };
        sender.Connect((IPEndPoint)listener.LocalEndpoint);
        using TcpClient receiver = listener.AcceptTcpClient();
        Exception? failure = null;
        double seconds = 0;
        using Barrier start = new(2);
        Thread receiving = new(() => Guard(() => seconds = Receive(contender, receiver, warmUp < LeastWarmUpBytes ? 0 : warmUp, passes, sessions, start)));
        Thread sending = new(() => Guard(() => Send(contender, sender, passes, sessions, start)));
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
                sender.Close();
                receiver.Close();
            }
        }
    }

    private static void Send(Contender contender, TcpClient client, int passes, bool sessions, Barrier start)
    {
        using NetworkStream network = client.GetStream();
        start.SignalAndWait();
        if (sessions)
        {
            contender.WriteSession(network, passes);
        }
        else
        {
            // Not disposed: that would close the connection before the shutdown.
            BufferedStream buffered = new(network, BufferLength);
            for (int pass = 0; pass < passes; pass++)
            {
                contender.Serialize(buffered);
            }
            buffered.Flush();
        }
        client.Client.Shutdown(SocketShutdown.Send);
    }

    private static double Receive(Contender contender, TcpClient client, long warmUp, int passes, bool sessions, Barrier start)
    {
        using NetworkStream network = client.GetStream();
        start.SignalAndWait();
        using WarmStream warm = new(network, warmUp);
        if (sessions)
        {
            contender.ReadSession(warm, passes);
        }
        else
        {
            using BufferedStream buffered = new(warm, BufferLength);
            for (int pass = 0; pass < passes; pass++)
            {
                contender.Deserialize(buffered);
            }
        }
        return warm.SecondsOfAll / passes;
    }
}
