namespace NetSerializer.Emit;

/// <summary>Follows the evaluation stack of generated methods.</summary>
internal static class BodyChecker
{
    public static void CheckWhenEnabled(IReadOnlyList<GeneratedMethod> methods)
    {
    }
}
