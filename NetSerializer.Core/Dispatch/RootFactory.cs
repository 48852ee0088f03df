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
                    plan.MinSize == plan.MaxSize ? -plan.MaxSize : model.ShapeHandle(plan), IsRaw(model, plan));
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

    // A longer value than the limit on input admits is left to a reader, which says so.
    private bool IsRaw(CompiledModel model, TypePlan plan) =>
        !core.IsTraced && plan.IsBounded && plan.MinSize == plan.MaxSize && plan.MaxSize <= core.Limits.MaxInputBytes && BulkForms.IsCopied(plan.Type, model.Table);

    private RootSlot<T?> MakeNullable<T>() where T : struct => new(new NullableRoot<T>(core.Root<T>()));
}
