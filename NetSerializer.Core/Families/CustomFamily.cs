using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Errors;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Values;

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
        if (code.Failure != CustomCode.Fault.None)
        {
            context.Problem(ErrorCode.InvalidCustomSerializer, Describe(type, code), cause: code.Cause);
            return null;
        }
        // In a box it is a value of the type without the null, and would have the form of that there.
        if (Nullable.GetUnderlyingType(type) is { } value)
        {
            context.Problem(ErrorCode.InvalidCustomSerializer,
                $"{TypeNames.Display(type)} cannot have a custom serializer. Give one for {TypeNames.Display(value)}, which serves it as well.");
            return null;
        }
        TypeShape shape = Shape(type, this, "custom", code);
        return IsFramed(shape, context.Options) ? shape with { MinSize = shape.MinSize + 1 } : shape;
    }

    // An enum whose values have names is no form of the user's.
    private static bool IsFramed(TypeShape shape, SerializerOptions options) =>
        options.FrameCustomForms && shape is { Family: CustomFamily, Keyword: "custom", Custom.Format: not NamedEnums.Format };

    private static string Describe(Type type, CustomCode code)
    {
        string serializer = TypeNames.Display(code.Serializer as Type ?? code.Serializer.GetType()), handled = TypeNames.Display(type),
            message = code.Cause?.Message ?? "";
        return code.Failure switch
        {
            CustomCode.Fault.OtherType => $"The factory gave {serializer}, which is no ICustomSerializer<{handled}>.",
            CustomCode.Fault.NullFormat => $"The {nameof(code.Format)} of {serializer} is null. Give the name of its form, or \"\" for that of its type.",
            CustomCode.Fault.NullNestedType =>
                $"The {nameof(code.NestedTypes)} of {serializer} are null, or one of them is. Name the types that it writes with Write<T>, if any.",
            CustomCode.Fault.TypeArguments => $"{serializer} does not take the type arguments of {handled}: {message} Loosen its constraints, or give "
                + "ForGeneric a factory that returns null for such types.",
            CustomCode.Fault.Constructor => $"{serializer} cannot be made for {handled}: {message} Let it be a class that is not abstract and has a "
                + "parameterless constructor, or give ForGeneric a factory.",
            _ => $"The constructor of {serializer} has thrown for {handled}: {message} Let it not, or give ForGeneric a factory that returns null for "
                + "such types.",
        };
    }

    /// <summary>The shape of a type that a custom serializer handles.</summary>
    public static TypeShape Shape(Type type, ShapeFamily family, string keyword, CustomCode code) =>
        new(type, family, keyword, type.IsValueType ? NullForm.None : NullForm.Presence)
        {
            Slots = [.. code.NestedTypes.Distinct().Select(nested => new SlotShape(SlotRole.Item, nested))],
            MinSize = Math.Max(0, code.MinimumSize),
            Custom = code,
            // Of an interface every value is of another type.
            CoversDerived = type.IsInterface || (code.HandlesDerivedTypes && type is { IsClass: true, IsSealed: false }),
        };

    public override ReadForm ReadForm(TypePlan plan) => plan.Type.IsValueType ? Families.ReadForm.ByReference : Families.ReadForm.Produce;

    public override bool NeedsContentFirst(TypePlan plan) => true;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value)
    {
        int handle = e.Methods.CustomHandle(plan.Shape.Custom!.Serializer);
        bool isTraced = e.Methods.IsTraced && plan.IsRecursive && plan.Shape.Family == this && !e.Options.PreservesReferences;
        if (isTraced)
        {
            e.Statement($"w.TraceCustom(typeof({TypeNames.Display(plan.Type)}));");
            e.CallPlain(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.TraceCustom)), () => e.Il.TypeOf(plan.Type));
        }
        MethodInfo write = KnownMembers.WriteCustom(plan.Type, IsFramed(plan.Shape, e.Options));
        e.Statement($"p = ref w.{write.Name}(ref p, {handle}, {value.Text});");
        e.CallAdvancing(write, () => e.Il.Constant(handle), value.Load);
        if (isTraced)
        {
            e.CallPlain(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.TraceLeave)));
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
            e.CallAt(KnownMembers.Charge, () => e.Il.Constant(size));
        }
        MethodInfo read = KnownMembers.ReadCustom(plan.Type, IsFramed(plan.Shape, e.Options));
        e.Statement($"p = ref r.{read.Name}(ref p, {handle}, out {destination.Text});");
        e.CallAdvancing(read, () => e.Il.Constant(handle), () => e.Il.LoadAddress(made));
        destination.Store(() => e.Il.Load(made));
        e.Forget();
    }
}
