namespace NetSerializer.Tests.Oracle;

/// <summary>The options that change the wire.</summary>
public sealed record WireOptions(bool FixedIntegers, bool FiniteFloats)
{
    public static IReadOnlyList<WireOptions> All { get; } =
        [new(false, false), new(true, false), new(false, true), new(true, true)];

    public override string ToString() =>
        $"integers={(FixedIntegers ? "fixed" : "varint")} floats={(FiniteFloats ? "finite" : "any")}";
}
