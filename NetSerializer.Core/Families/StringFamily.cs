using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;

namespace NetSerializer.Families;

/// <summary>Strings: docs/wire-format.md, section 3.</summary>
internal sealed class StringFamily : TypeFamily
{
    public override TypeShape? Describe(Type type, ScanContext context) =>
        type == typeof(string) ? new TypeShape(type, this, "string", NullForm.Own) : null;

    public override ReadForm ReadForm(TypePlan plan) => Families.ReadForm.Produce;

    public override bool IsInline(TypePlan plan, PlanTable table) => true;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value)
    {
        e.Statement($"p = ref w.WriteString(ref p, {value.Text});");
        e.Thread(KnownMembers.WriteString, value.Load);
        e.Forget();
    }

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination)
    {
        Local text = e.Il.SharedLocal("text", typeof(string));
        e.Statement($"p = ref r.ReadString(ref p, out {destination.Text});");
        e.Thread(KnownMembers.ReadString, () => e.Il.LoadAddress(text));
        destination.Store(() => e.Il.Load(text));
        e.Forget();
    }
}
