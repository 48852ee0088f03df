using System.Runtime.Serialization;
using NetSerializer.Emit;
using NetSerializer.Errors;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Families;

/// <summary>
/// User types that implement ISerializable: names and values, as GetObjectData gives them and the serialization constructor takes them
/// (docs/wire-format.md, section 5f).
/// </summary>
internal sealed class SerializableFamily : TypeFamily
{
    public override TypeShape? Describe(Type type, ScanContext context)
    {
        if (!typeof(ISerializable).IsAssignableFrom(type) || type.IsInterface || typeof(Delegate).IsAssignableFrom(type))
        {
            return null;
        }
        string name = TypeNames.Display(type);
        foreach (Type level in MemberSelector.Levels(type))
        {
            // By name: System.Data need not be loaded for a model that has nothing of it.
            if (level.FullName is "System.Data.DataSet" or "System.Data.DataTable")
            {
                context.Problem(
                    ErrorCode.TypeNotSupported,
                    $"{name} serializes itself as XML that names types, which are loaded when it is read, and no type is ever loaded by a name that was "
                        + $"sent. Hold a plain {level.Name}, which has a form without names, and Merge it into a {name} after reading; "
                        + $"{nameof(CustomSerializer)}.{nameof(CustomSerializer.Surrogate)} can do both.");
                return null;
            }
        }
        if (MemberSelector.IsFrameworkType(type))
        {
            return null;
        }
        if (!context.IsMarked(type))
        {
            ObjectFamily.ReportUnmarked(type, type, context);
            return null;
        }
        if (type.IsAbstract)
        {
            return null;
        }
        bool isRead = ObjectData.FindConstructor(type) != null;
        string unread = isRead ? "" : $"{name} implements ISerializable but has no constructor {type.Name.Split('`')[0]}({nameof(SerializationInfo)}, "
            + $"{nameof(StreamingContext)}), which alone can take what GetObjectData gives. Add it; it may be private, or protected for derived classes.";
        if (!isRead && type.IsValueType)
        {
            context.Problem(ErrorCode.TypeNotSupported, unread);
            return null;
        }
        return new TypeShape(type, this, "serializable", type.IsValueType ? NullForm.None : NullForm.Presence)
        {
            Slots = [new SlotShape(SlotRole.Key, typeof(string)), new SlotShape(SlotRole.Value, typeof(object))],
            Callbacks = Callbacks.Find(type, context),
            IsReplaced = ObjectData.IsReplaced(type),
            MaySetType = true,
            EntryTypes = EntryTypes.Of(type, MemberSelector.Levels(type)),
            ProblemWithoutReference = isRead ? null
                : unread + " Or, if GetObjectData sets the type of an IObjectReference in its place, add that type to the model.",
            Lateness = !isRead || type.IsValueType || ObjectData.IsReplaced(type) ? Lateness.None : Lateness.Constructed,
        };
    }

    public override ReadForm ReadForm(TypePlan plan) => plan.Type.IsValueType ? Families.ReadForm.ByReference : Families.ReadForm.Fill;

    /// <summary>GetObjectData decides on the id.</summary>
    public override bool WritesId => true;

    // The constructor of a struct runs where the struct lies, the constructors of objects when all is read.
    public override void EmitWriteTagged(WriteEmitter e, TypePlan plan, Place value) => EmitWriteTaggedIn(e, plan, value, typeof(object));

    public override void EmitWriteTaggedIn(WriteEmitter e, TypePlan plan, Place value, Type declaredType)
    {
        Place written = CallbackCode.Serializing(e, plan, value);
        int id = IdAsItself(e, plan);
        e.Statement($"p = ref w.WriteTaggedObjectData(ref p, {value.Text}, typeof({plan.Type}), {id}, typeof({TypeNames.Display(declaredType)}));");
        e.CallAdvancing(
            KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.WriteTaggedObjectData)),
            () => LoadObject(e.Il, written), () => e.Il.TypeOf(plan.Type), () => e.Il.Constant(id), () => e.Il.TypeOf(declaredType));
        e.Forget();
    }

    // 0 for a class that can only be written as another.
    private static int IdAsItself(WriteEmitter e, TypePlan plan) =>
        plan.Shape.ProblemWithoutReference == null ? plan.Id << (e.Options.PreservesReferences ? 1 : 0) : 0;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value)
    {
        Place written = CallbackCode.Serializing(e, plan, value);
        e.Statement($"p = ref w.WriteObjectData(ref p, {value.Text}, typeof({plan.Type}));");
        e.CallAdvancing(
            KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.WriteObjectData)), () => LoadObject(e.Il, written), () => e.Il.TypeOf(plan.Type));
        e.Forget();
    }

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination)
    {
        BodyWriter il = e.Il;
        Type type = plan.Type;
        if (plan.Shape.ProblemWithoutReference != null)
        {
            e.Statement($"r.FailUnread(ref p, typeof({type}));");
            e.CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.FailUnread)), () => il.TypeOf(type));
            return;
        }
        CallbackCode.BodyBegins(e, plan, destination);
        Local info = il.NewLocal("info", typeof(SerializationInfo));
        Local? mark = type.IsValueType || plan.Shape.IsReplaced ? e.LoadMark() : null;
        e.Statement($"p = ref r.ReadEntries(ref p, typeof({type}), out SerializationInfo info);");
        e.CallAdvancing(KnownMembers.Method(typeof(WireReader), nameof(WireReader.ReadEntries)), () => il.TypeOf(type), () => il.LoadAddress(info));
        e.Forget();
        if (type.IsValueType)
        {
            GeneratedMethod hook = e.Methods.Hook(type, "ConstructInPlace", type.MakeByRefType(), method =>
            {
                var body = new BodyWriter(method);
                Construct(body, type, Place.At(body, type, "target", () => body.Load(body.Argument(0))));
                body.Return();
            });
            e.Statement($"r.ConstructInPlace(ref p, ref {destination.Text}, info, &{hook.Name}, mark);");
            e.CallAt(
                KnownMembers.Method(typeof(WireReader), nameof(WireReader.ConstructInPlace)).MakeGenericMethod(type),
                destination.LoadAddress, () => il.Load(info), () => il.LoadFunction(hook), () => il.Load(mark!));
        }
        else
        {
            GeneratedMethod hook = CallbackCode.Hook(e.Methods, type, "Construct", (body, self) => Construct(body, type, self));
            EmitConstruct(e, destination, info, hook, mark);
        }
        CallbackCode.BodyEnds(e, plan, destination);
        if (type.IsValueType && plan.Shape.IsReplaced)
        {
            e.ReplaceInPlace(type, destination, mark!);
        }
    }

    /// <summary>
    /// Puts the constructor of an object down for the end, or runs it when the object is about to name another, with all work that waits since
    /// <paramref name="mark"/>.
    /// </summary>
    public static void EmitConstruct(ReadEmitter e, Place made, Local state, GeneratedMethod hook, Local? mark)
    {
        if (mark == null)
        {
            e.Statement($"r.ConstructAtEnd(ref p, {made.Text}, {state.Name}, &{hook.Name});");
            e.CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.ConstructAtEnd)), made.Load, () => e.Il.Load(state), () =>
                e.Il.LoadFunction(hook));
            return;
        }
        e.Statement($"r.ConstructNow(ref p, {made.Text}, {state.Name}, &{hook.Name}, mark);");
        e.CallAt(
            KnownMembers.Method(typeof(WireReader), nameof(WireReader.ConstructNow)), made.Load, () => e.Il.Load(state), () => e.Il.LoadFunction(hook),
            () => e.Il.Load(mark));
    }

    // The object exists already: others may refer to it.
    private static void Construct(BodyWriter il, Type type, Place target)
    {
        il.Statement($"{target.Text}..ctor((SerializationInfo)state, context);");
        if (type.IsValueType)
        {
            target.LoadAddress();
        }
        else
        {
            target.Load();
        }
        il.Load(il.Argument(1));
        il.As(typeof(SerializationInfo));
        il.Load(il.Argument(2));
        il.Call(KnownMembers.StreamingContext);
        il.Call(ObjectData.FindConstructor(type)!);
    }

    private static void LoadObject(BodyWriter il, Place value)
    {
        value.Load();
        if (value.Type.IsValueType)
        {
            il.Box(value.Type);
        }
    }
}
