using NetSerializer.Emit;

namespace NetSerializer.Tests.Emit.Checking;

/// <summary>
/// Which by-reference arguments of generated methods are assigned on every way and not read before: C#'s out. Found by taking all of them to be so
/// and following the bodies until none is struck off any more.
/// </summary>
internal sealed class OutArguments
{
    private readonly Dictionary<GeneratedMethod, FollowedMethod> _methods;
    private readonly List<FollowedMethod> _inOrder;

    private OutArguments(IReadOnlyCollection<GeneratedMethod> methods)
    {
        (_methods, _inOrder) = (new(methods.Count), new(methods.Count));
        foreach (GeneratedMethod method in methods)
        {
            var followed = new FollowedMethod(method, Members);
            if (_methods.TryAdd(method, followed))
            {
                _inOrder.Add(followed);
            }
        }
        foreach (FollowedMethod caller in _inOrder)
        {
            caller.TellCallees(this);
        }
    }

    public CheckedMembers Members { get; } = new();

    /// <summary>Follows every method, and those that they call as far as they are among them.</summary>
    /// <exception cref="BodyFault">A method is wrong.</exception>
    public static OutArguments Find(IReadOnlyCollection<GeneratedMethod> methods)
    {
        var found = new OutArguments(methods);
        bool isChanged;
        do
        {
            isChanged = false;
            foreach (FollowedMethod method in found._inOrder)
            {
                // What a method may do depends on its own arguments and on those of what it calls: while none of them is struck off, it is as sound as it was.
                if (method.IsStale)
                {
                    method.IsStale = false;
                    new BodyFlow(method, found).Follow();
                    isChanged = true;
                }
            }
        }
        while (isChanged);
        return found;
    }

    /// <summary>Null when the method is not among those that are checked.</summary>
    public FollowedMethod? Of(GeneratedMethod method) => _methods.GetValueOrDefault(method);

    public bool Contains(GeneratedMethod method, int argument) => Of(method)?.IsOutput(argument) == true;
}
