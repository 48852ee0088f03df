using NetSerializer.Emit;

namespace NetSerializer.Tests.Emit.Checking;

/// <summary>What generated methods call.</summary>
internal static class MethodGraph
{
    /// <summary>The method, and all that it leads to.</summary>
    public static IReadOnlyList<GeneratedMethod> WithCallees(this GeneratedMethod method) => WithCallees([method]);

    /// <inheritdoc cref="WithCallees(GeneratedMethod)"/>
    public static IReadOnlyList<GeneratedMethod> WithCallees(this IEnumerable<GeneratedMethod> methods)
    {
        List<GeneratedMethod> found = [.. methods];
        HashSet<GeneratedMethod> known = [.. found];
        for (int i = 0; i < found.Count; i++)
        {
            foreach (Instruction instruction in found[i].Instructions)
            {
                if (instruction.Operand is GeneratedMethod callee && known.Add(callee))
                {
                    found.Add(callee);
                }
            }
        }
        return found;
    }
}
