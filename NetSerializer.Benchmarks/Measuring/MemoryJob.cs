using System.Diagnostics;
using System.Runtime;

namespace NetSerializer.Benchmarks.Measuring;

/// <summary>MemStream Serialize and MemStream Deserialize.</summary>
internal static class MemoryJob
{
    public const string SerializeTable = "MemStream Serialize";
    public const string DeserializeTable = "MemStream Deserialize";

    private static readonly TimeSpan s_tierPause = TimeSpan.FromMilliseconds(250);

    /// <summary>
    /// Lets the runtime promote all code to its last tier. It counts calls, compiles in the background, and takes two steps. So this goes on until two
    /// rounds have passed in which hardly anything was compiled.
    /// </summary>
    /// <param name="lanes">The contenders that are called.</param>
    /// <param name="effort">How long.</param>
    /// <param name="hasNetwork">NetTest follows: its streams and sessions are warmed up too, in memory.</param>
    public static void WarmUp(IReadOnlyList<Lane> lanes, Effort effort, bool hasNetwork = false)
    {
        const int Calls = 35;
        const int QuietRounds = 2, QuietPart = 1000;
        int quiet = 0;
        for (int round = 0; round < effort.WarmUps || (quiet < QuietRounds && round < effort.MostWarmUps); round++)
        {
            long compiled = JitInfo.GetCompiledMethodCount();
            foreach (Lane lane in lanes)
            {
                if (Interruption.IsRequested)
                {
                    return;
                }
                long begin = Stopwatch.GetTimestamp();
                for (int call = 0; call < Calls && Stopwatch.GetElapsedTime(begin) < effort.WarmUp; call++)
                {
                    lane.Serialize();
                    lane.Deserialize();
                    if (hasNetwork && lane.Contender.HasNetwork)
                    {
                        lane.Exchange();
                    }
                }
            }
            // Background compilation needs the processor, not this thread.
            Thread.Sleep(s_tierPause);
            quiet = JitInfo.GetCompiledMethodCount() - compiled <= compiled / QuietPart ? quiet + 1 : 0;
        }
    }

    /// <summary>Measures one data set at once. There are no rows when that was interrupted.</summary>
    public static IReadOnlyList<Measurement> Measure(string set, IReadOnlyList<Lane> lanes, Effort effort)
    {
        MemoryContest contest = new(set, lanes, effort);
        contest.Measure();
        return contest.Rows();
    }
}
