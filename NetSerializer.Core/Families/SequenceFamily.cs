using System.Collections;
using System.Collections.Immutable;
using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire.Collections;

namespace NetSerializer.Families;

/// <summary>
/// Arrays, lists and views of arrays: docs/wire-format.md, section 4. In bulk where the element type has a bulk form, otherwise slot by slot over a
/// span.
/// </summary>
internal sealed partial class SequenceFamily : TypeFamily
{
    private const int ListObject = 32;

    private static readonly Dictionary<Type, Type> s_views = new()
    {
        [typeof(ImmutableArray<>)] = typeof(ImmutableArrayView<>),
        [typeof(ArraySegment<>)] = typeof(ArraySegmentView<>),
        [typeof(Memory<>)] = typeof(MemoryView<>),
        [typeof(ReadOnlyMemory<>)] = typeof(ReadOnlyMemoryView<>),
    };

    public override TypeShape? Describe(Type type, ScanContext context)
    {
        Type? element = type.IsSZArray ? type.GetElementType()
            : type == typeof(BitArray) ? typeof(bool)
            : type.IsGenericType && (type.GetGenericTypeDefinition() == typeof(List<>) || s_views.ContainsKey(type.GetGenericTypeDefinition()))
                ? type.GetGenericArguments()[0]
            : null;
        return element == null ? null : new TypeShape(type, this, "sequence", type.IsValueType ? NullForm.None : NullForm.Own)
        { Slots = [new SlotShape(SlotRole.Element, element)] };
    }

    public override ReadForm ReadForm(TypePlan plan) => plan.Type.IsValueType ? Families.ReadForm.ByReference : Families.ReadForm.Produce;

    // A struct that holds views of itself has no class on its way.
    public override bool CountsDepth(TypePlan plan) => true;

    public override bool IsInline(TypePlan plan, PlanTable table) => BulkForms.Find(plan.Slots[0].DeclaredType, table) != null;

    public override bool RegistersBeforeBody(TypePlan plan, PlanTable table) => !plan.Type.IsValueType && !IsInline(plan, table);

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination)
    {
        BodyWriter il = e.Il;
        SlotPlan slot = plan.Slots[0];
        Type element = slot.DeclaredType;
        if (BulkForms.Find(element, e.Methods.Table) is { } bulk)
        {
            MethodInfo method = BulkMethod(bulk, plan, "Read");
            Local made = il.SharedLocal("bulk" + plan.Id, plan.Type);
            e.Statement($"p = ref {Owner(method)}.{method.Name}(ref r, ref p, out {destination.Text});");
            e.CallAdvancing(method, () => il.LoadAddress(made));
            destination.Store(() => il.Load(made));
            e.Forget();
            return;
        }
        // A view is made of an array when that is whole.
        Type? view = View(plan.Type);
        Local count = il.NewLocal("count", typeof(int)), step = il.NewLocal("step", typeof(int)), index = il.NewLocal("i", typeof(int)),
            sequence = il.NewLocal("sequence", view == null ? plan.Type : element.MakeArrayType());
        e.Statement($"p = ref r.ReadCount(ref p, {slot.MinSize}, out int count);");
        e.CallAdvancing(KnownMembers.ReadCount, () => il.Constant(slot.MinSize), () => il.LoadAddress(count));
        e.Statement("if (count < 0) { value = null; return ref p; }");
        il.Load(count);
        il.Constant(0);
        il.If(Condition.Less, () =>
        {
            destination.Store(view == null ? il.Null : () => e.CallAt(KnownMembers.Method(view, nameof(ImmutableArrayView<int>.Null))));
            e.Return();
        });
        int size = element.IsValueType ? System.Runtime.CompilerServices.RuntimeHelpers.SizeOf(element.TypeHandle) : nint.Size;
        // An array cannot grow, and its elements may refer to it.
        bool isWhole = plan.HasNumber && plan.Type.IsArray;
        e.Statement(isWhole ? $"int i = 0, step = count; p = ref r.TakeWhole(ref p, count, {slot.MinSize}, {size});"
            : $"int i = 0, step = r.Step(ref p, count, {size}, 0);");
        il.Constant(0);
        il.Store(index);
        if (isWhole)
        {
            MethodInfo take = KnownMembers.Method(typeof(WireReader), nameof(WireReader.TakeWhole));
            e.CallAdvancing(take, () => il.Load(count), () => il.Constant(slot.MinSize), () => il.Constant(size));
            il.Load(count);
            il.Store(step);
        }
        else
        {
            Step(e, count, size, index, step);
        }
        Create(e, element, step, sequence);
        if (view == null)
        {
            e.Publish(plan, () => il.Load(sequence));
        }
        if (isWhole)
        {
            e.Statement("fill sequence;");
            FillSpan(e, slot, sequence, index);
        }
        else
        {
            FillInSteps(e, slot, sequence, index, count, step, size);
        }
        destination.Store(() =>
        {
            il.Load(sequence);
            if (view != null)
            {
                il.Call(KnownMembers.Method(view, nameof(ImmutableArrayView<int>.Of)));
            }
        });
    }

    private static void FillInSteps(ReadEmitter e, SlotPlan slot, Local sequence, Local index, Local count, Local step, int size)
    {
        BodyWriter il = e.Il;
        Label more = il.NewLabel("more"), done = il.NewLabel("done");
        e.Statement("while (true) { fill sequence[i..step]; if (step == count) break; more room }");
        il.Mark(more);
        FillSpan(e, slot, sequence, index);
        il.Load(step);
        il.Load(count);
        il.Branch(Condition.Equal, done);
        Step(e, count, size, index, step);
        Grow(il, slot.DeclaredType, step, sequence);
        il.Branch(more);
        il.Mark(done);
    }

    // The elements from the index on.
    private static void FillSpan(ReadEmitter e, SlotPlan slot, Local sequence, Local index)
    {
        BodyWriter il = e.Il;
        Type element = slot.DeclaredType;
        Local span = LoadSpan(il, sequence.Type, element, () => il.Load(sequence));
        il.ForUpTo(index, () => SpanLength(il, span), () =>
        {
            e.Forget();
            e.Traced(index, () => e.Slot(slot, Element(il, span, index, element)));
        });
        e.Forget();
    }

    private static bool IsList(Type type) => type.IsClass && type.IsGenericType;

    /// <summary>The closed <see cref="IArrayView{TView, T}"/> of a view, or null.</summary>
    private static Type? View(Type type) => type.IsValueType ? s_views[type.GetGenericTypeDefinition()].MakeGenericType(type.GetGenericArguments()) : null;

    private static MethodInfo BulkMethod(Type bulk, TypePlan plan, string verb)
    {
        if (View(plan.Type) is { } view)
        {
            Type[] arguments = bulk.GetGenericArguments();
            return KnownMembers.Method(typeof(BulkView<,,,>).MakeGenericType(arguments[0], view, plan.Type, arguments[1]), verb);
        }
        return plan.Type == typeof(BitArray)
            ? KnownMembers.Method(typeof(PackedBits), verb) : KnownMembers.Method(bulk, verb + (plan.Type.IsArray ? "Array" : "List"));
    }

    private static string Owner(MethodInfo method) => method.DeclaringType!.Name.Split('`')[0];

    private static void Step(ReadEmitter e, Local count, int size, Local index, Local step)
    {
        e.CallAt(KnownMembers.Step, () => e.Il.Load(count), () => e.Il.Constant(size), () => e.Il.Load(index));
        e.Il.Store(step);
    }

    private static void Create(ReadEmitter e, Type element, Local step, Local sequence)
    {
        BodyWriter il = e.Il;
        if (sequence.Type.IsArray)
        {
            il.Load(step);
            il.NewArray(element);
            il.Store(sequence);
            return;
        }
        e.CallAt(KnownMembers.Charge, () => il.Constant((long)ListObject));
        il.Load(step);
        il.New(KnownMembers.Constructor(sequence.Type, typeof(int)));
        il.Store(sequence);
        SetCount(il, element, step, sequence);
    }

    private static void Grow(BodyWriter il, Type element, Local step, Local sequence)
    {
        if (sequence.Type.IsArray)
        {
            il.LoadAddress(sequence);
            il.Load(step);
            il.Call(KnownMembers.ArrayResize(element));
            return;
        }
        // Not EnsureCapacity, which would double the capacity beyond the room charged.
        il.Load(sequence);
        il.Load(step);
        il.Call(KnownMembers.Method(sequence.Type, "set_" + nameof(List<int>.Capacity)));
        SetCount(il, element, step, sequence);
    }

    private static void SetCount(BodyWriter il, Type element, Local step, Local sequence)
    {
        il.Load(sequence);
        il.Load(step);
        il.Call(KnownMembers.ListSetCount(element));
    }

    private static Local LoadSpan(BodyWriter il, Type sequence, Type element, Action load)
    {
        Type spanType = typeof(Span<>).MakeGenericType(element);
        Local span = il.NewLocal("span", spanType);
        load();
        if (sequence.IsArray)
        {
            // An array of a derived element type has a type of its own on the wire and never comes here, so the span's own check holds.
            il.New(KnownMembers.Constructor(spanType, sequence));
        }
        else
        {
            il.Call(KnownMembers.ListAsSpan(element));
        }
        il.Store(span);
        return span;
    }

    /// <summary>Pushes the length of a span.</summary>
    public static void SpanLength(BodyWriter il, Local span)
    {
        il.LoadAddress(span);
        il.Call(KnownMembers.Method(span.Type, "get_Length"));
    }

    /// <summary>An element of a span.</summary>
    public static Place Element(BodyWriter il, Local span, Local index, Type element) =>
        Place.At(il, element, $"{span.Name}[i]", () =>
        {
            il.LoadAddress(span);
            il.Load(index);
            il.Call(KnownMembers.Method(span.Type, "get_Item"));
        }, PlaceContent.Zero);
}
