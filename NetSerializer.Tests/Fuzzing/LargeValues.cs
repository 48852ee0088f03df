namespace NetSerializer.Tests.Fuzzing;

/// <summary>Values of 40 to 200 KB of every shape that grows while it is read.</summary>
internal static class LargeValues
{
    public static IReadOnlyList<object> All { get; } =
    [
        new string('n', 100_000), string.Concat(Enumerable.Range(0, 60_000).Select(i => (char)(0x400 + (i % 500)))),
        Enumerable.Range(0, 70_000).Select(i => i % 7 == 0 ? i * 1000 : i % 100).ToArray(),
        Enumerable.Range(0, 40_000).Select(i => (long)i * i).ToList(), new byte[120_000], Enumerable.Range(0, 300_000).Select(i => i % 3 == 0).ToArray(),
        Enumerable.Range(0, 6_000).Select(i => (decimal)i / 7).ToArray(), Enumerable.Range(0, 9_000).Select(i => new DateTime(i * 1_000_000L)).ToList(),
        Enumerable.Range(0, 12_000).Select(i => $"key {i}").ToArray(), Enumerable.Range(0, 12_000).Select(i => (string?)$"text {i}").ToList(),
        Enumerable.Range(0, 9_000).ToDictionary(i => $"key {i}", i => i),
        Enumerable.Range(0, 15_000).ToDictionary(i => i * 31L, i => (object)(i % 2 == 0 ? i : "x")),
        new HashSet<int>(Enumerable.Range(0, 30_000).Select(i => i * 3)), new int[150, 200], new double[100, 120],
        new string?[100, 300], Enumerable.Range(0, 30_000).Select(i => (i, $"{i % 10}")).ToArray(), new object?[40_000],
        Enumerable.Range(0, 20_000).Select(i => (int?)i).ToArray(),
        Enumerable.Range(0, 5_000).Select(i => new List<int> { i, i + 1 }).ToArray(),
    ];
}
