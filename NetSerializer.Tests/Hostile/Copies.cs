using NetSerializer.Tests.Conformance.Checks;

namespace NetSerializer.Tests.Hostile;

/// <summary>Many objects of one content: in a graph, the same one again would be a number that costs nothing.</summary>
internal static class Copies
{
    /// <summary>How many times the budget they need all together.</summary>
    private const int Overdrawn = 2;

    /// <summary>As many copies as it takes to need more than a budget, but no more than <paramref name="most"/>.</summary>
    public static T[] Of<T>(TypeModel model, T value, long budget, int most)
    {
        byte[] bytes = model.Serialize(value);
        long charged = LimitedRead.Run<T>(model, SerializerLimits.Default, bytes).Charged;
        return [.. Enumerable.Range(0, (int)Math.Min(most, 1 + (Overdrawn * budget / Math.Max(1, charged)))).Select(_ => model.Deserialize<T>(bytes)!)];
    }
}
