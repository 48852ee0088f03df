using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Measuring;

namespace NetSerializer.Benchmarks.Network;

/// <summary>NetTest: one thread sends, another receives, over a loopback connection.</summary>
internal static class NetTest
{
    public const string StreamTable = "NetTest, a call per message";
    public const string SessionTable = "NetTest, sessions";
    private const int TrialBytes = 20_000;
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
            double seconds = Run(contenders[i], trial, sessions);
            // The trial pays for the connection too, so that the runs come out a little long.
            passes[i] = Math.Max(1, (int)(run.TotalSeconds / seconds * trial));
            best[i] = double.PositiveInfinity;
        }
        for (int round = 0; round < rounds; round++)
        {
            for (int i = 0; i < contenders.Count; i++)
            {
                Span<int> before = [GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2)];
                double seconds = Run(contenders[i], passes[i], sessions);
                for (int generation = 0; generation < before.Length; generation++)
                {
                    collections[(3 * i) + generation] += GC.CollectionCount(generation) - before[generation];
                }
                long count = (long)passes[i] * contenders[i].Count;
                messages[i] += count;
                best[i] = Math.Min(best[i], seconds * 1e9 / count);
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

    /// <summary>Seconds from the first message sent until the last one received.</summary>
    private static double Run(Contender contender, int passes, bool sessions)
    {
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        using TcpClient sender = new() { NoDelay = true };
        sender.Connect((IPEndPoint)listener.LocalEndpoint);
        using TcpClient receiver = listener.AcceptTcpClient();
        Exception? failure = null;
        long begin = 0;
        using Barrier start = new(2, _ => begin = Stopwatch.GetTimestamp());
        Thread receiving = new(() => Guard(() => Receive(contender, receiver, passes, sessions, start)));
        Thread sending = new(() => Guard(() => Send(contender, sender, passes, sessions, start)));
        receiving.Start();
        sending.Start();
        sending.Join();
        receiving.Join();
        double seconds = Stopwatch.GetElapsedTime(begin).TotalSeconds;
        return failure is null ? seconds : throw new InvalidOperationException($"NetTest of {contender.Name} failed.", failure);

        void Guard(Action action)
        {
            try
            {
                action();
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

    private static void Receive(Contender contender, TcpClient client, int passes, bool sessions, Barrier start)
    {
        using NetworkStream network = client.GetStream();
        start.SignalAndWait();
        if (sessions)
        {
            contender.ReadSession(network, passes);
        }
        else
        {
            using BufferedStream buffered = new(network, BufferLength);
            for (int pass = 0; pass < passes; pass++)
            {
                contender.Deserialize(buffered);
            }
        }
    }
}
