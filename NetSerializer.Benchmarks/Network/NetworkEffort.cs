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
    /// pay for the waking (of 13 to 15 microseconds a message 4 to 7 more). And of few long runs the connection decides: by the shortest of nine of 12 ms
    /// this library was at 0.85 to 1.22 of the floor on ByteArray in seven processes, by the quartile of sixty of 2 ms at 0.88 to 1.06 in fourteen.
    /// </summary>
    public NetworkEffort ForLongArrays() => this with { Run = Run / 5, Rounds = 30 * Rounds, SessionRounds = 5 * SessionRounds, BufferLength = 256 * KiB };
}
