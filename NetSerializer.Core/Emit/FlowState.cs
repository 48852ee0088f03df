using System.Collections;

namespace NetSerializer.Emit;

/// <summary>What is known before an instruction: the evaluation stack, and which parts of variables have been assigned on every way there.</summary>
internal sealed class FlowState
{
    private readonly BitArray _assigned;

    public FlowState(int parts)
    {
        _assigned = new BitArray(parts);
        Stack = [];
    }

    private FlowState(FlowState other)
    {
        _assigned = new BitArray(other._assigned);
        Stack = [.. other.Stack];
    }

    public List<StackItem> Stack { get; }

    public FlowState Copy() => new(this);

    public bool IsAssigned(VariableParts parts)
    {
        for (int i = parts.Start; i < parts.Start + parts.Count; i++)
        {
            if (!_assigned[i])
            {
                return false;
            }
        }
        return true;
    }

    public void Assign(VariableParts parts)
    {
        for (int i = parts.Start; i < parts.Start + parts.Count; i++)
        {
            _assigned[i] = true;
        }
    }

    /// <summary>Keeps what holds here and in <paramref name="other"/>, which has as many entries on its stack.</summary>
    /// <param name="other">Another way to the same instruction.</param>
    /// <param name="mismatch">The first entry that cannot be both; -1 if there is none.</param>
    /// <returns>True when less is known than before.</returns>
    public bool Intersect(FlowState other, out int mismatch)
    {
        mismatch = -1;
        bool changed = false;
        for (int i = 0; i < Stack.Count; i++)
        {
            if (Stack[i].MergedWith(other.Stack[i]) is not { } merged)
            {
                mismatch = i;
                return false;
            }
            changed |= merged != Stack[i];
            Stack[i] = merged;
        }
        for (int i = 0; i < _assigned.Length; i++)
        {
            if (_assigned[i] && !other._assigned[i])
            {
                _assigned[i] = false;
                changed = true;
            }
        }
        return changed;
    }
}
