using System.Runtime.InteropServices;

namespace NetSerializer.Tests.Emit.Checking;

/// <summary>What is known before an instruction: the evaluation stack, and which parts of variables have been assigned on every way there.</summary>
/// <param name="parts">How many parts there are.</param>
internal sealed class FlowState(int parts)
{
    private const int BitsOfWord = 64;

    // The writer's and the reader's structs have dozens of parts, which every call asks for.
    private readonly ulong[] _assigned = new ulong[(parts + BitsOfWord - 1) / BitsOfWord];

    public List<StackItem> Stack { get; } = [];

    public FlowState Copy()
    {
        var copy = new FlowState(parts);
        copy.Become(this);
        return copy;
    }

    public void Become(FlowState other)
    {
        other._assigned.CopyTo(_assigned, 0);
        CollectionsMarshal.SetCount(Stack, other.Stack.Count);
        CollectionsMarshal.AsSpan(other.Stack).CopyTo(CollectionsMarshal.AsSpan(Stack));
    }

    public bool IsAssigned(VariableParts parts)
    {
        int end = parts.Start + parts.Count;
        for (int at = parts.Start; at < end; at = NextWord(at))
        {
            if ((~_assigned[at / BitsOfWord] & Bits(at, end)) != 0)
            {
                return false;
            }
        }
        return true;
    }

    public void Assign(VariableParts parts)
    {
        int end = parts.Start + parts.Count;
        for (int at = parts.Start; at < end; at = NextWord(at))
        {
            _assigned[at / BitsOfWord] |= Bits(at, end);
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
            ulong both = _assigned[i] & other._assigned[i];
            changed |= both != _assigned[i];
            _assigned[i] = both;
        }
        return changed;
    }

    private static int NextWord(int at) => at - (at % BitsOfWord) + BitsOfWord;

    // Those of the word of the first part that lie before the end.
    private static ulong Bits(int at, int end)
    {
        int first = at % BitsOfWord, count = Math.Min(end - at, BitsOfWord - first);
        return ulong.MaxValue >> (BitsOfWord - count) << first;
    }
}
