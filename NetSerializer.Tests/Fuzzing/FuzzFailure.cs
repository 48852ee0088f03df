namespace NetSerializer.Tests.Fuzzing;

/// <summary>Bytes that did what no bytes may do.</summary>
/// <param name="kind">The rule that was broken; an input that is made smaller must break the same one.</param>
internal sealed class FuzzFailure(string kind, string detail) : Exception($"{kind}: {detail}")
{
    public string Kind { get; } = kind;
}
