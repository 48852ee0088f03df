using NetSerializer.Emit;
using NetSerializer.Errors;
using NetSerializer.Planning;
using NetSerializer.Scanning;

namespace NetSerializer.Families;

/// <summary>Types with a custom serializer of the user's.</summary>
internal sealed class CustomFamily : TypeFamily
{
    public override TypeShape? Describe(Type type, ScanContext context)
    {
        if (context.Custom(type) is not { } code)
        {
            return null;
        }
        if (code.HandledType != type)
        {
            context.Problem(ErrorCode.InvalidCustomSerializer,
                $"The factory gave {TypeNames.Display(code.Serializer.GetType())}, which is no ICustomSerializer<{TypeNames.Display(type)}>.");
            return null;
        }
        if (type.IsInterface || type.IsByRefLike || type.IsPointer)
        {
            context.Problem(ErrorCode.InvalidCustomSerializer, $"{TypeNames.Display(type)} cannot have a custom serializer: only classes and structs can.");
            return null;
        }
        return Shape(type, this, "custom", code);
    }

    /// <summary>The shape of a type that a custom serializer handles.</summary>
    public static TypeShape Shape(Type type, ShapeFamily family, string keyword, CustomCode code) =>
        new(type, family, keyword, type.IsValueType ? NullForm.None : NullForm.Presence)
        {
            Slots = [.. code.NestedTypes.Distinct().Select(nested => new SlotShape(SlotRole.Item, nested))],
            MinSize = Math.Max(0, code.MinimumSize),
            Custom = code,
            CoversDerived = code.HandlesDerivedTypes && type is { IsClass: true, IsSealed: false },
        };

    public override ReadForm ReadForm(TypePlan plan) => plan.Type.IsValueType ? Families.ReadForm.ByReference : Families.ReadForm.Produce;

    public override bool IsMadeLast(TypePlan plan) => true;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value)
    {
        int handle = e.Methods.CustomHandle(plan.Shape.Custom!.Serializer);
        bool isTraced = e.Methods.IsTraced && plan.IsRecursive && plan.Shape.Family == this && !e.Options.PreservesReferences;
        if (isTraced)
        {
            e.Statement($"w.TraceCustom(typeof({TypeNames.Display(plan.Type)}));");
            e.Ask(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.TraceCustom)), () => e.Il.TypeOf(plan.Type));
        }
        e.Statement($"p = ref w.WriteCustom(ref p, {handle}, {value.Text});");
        e.Thread(KnownMembers.WriteCustom(plan.Type), () => e.Il.Constant(handle), value.Load);
        if (isTraced)
        {
            e.Ask(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.TraceLeave)));
        }
        e.Forget();
    }

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination)
    {
        int handle = e.Methods.CustomHandle(plan.Shape.Custom!.Serializer);
        Local made = e.Il.SharedLocal("custom" + plan.Id, plan.Type);
        if (!plan.Type.IsValueType)
        {
            long size = ObjectFactory.SizeOf(plan.Type);
            e.Statement($"r.Charge(ref p, {size});");
            e.Tell(KnownMembers.Charge, () => e.Il.Constant(size));
        }
        e.Statement($"p = ref r.ReadCustom(ref p, {handle}, out {destination.Text});");
        e.Thread(KnownMembers.ReadCustom(plan.Type), () => e.Il.Constant(handle), () => e.Il.LoadAddress(made));
        destination.Store(() => e.Il.Load(made));
        e.Forget();
    }
}
