namespace NetSerializer.Benchmarks.Measuring;

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
        12, 2, TimeSpan.FromMilliseconds(0.05), TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(12), 6, 20, TimeSpan.FromMilliseconds(4))
    { Part = 0.05 };

    /// <summary>For a few contenders, where time is not short.</summary>
    public static Effort Thorough { get; } = Main with
    { Rounds = 20, FewestRounds = 4, Contender = TimeSpan.FromMilliseconds(80), WarmUps = 6, MostWarmUps = 20, WarmUp = TimeSpan.FromMilliseconds(40) };

    /// <summary>
    /// The same for sets with long arrays: more turns, since they differ widely, that begin with nothing to collect. Most of these short samples then have no
    /// collection.
    /// </summary>
    public Effort ForLongArrays() => this with { Rounds = 3 * Rounds, Contender = 2 * Contender, CollectedFirst = 0 };

    /// <summary>
    /// And to read them: as many turns again, since about half of the samples have met memory that the collector had given back, which takes seven times as
    /// long (of two floors in five main jobs one took 0.96 to 1.09 of the other's time to read IntArray, both forms, with half as many turns, and 0.95 to 1.00
    /// in six with these).
    /// </summary>
    public Effort ForReading() => CollectedFirst == null ? this : this with { Rounds = 2 * Rounds, Contender = 2 * Contender };

    /// <summary>
    /// How many of all samples are shorter than the one that counts: 0 for the shortest, which is one that has met memory in the caches by chance. Of two
    /// floors in six main jobs, one took 0.92 to 1.07 of the other's time on the 36 sets, reading, by the shortest, and 0.96 to 1.05 by the twentieth part
    /// (standard deviation 0.016 and 0.009).
    /// </summary>
    public double Part { get; init; }

    /// <summary>
    /// Garbage up to this generation is collected before each turn, <see langword="null"/> for none: where a pass makes so many objects that a collection
    /// more or less decides, or so long ones that it matters whose turn comes when the memory that is given out is in the caches.
    /// </summary>
    public int? CollectedFirst { get; init; }

    public static Effort Quick { get; } = new(
        2, 1, TimeSpan.FromMilliseconds(0.05), TimeSpan.FromMilliseconds(0.1), TimeSpan.FromMilliseconds(2), 1, 1, TimeSpan.FromMilliseconds(1))
    { Part = Main.Part };
}
