using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Emit;
using NetSerializer.Languages;
using NetSerializer.Planning;
using NetSerializer.Scanning;

namespace NetSerializer.Families;

/// <summary>
/// Tuples, value tuples, KeyValuePair and DictionaryEntry: their items in item order, made by their constructors. Lazy and the option of F# have one item,
/// their value.
/// </summary>
internal sealed class TupleFamily : TypeFamily
{
    public override TypeShape? Describe(Type type, ScanContext context)
    {
        bool isTuple = type.IsGenericType && !type.IsGenericTypeDefinition
            && (typeof(ITuple).IsAssignableFrom(type) || type.GetGenericTypeDefinition() is var definition
                && (definition == typeof(KeyValuePair<,>) || definition == typeof(Lazy<>)))
            && type.Assembly == typeof(object).Assembly;
        return isTuple || FSharpTypes.IsOption(type) || type == typeof(ValueTuple) || type == typeof(DictionaryEntry)
            ? new TypeShape(type, this, "tuple", type.IsValueType ? NullForm.None : NullForm.Presence)
            {
                Slots = [.. Items(type).Select(item => new SlotShape(SlotRole.Item, item))],
                IsSumOfSlots = true,
            }
            : null;
    }

    public override ReadForm ReadForm(TypePlan plan) => plan.Type.IsValueType ? Families.ReadForm.ByReference : Families.ReadForm.Produce;

    public override bool RegistersBeforeBody(TypePlan plan, PlanTable table) => !plan.Type.IsValueType;

    public override void EmitWrite(WriteEmitter e, TypePlan plan, Place value) =>
        e.Members(plan.Slots, i =>
        {
            if (Field(plan.Type, i) is { } field)
            {
                return value.Field(field);
            }
            MethodInfo getter = Getter(plan.Type, i);
            Local item = e.Il.NewLocal("item", plan.Slots[i].DeclaredType);
            if (plan.Type.IsValueType)
            {
                value.LoadAddress();
            }
            else
            {
                value.Load();
            }
            e.Il.Call(getter);
            e.Il.Store(item);
            return Place.Of(e.Il, item);
        });

    public override void EmitRead(ReadEmitter e, TypePlan plan, Place destination)
    {
        if (Field(plan.Type, 0) != null || plan.Slots.IsEmpty)
        {
            e.Members(plan.Slots, i => destination.Field(Field(plan.Type, i)!));
            return;
        }
        BodyWriter il = e.Il;
        Local? made = plan.Type.IsValueType || !plan.HasNumber ? null : CreateEmpty(e, plan);
        Local[] items = [.. plan.Slots.Select(slot => il.NewLocal("item", slot.DeclaredType))];
        foreach (Local item in items.Where(item => item.Type.IsValueType))
        {
            il.LoadAddress(item);
            il.Initialize(item.Type);
        }
        e.Members(plan.Slots, i => Place.Of(il, items[i]));
        if (plan.Slots.Length == 8 && !items[7].Type.IsValueType)
        {
            // The rest of a long tuple is a tuple, and its constructor insists on that.
            e.Statement("if (rest == null) r.FailNullBody(ref p);");
            il.Load(items[7]);
            il.If(Condition.False, () => e.CallAt(KnownMembers.FailNullBody));
        }
        ConstructorInfo constructor = KnownMembers.Constructor(plan.Type, Items(plan.Type));
        if (made != null)
        {
            e.Statement("made..ctor(items);");
            il.Load(made);
            LoadItems();
            il.Call(constructor);
            destination.Store(() => il.Load(made));
            return;
        }
        if (!plan.Type.IsValueType)
        {
            long size = ObjectFactory.SizeOf(plan.Type);
            e.CallAt(KnownMembers.Charge, () => il.Constant(size));
        }
        e.Statement($"{destination.Text} = new {plan.Type}(items);");
        destination.Store(() =>
        {
            LoadItems();
            il.New(constructor);
        });

        void LoadItems()
        {
            foreach (Local item in items)
            {
                il.Load(item);
            }
        }
    }

    // Its items may refer to it, so it is there before its constructor has run.
    private static Local CreateEmpty(ReadEmitter e, TypePlan plan)
    {
        Local made = e.Il.NewLocal("made", plan.Type);
        long size = ObjectFactory.SizeOf(plan.Type);
        e.CallAt(KnownMembers.Charge, () => e.Il.Constant(size));
        e.Statement($"made = RuntimeHelpers.GetUninitializedObject(typeof({plan.Type}));");
        e.Il.TypeOf(plan.Type);
        e.Il.Call(KnownMembers.GetUninitializedObject);
        e.Il.As(plan.Type);
        e.Il.Store(made);
        e.Publish(plan, () => e.Il.Load(made));
        return made;
    }

    // Value tuples have public fields; the others have properties and a constructor.
    private static FieldInfo? Field(Type type, int index) => type.GetField(index == 7 ? "Rest" : $"Item{index + 1}");

    private static Type[] Items(Type type) => type == typeof(DictionaryEntry) ? [typeof(object), typeof(object)] : type.GetGenericArguments();

    private static MethodInfo Getter(Type type, int index) =>
        !typeof(ITuple).IsAssignableFrom(type)
            ? KnownMembers.Method(type, index == 0 && Items(type).Length == 2 ? "get_Key" : "get_Value")
            : KnownMembers.Method(type, index == 7 ? "get_Rest" : $"get_Item{index + 1}");
}
