using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;

namespace NetSerializer.Families;

/// <summary>
/// A plain <c>new object()</c>, as used for locks: nothing but its id. The scanner asks for it where object itself is a root, as in the table of
/// built-in types; a member of type object admits it like any other type.
/// </summary>
internal sealed class SystemObjectFamily : TypeFamily
{
    public override TypeShape? Describe(Type type, ScanContext context) =>
        type == typeof(object) ? new TypeShape(type, this, "object", NullForm.Presence) { MinSize = 0, MaxSize = 0 } : null;

    public override ReadForm ReadForm(TypePlan plan) => Families.ReadForm.Fill;

    public override bool IsInline(TypePlan plan, PlanTable table) => true;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value)
    {
    }

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination)
    {
    }
}
