using System.Reflection;
using NetSerializer.Errors;
using NetSerializer.Families;
using NetSerializer.Planning;
using NetSerializer.Wire;

namespace NetSerializer.Dispatch;

/// <summary>Makes the slot of a static root type at its first use.</summary>
internal sealed class RootFactory(ModelCore core, CompiledModel own)
{
    public RootSlot<T> Make<T>()
    {
        Type type = typeof(T);
        TypePlan? plan = own.Table.Find(type);
        CompiledModel model = own;
        if (plan == null && Ids.BuiltInIds.Find(type) != 0 && !own.Table.IsReplaced(type))
        {
            // Its code has slots that admit anything.
            core.CompleteDispatch();
            if (type.IsValueType)
            {
                model = BuiltInModel.Scalars(core.Options, core.IsTraced);
                plan = model.Table[type];
            }
        }
        if (type.IsValueType)
        {
            if (plan != null)
            {
                return new RootSlot<T>(model.BodyWriter(plan), model.BodyReader(plan), plan.MaxSize,
                    plan.MinSize == plan.MaxSize ? -plan.MaxSize : model.ShapeHandle(plan), model.IsLeaf(plan),
                    model.IsBoundedLeaf(plan) && IsAdmitted(plan), IsRaw<T>(model, plan));
            }
            if (Nullable.GetUnderlyingType(type) is { } value)
            {
                MethodInfo make = typeof(RootFactory).GetMethod(nameof(MakeNullable), BindingFlags.Instance | BindingFlags.NonPublic)!.MakeGenericMethod(value);
                return (RootSlot<T>)make.Invoke(this, BindingFlags.DoNotWrapExceptions, null, null, null)!;
            }
            throw NotInModel(type);
        }
        AdmittedTypes admitted = (Admission.IsOpen(type) ? core.CompleteDispatch() : core.Dispatch).Admit(type);
        return admitted.IsEmpty ? throw NotInModel(type) : new RootSlot<T>(admitted);
    }

    private ValueNotSerializableException NotInModel(Type type)
    {
        const string to = "to the types given to TypeModel.Create or Serializer.Initialize, on both sides.";
        string name = TypeNames.Display(type), derived = type.IsSealed ? "" : ", nor is a type derived from it";
        string reason = core.ReasonFor(
            type,
            $"{name} is not in the model{derived}; add {TypeNames.Expression(type)} {to}",
            $"No type of the model is a {name}; add those that occur, which {(type.IsInterface ? "implement" : "derive from")} it, {to}");
        return new ValueNotSerializableException(ErrorCode.TypeNotRegistered, reason, name);
    }

    private bool IsRaw<T>(CompiledModel model, TypePlan plan) =>
        model.IsLeaf(plan) && plan.MinSize == plan.MaxSize && IsAdmitted(plan) && BulkForms.IsCopied(typeof(T), model.Table);

    // One that is longer than the limit on input is left to a reader, which says so. The limit is that of the model, not that of the built-in types.
    private bool IsAdmitted(TypePlan plan) => plan.MaxSize <= core.Limits.LongestLeaf;

    private RootSlot<T?> MakeNullable<T>() where T : struct => new(new NullableRoot<T>(core.Root<T>()));
}

/// <summary>A nullable value type that occurs in no type of the model.</summary>
internal sealed class NullableRoot<T>(RootSlot<T> value) : WrappedRoot<T?> where T : struct
{
    public override ref byte Write(scoped ref WireWriter w, ref byte p, T? root)
    {
        p = ref w.Ensure(ref p, 1);
        p = ref Scalars.WriteBoolean(ref w, ref p, root.HasValue);
        return ref root.HasValue ? ref value.Write(ref w, ref p, root.GetValueOrDefault()) : ref p;
    }

    public override ref byte Read(scoped ref WireReader r, ref byte p, out T? root)
    {
        p = ref r.Run(ref p, 1, -1);
        p = ref Scalars.ReadByte(ref r, ref p, out byte flag);
        if (flag > 1)
        {
            r.FailFlag(ref p);
        }
        root = null;
        if (flag != 0)
        {
            p = ref value.ReadPlain(ref r, ref p, out T some);
            root = some;
        }
        return ref p;
    }
}
