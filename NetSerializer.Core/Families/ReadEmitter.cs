using NetSerializer.Emit;
using NetSerializer.Planning;

namespace NetSerializer.Families;

/// <summary>One reading method under construction: its arguments, which bytes are run, and the verbs that deal with slots.</summary>
internal sealed partial class ReadEmitter(MethodSet methods, GeneratedMethod method) : CursorEmitter(methods, method)
{
    private int _run;

    /// <summary>
    /// Makes <paramref name="max"/> bytes readable of which the value has at least <paramref name="min"/>; <paramref name="shape"/> tells how many
    /// exactly.
    /// </summary>
    public void Run(int min, int max, string shape)
    {
        if (_run >= max)
        {
            return;
        }
        int handle = min == max ? -max : Methods.ShapeHandle(shape);
        Statement($"p = ref r.Run(ref p, {max}, {handle});");
        CallAdvancing(KnownMembers.Run, () => Il.Constant(max), () => Il.Constant(handle));
        _run = max;
    }

    /// <summary>Some of the run is used up.</summary>
    public void Use(int size) => _run -= size;

    /// <summary>Nothing is known of the run any more.</summary>
    public void Forget() => _run = 0;

    /// <summary>The callers of this method have run <paramref name="size"/> bytes.</summary>
    public void Assume(int size) => _run = size;

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
    /// <param name="slots">The slots, in wire order.</param>
    /// <param name="place">Tells where the slot of an index goes.</param>
    /// <param name="read">Is called behind each slot, with its place; null for nothing to do there.</param>
    public void Members(IReadOnlyList<SlotPlan> slots, Func<int, Place> place, Action<int, Place>? read = null)
    {
        for (int i = 0; i < slots.Count; i++)
        {
            // The twin checks each member by itself, so that the path names the one that is cut short.
            if (slots[i].IsBounded && _run < slots[i].MaxSize && !Methods.IsTraced)
            {
                BeginRun(slots, i);
            }
            if (Methods.IsTraced)
            {
                CallAt(KnownMembers.TraceMember, () => Il.Constant(MethodSet.TraceName(slots[i])));
            }
            Place target = place(i);
            Slot(slots[i], target);
            read?.Invoke(i, target);
            TracePop();
        }
    }

    /// <summary>Reads slots into the fields of an object. Members of data of another version that fit no field are read into locals first.</summary>
    public void Fields(IReadOnlyList<SlotPlan> slots, Place owner)
    {
        Members(
            slots,
            i => slots[i].Shape.IsOther ? ClearedLocal(slots[i].DeclaredType) : owner.Field(slots[i].Shape.Field!),
            (i, read) =>
            {
                if (slots[i].Shape is { IsOther: true, Field: { } field, Conversion: var conversion })
                {
                    Place target = owner.Field(field);
                    Statement($"{target.Text} = {conversion?.Name}({read.Text});");
                    target.Store(() =>
                    {
                        read.Load();
                        if (conversion != null)
                        {
                            Il.Call(conversion);
                        }
                    });
                }
            });
    }

    // One for each type, since a value is used up at once. Others before it have left their values there, and a struct is filled member by member.
    private Place ClearedLocal(Type type)
    {
        Local local = Il.SharedLocal("other", type);
        Statement($"{local.Name} = default;");
        Il.LoadAddress(local);
        Il.Initialize(type);
        return Place.Of(Il, local);
    }

    /// <summary>
    /// Runs <paramref name="body"/>, which reads a slot of an entry; in the traced twin a key or a value is under way meanwhile. The only slot of an
    /// entry has the entry's index and no name.
    /// </summary>
    public void Part(IReadOnlyList<SlotPlan> slots, int index, Action body)
    {
        bool isNamed = Methods.IsTraced && slots.Count > 1;
        if (isNamed)
        {
            CallAt(KnownMembers.TraceMember, () => Il.Constant(MethodSet.TraceName(slots[index])));
        }
        body();
        if (isNamed)
        {
            TracePop();
        }
        else if (Methods.IsTraced)
        {
            // A key is about to be asked for its hash or its order.
            CallAt(KnownMembers.Finish);
        }
    }

    /// <summary>A key is about to be asked for its hash or its order. User code must not see a key made of bytes behind the end of the input.</summary>
    public void FinishedKey(Type key)
    {
        if (!Methods.IsTraced && !IsPlainKey(key))
        {
            Statement("r.Finish(ref p);");
            CallAt(KnownMembers.Finish);
        }
    }

    /// <summary>No code of a user runs when the key is asked for its hash or its order.</summary>
    private static bool IsPlainKey(Type key)
    {
        Type type = Nullable.GetUnderlyingType(key) ?? key;
        return type.IsPrimitive || type.IsEnum || type == typeof(string) || type == typeof(decimal) || type == typeof(Guid) || type == typeof(DateTime)
            || type == typeof(DateTimeOffset) || type == typeof(TimeSpan) || type == typeof(DateOnly) || type == typeof(TimeOnly) || type == typeof(Half)
            || type == typeof(Int128) || type == typeof(UInt128);
    }

    private void BeginRun(IReadOnlyList<SlotPlan> slots, int start)
    {
        int min = 0, max = 0, end = start;
        string shape = "";
        while (end < slots.Count && slots[end].IsBounded && max + slots[end].MaxSize <= WireReader.MaxRun)
        {
            min += slots[end].MinSize;
            max += slots[end].MaxSize;
            shape += slots[end].Run;
            end++;
        }
        bool flagFollows = end < slots.Count && slots[end].Kind == SlotKind.Presence && max < WireReader.MaxRun && !slots[end].IsReference;
        int flag = flagFollows ? 1 : 0;
        Run(min + flag, max + flag, flagFollows ? shape + '\u0001' : shape);
    }

    /// <summary>Runs <paramref name="body"/>; in the traced twin, the index of the element is under way meanwhile.</summary>
    public void Traced(Local index, Action body)
    {
        if (Methods.IsTraced)
        {
            CallAt(KnownMembers.TraceIndex, () => Il.Load(index));
        }
        body();
        TracePop();
    }

    private void TracePop()
    {
        if (Methods.IsTraced)
        {
            CallAt(KnownMembers.Finish);
            CallPlain(KnownMembers.TracePop);
        }
    }
}
