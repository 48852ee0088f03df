using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire;

namespace NetSerializer.Families;

/// <summary>Dictionaries and hash sets: docs/wire-format.md, section 5.</summary>
internal sealed class TableFamily : TypeFamily
{
    public override TypeShape? Describe(Type type, ScanContext context)
    {
        Type? definition = type.IsGenericType ? type.GetGenericTypeDefinition() : null;
        Type[] arguments = definition == null ? [] : type.GetGenericArguments();
        return definition == typeof(Dictionary<,>)
            ? new TypeShape(type, this, "dictionary", NullForm.Own)
            { Slots = [new SlotShape(SlotRole.Key, arguments[0]), new SlotShape(SlotRole.Value, arguments[1])] }
            : definition == typeof(HashSet<>)
            ? new TypeShape(type, this, "set", NullForm.Own) { Slots = [new SlotShape(SlotRole.Element, arguments[0])] }
            : null;
    }

    public override ReadForm ReadForm(TypePlan plan) => Families.ReadForm.Produce;

    public override bool ShowsParts(TypePlan plan) => base.ShowsParts(plan) || !ReadEmitter.IsPlainKey(plan.Slots[0].DeclaredType);

    public override bool PublishesItself(TypePlan plan, PlanTable table) => true;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value)
    {
        BodyWriter il = e.Il;
        Type key = plan.Slots[0].DeclaredType;
        e.Statement($"if ({value.Text} == null) {{ write 0; return ref p; }}");
        value.Load();
        il.If(Condition.False, () =>
        {
            e.Bytes(0, "null");
            e.Return();
        });
        e.Forget();
        Local count = il.NewLocal("count", typeof(int));
        value.Load();
        il.Call(KnownMembers.Method(plan.Type, "get_Count"));
        il.Store(count);
        e.VarInt32("count + 1", () =>
        {
            il.Load(count);
            il.Constant(1);
            il.Add();
        });
        WriteComparer(e, plan, key, value);
        e.Statement($"foreach (var entry in {value.Text}) slots");
        Type enumeratorType = plan.Type.GetMethod("GetEnumerator", Type.EmptyTypes)!.ReturnType;
        Local enumerator = il.NewLocal("enumerator", enumeratorType), index = il.NewLocal("i", typeof(int));
        il.Constant(0);
        il.Store(index);
        value.Load();
        il.Call(KnownMembers.Method(plan.Type, "GetEnumerator", Type.EmptyTypes));
        il.Store(enumerator);
        Label next = il.NewLabel("next"), test = il.NewLabel("test");
        il.Branch(test);
        il.Mark(next);
        e.Forget();
        e.Traced(index, () => WriteEntry(e, plan, enumerator));
        il.Load(index);
        il.Constant(1);
        il.Add();
        il.Store(index);
        il.Mark(test);
        il.LoadAddress(enumerator);
        il.Call(KnownMembers.Method(enumeratorType, "MoveNext"));
        il.Branch(Condition.True, next);
        e.Forget();
        e.Statement("if (i != count) throw CollectionChanged;");
        il.Load(index);
        il.Load(count);
        il.If(Condition.NotEqual, () => il.Call(KnownMembers.CollectionChanged));
    }

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination)
    {
        BodyWriter il = e.Il;
        Type key = plan.Slots[0].DeclaredType;
        bool isSet = plan.Slots.Length == 1;
        int minimum = MinSizeOf(plan.Slots);
        Local count = il.NewLocal("count", typeof(int)), index = il.NewLocal("i", typeof(int));
        e.Statement($"p = ref r.ReadCount(ref p, {minimum}, out int count);");
        e.Thread(KnownMembers.ReadCount, () => il.Constant(minimum), () => il.LoadAddress(count));
        e.Statement("if (count < 0) { value = null; return ref p; }");
        il.Load(count);
        il.Constant(0);
        il.If(Condition.Less, () =>
        {
            destination.Store(il.Null);
            e.Return();
        });
        Lateness lateness = plan.Slots[0].Lateness;
        bool leadsBack = plan.Slots[0].LeadsBack, isLate = leadsBack || lateness != Lateness.None;
        Type fillType = FillType(key, isSet ? null : plan.Slots[1].DeclaredType, isLate);
        Local fill = il.NewLocal("fill", fillType), comparer = il.NewLocal("comparer", typeof(IEqualityComparer<>).MakeGenericType(key));
        ReadComparer(e, key, comparer);
        e.Statement("var fill = Fill.Start(ref r, ref p, count, comparer);");
        e.Tell(KnownMembers.Method(fillType, "Start"), () => il.Load(count), () => il.Load(comparer));
        il.Store(fill);
        void LoadTable()
        {
            il.LoadAddress(fill);
            il.Call(KnownMembers.Method(fillType, "get_Table"));
        }
        e.Publish(LoadTable);
        if (!isLate)
        {
            e.BeginKeys(key, isHashed: true);
        }
        e.Statement("for (int i = 0; i < count; i++) fill.Add(ref r, ref p, key), value");
        il.Constant(0);
        il.Store(index);
        il.ForUpTo(index, () => il.Load(count), () =>
        {
            e.Forget();
            e.Traced(index, () => ReadEntry(e, plan, fill, isLate));
        });
        e.Forget();
        if (isLate)
        {
            e.Statement("fill.Finish(ref r, ref p, withCallbacks, leadsBack);");
            il.LoadAddress(fill);
            e.Tell(KnownMembers.Method(fillType, "Finish"), () => il.Constant((lateness & Lateness.Called) != 0 ? 1 : 0), () => il.Constant(leadsBack ? 1 : 0));
        }
        destination.Store(LoadTable);
    }

    // Keys that are finished only at the end of the value are put in then.
    private static Type FillType(Type key, Type? value, bool isLate) => value == null
        ? (isLate ? typeof(LateSetFill<>) : typeof(SetFill<>)).MakeGenericType(key)
        : (isLate ? typeof(LateDictionaryFill<,>) : typeof(DictionaryFill<,>)).MakeGenericType(key, value);

    private static void WriteComparer(WriteEmitter e, TypePlan plan, Type key, Place value)
    {
        void Load()
        {
            value.Load();
            e.Il.Call(KnownMembers.Method(plan.Type, "get_Comparer"));
        }
        if (key == typeof(string))
        {
            e.Statement("p = ref Comparers.Write(ref w, ref p, value.Comparer);");
            e.Thread(KnownMembers.Method(typeof(Comparers), nameof(Comparers.Write)), Load);
            e.Forget();
            return;
        }
        e.Statement("Comparers.RequireDefault(value.Comparer);");
        Load();
        e.Il.Call(KnownMembers.Method(typeof(Comparers), nameof(Comparers.RequireDefault)).MakeGenericMethod(key));
    }

    private static void ReadComparer(ReadEmitter e, Type key, Local comparer)
    {
        if (key == typeof(string))
        {
            e.Statement("p = ref Comparers.Read(ref r, ref p, out comparer);");
            e.Thread(KnownMembers.Method(typeof(Comparers), nameof(Comparers.Read)), () => e.Il.LoadAddress(comparer));
            return;
        }
        e.Il.Null();
        e.Il.Store(comparer);
    }

    private static void WriteEntry(WriteEmitter e, TypePlan plan, Local enumerator)
    {
        BodyWriter il = e.Il;
        Type currentType = KnownMembers.Method(enumerator.Type, "get_Current").ReturnType;
        Local current = il.SharedLocal("current", currentType);
        il.LoadAddress(enumerator);
        il.Call(KnownMembers.Method(enumerator.Type, "get_Current"));
        il.Store(current);
        if (plan.Slots.Length == 1)
        {
            e.Members(plan.Slots, _ => Place.Of(il, current));
            return;
        }
        Local key = il.SharedLocal("key", plan.Slots[0].DeclaredType), value = il.SharedLocal("value", plan.Slots[1].DeclaredType);
        il.LoadAddress(current);
        il.Call(KnownMembers.Method(currentType, "get_Key"));
        il.Store(key);
        il.LoadAddress(current);
        il.Call(KnownMembers.Method(currentType, "get_Value"));
        il.Store(value);
        e.Members(plan.Slots, i => Place.Of(il, i == 0 ? key : value));
    }

    private static void ReadEntry(ReadEmitter e, TypePlan plan, Local fill, bool isLate)
    {
        BodyWriter il = e.Il;
        SlotPlan keySlot = plan.Slots[0];
        Local key = il.SharedLocal("key", keySlot.DeclaredType);
        e.TellPart(fill, KnownMembers.Method(fill.Type, "Begin"));
        if (keySlot.DeclaredType.IsValueType)
        {
            il.LoadAddress(key);
            il.Initialize(keySlot.DeclaredType);
        }
        e.Part(plan.Slots, 0, () => e.Slot(keySlot, Place.Of(il, key)));
        if (!isLate)
        {
            e.FinishedKey(keySlot.DeclaredType);
            e.BoundedKey(key, isHashed: true);
        }
        e.TellPart(fill, KnownMembers.Method(fill.Type, "Add"), key);
        if (plan.Slots.Length == 1)
        {
            return;
        }
        SlotPlan valueSlot = plan.Slots[1];
        Local place = il.SharedLocal("place", valueSlot.DeclaredType.MakeByRefType());
        il.Store(place);
        // The table is large enough for all pairs that have been announced to it, so the place stays where it is while the value is read.
        e.Part(plan.Slots, 1, () => e.Slot(valueSlot, Place.At(il, valueSlot.DeclaredType, "value", () => il.Load(place), PlaceContent.Zero)));
    }
}
