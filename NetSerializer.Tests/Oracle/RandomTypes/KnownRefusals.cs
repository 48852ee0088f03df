namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>What the documents say is refused, of what the worlds have.</summary>
internal static class KnownRefusals
{
    private static readonly string[] s_reasons =
    [
        // With floats=finite floats have values that are refused, which nobody would look for in a union.
        " is a union (explicit layout with overlapping fields). ",
        // In a graph, immutable and frozen tables cannot wait for keys that lead back to them.
        " is made of its whole content, but its keys may lead",
        // Nor can tables that are asked for another object in their place.
        " names another object in its place as soon as it is read (IObjectReference), but its keys may lead",
    ];

    public static bool Contains(TypeModelProblem problem) =>
        problem.Code == ErrorCode.UnsafeKey
            || problem.Code == ErrorCode.TypeNotSupported && s_reasons.Any(reason => problem.Message.Contains(reason, StringComparison.Ordinal));
}
