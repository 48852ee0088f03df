using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using NetSerializer.Emit;
using NetSerializer.Errors;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire.Protocols;

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
                ErrorCode.TypeNotSupported,
                $"{TypeNames.Display(type)} implements {nameof(ICustomBinarySerializable)}, but {TypeNames.Display(content)}, its base, cannot be made "
                    + "empty for SetDataFrom to fill. Remove the interface, or hold the collection in a member.");
            return null;
        }
        if (LostField(type, context) is { } lost)
        {
            context.Problem(
                ErrorCode.TypeNotSupported,
                $"{TypeNames.Member(lost.Name)} would be lost: {TypeNames.Display(lost.DeclaringType!)} writes itself by the "
                    + $"{nameof(ICustomBinarySerializable)} of a base class, which knows nothing of it. Implement the interface in "
                    + $"{TypeNames.Display(lost.DeclaringType!)} as well, or override both methods if they are virtual, and write the data of the base "
                    + $"before; or {TypeNames.Omission(lost.DeclaringType!, lost.Name, "the field", "its place")}.",
                TypeNames.Member(lost.Name));
            return null;
        }
        return new TypeShape(type, this, "binary", type.IsValueType ? NullForm.None : NullForm.Presence)
        { Callbacks = Callbacks.Find(type, context), IsReplaced = ObjectData.IsReplaced(type) };
    }

    public override ReadForm ReadForm(TypePlan plan) => plan.Type.IsValueType ? Families.ReadForm.ByReference : Families.ReadForm.Fill;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value)
    {
        value = CallbackCode.Serializing(e, plan, value);
        e.Statement($"p = ref CustomBinary.Write(ref w, ref p, ref {value.Text});");
        e.CallAdvancing(KnownMembers.Method(typeof(CustomBinary), nameof(CustomBinary.Write)).MakeGenericMethod(plan.Type), value.LoadAddress);
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
        e.CallAdvancing(KnownMembers.Method(typeof(CustomBinary), nameof(CustomBinary.Read)).MakeGenericMethod(plan.Type), destination.LoadAddress);
        e.Forget();
        CallbackCode.BodyEnds(e, plan, destination);
        if (mark != null)
        {
            e.ReplaceInPlace(plan.Type, destination, mark);
        }
    }

    /// <summary>
    /// Finds a field below the class that writes the value. The field is lost where no override of a user's method and no callback could write it.
    /// Delegates count only where the user has a serializer for them: nobody expects other delegates to travel.
    /// </summary>
    private static FieldInfo? LostField(Type type, ScanContext context)
    {
        Type[] declaring = [.. type.GetInterfaceMap(typeof(ICustomBinarySerializable)).TargetMethods.Select(method => method.DeclaringType!)];
        Type writing = declaring[0].IsAssignableFrom(declaring[1]) ? declaring[1] : declaring[0];
        Type[] below = [.. MemberSelector.Levels(type, writing)];
        return type.IsValueType || below.Length == 0 || below.Any(level => level.GetMethods(Declared).Any(IsCalledFromBelow)) || IsToldMore(type, writing)
            ? null
            : below.SelectMany(level => level.GetFields(Declared))
                .FirstOrDefault(field => !field.IsDefined(typeof(NonSerializedAttribute), false)
                    && (!typeof(Delegate).IsAssignableFrom(field.FieldType) || context.Custom(field.FieldType) != null));
    }

    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    // The compiler writes the overrides of a record, so they show no intent. Accessors that it writes were asked for.
    private static bool IsCalledFromBelow(MethodInfo method) =>
        (method.GetBaseDefinition() is var first && first.DeclaringType != method.DeclaringType && !MemberSelector.IsFrameworkType(first.DeclaringType!)
        && (!method.IsDefined(typeof(CompilerGeneratedAttribute), false) || method is { IsSpecialName: true, Name: not "get_EqualityContract" }))
        || method.IsDefined(typeof(OnSerializingAttribute), false) || method.IsDefined(typeof(OnDeserializedAttribute), false);

    private static bool IsToldMore(Type type, Type writing) =>
        (typeof(IDeserializationCallback).IsAssignableFrom(type) && !typeof(IDeserializationCallback).IsAssignableFrom(writing))
            || (ObjectData.IsReplaced(type) && !ObjectData.IsReplaced(writing));

    private static ConstructorInfo? BaseConstructor(Type content) =>
        content.GetConstructor(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, Type.EmptyTypes);
}
