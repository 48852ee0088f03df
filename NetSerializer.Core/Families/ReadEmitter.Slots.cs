using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Wire;

namespace NetSerializer.Families;

// Slots: docs/wire-format.md, section 6.
internal sealed partial class ReadEmitter
{
    /// <summary>Reads the content of a slot into <paramref name="destination"/>.</summary>
    public void Slot(SlotPlan slot, Place destination)
    {
        if (!slot.HoldsDepth)
        {
            Content(slot, destination);
            return;
        }
        Local held = Il.NewLocal("held", typeof(int));
        Statement("int held = r.HoldDepth();");
        CallPlain(KnownMembers.Method(typeof(WireReader), nameof(WireReader.HoldDepth)));
        Il.Store(held);
        Content(slot, destination);
        Statement("r.ReleaseDepth(held);");
        CallPlain(KnownMembers.Method(typeof(WireReader), nameof(WireReader.ReleaseDepth)), () => Il.Load(held));
    }

    private void Content(SlotPlan slot, Place destination)
    {
        switch (slot.Kind)
        {
            case SlotKind.Value:
                if (slot.IsBounded)
                {
                    Run(slot.MinSize, slot.MaxSize, slot.Run);
                }
                Body(Methods.Table[slot.Target], destination);
                break;
            case SlotKind.Own or SlotKind.Presence when slot.IsReference:
                Referenced(slot, destination);
                break;
            case SlotKind.Own:
                Produce(Methods.Table[slot.Target], destination);
                Forget();
                break;
            case SlotKind.Presence:
                Presence(slot, destination);
                break;
            default:
                Any(slot, destination);
                break;
        }
    }

    /// <summary>Reads the body of a value type into its place, or that of a class into the object at <paramref name="target"/>.</summary>
    public void Body(TypePlan plan, Place target)
    {
        TypeFamily family = (TypeFamily)plan.Shape.Family;
        if (Methods.IsInline(plan))
        {
            family.EmitRead(this, plan, target);
            return;
        }
        GeneratedMethod body = Methods.ReadBody(plan);
        bool byReference = plan.Type.IsValueType;
        if (byReference && target.Content == PlaceContent.Preset)
        {
            Statement($"{target.Text} = default;");
            target.LoadAddress();
            Il.Initialize(plan.Type);
        }
        Statement($"p = ref {body.Name}(ref r, ref p, {(byReference ? "ref " : "")}{target.Text});");
        CallAdvancing(body, byReference ? target.LoadAddress : target.Load);
        if (plan.IsBounded)
        {
            Use(plan.MaxSize);
        }
        else
        {
            Forget();
        }
    }

    /// <summary>Reads a body that makes its object.</summary>
    public void Produce(TypePlan plan, Place destination)
    {
        TypeFamily family = (TypeFamily)plan.Shape.Family;
        if (Methods.IsInline(plan))
        {
            family.EmitRead(this, plan, destination);
            return;
        }
        if (plan.IsBounded)
        {
            Run(plan.MinSize, plan.MaxSize, plan.Run);
        }
        GeneratedMethod body = Methods.ReadBody(plan);
        Local made = Il.SharedLocal("made" + plan.Id, plan.Type);
        Statement($"p = ref {body.Name}(ref r, ref p, out {destination.Text});");
        CallAdvancing(body, () => Il.LoadAddress(made));
        destination.Store(() => Il.Load(made));
        Forget();
    }

    private void Presence(SlotPlan slot, Place destination)
    {
        TypePlan plan = Methods.Table[slot.Target];
        TypeFamily family = (TypeFamily)plan.Shape.Family;
        bool inline = plan.IsBounded && Methods.IsInline(plan) && plan.MaxSize < WireReader.MaxRun;
        if (inline)
        {
            Run(1, 1 + plan.MaxSize, RunShape.OptionalOf(plan.Run));
        }
        else
        {
            Run(1, 1, "\u0001");
        }
        int run = _run - 1;
        IfPresent(
            HasTexts ? $"{{ {destination.Text} = new {OperandText.Name(slot.Target)}(); body }}" : "",
            () =>
            {
                if (family.ReadForm(plan) == ReadForm.Produce)
                {
                    Produce(plan, destination);
                    return;
                }
                Local made = Il.SharedLocal("new" + plan.Id, slot.Target);
                Local? mark = plan.Shape.IsReplaced ? LoadMark() : null;
                Create(plan, made);
                if (mark == null)
                {
                    destination.Store(() => Il.Load(made));
                }
                _run = run;
                if (plan.IsBounded)
                {
                    Run(plan.MinSize, plan.MaxSize, plan.Run);
                }
                Body(plan, Place.Of(Il, made, MadeContent(plan)));
                if (mark != null)
                {
                    RealObject(made, mark, slot.DeclaredType, destination, null);
                }
            },
            destination.IsFresh ? null : () => destination.Store(Il.Null));
        Forget();
    }

    /// <summary>Reads a byte out of the run that must be 0 or 1. The code of <paramref name="then"/> runs if it is 1.</summary>
    // One comparison in the common case: the value is there.
    public void IfPresent(string text, Action then, Action? otherwise)
    {
        Local flag = Il.SharedLocal("flag", typeof(byte));
        Statement("p = ref Scalars.ReadByte(ref r, ref p, out flag);");
        CallAdvancing(KnownMembers.Method(typeof(Scalars), nameof(Scalars.ReadByte)), () => Il.LoadAddress(flag));
        Use(1);
        Statement($"if (flag == 1) {text} else if (flag != 0) r.FailFlag(ref p);");
        Il.Load(flag);
        Il.Constant(1);
        Il.If(Condition.Equal, then, () =>
        {
            Il.Load(flag);
            Il.If(Condition.True, () => CallAt(KnownMembers.FailFlag));
            otherwise?.Invoke();
        });
    }

    /// <summary>The content of the members of a new object or struct before its body is read: zero, unless OnDeserializing ran first.</summary>
    public static PlaceContent MadeContent(TypePlan plan) =>
        plan.Shape.Callbacks is { Deserializing.IsEmpty: false } ? PlaceContent.Preset : PlaceContent.Zero;

    /// <summary>Makes an object of a class that is filled, charging the budget first.</summary>
    public void Create(TypePlan plan, Local made)
    {
        Type type = plan.Type;
        long size = ObjectFactory.SizeOf(type);
        Statement($"r.Charge(ref p, {size});");
        CallAt(KnownMembers.Charge, () => Il.Constant(size));
        if (ObjectFactory.TrivialConstructor(type) is { } constructor)
        {
            Statement($"{made.Name} = new {type}();");
            Il.New(constructor);
        }
        else
        {
            Statement($"{made.Name} = RuntimeHelpers.GetUninitializedObject(typeof({type}));");
            Il.TypeOf(type);
            Il.Call(KnownMembers.GetUninitializedObject);
            Il.As(type);
        }
        Il.Store(made);
        if (!plan.Shape.IsReplaced)
        {
            Publish(plan, () => Il.Load(made));
        }
        if (ObjectFactory.HasFinalizer(type))
        {
            Statement($"r.HoldFinalizer(ref p, {made.Name});");
            CallAt(KnownMembers.HoldFinalizer, () => Il.Load(made));
        }
        CallbackCode.Created(this, plan, made);
    }

    private void Any(SlotPlan slot, Place destination)
    {
        if (slot.IsOpen || slot.Admitted.Length > MethodSet.MaxCases)
        {
            int handle = Methods.SlotHandle(slot.DeclaredType);
            Statement($"p = ref r.ReadObject(ref p, {handle}, out {destination.Text});");
            Into(destination, typeof(object), address => CallAdvancing(KnownMembers.ReadObject, () => Il.Constant(handle), address));
        }
        else
        {
            GeneratedMethod cases = Methods.ReadSlot(slot);
            Statement($"p = ref {cases.Name}(ref r, ref p, out {destination.Text});");
            Into(destination, slot.DeclaredType, address => CallAdvancing(cases, address));
        }
        Forget();
    }

    /// <summary>
    /// A reader with an "out made" is given the place itself, so that no local is copied. The place may be a member of an object that code of the user
    /// knows, so nothing is put there before it is known to fit.
    /// </summary>
    public void Into(Place destination, Type made, Action<Action> read) => read(() =>
    {
        destination.LoadAddress();
        if (destination.Type != made)
        {
            Il.AsReference(destination.Type, made);
        }
    });

    /// <summary>The body of a slot method: a switch over the ids it admits, and over no other.</summary>
    public void TypeCases(SlotPlan slot)
    {
        Argument destination = Il.Argument(2);
        Place value = Place.At(Il, slot.DeclaredType, "value", () => Il.Load(destination));
        Local id = Il.NewLocal("id", typeof(uint));
        int handle = Methods.SlotHandle(slot.DeclaredType);
        if (Options.PreservesReferences)
        {
            IdOrKnown(id, handle, value);
        }
        else
        {
            Statement("p = ref r.ReadVarInt32(ref p, out id);");
            CallAdvancing(KnownMembers.ReadVarInt32, () => Il.LoadAddress(id));
            Statement("if (id == 0) { value = null; return ref p; }");
            Il.Load(id);
            Il.If(Condition.False, () =>
            {
                value.Store(Il.Null);
                Return();
            });
        }
        TypePlan[] plans = [.. slot.Admitted.Select(type => Methods.Table[type])];
        Label[] labels = [.. plans.Select(plan => Il.NewLabel("case"))];
        Label refused = Il.NewLabel("default");
        EmitSwitch(id, plans, labels, refused);
        for (int i = 0; i < plans.Length; i++)
        {
            GeneratedMethod reader = Methods.ReadNew(plans[i]);
            Type made = reader.Arguments[2].Type.GetElementType()!;
            Il.Mark(labels[i]);
            if (plans[i].Shape.IsReplaced)
            {
                Replaced(plans[i], reader, slot, value);
            }
            else
            {
                // A local for each case would be cleared in every call, and copied.
                Statement($"case {plans[i].Id}: return ref {reader.Name}(ref r, ref p, out value);");
                Into(value, made, address => CallAdvancing(reader, address));
            }
            Return();
        }
        Il.Mark(refused);
        Statement($"r.FailTypeIdIn(ref p, id, {handle});");
        value.Store(Il.Null);
        CallAt(KnownMembers.FailTypeId, () => Il.Load(id), () => Il.Constant(handle));
        Return();
    }

    // The object that an IObjectReference names has to fit the slot.
    private void Replaced(TypePlan plan, GeneratedMethod reader, SlotPlan slot, Place value)
    {
        Statement($"case {plan.Id}: p = ref {reader.Name}(ref r, ref p, out made); value = made; return ref p;");
        Local made = Il.SharedLocal("made", reader.Arguments[2].Type.GetElementType()!);
        CallAdvancing(reader, () => Il.LoadAddress(made));
        Statement($"r.RequireRealObject(ref p, made, typeof({slot.DeclaredType}));");
        CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.RequireRealObject)), () => Il.Load(made), () => Il.TypeOf(slot.DeclaredType));
        value.Store(() =>
        {
            Il.Load(made);
            Il.As(slot.DeclaredType);
        });
    }

    // Ids given in order of discovery lie close together; explicit ones may not, and are compared one by one.
    private void EmitSwitch(Local id, TypePlan[] plans, Label[] labels, Label refused)
    {
        if (plans.Length > 0 && plans[^1].Id - plans[0].Id < 4 * plans.Length + 8)
        {
            int first = plans[0].Id;
            var table = new Label[plans[^1].Id - first + 1];
            Array.Fill(table, refused);
            for (int i = 0; i < plans.Length; i++)
            {
                table[plans[i].Id - first] = labels[i];
            }
            Statement($"switch (id - {first})");
            Il.Load(id);
            Il.Constant(first);
            Il.Subtract();
            Il.Switch(table);
        }
        else
        {
            for (int i = 0; i < plans.Length; i++)
            {
                Il.Load(id);
                Il.Constant(plans[i].Id);
                Il.Branch(Condition.Equal, labels[i]);
            }
        }
        Il.Branch(refused);
    }
}
