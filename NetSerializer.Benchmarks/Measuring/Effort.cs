namespace NetSerializer.Benchmarks.Measuring;

/// <summary>How long to measure.</summary>
/// <param name="Rounds">Most turns of a contender.</param>
/// <param name="FewestRounds">Fewest turns, for the slow ones.</param>
/// <param name="Turn">Samples are repeated in a turn until it takes this long.</param>
/// <param name="Contender">Slow contenders take fewer turns, so that one table takes them no longer than this.</param>
/// <param name="WarmUps">Rounds of calls before the measurement.</param>
/// <param name="MostWarmUps">Rounds at most, while code is still being compiled.</param>
/// <param name="WarmUp">How long one contender is called in such a round.</param>
internal sealed record Effort(int Rounds, int FewestRounds, TimeSpan Turn, TimeSpan Contender, int WarmUps, int MostWarmUps, TimeSpan WarmUp)
{
    public static Effort Main { get; } = new(
        12, 2, TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(12), 6, 12, TimeSpan.FromMilliseconds(4));

    /// <summary>For a few contenders, where time is not short.</summary>
    public static Effort Thorough { get; } = Main with
    { Rounds = 20, FewestRounds = 4, Contender = TimeSpan.FromMilliseconds(80), WarmUp = TimeSpan.FromMilliseconds(40) };

    public static Effort Quick { get; } = new(
        2, 1, TimeSpan.FromMilliseconds(0.1), TimeSpan.FromMilliseconds(2), 1, 1, TimeSpan.FromMilliseconds(1));

    /// <summary>Passes are repeated in a sample until it takes this long.</summary>
    public static TimeSpan Sample { get; } = TimeSpan.FromMilliseconds(0.05);

    /// <summary>The youngest generation is collected before each turn, so that most of the short samples have no collection.</summary>
    public bool CollectsFirst { get; private init; }

    /// <summary>For sets with long arrays: more turns, since the samples differ widely by the memory that the collector gives out.</summary>
    public Effort ForLongArrays() => this with { Rounds = 3 * Rounds, Contender = 2 * Contender, CollectsFirst = true };
}
