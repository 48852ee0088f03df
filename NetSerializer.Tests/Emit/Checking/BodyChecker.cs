using NetSerializer.Emit;

namespace NetSerializer.Tests.Emit.Checking;

/// <summary>Verifies recorded methods: the types on the evaluation stack, labels, locals and operands.</summary>
internal static class BodyChecker
{
    /// <summary>Checks all methods of a model, which call each other and no other generated ones.</summary>
    /// <exception cref="InvalidOperationException">A method is wrong; the message says which type, statement and instruction, and what was expected
    /// there.</exception>
    public static void Check(IReadOnlyList<GeneratedMethod> methods)
    {
        var names = new HashSet<string>(StringComparer.Ordinal);
        foreach (GeneratedMethod method in methods)
        {
            if (!names.Add(method.Name))
            {
                throw new BodyFault(method, -1, "another method has the same name");
            }
            BodyStructure.Check(method);
        }
        OutArguments.Find(methods);
    }
}
