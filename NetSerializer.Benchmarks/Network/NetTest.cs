using System.Diagnostics;
using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Measuring;

namespace NetSerializer.Benchmarks.Network;

/// <summary>NetTest: one thread sends, another receives, over a loopback connection that stays open.</summary>
internal sealed class NetTest : IDisposable
{
    public const string StreamTable = "NetTest, a call per message";
    public const string SessionTable = "NetTest, sessions";

    /// <summary>Of all bytes so many are received before the clock starts, if they take more than a few reads.</summary>
    private const int WarmUpPart = 4, LeastWarmUpReads = 4;

    private readonly Loopback _connection = new();

    public void Dispose() => _connection.Dispose();

    /// <summary>How many bytes the last run sent.</summary>
    public long Sent { get; private set; }

    /// <summary>Seconds that a pass takes, from the end of the warm-up, if there is one, until the last message is received.</summary>
    public double Run(Lane lane, int passes, bool sessions, NetworkEffort effort)
    {
        Contender contender = lane.Contender;
        int bufferLength = effort.BufferLength;
        long warmUp = effort.HasEqualRuns ? 0 : passes * lane.Length / WarmUpPart;
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
        Sent = to.Total;
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
