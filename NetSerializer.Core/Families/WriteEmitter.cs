using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Wire;

namespace NetSerializer.Families;

/// <summary>One writing method under construction: its arguments, the room reserved, and the verbs that deal with slots.</summary>
internal sealed partial class WriteEmitter(MethodSet methods, GeneratedMethod method) : CursorEmitter(methods, method)
{
    private int _reserved;

    /// <summary>In the traced twin: the object under way has been told of, and every way out says that it is done.</summary>
    public bool IsEntered { get; set; }

    /// <summary>Makes sure of room for the next <paramref name="size"/> bytes, with one check for all of them.</summary>
    public void Reserve(int size)
    {
        if (_reserved >= size)
        {
            return;
        }
        Statement($"p = ref w.Ensure(ref p, {size});");
        CallAdvancing(KnownMembers.Ensure, () => Il.Constant(size));
        _reserved = size;
    }

    /// <summary>Some of the reserved room is used up.</summary>
    public void Use(int size) => _reserved -= size;

    /// <summary>Nothing is known of the room any more.</summary>
    public void Forget() => _reserved = 0;

    /// <summary>The callers of this method reserved <paramref name="size"/> bytes.</summary>
    public void Assume(int size) => _reserved = size;

    /// <summary>Writes constant bytes: ids and flags.</summary>
    public void Bytes(uint varInt, string meaning)
    {
        int length = VarInt.Length(varInt);
        Reserve(length);
        Statement($"write {varInt}; // {meaning}");
        byte[] bytes = new byte[VarInt.Max32];
        VarInt.Write32(ref bytes[0], varInt);
        for (int at = 0; at < length; at++)
        {
            int value = bytes[at];
            CallAdvancing(KnownMembers.Method(typeof(Scalars), nameof(Scalars.WriteByte)), () => Il.Constant(value));
        }
        Use(length);
    }

    /// <summary>Writes the id of a type, with room for <paramref name="more"/> bytes behind it.</summary>
    public void Id(TypePlan plan, int more)
    {
        uint id = (uint)plan.Id << (Options.PreservesReferences ? 1 : 0);
        Reserve(Wire.VarInt.Length(id) + more);
        Bytes(id, "id");
    }

    /// <summary>A varint of up to five bytes.</summary>
    public void VarInt32(string text, Action load)
    {
        Reserve(VarInt.Max32);
        Statement($"p = ref VarInt.Write32(ref p, {text});");
        Il.Load(Il.Argument(1));
        load();
        Il.Call(KnownMembers.WriteVarInt32);
        Il.Store(Il.Argument(1));
        Use(VarInt.Max32);
    }

    /// <summary>Returns the cursor.</summary>
    public void Return()
    {
        if (IsEntered)
        {
            CallPlain(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.TraceLeave)));
        }
        if (IsCounted)
        {
            Il.Add(KnownMembers.WriterDepthCredit, 1);
        }
        Statement("return ref p;");
        Il.Load(Il.Argument(1));
        Il.Return();
    }

    /// <summary>Writes the slots of a class, struct or tuple, reserving room for each run of bounded ones at once.</summary>
    public void Members(IReadOnlyList<SlotPlan> slots, Func<int, Place> place)
    {
        for (int i = 0; i < slots.Count; i++)
        {
            if (slots[i].IsBounded && _reserved < slots[i].MaxSize)
            {
                Reserve(RunOf(slots, i));
            }
            if (Methods.IsTraced)
            {
                TraceMember(slots[i]);
            }
            Slot(slots[i], place(i));
            TracePop();
        }
    }

    /// <summary>
    /// How many bytes the caller of an unbounded body's method has reserved: the bytes of its first run. One check does for them and for the bytes in
    /// front. Not where the method may be entered otherwise.
    /// </summary>
    public int HeadOf(TypePlan plan) =>
        plan is { IsBounded: false, IsRecursive: false, Type.IsValueType: false, Shape.Family: ObjectFamily } && !Methods.IsTraced ? RunOf(plan.Slots, 0) : 0;

    // The size of the bounded slots from here on, and of the first bytes of the slot behind them.
    private int RunOf(IReadOnlyList<SlotPlan> slots, int start)
    {
        int size = 0;
        for (int i = start; i < slots.Count; i++)
        {
            if (!slots[i].IsBounded)
            {
                return slots[i].Kind == SlotKind.Presence ? size + (slots[i].IsReference ? VarInt.Max32 : 1) : size;
            }
            if (size + slots[i].MaxSize > WireReader.MaxRun)
            {
                break;
            }
            size += slots[i].MaxSize;
        }
        return size;
    }

    private void TraceMember(SlotPlan slot) => CallPlain(KnownMembers.WriterTraceMember, () => Il.Constant(MethodSet.TraceName(slot)));

    /// <summary>Runs <paramref name="body"/>; in the traced twin, the index of the element is under way meanwhile.</summary>
    public void Traced(Local index, Action body)
    {
        if (Methods.IsTraced)
        {
            CallPlain(KnownMembers.WriterTraceIndex, () => Il.Load(index));
        }
        body();
        TracePop();
    }

    private void TracePop()
    {
        if (Methods.IsTraced)
        {
            CallPlain(KnownMembers.WriterTracePop);
        }
    }
}
