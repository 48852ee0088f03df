namespace NetSerializer.Tests.Conformance.Checks;

/// <summary>
/// How much of what could be tried is tried. With <c>NETSERIALIZER_EVERY=1</c> every cut of every value on each surface; and every change of every single
/// byte, of the first value in all positions, and of the others at the root. With <c>NETSERIALIZER_EVERY=2</c> of those in all positions too. Commands of
/// their own (CONTRIBUTING.md), which take minutes and hours.
/// </summary>
internal static class Thoroughness
{
    private static readonly string? s_every = Environment.GetEnvironmentVariable("NETSERIALIZER_EVERY");

    public static bool IsFull { get; } = s_every is "1" or "2";

    public static bool IsFullInAllPositions { get; } = s_every == "2";
}
