using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;

namespace NetSerializer.Families;

/// <summary>Nullable value types: a byte 0, or 1 and the value.</summary>
internal sealed class NullableFamily : TypeFamily
{
    public override TypeShape? Describe(Type type, ScanContext context) =>
        Nullable.GetUnderlyingType(type) is { } value
            ? new TypeShape(type, this, "nullable", NullForm.None) { Slots = [new SlotShape(SlotRole.Value, value)], HasId = false }
            : null;

    public override ReadForm ReadForm(TypePlan plan) => Families.ReadForm.ByReference;

    public override bool IsInline(TypePlan plan, PlanTable table) => true;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value)
    {
        SlotPlan slot = plan.Slots[0];
        BodyWriter il = e.Il;
        MethodInfo hasValue = KnownMembers.Method(plan.Type, "get_HasValue"),
            getValue = KnownMembers.Method(plan.Type, nameof(Nullable<int>.GetValueOrDefault), Type.EmptyTypes);
        Local flag = il.SharedLocal("hasValue", typeof(bool));
        e.Statement($"bool hasValue = {value.Text}.HasValue;");
        value.LoadAddress();
        il.Call(hasValue);
        il.Store(flag);
        e.Reserve(plan.IsBounded ? plan.MaxSize : 1);
        e.Statement("p = ref Scalars.WriteBoolean(ref w, ref p, hasValue);");
        e.CallAdvancing(KnownMembers.Method(typeof(Wire.Scalars), nameof(Wire.Scalars.WriteBoolean)), () => il.Load(flag));
        e.Use(1);
        e.Statement("if (hasValue)");
        il.Load(flag);
        il.If(Condition.True, () =>
        {
            Local inner = il.SharedLocal("value_" + slot.Target.Name, slot.Target);
            e.Statement($"{slot.Target} {inner.Name} = {value.Text}.GetValueOrDefault();");
            value.LoadAddress();
            il.Call(getValue);
            il.Store(inner);
            e.Slot(slot, Place.Of(il, inner));
        });
        Settle(plan, e.Forget);
    }

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination)
    {
        SlotPlan slot = plan.Slots[0];
        BodyWriter il = e.Il;
        if (!plan.IsBounded)
        {
            e.Run(1, 1, "\u0001");
        }
        e.IfPresent(
            $"{destination.Text} = value;",
            () =>
            {
                Local inner = il.SharedLocal("value_" + slot.Target.Name, slot.Target);
                bool isFilled = e.Methods.Table[slot.Target]
                    is { Slots.IsEmpty: false } or { Shape.Callbacks: not null } or { Shape.Family: CustomBinaryFamily };
                if (isFilled)
                {
                    // A struct is filled member by member.
                    il.LoadAddress(inner);
                    il.Initialize(slot.Target);
                }
                e.Slot(slot, Place.Of(il, inner, isFilled ? PlaceContent.Zero : PlaceContent.Unknown));
                destination.Store(() =>
                {
                    il.Load(inner);
                    il.New(KnownMembers.Constructor(plan.Type, slot.Target));
                });
            },
            destination.IsFresh ? null : () =>
            {
                destination.LoadAddress();
                il.Initialize(plan.Type);
            });
        Settle(plan, e.Forget);
    }

    // A bounded value uses its share of the run whether it is there or not, so both ways leave the same rest of the run.
    private static void Settle(TypePlan plan, Action forget)
    {
        if (!plan.IsBounded)
        {
            forget();
        }
    }
}
