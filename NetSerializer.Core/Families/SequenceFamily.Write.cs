using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Wire;
using NetSerializer.Wire.Collections;

namespace NetSerializer.Families;

// The writers. Long sequences of objects that are scattered over the heap have one of their own, which sends for the objects ahead: a look at each element
// whether that is called for takes 1.05-1.3 of the time of those that are not.
internal sealed partial class SequenceFamily
{
    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value)
    {
        if (BulkForms.Find(plan.Slots[0].DeclaredType, e.Methods.Table) is { } bulk)
        {
            MethodInfo method = BulkMethod(bulk, plan, "Write");
            e.Statement($"p = ref {Owner(method)}.{method.Name}(ref w, ref p, {value.Text});");
            e.Thread(method, value.Load);
            e.Forget();
            return;
        }
        BodyWriter il = e.Il;
        Type? view = View(plan.Type);
        e.Statement($"if ({value.Text} {(view == null ? "== null" : "is default")}) {{ write 0; return ref p; }}");
        value.Load();
        if (view != null)
        {
            il.Call(KnownMembers.Method(view, nameof(ImmutableArrayView<int>.IsNull)));
        }
        il.If(view == null ? Condition.False : Condition.True, () =>
        {
            e.Bytes(0, "null");
            e.Return();
        });
        e.Forget();
        Local span = LoadSpan(il, plan, value);
        if (e.IsAllNew)
        {
            // They have just been looked at.
        }
        else if (e.MayAscend(plan.Slots[0]))
        {
            GeneratedMethod many = e.Methods.WriteMany(plan);
            e.Statement($"if (Elements.AreMany(span)) return ref {many.Name}(ref w, ref p, {value.Text});");
            il.Load(span);
            il.Call(KnownMembers.Elements(nameof(Elements.AreMany), span.Type));
            il.If(Condition.True, () => ReturnBy(e, many, value));
        }
        else
        {
            LeaveIfScattered(e, plan, span, value);
        }
        WriteWhole(e, plan, value, span);
    }

    /// <summary>Writes a sequence of objects, not null, that is not short, by the method for those that lie as they do.</summary>
    // One method for each: the JIT compiler prepares for what it has seen, and lists in no order took 1.3 of the time when there had been none before.
    public static void EmitWriteMany(WriteEmitter e, TypePlan plan, Place value)
    {
        BodyWriter il = e.Il;
        Local span = LoadSpan(il, plan, value);
        LeaveIfScattered(e, plan, span, value);
        GeneratedMethod ascending = e.Methods.WriteAscending(plan), others = e.Methods.WriteOthers(plan);
        e.Statement($"if (w.AreAscending(ref Elements.AddressesOf(span), span.Length)) return ref {ascending.Name}(ref w, ref p, {value.Text});");
        AskOfAddresses(e, nameof(WireWriter.AreAscending), span);
        il.If(Condition.True, () => ReturnBy(e, ascending, value));
        e.Statement($"return ref {others.Name}(ref w, ref p, {value.Text});");
        e.Thread(others, value.Type.IsValueType ? value.LoadAddress : value.Load);
    }

    /// <summary>Writes a sequence of objects, not null.</summary>
    public static void EmitWriteOthers(WriteEmitter e, TypePlan plan, Place value) => WriteWhole(e, plan, value, LoadSpan(e.Il, plan, value));

    private static void AskOfAddresses(WriteEmitter e, string method, Local span) =>
        e.Ask(KnownMembers.Method(typeof(WireWriter), method), () =>
        {
            e.Il.Load(span);
            e.Il.Call(KnownMembers.Elements(nameof(Elements.AddressesOf), span.Type));
        }, () => SpanLength(e.Il, span));

    private static void LeaveIfScattered(WriteEmitter e, TypePlan plan, Local span, Place value)
    {
        if (plan.Slots[0].DeclaredType.IsValueType || e.Methods.IsTraced)
        {
            return;
        }
        GeneratedMethod scattered = e.Methods.WriteScattered(plan);
        e.Statement($"if (ElementsAhead.AreScattered(span)) return ref {scattered.Name}(ref w, ref p, {value.Text});");
        e.Il.Load(span);
        e.Il.Call(KnownMembers.ElementsAhead(nameof(ElementsAhead.AreScattered), span.Type));
        e.Il.If(Condition.True, () => ReturnBy(e, scattered, value));
    }

    private static void ReturnBy(WriteEmitter e, GeneratedMethod method, Place value)
    {
        e.Thread(method, value.Type.IsValueType ? value.LoadAddress : value.Load);
        e.Return();
    }

    /// <summary>Writes a sequence of objects, not null, that are known to be new.</summary>
    public static void EmitWriteAscending(WriteEmitter e, TypePlan plan, Place value)
    {
        Local span = LoadSpan(e.Il, plan, value);
        if (!e.ReferToTexts(plan.Slots[0]))
        {
            // Nothing else has a number among them (1,000 points: 0.58 of the time of counting one by one).
            e.Statement("w.AddAscending(ref Elements.AddressesOf(span), span.Length);");
            AskOfAddresses(e, nameof(WireWriter.AddAscending), span);
            e.IsNumbered = true;
            WriteWhole(e, plan, value, span);
            e.IsNumbered = false;
            return;
        }
        e.IsAscending = true;
        WriteWhole(e, plan, value, span);
        e.IsAscending = false;
        e.Statement("w.EndAscending();");
        e.Ask(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.EndAscending)));
    }

    /// <summary>Writes a sequence of objects, not null, of which some are sent for before others are written.</summary>
    public static void EmitWriteScattered(WriteEmitter e, TypePlan plan, Place value)
    {
        BodyWriter il = e.Il;
        Local span = LoadSpan(il, plan, value), count = WriteCount(e, span), part = il.NewLocal("part", span.Type), start = il.NewLocal("start", typeof(int));
        Label next = il.NewLabel("part"), test = il.NewLabel("test");
        if (e.Options.PreservesReferences)
        {
            e.Statement("if (!ElementsAhead.AreInOrder(span)) w.ExpectDisorder(ref Elements.AddressesOf(span), span.Length);");
            il.Load(span);
            il.Call(KnownMembers.ElementsAhead(nameof(ElementsAhead.AreInOrder), span.Type));
            il.If(Condition.False, () => AskOfAddresses(e, nameof(WireWriter.ExpectDisorder), span));
        }
        Local? member = LoadMember(e, plan, span);
        string call = member == null ? "Next(span, ref start)" : "NextWithTargets(span, ref start, member)";
        e.Statement($"for (int start = 0; start != count;) {{ part = ElementsAhead.{call}; write the elements of part; }}");
        il.Constant(0);
        il.Store(start);
        il.Branch(test);
        il.Mark(next);
        il.Load(span);
        il.LoadAddress(start);
        if (member != null)
        {
            il.Load(member);
        }
        il.Call(KnownMembers.ElementsAhead(member == null ? nameof(ElementsAhead.Next) : nameof(ElementsAhead.NextWithTargets), span.Type));
        il.Store(part);
        e.IsScattered = true;
        WriteElements(e, plan, part);
        e.IsScattered = false;
        il.Mark(test);
        il.Load(start);
        il.Load(count);
        il.Branch(Condition.NotEqual, next);
        RequireCount(e, plan, value, count);
    }

    // Where in the elements of a graph lies the first reference that they all have. To see that an object and its text are new takes so many instructions that
    // the processor works on fewer of them at once than in a tree, and waits for more of their texts (0.9-0.93 of the time of 100,000 scattered books; trees,
    // with as wide a window, 0.97-1.03, and 1.05-1.15 where all is in near caches).
    private static Local? LoadMember(WriteEmitter e, TypePlan plan, Local span)
    {
        TypePlan? element = e.Methods.Table.Find(plan.Slots[0].DeclaredType);
        FieldInfo? field = e.Options.PreservesReferences && element?.Shape.Family is ObjectFamily
            ? element.Slots.FirstOrDefault(slot => !slot.DeclaredType.IsValueType)?.Shape.Field
            : null;
        if (field == null)
        {
            return null;
        }
        BodyWriter il = e.Il;
        Local member = il.NewLocal("member", typeof(nint));
        Local first = il.NewLocal("first", plan.Slots[0].DeclaredType);
        Place place = Place.Of(il, first).Field(field);
        e.Statement($"{first.Type} first = ElementsAhead.First(span);");
        il.Load(span);
        il.Call(KnownMembers.ElementsAhead(nameof(ElementsAhead.First), span.Type));
        il.Store(first);
        e.Statement($"nint member = first != null ? ElementsAhead.MemberOf(first, ref {place.Text}) : ElementsAhead.NoMember;");
        il.Load(first);
        il.If(Condition.True, () =>
        {
            il.Load(first);
            place.LoadAddress();
            il.AsReference(field.FieldType, typeof(object));
            il.Call(KnownMembers.Method(typeof(ElementsAhead), nameof(ElementsAhead.MemberOf)));
            il.Store(member);
        }, () =>
        {
            il.Call(KnownMembers.Method(typeof(ElementsAhead), "get_" + nameof(ElementsAhead.NoMember)));
            il.Store(member);
        });
        return member;
    }

    private static void WriteWhole(WriteEmitter e, TypePlan plan, Place value, Local span)
    {
        Local count = WriteCount(e, span);
        WriteElements(e, plan, span);
        RequireCount(e, plan, value, count);
    }

    private static Local WriteCount(WriteEmitter e, Local span)
    {
        BodyWriter il = e.Il;
        Local count = il.NewLocal("count", typeof(int));
        e.Statement("int count = span.Length;");
        SpanLength(il, span);
        il.Store(count);
        e.VarInt32("count + 1", () =>
        {
            il.Load(count);
            il.Constant(1);
            il.Add();
        });
        return count;
    }

    // By a reference to the element, which leaves a register free that an index would take (trees: orders 0.95, people 0.98).
    private static void WriteElements(WriteEmitter e, TypePlan plan, Local span)
    {
        BodyWriter il = e.Il;
        SlotPlan slot = plan.Slots[0];
        if (e.Methods.IsTraced)
        {
            Local index = il.NewLocal("i", typeof(int));
            e.Statement($"for (int i = 0; i < {span.Name}.Length; i++) write the slot {span.Name}[i];");
            il.Constant(0);
            il.Store(index);
            il.ForUpTo(index, () => SpanLength(il, span), () =>
            {
                e.Forget();
                e.Traced(index, () => e.Slot(slot, Element(il, span, index, slot.DeclaredType)));
            });
            e.Forget();
            return;
        }
        e.Statement($"foreach (ref var item in {span.Name}) write the slot item;");
        ForEach(il, span, slot.DeclaredType, item =>
        {
            e.Forget();
            e.Slot(slot, Place.At(il, slot.DeclaredType, "item", () => il.Load(item), PlaceContent.Zero));
        });
        e.Forget();
    }

    /// <summary>Goes through a span by references to its elements.</summary>
    public static void ForEach(BodyWriter il, Local span, Type element, Action<Local> body)
    {
        Type reference = element.MakeByRefType();
        Local item = il.NewLocal("item", reference), last = il.NewLocal("last", reference);
        Label next = il.NewLabel("next"), test = il.NewLabel("test");
        il.Load(span);
        il.Call(KnownMembers.Elements(nameof(Elements.Start), span.Type));
        il.Store(item);
        il.Load(span);
        il.Call(KnownMembers.Elements(nameof(Elements.End), span.Type));
        il.Store(last);
        il.Branch(test);
        il.Mark(next);
        body(item);
        il.Load(item);
        il.Constant(1);
        il.Call(KnownMembers.UnsafeAdd(element));
        il.Store(item);
        il.Mark(test);
        il.Load(item);
        il.Load(last);
        il.Branch(Condition.NotEqual, next);
    }

    private static void RequireCount(WriteEmitter e, TypePlan plan, Place value, Local count)
    {
        if (IsList(plan.Type))
        {
            BodyWriter il = e.Il;
            e.Statement("if (value.Count != count) throw CollectionChanged;");
            // Read so, the argument stays in memory, and the loop has one more of the registers that outlast calls (0.98 of the time of 10,000 books).
            value.LoadAddress();
            il.Call(KnownMembers.VolatileRead(plan.Type));
            il.Call(KnownMembers.Method(plan.Type, "get_Count"));
            il.Load(count);
            il.If(Condition.NotEqual, () => il.Call(KnownMembers.CollectionChanged));
        }
    }

    public static Local LoadSpan(BodyWriter il, TypePlan plan, Place value)
    {
        if (View(plan.Type) is not { } view)
        {
            return LoadSpan(il, plan.Type, plan.Slots[0].DeclaredType, value.Load);
        }
        MethodInfo elements = KnownMembers.Method(view, nameof(ImmutableArrayView<int>.Elements));
        Local span = il.NewLocal("span", elements.ReturnType);
        value.Load();
        il.Call(elements);
        il.Store(span);
        return span;
    }
}
