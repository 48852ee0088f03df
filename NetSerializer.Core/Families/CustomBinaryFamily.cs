using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Errors;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire;

namespace NetSerializer.Families;

/// <summary>Types that write themselves with the framework's BinaryWriter: docs/wire-format.md, section 6.</summary>
internal sealed class CustomBinaryFamily : TypeFamily
{
    public override TypeShape? Describe(Type type, ScanContext context)
    {
        if (!typeof(ICustomBinarySerializable).IsAssignableFrom(type) || type.IsAbstract)
        {
            return null;
        }
        if (CollectionCatalogue.FindBase(type) is { } content && BaseConstructor(content) == null)
        {
            context.Problem(
                ErrorCode.TypeNotSupported, $"{TypeNames.Display(type)} implements {nameof(ICustomBinarySerializable)}, but {TypeNames.Display(content)}, its base, cannot be made empty for SetDataFrom to fill. Remove the interface, or hold the collection in a member.");
            return null;
        }
        return new TypeShape(type, this, "binary", type.IsValueType ? NullForm.None : NullForm.Presence) { Callbacks = Callbacks.Find(type, context), IsReplaced = ObjectData.IsReplaced(type) };
    }

    public override ReadForm ReadForm(TypePlan plan) => plan.Type.IsValueType ? Families.ReadForm.ByReference : Families.ReadForm.Fill;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value)
    {
        value = CallbackCode.Serializing(e, plan, value);
        e.Statement($"p = ref CustomBinary.Write(ref w, ref p, ref {value.Text});");
        e.Thread(KnownMembers.Method(typeof(CustomBinary), nameof(CustomBinary.Write)).MakeGenericMethod(plan.Type), value.LoadAddress);
        e.Forget();
    }

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination)
    {
        Local? mark = plan.Type.IsValueType && plan.Shape.IsReplaced ? e.LoadMark() : null;
        CallbackCode.BodyBegins(e, plan, destination);
        if (CollectionCatalogue.FindBase(plan.Type) is { } content)
        {
            // No constructor of the user's runs, but a collection is none before its own has.
            e.Statement($"{destination.Text}.{content.Name}..ctor();");
            destination.Load();
            e.Il.Call(BaseConstructor(content)!);
        }
        e.Statement($"p = ref CustomBinary.Read(ref r, ref p, ref {destination.Text});");
        e.Thread(KnownMembers.Method(typeof(CustomBinary), nameof(CustomBinary.Read)).MakeGenericMethod(plan.Type), destination.LoadAddress);
        e.Forget();
        CallbackCode.BodyEnds(e, plan, destination);
        if (mark != null)
        {
            e.ReplaceInPlace(plan.Type, destination, mark);
        }
    }

    private static ConstructorInfo? BaseConstructor(Type content) => content.GetConstructor(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, Type.EmptyTypes);
}
