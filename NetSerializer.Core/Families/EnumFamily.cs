using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;

namespace NetSerializer.Families;

/// <summary>Enums: as their underlying type; values without a name pass through.</summary>
internal sealed class EnumFamily(ScalarFamily scalars) : TypeFamily
{
    public override TypeShape? Describe(Type type, ScanContext context) =>
        type.IsEnum && scalars.Describe(Enum.GetUnderlyingType(type), context) is { } underlying
            ? underlying with { Type = type, Family = this, Keyword = "enum" }
            : null;

    public override ReadForm ReadForm(TypePlan plan) => Families.ReadForm.ByReference;

    public override bool IsInline(TypePlan plan, PlanTable table) => true;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value) =>
        ScalarFamily.EmitWrite(e, Enum.GetUnderlyingType(plan.Type), plan.MaxSize, value);

    public override void EmitWriteTagged(WriteEmitter e, TypePlan plan, Place value) =>
        ScalarFamily.EmitWriteTagged(e, plan, Enum.GetUnderlyingType(plan.Type), value);

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination) =>
        ScalarFamily.EmitRead(e, Enum.GetUnderlyingType(plan.Type), plan.MaxSize, destination);
}
