using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire;

namespace NetSerializer.Families;

/// <summary>Arrays of several dimensions, or with lower bounds: docs/wire-format.md, section 4c. Over a one-dimensional span of their elements.</summary>
internal sealed class MultiDimensionalArrayFamily : TypeFamily
{
    public override TypeShape? Describe(Type type, ScanContext context) =>
        type is { IsArray: true, IsSZArray: false }
            ? new TypeShape(type, this, "grid", NullForm.Own) { Slots = [new SlotShape(SlotRole.Element, type.GetElementType()!)] }
            : null;

    public override ReadForm ReadForm(TypePlan plan) => Families.ReadForm.Produce;

    public override bool RegistersBeforeBody(TypePlan plan, PlanTable table) => true;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value)
    {
        BodyWriter il = e.Il;
        SlotPlan slot = plan.Slots[0];
        e.Statement($"if ({value.Text} == null) {{ write 0; return ref p; }}");
        value.Load();
        il.If(Condition.False, () =>
        {
            e.Bytes(0, "null");
            e.Return();
        });
        e.Forget();
        e.Statement($"p = ref MultiDimensionalArray.WriteHeader(ref w, ref p, {value.Text});");
        e.CallAdvancing(KnownMembers.Method(typeof(MultiDimensionalArray), nameof(MultiDimensionalArray.WriteHeader)), value.Load);
        if (BulkForms.Find(slot.DeclaredType, e.Methods.Table) is { } bulk)
        {
            e.Statement($"p = ref BulkSequence.WriteGrid(ref w, ref p, {value.Text});");
            e.CallAdvancing(KnownMembers.Method(bulk, nameof(BulkSequence<BitCodec, bool>.WriteGrid)), value.Load);
            return;
        }
        Local index = il.NewLocal("i", typeof(int));
        Elements(e.Il, plan, value.Load, index, element =>
        {
            e.Forget();
            e.Traced(index, () => e.Slot(slot, element));
        });
        e.Forget();
    }

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination)
    {
        BodyWriter il = e.Il;
        SlotPlan slot = plan.Slots[0];
        Type element = slot.DeclaredType;
        Type? bulk = BulkForms.Find(element, e.Methods.Table);
        Local array = il.NewLocal("array", typeof(Array)), grid = il.NewLocal("grid", plan.Type), width = il.NewLocal("width", typeof(int));
        int size = element.IsValueType ? System.Runtime.CompilerServices.RuntimeHelpers.SizeOf(element.TypeHandle) : nint.Size;
        MethodInfo read = KnownMembers.Method(
            typeof(MultiDimensionalArray), bulk == null ? nameof(MultiDimensionalArray.ReadHeader) : nameof(MultiDimensionalArray.ReadBulkHeader));
        if (bulk != null)
        {
            read = read.MakeGenericMethod(bulk.GetGenericArguments());
        }
        e.Statement($"p = ref MultiDimensionalArray.{read.Name}(ref r, ref p, typeof({plan.Type}), {(bulk == null ? $"{slot.MinSize}, " : "")}{size}, "
            + "out Array array, out int width);");
        Action[] minimum = bulk == null ? [() => il.Constant(slot.MinSize)] : [];
        e.CallAdvancing(read, [() => il.TypeOf(plan.Type), .. minimum, () => il.Constant(size), () => il.LoadAddress(array), () => il.LoadAddress(width)]);
        e.Statement("if (array == null) { value = null; return ref p; }");
        il.Load(array);
        il.If(Condition.False, () =>
        {
            destination.Store(il.Null);
            e.Return();
        });
        il.Load(array);
        il.As(plan.Type);
        il.Store(grid);
        e.Publish(plan, () => il.Load(grid));
        if (bulk != null)
        {
            e.Statement("p = ref BulkSequence.ReadGridBody(ref r, ref p, grid, width);");
            e.CallAdvancing(KnownMembers.Method(bulk, nameof(BulkSequence<BitCodec, bool>.ReadGridBody)), () => il.Load(grid), () => il.Load(width));
        }
        else
        {
            Local index = il.NewLocal("i", typeof(int));
            Elements(il, plan, () => il.Load(grid), index, place =>
            {
                e.Forget();
                e.Traced(index, () => e.Slot(slot, place));
            });
            e.Forget();
        }
        destination.Store(() => il.Load(grid));
    }

    private static void Elements(BodyWriter il, TypePlan plan, Action load, Local index, Action<Place> body)
    {
        Type element = plan.Slots[0].DeclaredType;
        Local span = il.NewLocal("span", typeof(Span<>).MakeGenericType(element));
        load();
        il.Call(KnownMembers.Method(typeof(MultiDimensionalArray), nameof(MultiDimensionalArray.Elements)).MakeGenericMethod(element));
        il.Store(span);
        il.Constant(0);
        il.Store(index);
        il.Statement("for (int i = 0; i < span.Length; i++) slot span[i]");
        il.ForUpTo(index, () => SequenceFamily.SpanLength(il, span), () => body(SequenceFamily.Element(il, span, index, element)));
    }
}
