using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Wire;

namespace NetSerializer.Families;

/// <summary>One reading method under construction: its arguments, which bytes are run, and the verbs that deal with slots.</summary>
internal sealed partial class ReadEmitter(MethodSet methods, GeneratedMethod method) : CursorEmitter(methods, method)
{
    private int _run;
    private int _checked;

    /// <summary>
    /// The method is for a <see cref="LeafReader"/> and for nothing else: wherever its cursor comes to, as many bytes can be read as a run may have, and
    /// there is memory for all that it can make. So nothing is asked for (objects with four objects in them: 0.95 of the time).
    /// </summary>
    public bool IsLeaf { get; init; }

    /// <summary>
    /// What is read next is the last of a root: nothing waits for where it ends, so its length need not be guessed (<see cref="VarInt.Read32Last"/>).
    /// </summary>
    public bool IsLast { get; set; }

    /// <summary>
    /// Makes <paramref name="max"/> bytes readable of which the value has at least <paramref name="min"/>; <paramref name="shape"/> tells how many
    /// exactly.
    /// </summary>
    public void Run(int min, int max, string shape)
    {
        if (_run >= max || IsLeaf)
        {
            return;
        }
        int handle = min == max ? -max : Methods.ShapeHandle(shape);
        Statement($"p = ref r.Run(ref p, {max}, {handle});");
        Thread(KnownMembers.Run, () => Il.Constant(max), () => Il.Constant(handle));
        _run = max;
        _checked = 0;
    }

    /// <summary>Some of the run is used up.</summary>
    public void Use(int size) => _run -= size;

    /// <summary>Nothing is known of the run any more.</summary>
    public void Forget() => (_run, _checked) = (0, 0);

    /// <summary>The callers of this method have run <paramref name="size"/> bytes.</summary>
    public void Assume(int size) => _run = size;

    /// <summary>True when the scalar at hand is to be read by a form that checks for itself.</summary>
    public bool TakeSingle(int size)
    {
        if (_checked == 0 || _run >= size)
        {
            return false;
        }
        _checked--;
        return true;
    }

    public void Return()
    {
        if (IsCounted)
        {
            Il.Add(KnownMembers.ReaderDepthCredit, 1);
        }
        Statement("return ref p;");
        Il.Load(Il.Argument(1));
        Il.Return();
    }

    /// <summary>Reads the slots of a class, struct or tuple, with one check for each run of bounded ones.</summary>
    public void Members(IReadOnlyList<SlotPlan> slots, Func<int, Place> place)
    {
        for (int i = 0; i < slots.Count; i++)
        {
            // The twin checks each member by itself, so that the path names the one that is cut short.
            if (slots[i].IsBounded && _run < slots[i].MaxSize && _checked == 0 && !Methods.IsTraced && !IsLeaf)
            {
                BeginRun(slots, i);
            }
            if (Methods.IsTraced)
            {
                Tell(KnownMembers.TraceMember, () => Il.Constant(MethodSet.TraceName(slots[i])));
            }
            bool isLast = IsLast;
            IsLast = isLast && i == slots.Count - 1 && slots[i].Kind is SlotKind.Value or SlotKind.Presence && MayEndInVarInt(Methods.Table[slots[i].Target]);
            Slot(slots[i], place(i));
            IsLast = isLast;
            TracePop();
        }
    }

    /// <summary>What ends a value of the type may be the last of a root. Not with elements, of which each would be taken for that.</summary>
    public static bool MayEndInVarInt(TypePlan plan) => plan.Shape.Family is ScalarFamily or EnumFamily or NullableFamily or ObjectFamily;

    /// <summary>
    /// Runs <paramref name="body"/>, which reads a slot of an entry; in the traced twin a key or a value is under way meanwhile. The only slot of an
    /// entry has the entry's index and no name.
    /// </summary>
    public void Part(IReadOnlyList<SlotPlan> slots, int index, Action body)
    {
        bool isNamed = Methods.IsTraced && slots.Count > 1;
        if (isNamed)
        {
            Tell(KnownMembers.TraceMember, () => Il.Constant(MethodSet.TraceName(slots[index])));
        }
        body();
        if (isNamed)
        {
            TracePop();
        }
        else if (Methods.IsTraced)
        {
            // A key is about to be asked for its hash or its order.
            Tell(KnownMembers.Finish);
        }
    }

    /// <summary>A key is about to be asked for its hash or its order: what was made of bytes behind the end of the input is nobody's business.</summary>
    public void FinishedKey(Type key)
    {
        if (!Methods.IsTraced && !IsPlainKey(key))
        {
            Statement("r.Finish(ref p);");
            Tell(KnownMembers.Finish);
        }
    }

    /// <summary>No code of a user runs when the key is asked for its hash or its order.</summary>
    public static bool IsPlainKey(Type key)
    {
        Type type = Nullable.GetUnderlyingType(key) ?? key;
        return type.IsPrimitive || type.IsEnum || type == typeof(string) || type == typeof(decimal) || type == typeof(Guid) || type == typeof(DateTime)
            || type == typeof(DateTimeOffset) || type == typeof(TimeSpan) || type == typeof(DateOnly) || type == typeof(TimeOnly) || type == typeof(Half)
            || type == typeof(Int128) || type == typeof(UInt128);
    }

    private void BeginRun(IReadOnlyList<SlotPlan> slots, int start)
    {
        int min = 0, max = 0, end = start;
        while (end < slots.Count && slots[end].IsBounded && max + slots[end].MaxSize <= WireReader.MaxRun)
        {
            min += slots[end].MinSize;
            max += slots[end].MaxSize;
            end++;
        }
        bool flagFollows = end < slots.Count && slots[end].Kind == SlotKind.Presence && max < WireReader.MaxRun && !Options.PreservesReferences;
        // One or two varints: a run would copy the rest of a small message for them.
        if (end - start <= 2 && !flagFollows && slots.Skip(start).Take(end - start).All(slot => HasCheckedForm(slot.Target)))
        {
            _checked = end - start;
            return;
        }
        string shape = string.Concat(slots.Skip(start).Take(end - start).Select(slot => slot.Run));
        int flag = flagFollows ? 1 : 0;
        Run(min + flag, max + flag, flagFollows ? shape + '\u0001' : shape);
    }

    private bool HasCheckedForm(Type type) =>
        ScalarFamily.Checked(type.IsEnum ? Enum.GetUnderlyingType(type) : type, Options) != null;

    /// <summary>Runs <paramref name="body"/>; in the traced twin, the index of the element is under way meanwhile.</summary>
    public void Traced(Local index, Action body)
    {
        if (Methods.IsTraced)
        {
            Tell(KnownMembers.TraceIndex, () => Il.Load(index));
        }
        body();
        TracePop();
    }

    private void TracePop()
    {
        if (Methods.IsTraced)
        {
            Tell(KnownMembers.Finish);
            Ask(KnownMembers.TracePop);
        }
    }
}
