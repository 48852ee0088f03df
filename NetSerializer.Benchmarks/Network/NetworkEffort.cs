namespace NetSerializer.Benchmarks.Network;

/// <summary>How long NetTest measures, and with what.</summary>
/// <param name="Run">One run of a contender.</param>
/// <param name="Rounds">Runs of each contender where there is a call per message.</param>
/// <param name="SessionRounds">The same for sessions, of which there are fewer.</param>
/// <param name="BufferLength">Of the <see cref="BufferedStream"/> at each end, where there is a call per message, in bytes.</param>
internal sealed record NetworkEffort(TimeSpan Run, int Rounds, int SessionRounds, int BufferLength)
{
    private const int KiB = 1024;

    public static NetworkEffort Main { get; } = new(TimeSpan.FromMilliseconds(10), 3, 6, 64 * KiB);

    public static NetworkEffort Quick { get; } = new(TimeSpan.FromMilliseconds(1), 1, 1, 64 * KiB);

    /// <summary>
    /// The same for sets with long arrays. Where a buffer holds one message, a receiver that is faster than the sender sleeps after each and makes it
    /// pay for the waking (of 13 to 15 microseconds a message 4 to 7 more). And whether the collector has just given the memory back that a receiver asks
    /// for decides: it takes 10 microseconds a message of 150 KB in the system then or 50, over runs of 15 MB. So the runs are many and short, of as many
    /// messages for all and as many with sessions as with calls, and one of the better ones counts. (IntArray, sessions against the calls of
    /// BinaryFormatter, 12 or 16 times each: 0.71 to 1.06, standard deviation 0.08 to 0.10, by the quartile of 30 or 90 and 90 of 2 ms, of as many messages
    /// as go into that by each one's own rate; 0.74 to 0.94, 0.02 to 0.05, by the tenth part of 60 of 2.5 ms of as many messages.)
    /// </summary>
    public NetworkEffort ForLongArrays() => this with
    { Run = Run / 4, HasEqualRuns = true, Rounds = 15 * Rounds, SessionRounds = 15 * Rounds, Steps = 15, BufferLength = 256 * KiB };

    /// <summary>
    /// The rounds of a part are taken in so many steps, with calls and with sessions by turns: who has no sessions is compared by its calls, and what
    /// else runs on the machine can slow everything down for as long as all rounds of one of the two take.
    /// </summary>
    public int Steps { get; private init; } = 1;

    /// <summary>
    /// All send as many messages in a run, so that it weighs the same for all how it starts; but for those that are far behind in memory. And the clock
    /// starts with it.
    /// </summary>
    public bool HasEqualRuns { get; private init; }
}
