namespace NetSerializer.Tests.Conformance.Checks;

/// <summary>
/// How much of what could be tried is tried. With <c>NETSERIALIZER_EVERY=1</c> every cut of every value on each surface, and every change of every single
/// byte: commands of their own (CONTRIBUTING.md), since the latter takes an hour.
/// </summary>
internal static class Thoroughness
{
    public static bool IsFull { get; } = Environment.GetEnvironmentVariable("NETSERIALIZER_EVERY") == "1";
}
