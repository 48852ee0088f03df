using System.Reflection.Emit;
using NetSerializer.Emit;
using Label = NetSerializer.Emit.Label;

namespace NetSerializer.Tests.Emit.Checking;

/// <summary>One of the methods that are checked together, with what is the same however often it is followed.</summary>
internal sealed class FollowedMethod
{
    private readonly bool[] _outputs;
    private readonly List<GeneratedMethod> _callees = [];
    private readonly List<FollowedMethod> _callers = [];

    public FollowedMethod(GeneratedMethod method, CheckedMembers members)
    {
        Method = method;
        Code = [.. method.Instructions];
        Positions = new int[method.Labels.Count];
        bool[] moved = new bool[method.Arguments.Count];
        for (int i = 0; i < Code.Length; i++)
        {
            switch (Code[i].Operand)
            {
                case Label label when Code[i].Kind == InstructionKind.Mark:
                    Positions[label.Index] = i;
                    break;
                case Argument argument when Code[i].Code == OpCodes.Starg:
                    moved[argument.Index] = true;
                    break;
                case GeneratedMethod callee:
                    _callees.Add(callee);
                    break;
            }
        }
        Variables = new VariableLayout(method, moved, members);
        Result = members.ResultOf(method.ReturnType);
        _outputs = new bool[moved.Length];
        foreach (Argument argument in method.Arguments)
        {
            _outputs[argument.Index] = Variables.Of(argument) != null;
        }
    }

    public GeneratedMethod Method { get; }

    public Instruction[] Code { get; }

    /// <summary>Where each label is marked.</summary>
    public int[] Positions { get; }

    public VariableLayout Variables { get; }

    /// <summary>What a call leaves on the stack; null for nothing.</summary>
    public StackItem? Result { get; }

    /// <summary>Something that its check depends on is not what it was when the method was last followed.</summary>
    public bool IsStale { get; set; } = true;

    /// <summary>Whether the argument is taken to be one that the method assigns on every way.</summary>
    public bool IsOutput(int argument) => _outputs[argument];

    public void RemoveOutput(int argument)
    {
        if (_outputs[argument])
        {
            _outputs[argument] = false;
            IsStale = true;
            foreach (FollowedMethod caller in _callers)
            {
                caller.IsStale = true;
            }
        }
    }

    /// <summary>Tells the methods that this one calls, of those that are checked with it.</summary>
    public void TellCallees(OutArguments methods)
    {
        foreach (GeneratedMethod callee in _callees)
        {
            methods.Of(callee)?._callers.Add(this);
        }
    }
}
