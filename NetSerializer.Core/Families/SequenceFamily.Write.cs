using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Wire;
using NetSerializer.Wire.Collections;

namespace NetSerializer.Families;

internal sealed partial class SequenceFamily
{
    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value)
    {
        if (BulkForms.Find(plan.Slots[0].DeclaredType, e.Methods.Table) is { } bulk)
        {
            MethodInfo method = BulkMethod(bulk, plan, "Write");
            e.Statement($"p = ref {Owner(method)}.{method.Name}(ref w, ref p, {value.Text});");
            e.CallAdvancing(method, value.Load);
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

    // By a reference to the element, which leaves a register free that an index would take.
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
    private static void ForEach(BodyWriter il, Local span, Type element, Action<Local> body)
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
            value.Load();
            il.Call(KnownMembers.Method(plan.Type, "get_Count"));
            il.Load(count);
            il.If(Condition.NotEqual, () => il.Call(KnownMembers.CollectionChanged));
        }
    }

    private static Local LoadSpan(BodyWriter il, TypePlan plan, Place value)
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
