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
    /// For sets with long arrays: many short runs, since runs differ widely by the memory that the collector gives out. A buffer holds more than one
    /// message, or a fast receiver would sleep after each.
    /// </summary>
    public NetworkEffort ForLongArrays() => this with
    { Run = Run / 4, HasEqualRuns = true, Rounds = 12 * Rounds, SessionRounds = 12 * Rounds, BufferLength = 256 * KiB };

    /// <summary>All send as many messages in a run, so that the start of a run weighs the same for all. The clock starts with the run.</summary>
    public bool HasEqualRuns { get; private init; }
}
