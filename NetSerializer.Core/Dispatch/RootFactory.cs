using System.Reflection;
using NetSerializer.Errors;
using NetSerializer.Families;
using NetSerializer.Ids;
using NetSerializer.Planning;
using NetSerializer.Wire.Tables;

namespace NetSerializer.Dispatch;

/// <summary>Makes the slot of a root type at its first use.</summary>
internal sealed class RootFactory(ModelCore core, CompiledModel own)
{
    /// <summary>The slot of a static root type.</summary>
    public RootSlot<T> Make<T>(bool isDirect)
    {
        if (isDirect && own.Table.ReadsOnly)
        {
            throw ModelCore.NoDirectRoots();
        }
        var key = new RootKey(isDirect);
        if (Nullable.GetUnderlyingType(typeof(T)) is { } value && (!isDirect || own.Table.Find(typeof(T)) == null))
        {
            MethodInfo make = typeof(RootFactory).GetMethod(nameof(MakeNullable), BindingFlags.Instance | BindingFlags.NonPublic)!.MakeGenericMethod(value);
            return (RootSlot<T>)make.Invoke(this, BindingFlags.DoNotWrapExceptions, null, [key], null)!;
        }
        (CompiledModel model, TypePlan? plan) = Find(typeof(T));
        if (typeof(T).IsValueType)
        {
            if (plan == null)
            {
                return new RootSlot<T>(key, Admit(typeof(T)));
            }
            if (isDirect || IsPlain(plan))
            {
                return new RootSlot<T>(key, model.BodyWriter(plan), model.BodyReader(plan), isDirect ? 0 : (uint)plan.Id, plan.MaxSize,
                    plan.MinSize == plan.MaxSize ? -plan.MaxSize : model.ShapeHandle(plan), isDirect && IsRaw(model, plan));
            }
        }
        else if (isDirect && FindOnly(typeof(T), model, plan) is { } only)
        {
            return new RootSlot<T>(key, model.DirectWriter(only), model.DirectReader(only));
        }
        return new RootSlot<T>(key, Admit(typeof(T)));
    }

    /// <summary>The slot of a root whose type a caller gives at run time.</summary>
    public RootSlot<object?> Make(Type declared) =>
        new(new RootKey(IsDirect: false, declared), Admit(Nullable.GetUnderlyingType(declared) ?? declared));

    // The plan of a type of the model, or of a built-in one.
    private (CompiledModel Model, TypePlan? Plan) Find(Type type)
    {
        TypePlan? plan = own.Table.Find(type);
        if (plan != null || BuiltInIds.Find(type) == 0 || own.Table.IsReplaced(type))
        {
            return (own, plan);
        }
        // Its code has slots that admit anything.
        core.CompleteDispatch();
        CompiledModel builtIn = BuiltInModel.ModelOf(type, core.Plans, core.IsTraced);
        return (builtIn, builtIn.Table[type]);
    }

    // The code for boxed values writes the id and the body only: no number, no level of depth, no other id.
    private bool IsPlain(TypePlan plan) =>
        !core.Options.PreservesReferences && !plan.IsRecursive && !plan.Shape.IsReplaced && !plan.Shape.MaySetType && !((TypeFamily)plan.Shape.Family).WritesId;

    // The only type that a slot declared as the type admits, if it has a null of its own there.
    private SlotPlan? FindOnly(Type declared, CompiledModel model, TypePlan? plan)
    {
        if (plan != null)
        {
            return plan.Direct is { Kind: SlotKind.Own or SlotKind.Presence } direct ? model.Table[direct.Target].Direct : null;
        }
        return !Admission.IsOpen(declared) && new Admission([.. own.Table.Plans.Select(each => each.Shape)]).Find(declared) is [var only]
            && own.Table[only].Direct is { Kind: SlotKind.Own or SlotKind.Presence } of && of.Target == only ? of : null;
    }

    private AdmittedTypes Admit(Type type)
    {
        bool needsBuiltIns = Admission.IsOpen(type) || (BuiltInIds.Find(type) != 0 && own.Table.Find(type) == null && !own.Table.IsReplaced(type));
        AdmittedTypes admitted = (needsBuiltIns ? core.CompleteDispatch() : core.Dispatch).Admit(type);
        return admitted.IsEmpty && !core.IsOfTarget(type) ? throw NotInModel(type) : admitted;
    }

    private ValueNotSerializableException NotInModel(Type type)
    {
        const string to = "to the types given to TypeModel.Create or Serializer.Initialize, on both sides.";
        string name = TypeNames.Display(type), derived = type.IsSealed ? "" : ", nor is a type derived from it";
        string reason = core.ReasonFor(
            type,
            $"{name} is not in the model{derived}; add {TypeNames.Expression(type)} {to}",
            $"No type of the model is a {name}; add those that occur, which {(type.IsInterface ? "implement" : "derive from")} it, {to}");
        return SerializerMetrics.Counted(new ValueNotSerializableException(ErrorCode.TypeNotRegistered, reason, name));
    }

    // A longer value than the limit on input admits is left to a reader, which says so.
    private bool IsRaw(CompiledModel model, TypePlan plan) =>
        !core.IsTraced && plan is { IsBounded: true, Shape: { Callbacks: null, Custom: null, IsReplaced: false } } && plan.MinSize == plan.MaxSize
        && plan.MaxSize <= core.Limits.MaxInputBytes && BulkForms.IsCopied(plan.Type, model.Table);

    private RootSlot<T?> MakeNullable<T>(RootKey key) where T : struct =>
        new(key, key.IsDirect ? new DirectNullableRoot<T>(core.DirectRoot<T>()) : new TaggedNullableRoot<T>(core.Root<T>()));
}
