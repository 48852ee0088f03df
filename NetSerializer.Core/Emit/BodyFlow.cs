using System.Diagnostics.CodeAnalysis;
using System.Reflection.Emit;

namespace NetSerializer.Emit;

/// <summary>
/// Follows one method along every way through it, with the types on the evaluation stack and the variables assigned so far. The runtime does not
/// check dynamic code: it would run whatever it is given.
/// </summary>
/// <param name="method">The method. Its labels and operands have been found sound by <see cref="BodyStructure"/>.</param>
/// <param name="outputs">Which by-reference arguments are assigned by the methods called.</param>
internal sealed partial class BodyFlow(GeneratedMethod method, OutArguments outputs)
{
    private readonly VariableLayout _layout = new(method);
    private readonly FlowState?[] _entries = new FlowState?[method.Labels.Count];
    private readonly int[] _positions = new int[method.Labels.Count];
    private readonly bool[] _visited = new bool[method.Instructions.Count];
    private readonly Queue<int> _pending = new();
    private FlowState _state = new(0);
    private int _index;

    private List<StackItem> Stack => _state.Stack;

    public void Follow()
    {
        for (int i = 0; i < method.Instructions.Count; i++)
        {
            if (method.Instructions[i] is { Kind: InstructionKind.Mark, Operand: Label label })
            {
                _positions[label.Index] = i;
            }
        }
        FollowFrom(0, Entry());
        while (_pending.TryDequeue(out int label))
        {
            FollowFrom(_positions[label], _entries[label]!.Copy());
        }
        for (int i = 0; i < _visited.Length; i++)
        {
            if (!_visited[i] && method.Instructions[i].Kind == InstructionKind.Op)
            {
                Fail(i, "no way leads here");
            }
        }
    }

    private FlowState Entry()
    {
        var state = new FlowState(_layout.Count);
        foreach (Argument argument in method.Arguments)
        {
            if (_layout.Of(argument) is { } parts && !outputs.Contains(method, argument.Index))
            {
                state.Assign(parts);
            }
        }
        return state;
    }

    private void FollowFrom(int start, FlowState state)
    {
        _state = state;
        for (_index = start; ; _index++)
        {
            if (_index >= method.Instructions.Count)
            {
                Fail(_index - 1, "the method runs on behind its last instruction");
            }
            _visited[_index] = true;
            Instruction instruction = method.Instructions[_index];
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
                    _state = _entries[label.Index]!.Copy();
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

    private void Push(Type type) => Push(StackItem.Of(type));

    private StackItem Pop(string expected)
    {
        if (Stack.Count == 0)
        {
            Fail($"expected {expected} on the stack, which is empty");
        }
        StackItem item = Stack[^1];
        Stack.RemoveAt(Stack.Count - 1);
        return item;
    }

    /// <summary>Takes an entry that is stored, passed or returned as a <paramref name="type"/>.</summary>
    private StackItem PopValue(Type type, string use)
    {
        StackItem item = Pop($"{OperandText.Name(type)} for {use}");
        if (!item.FitsIn(type))
        {
            Fail($"expected {OperandText.Name(type)} for {use}, found {item}");
        }
        return item;
    }

    /// <summary>Takes an entry that must have been assigned if it is the address of a variable.</summary>
    private StackItem PopAssigned(Type type, string use)
    {
        StackItem item = PopValue(type, use);
        RequireAssigned(item, use);
        return item;
    }

    private void RequireAssigned(StackItem item, string use)
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
    private void Unassigned(VariableParts parts, string use)
    {
        foreach (Argument argument in method.Arguments)
        {
            if (_layout.Of(argument) is { } all && all.Start <= parts.Start && parts.Start < all.Start + all.Count)
            {
                outputs.Remove(method, argument.Index);
                _state.Assign(all);
                return;
            }
        }
        Local local = method.Locals.First(local => _layout.Of(local) is var all && all.Start <= parts.Start && parts.Start < all.Start + all.Count);
        Fail($"{local.Name} is used before it is assigned, for {use}");
    }

    private static string StackText(List<StackItem> stack) => stack.Count == 0 ? "nothing" : string.Join(", ", stack);

    [DoesNotReturn]
    private void Fail(string reason) => Fail(_index, reason);

    [DoesNotReturn]
    private void Fail(int index, string reason) => throw new BodyFault(method, index, reason);

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
}
