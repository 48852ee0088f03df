namespace NetSerializer.Tests.Conformance.Checks;

/// <summary>
/// How much of what could be tried is tried. By default each value is tried at the root, the first one in every position, and each of the others in a
/// third of the positions. With <c>NETSERIALIZER_EVERY=1</c> all values in all positions; every cut of every value on each surface; and every change of
/// every single byte, of the first value in all positions, and of the others at the root. With <c>NETSERIALIZER_EVERY=2</c> of those in all positions
/// too. Commands of their own (CONTRIBUTING.md), which take minutes and hours.
/// </summary>
internal static class Thoroughness
{
    private static readonly string? s_every = Environment.GetEnvironmentVariable("NETSERIALIZER_EVERY");

    public static bool IsFull { get; } = s_every is "1" or "2";

    public static bool IsFullInAllPositions { get; } = s_every == "2";

    /// <summary>The values and positions that a check takes which is too dear for all: what is left out is like its neighbours.</summary>
    public static IEnumerable<Root> Sample(IEnumerable<Root> roots) => Sample(roots, (position, value) => value == 0 || (position + value) % 3 == 0);

    /// <summary>
    /// The sample of a fixture that is like another one: all values at the root, and the first one in half of the positions. Each position has code of its
    /// own in each check, and making that takes most of the time.
    /// </summary>
    /// <param name="roots">All values in all positions.</param>
    /// <param name="turn">An even number for one half, an odd one for the other.</param>
    public static IEnumerable<Root> SampleOfOther(IEnumerable<Root> roots, int turn) =>
        Sample(roots, (position, value) => value == 0 && (position + turn) % 2 == 0);

    private static IEnumerable<Root> Sample(IEnumerable<Root> roots, Func<int, int, bool> isTaken)
    {
        // A position is a type of roots; the first one is that of the values themselves.
        var positions = new Dictionary<Type, (int Number, int Values)>();
        foreach (Root root in roots)
        {
            (int position, int value) = positions.GetValueOrDefault(root.Type, (positions.Count, 0));
            positions[root.Type] = (position, value + 1);
            if (IsFull || position == 0 || isTaken(position, value))
            {
                yield return root;
            }
        }
    }
}
