namespace NetSerializer.Emit;

/// <summary>
/// Verifies generated methods before they are compiled: the types on the evaluation stack, labels, locals and operands. Always on in Debug builds of
/// the library; in Release builds by the AppContext switch <see cref="Switch"/> or the environment variable <see cref="Variable"/>, as in its tests.
/// When it is off nothing of it runs, and no instruction is kept for it.
/// </summary>
internal static class BodyChecker
{
    public const string Switch = "NetSerializer.CheckGeneratedCode";
    public const string Variable = "NETSERIALIZER_CHECK";

    public static bool IsEnabled =>
#if DEBUG
        true;
#else
        (AppContext.TryGetSwitch(Switch, out bool isOn) && isOn) || Environment.GetEnvironmentVariable(Variable) == "1";
#endif

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

    /// <summary>Checks one method with all that it calls.</summary>
    /// <inheritdoc cref="Check(IReadOnlyList{GeneratedMethod})" path="/exception"/>
    public static void Check(GeneratedMethod method) => Check(method.WithCallees());
}
