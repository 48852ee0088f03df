using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;

namespace NetSerializer.Families;

// References=Preserve and objects that name others: docs/wire-format.md, section 7a.
internal sealed partial class ReadEmitter
{
    /// <summary>Gives an object its number: the next one, or the one that was reserved for it. Nothing where objects of the type have none.</summary>
    public void Publish(TypePlan plan, Action load, Local? number = null)
    {
        if (number != null)
        {
            PublishAt(load, number);
        }
        else if (plan.HasNumber)
        {
            Statement("r.Publish(ref p, made);");
            CallAt(KnownMembers.Publish, load);
        }
    }

    private void PublishAt(Action load, Local number)
    {
        Statement("r.PublishAt(ref p, made, number);");
        CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.PublishAt)), load, () => Il.Load(number));
    }

    /// <summary>The number of an object that is made of its content; null where objects of the type have none.</summary>
    public Local? ReserveNumber(TypePlan plan)
    {
        if (!plan.HasNumber)
        {
            return null;
        }
        Local number = Il.NewLocal("number", typeof(int));
        Statement("int number = r.ReserveNumber(ref p);");
        CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.ReserveNumber)));
        Il.Store(number);
        return number;
    }

    /// <summary>Reads the body of a new object that makes it, and gives it its number.</summary>
    public void ProduceNew(TypePlan plan, Place destination)
    {
        var family = (TypeFamily)plan.Shape.Family;
        Local made = Il.NewLocal("made", plan.Type);
        if (family is StringFamily)
        {
            PlainString(made);
            destination.Store(() => Il.Load(made));
            return;
        }
        bool publishesItself = family.RegistersBeforeBody(plan, Methods.Table);
        Local? number = !publishesItself && family.NeedsContentFirst(plan) ? ReserveNumber(plan) : null;
        Produce(plan, Place.Of(Il, made));
        if (plan.Shape.Null == NullForm.Own)
        {
            RequireBody(made);
        }
        if (!publishesItself)
        {
            Publish(plan, () => Il.Load(made), number);
        }
        destination.Store(() => Il.Load(made));
    }

    private void RequireBody(Local made)
    {
        Statement("if (made == null) r.FailNullBody(ref p);");
        Il.Load(made);
        Il.If(Condition.False, () => CallAt(KnownMembers.FailNullBody));
    }

    // Behind an id the text has its plain form: whether it is a new one the id has said.
    private void PlainString(Local made)
    {
        Statement("p = ref r.ReadString(ref p, out made);");
        CallAdvancing(KnownMembers.ReadString, () => Il.LoadAddress(made));
        RequireBody(made);
        if (Options.NumbersStrings)
        {
            Statement("r.PublishText(ref p, made);");
            CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.PublishText)), () => Il.Load(made));
        }
        Forget();
    }

    private void Referenced(SlotPlan slot, Place destination)
    {
        TypePlan plan = Methods.Table[slot.Target];
        Local header = Il.SharedLocal("header", typeof(uint));
        Forget();
        Statement("p = ref r.ReadVarInt32(ref p, out uint header);");
        CallAdvancing(KnownMembers.ReadVarInt32, () => Il.LoadAddress(header));
        // An IObjectReference may name any object that fits the slot.
        bool isExact = !plan.Shape.IsReplaced && !plan.Shape.CoversDerived;
        Type known = plan.Shape.IsReplaced ? slot.DeclaredType : slot.Target;
        Statement($"if (header == 1) new {slot.Target} and its body; else {destination.Text} = r.Known(ref p, header, typeof({known}), "
            + $"{(isExact ? "true" : "false")});");
        Il.Load(header);
        Il.Constant(1);
        Il.If(
            Condition.Equal,
            () => New(slot, plan, destination),
            () =>
            {
                Local found = Il.SharedLocal("known", typeof(object));
                CallAt(KnownMembers.Known, () => Il.Load(header), () => Il.TypeOf(known), () => Il.Constant(isExact ? 1 : 0));
                Il.Store(found);
                StoreAsItsType(found, destination);
            });
        Forget();
    }

    private void New(SlotPlan slot, TypePlan plan, Place destination)
    {
        if (((TypeFamily)plan.Shape.Family).ReadForm(plan) == ReadForm.Produce)
        {
            ProduceNew(plan, destination);
            return;
        }
        Local made = Il.SharedLocal("new" + plan.Id, slot.Target);
        Local? mark = plan.Shape.IsReplaced ? LoadMark() : null, number = mark == null ? null : ReserveNumber(plan);
        Create(plan, made);
        if (mark == null)
        {
            destination.Store(() => Il.Load(made));
        }
        if (plan.IsBounded)
        {
            Run(plan.MinSize, plan.MaxSize, plan.Run);
        }
        Body(plan, Place.Of(Il, made, MadeContent(plan)));
        if (mark != null)
        {
            RealObject(made, mark, slot.DeclaredType, destination, number);
        }
    }

    // Null and an object that has appeared have no id.
    private void IdOrKnown(Local id, int handle, Place value)
    {
        Local known = Il.NewLocal("known", typeof(object));
        Statement($"p = ref r.ReadIdOrKnown(ref p, {handle}, out uint id, out object known);");
        CallAdvancing(KnownMembers.Method(typeof(WireReader), nameof(WireReader.ReadIdOrKnown)), () => Il.Constant(handle), () => Il.LoadAddress(id), () =>
            Il.LoadAddress(known));
        Statement("if (id == 0) { value = known; return ref p; }");
        Il.Load(id);
        Il.If(Condition.False, () =>
        {
            StoreAsItsType(known, value);
            Return();
        });
    }

    // An object that has been found to fit, but is in a local of type object.
    private void StoreAsItsType(Local found, Place destination) => destination.Store(() =>
    {
        Il.Load(found);
        if (destination.Type != typeof(object))
        {
            Il.As(destination.Type);
        }
    });

    // IObjectReference: the object that is read names the object that stands in its place.

    /// <summary>Constructor calls put down for the end from here on belong to the value about to be read.</summary>
    public Local LoadMark() => LoadMark(nameof(WireReader.ConstructionMark), "mark");

    /// <summary>The value of a property of the reader, in a variable of that name.</summary>
    public Local LoadMark(string property, string name)
    {
        Local mark = Il.NewLocal(name, typeof(int));
        Statement($"int {name} = r.{property};");
        CallPlain(KnownMembers.Method(typeof(WireReader), "get_" + property));
        Il.Store(mark);
        return mark;
    }

    /// <summary>Stores the object that <paramref name="made"/> names, which must be a <paramref name="declaredType"/>.</summary>
    public void RealObject(Local made, Local mark, Type declaredType, Place destination, Local? number)
    {
        Local real = Il.NewLocal("real", typeof(object));
        Statement($"{destination.Text} = r.RealObject(ref p, {made.Name}, typeof({declaredType}), mark);");
        CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.RealObject)), () => Il.Load(made), () => Il.TypeOf(declaredType), () => Il.Load(mark));
        Il.Store(real);
        if (number != null)
        {
            PublishAt(() => Il.Load(real), number);
        }
        StoreAsItsType(real, destination);
    }

    /// <summary>Replaces a struct by the value that it names.</summary>
    public void ReplaceInPlace(Type type, Place target, Local mark)
    {
        Statement($"r.ReplaceInPlace(ref p, ref {target.Text}, mark);");
        CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.ReplaceInPlace)).MakeGenericMethod(type), target.LoadAddress, () => Il.Load(mark));
    }
}
