using NetSerializer.Planning;
using NetSerializer.Wire;

namespace NetSerializer.Families;

/// <summary>
/// Finds the types whose values can be read by a <see cref="LeafReader"/> and written by a <see cref="LeafWriter"/>: of a few bytes and short texts,
/// made of nothing but numbers, flags, texts, and structs and objects of them, which may be of one of a few types. Their code asks the reader for its
/// bytes and its budget, the writer for its room, and for nothing else, and calls no code of the user.
/// </summary>
internal sealed class Leaves(PlanTable table)
{
    private const int NotALeaf = WireReader.MaxRun;

    // Each type is looked at once, however many ways lead to it.
    private readonly Dictionary<Type, int> _sizes = [];
    private readonly Dictionary<Type, long> _memory = [];

    /// <summary>Whether the type is one of them. Any number of threads.</summary>
    public bool Has(TypePlan plan)
    {
        lock (_sizes)
        {
            return LargestSize(plan) < NotALeaf;
        }
    }

    /// <summary>
    /// Whether it is one of them that has nothing but numbers and flags, and the limits of its table admit all that it can be: then its code asks the reader
    /// neither for bytes nor for memory, and a blank one will do (<see cref="LeafReader.MakeBlank"/>). An id of one byte may stand in front of it. Any number
    /// of threads.
    /// </summary>
    public bool HasBounded(TypePlan plan) =>
        plan.IsBounded && Has(plan) && 1 + plan.MaxSize <= table.Options.Limits.LongestLeaf && IsAdmitted(plan);

    /// <summary>Whether the limits admit what a value of such a type takes in memory, whatever its bytes.</summary>
    public bool IsAdmitted(TypePlan plan) => MostMemory(plan) <= table.Options.Limits.MaxAllocatedBytes;

    /// <summary>What a value of such a type takes in memory at most, in bytes, with its texts: all of it is no longer than a leaf may be.</summary>
    public long MostMemory(TypePlan plan)
    {
        lock (_memory)
        {
            return MemoryOf(plan) + sizeof(char) * LeafReader.LongestValue;
        }
    }

    private long MemoryOf(TypePlan plan)
    {
        if (!_memory.TryGetValue(plan.Type, out long memory))
        {
            _memory.Add(plan.Type, memory = FindMemory(plan));
        }
        return memory;
    }

    private long FindMemory(TypePlan plan) => (plan.Type.IsValueType ? 0 : ObjectFactory.SizeOf(plan.Type)) + plan.Slots.Sum(slot =>
        slot.Target == typeof(string) ? WireReader.StringSize(0)
        : slot.Kind == SlotKind.Any
            ? slot.Admitted.Select(type => MemoryOf(table[type]) + (type.IsValueType ? ObjectFactory.SizeOf(type) : 0)).DefaultIfEmpty().Max()
        : MemoryOf(table[slot.Target]));

    private int LargestSize(TypePlan plan)
    {
        if (!_sizes.TryGetValue(plan.Type, out int size))
        {
            _sizes.Add(plan.Type, size = FindLargestSize(plan));
        }
        return size;
    }

    // In bytes, without an id. Planners take members of reference types for unbounded, because of the graphs that they may lead to.
    private int FindLargestSize(TypePlan plan)
    {
        // Objects with numbers ask for them. Ids of one byte stand in front of the bytes of an object.
        if (table.Options.PreservesReferences || plan.IsRecursive
            || plan.Shape is not
            {
                Callbacks: null, Custom: null, IsReplaced: false, MaySetType: false, CoversDerived: false,
                Lateness: Scanning.Lateness.None
            })
        {
            return NotALeaf;
        }
        if (!plan.Type.IsValueType && ObjectFactory.HasFinalizer(plan.Type))
        {
            return NotALeaf;
        }
        if (plan.Shape.Family is not (ScalarFamily or EnumFamily or NullableFamily or ObjectFamily))
        {
            return NotALeaf;
        }
        int sum = plan.Shape.Family is NullableFamily ? 1 : 0;
        foreach (SlotPlan slot in plan.Slots)
        {
            if (slot.Target == typeof(string) && slot.Kind == SlotKind.Own && !table.Options.NumbersStrings
                && table[slot.Target].Shape is { Family: StringFamily, IsReplaced: false, Custom: null })
            {
                // Behind a text, too, no more than this stands in front of the next one.
                sum = Math.Min(NotALeaf, sum + VarInt.Max32);
                continue;
            }
            if (slot.Kind == SlotKind.Any)
            {
                sum = Math.Min(NotALeaf, sum + LargestOf(slot));
                continue;
            }
            if (!(slot.Kind == SlotKind.Value ? slot.DeclaredType.IsValueType : slot.Kind == SlotKind.Presence))
            {
                return NotALeaf;
            }
            sum = Math.Min(NotALeaf, sum + (slot.Kind == SlotKind.Presence ? 1 : 0) + LargestSize(table[slot.Target]));
        }
        return plan.IsBounded && sum < NotALeaf ? plan.MaxSize : sum;
    }

    // One of a few types, told by its id, which generated tests find (0.93 of the time of three of them). Only whole readers and writers have the
    // tables for others, and for what stands in for a collection.
    private int LargestOf(SlotPlan slot)
    {
        if (slot.IsOpen || slot.Admitted.Length > MethodSet.MaxTests || slot.DeclaredType.IsAssignableTo(typeof(System.Collections.IEnumerable)))
        {
            return NotALeaf;
        }
        int largest = 0;
        foreach (Type admitted in slot.Admitted)
        {
            largest = Math.Max(largest, VarInt.Length((uint)table[admitted].Id) + LargestSize(table[admitted]));
        }
        return largest;
    }
}
