using FsCheck;
using FsCheck.Fluent;

namespace NetSerializer.Tests.Oracle.Values;

/// <summary>All that decides a generated value: the same seed and size give the same value, so a failure is repeated by its two numbers.</summary>
/// <param name="Size">About how many objects and elements a value may have.</param>
public readonly record struct Sample(int Seed, int Size)
{
    private const int LargestSize = 400;

    /// <summary>Samples that shrink towards fewer objects under the same seed.</summary>
    public static Arbitrary<Sample> Arbitrary { get; } = Arb.From(
        from seed in Gen.Choose(0, int.MaxValue - 1)
        from size in Gen.Choose(0, LargestSize)
        select new Sample(seed, size),
        sample => Smaller(sample.Size).Select(size => sample with { Size = size }));

    /// <summary>Checks a property over samples; the exception it throws on failure names the smallest one found.</summary>
    public static void Check(int count, Action<Sample> property) =>
        FsCheck.Check.One(Config.QuickThrowOnFailure.WithMaxTest(count), Prop.ForAll(Arbitrary, property));

    private static IEnumerable<int> Smaller(int size)
    {
        for (int step = size; step > 0; step /= 2)
            yield return size - step;
    }
}
