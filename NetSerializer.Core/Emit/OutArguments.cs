namespace NetSerializer.Emit;

/// <summary>
/// Which by-reference arguments of generated methods are assigned on every way and not read before: C#'s out. Found by taking all of them to be so
/// and following the bodies until none is struck off any more.
/// </summary>
internal sealed class OutArguments
{
    private readonly HashSet<GeneratedMethod> _methods;
    private readonly HashSet<(GeneratedMethod, int)> _arguments = [];

    private OutArguments(IReadOnlyCollection<GeneratedMethod> methods)
    {
        _methods = [.. methods];
        foreach (GeneratedMethod method in methods)
        {
            var layout = new VariableLayout(method);
            foreach (Argument argument in method.Arguments.Where(argument => layout.Of(argument) != null))
            {
                _arguments.Add((method, argument.Index));
            }
        }
    }

    /// <summary>Follows every method, and those that they call as far as they are among them.</summary>
    /// <exception cref="BodyFault">A method is wrong.</exception>
    public static OutArguments Find(IReadOnlyCollection<GeneratedMethod> methods)
    {
        var found = new OutArguments(methods);
        int before;
        do
        {
            before = found._arguments.Count;
            foreach (GeneratedMethod method in methods)
            {
                new BodyFlow(method, found).Follow();
            }
        }
        while (found._arguments.Count < before);
        return found;
    }

    public bool Knows(GeneratedMethod method) => _methods.Contains(method);

    public bool Contains(GeneratedMethod method, int argument) => _arguments.Contains((method, argument));

    public void Remove(GeneratedMethod method, int argument) => _arguments.Remove((method, argument));
}
