using System.Diagnostics.CodeAnalysis;
using System.Reflection.Emit;
using NetSerializer.Emit;
using Label = NetSerializer.Emit.Label;

namespace NetSerializer.Tests.Emit.Checking;

/// <summary>
/// Follows one method along every way through it, with the types on the evaluation stack and the variables assigned so far. The runtime does not
/// check dynamic code: it would run whatever it is given.
/// </summary>
/// <param name="method">The method. Its labels and operands have been found sound by <see cref="BodyStructure"/>.</param>
/// <param name="outputs">Which by-reference arguments are assigned by the methods called.</param>
internal sealed partial class BodyFlow(FollowedMethod method, OutArguments outputs)
{
    private readonly Instruction[] _code = method.Code;
    private readonly VariableLayout _layout = method.Variables;
    private readonly CheckedMembers _members = outputs.Members;
    private readonly FlowState?[] _entries = new FlowState?[method.Positions.Length];
    private readonly bool[] _visited = new bool[method.Code.Length];
    private readonly Queue<int> _pending = new();
    private readonly FlowState _state = new(method.Variables.Count);
    private int _index;

    private List<StackItem> Stack => _state.Stack;

    public void Follow()
    {
        AssignArguments();
        FollowFrom(0);
        while (_pending.TryDequeue(out int label))
        {
            _state.Become(_entries[label]!);
            FollowFrom(method.Positions[label]);
        }
        for (int i = 0; i < _visited.Length; i++)
        {
            if (!_visited[i] && _code[i].Kind == InstructionKind.Op)
            {
                Fail(i, "no way leads here");
            }
        }
    }

    private void AssignArguments()
    {
        foreach (Argument argument in method.Method.Arguments)
        {
            if (_layout.Of(argument) is { } parts && !method.IsOutput(argument.Index))
            {
                _state.Assign(parts);
            }
        }
    }

    private void FollowFrom(int start)
    {
        for (_index = start; ; _index++)
        {
            if (_index >= _code.Length)
            {
                Fail(_index - 1, "the method runs on behind its last instruction");
            }
            _visited[_index] = true;
            Instruction instruction = _code[_index];
            switch (instruction.Kind)
            {
                case InstructionKind.Op:
                    if (!Step(instruction.Code, instruction.Operand))
                    {
                        return;
                    }
                    break;
                // The label may be where this stretch began, or be met on the way down.
                case InstructionKind.Mark when _index != start || _entries[((Label)instruction.Operand!).Index] == null:
                    var label = (Label)instruction.Operand!;
                    if (_entries[label.Index] == null)
                    {
                        _entries[label.Index] = _state.Copy();
                        break;
                    }
                    if (!Join(_entries[label.Index]!, label))
                    {
                        return;
                    }
                    _state.Become(_entries[label.Index]!);
                    break;
            }
        }
    }

    private void BranchTo(Label label)
    {
        if (_entries[label.Index] is { } known)
        {
            if (Join(known, label))
            {
                _pending.Enqueue(label.Index);
            }
            return;
        }
        _entries[label.Index] = _state.Copy();
        _pending.Enqueue(label.Index);
    }

    private bool Join(FlowState known, Label label)
    {
        if (known.Stack.Count != Stack.Count)
        {
            Fail($"{Stack.Count} entries on the stack where {label.Name} has {known.Stack.Count} on another way: {StackText(Stack)} and "
                + $"{StackText(known.Stack)}");
        }
        bool changed = known.Intersect(_state, out int mismatch);
        if (mismatch >= 0)
        {
            Fail($"{Stack[mismatch]} on the stack where {label.Name} has {known.Stack[mismatch]} on another way");
        }
        return changed;
    }

    private void Push(StackItem item) => Stack.Add(item);

    private void Push(Type type) => Push(_members.Of(type).Item);

    private StackItem Pop(string expected)
    {
        if (Stack.Count == 0)
        {
            FailEmpty(expected);
        }
        return Take();
    }

    // The stack has been found not to be empty: to name what was expected there takes text.
    private StackItem Take()
    {
        StackItem item = Stack[^1];
        Stack.RemoveAt(Stack.Count - 1);
        return item;
    }

    /// <summary>Takes an entry that is stored, passed or returned as <paramref name="expected"/> is declared.</summary>
    private StackItem PopValue(in StackItem expected, Use use)
    {
        if (Stack.Count == 0)
        {
            FailEmpty($"{expected} for {use}");
        }
        StackItem item = Take();
        if (!item.FitsIn(expected))
        {
            Fail($"expected {expected} for {use}, found {item}");
        }
        return item;
    }

    /// <summary>Takes an entry that must have been assigned if it is the address of a variable.</summary>
    private StackItem PopAssigned(in StackItem expected, Use use)
    {
        StackItem item = PopValue(expected, use);
        RequireAssigned(item, use);
        return item;
    }

    private void RequireAssigned(in StackItem item, Use use)
    {
        if (item.Target is { } parts && !_state.IsAssigned(parts))
        {
            Unassigned(parts, use);
        }
    }

    private void RequireAssigned(Local local)
    {
        if (!_state.IsAssigned(_layout.Of(local)))
        {
            Fail($"{local.Name} is used before it is assigned");
        }
    }

    // An argument that is read before it is assigned is no out argument; a local must not be.
    private void Unassigned(VariableParts parts, Use use)
    {
        foreach (Argument argument in method.Method.Arguments)
        {
            if (_layout.Of(argument) is { } all && all.Start <= parts.Start && parts.Start < all.Start + all.Count)
            {
                method.RemoveOutput(argument.Index);
                _state.Assign(all);
                return;
            }
        }
        Local local = method.Method.Locals.First(local => _layout.Of(local) is var all && all.Start <= parts.Start && parts.Start < all.Start + all.Count);
        Fail($"{local.Name} is used before it is assigned, for {use}");
    }

    private static string StackText(List<StackItem> stack) => stack.Count == 0 ? "nothing" : string.Join(", ", stack);

    [DoesNotReturn]
    private void Fail(string reason) => Fail(_index, reason);

    [DoesNotReturn]
    private void Fail(int index, string reason) => throw new BodyFault(method.Method, index, reason);

    [DoesNotReturn]
    private void FailEmpty(string expected) => Fail($"expected {expected} on the stack, which is empty");

    private static bool IsOneOf(OpCode code, params ReadOnlySpan<OpCode> codes)
    {
        foreach (OpCode each in codes)
        {
            if (each == code)
            {
                return true;
            }
        }
        return false;
    }

    /// <summary>What an entry of the stack is for. Text only when it is asked for: nearly all code is sound.</summary>
    private readonly record struct Use(string Text, string? Name = null)
    {
        public static implicit operator Use(string text) => new(text);

        public override string ToString() => Name == null ? Text : $"{Text} {Name}";
    }
}
