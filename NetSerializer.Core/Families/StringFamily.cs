using System.Reflection;
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
        MethodInfo method = !e.Options.NumbersStrings
            ? KnownMembers.WriteString
            : KnownMembers.Method(typeof(WireWriter),
                e.Options.Strings == StringHandling.Table ? nameof(WireWriter.WriteTableString)
                : nameof(WireWriter.WriteSharedString));
        e.Statement($"p = ref w.{method.Name}(ref p, {value.Text});");
        e.CallAdvancing(method, value.Load);
        e.Forget();
    }

    public override void EmitWriteTagged(WriteEmitter e, TypePlan plan, Place value)
    {
        e.Id(plan, 0);
        if (!e.Options.PreservesReferences)
        {
            EmitWrite(e, plan, value);
            return;
        }
        // The id has said that it is a new one.
        e.Statement($"p = ref w.WriteString(ref p, {value.Text});");
        e.CallAdvancing(KnownMembers.WriteString, value.Load);
        e.Forget();
    }

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination)
    {
        MethodInfo method = !e.Options.NumbersStrings
            ? KnownMembers.ReadString
            : KnownMembers.Method(typeof(WireReader), nameof(WireReader.ReadSharedString));
        e.Statement($"p = ref r.{method.Name}(ref p, out {destination.Text});");
        e.Into(destination, typeof(string), address => e.CallAdvancing(method, address));
        e.Forget();
    }
}
