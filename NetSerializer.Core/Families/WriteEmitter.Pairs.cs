using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Wire;

namespace NetSerializer.Families;

// With References=Preserve: an object and the text that it refers to first are mostly both new, and are asked for at once.
internal sealed partial class WriteEmitter
{
    // The members are written where the object is asked for.
    private const int MostSlots = 8;

    // What the next slots hold that refer to something, if that is known to be new, in the order in which they are written; and what writes its texts.
    private readonly Queue<Local> _new = new();
    private string _textWriter = "";

    /// <summary>Where the text about to be written is held, if nobody need ask whether it is new, and the method that writes it.</summary>
    public (Local Text, string Writer)? TakeNewText() => _new.TryDequeue(out Local? text) ? (text, _textWriter) : null;

    // The first member of the object that is no number, if it is a text: nothing is asked for in between, and no code of the user runs.
    private SlotPlan? FirstText(SlotPlan slot)
    {
        TypePlan plan = Methods.Table[slot.Target];
        if (Methods.IsTraced || !Options.NumbersStrings || Options.Strings == StringHandling.Table || !IsOneClass(slot) || plan.IsRecursive
            || plan.Shape.Family is not ObjectFamily || plan.Slots.Length > MostSlots || !IsPlain(plan))
        {
            return null;
        }
        SlotPlan? first = plan.Slots.FirstOrDefault(member => !member.IsBounded);
        return first?.DeclaredType == typeof(string) ? first : null;
    }

    /// <summary>The elements refer to nothing but texts.</summary>
    public bool MayAscend(SlotPlan slot) =>
        Options.PreservesReferences && !Methods.IsTraced && slot.Kind is SlotKind.Own or SlotKind.Presence && Methods.Table.Find(slot.Target) is { } plan
        && plan.Shape.Family is ObjectFamily && IsOneClass(slot) && IsPlain(plan) && plan.Slots.All(IsFlat);

    /// <summary>Elements for which <see cref="MayAscend"/> is true refer to anything that has a number.</summary>
    public bool ReferToTexts(SlotPlan slot) =>
        Options.NumbersStrings && Methods.Table[slot.Target].Slots.Any(member => member.DeclaredType == typeof(string));

    // Where that is not sealed, objects of others are told by their type and refused.
    private static bool IsOneClass(SlotPlan slot) => slot.Target == slot.DeclaredType && slot.Target.IsClass;

    private bool IsFlat(SlotPlan slot) =>
        slot.DeclaredType == typeof(string)
        || (slot is { Kind: SlotKind.Value, IsBounded: true, Target.IsValueType: true } && Methods.Table[slot.Target] is var plan && IsPlain(plan)
            && plan.Slots.All(IsFlat));

    private bool IsPlain(TypePlan plan) => IsPlain(plan, Methods.Table);

    public static bool IsPlain(TypePlan plan, PlanTable table) =>
        plan.Shape is { Callbacks: null, Custom: null, IsReplaced: false, MaySetType: false, CoversDerived: false }
        && plan.Slots.All(member => !member.IsBounded || IsPlain(table[member.Target], table));

    private void ReferencedWithText(SlotPlan slot, SlotPlan text, Place value)
    {
        Local local = HoldReference(slot, value);
        Place item = Known(local, slot.Target);
        Label rest = Il.NewLabel("rest"), end = Il.NewLabel("end");
        GeneratedMethod other = IsAscending ? Methods.WriteAscended(slot, text) : Methods.WriteReferred(slot);
        if (IsAscending)
        {
            NewWithText(slot, text, item, nameof(WireWriter.AreNewAscending), rest, rest);
        }
        else
        {
            Label known = Il.NewLabel("known");
            NewWithText(slot, text, item, IsScattered ? nameof(WireWriter.AreNewScattered) : nameof(WireWriter.AreNew), rest, known);
            Il.Branch(end);
            Statement($"else if ({local.Name} != null && w.IsAgain({local.Name})) {{ p = ref w.WriteFound(ref p); }}");
            Il.Mark(known);
            Ask(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.IsAgain)), () => Il.Load(local));
            Il.Branch(Condition.False, rest);
            Thread(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.WriteFound)));
        }
        Il.Branch(end);
        Statement($"else {{ p = ref {other.Name}(ref w, ref p, {local.Name}); }}");
        Il.Mark(rest);
        Thread(other, () => Il.Load(local));
        Il.Mark(end);
        Forget();
    }

    private void HoldNew(string textWriter, params IEnumerable<Local> held)
    {
        _textWriter = textWriter;
        foreach (Local one in held)
        {
            _new.Enqueue(one);
        }
    }

    // With room for its number, or for what its body begins with.
    private Local HoldReference(SlotPlan slot, Place value)
    {
        Local local = Il.NewLocal(LocalName(value.Text), slot.DeclaredType);
        Reserve(VarInt.Max32 + HeadOf(Methods.Table[slot.Target]));
        Statement($"{slot.DeclaredType} {local.Name} = {value.Text};");
        value.Load();
        Il.Store(local);
        return local;
    }

    /// <summary>An element of those that lie in order, whose text is not seen to be new at once.</summary>
    public void AscendedWithText(SlotPlan slot, SlotPlan text, Argument value)
    {
        TypePlan plan = Methods.Table[slot.Target];
        Place item = Place.Of(Il, value);
        Label rest = Il.NewLabel("rest");
        if (plan.Slots.Count(member => member.DeclaredType == typeof(string)) == 1)
        {
            Place place = item.Field(text.Shape.Field!);
            Statement($"if ({item.Text} != null) w.SeekGap({item.Text}, ref {place.Text});");
            item.Load();
            Il.If(Condition.True, () => Ask(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.SeekGap)), item.Load, () =>
            {
                place.LoadAddress();
                Il.AsReference(typeof(string), typeof(object));
            }));
        }
        Reserve(VarInt.Max32 + HeadOf(plan));
        NewWithText(slot, text, item, nameof(WireWriter.AreNew), rest, rest);
        Return();
        Il.Mark(rest);
        Forget();
        ReferencedAlone(slot, item);
    }

    // Writes an object whose text is new as well, if the test says so.
    private void NewWithText(SlotPlan slot, SlotPlan text, Place item, string test, Label ifOther, Label ifKnown)
    {
        TypePlan plan = Methods.Table[slot.Target];
        Local content = Il.NewLocal("text", typeof(string));
        Place place = item.Field(text.Shape.Field!);
        string typeTest = IsExact(slot) ? "" : TypeTest(item.Text, slot.Target, isExact: true) + " && ";
        Statement($"if ({item.Text} != null && {typeTest}w.{test}(ref p, {item.Text}, text = {place.Text})) {{ write 1; write the body; }}");
        item.Load();
        Il.Branch(Condition.False, ifOther);
        if (!IsExact(slot))
        {
            TestType(item.Load, slot.Target, isExact: true);
            Il.Branch(Condition.False, ifOther);
        }
        place.Load();
        Il.Store(content);
        Tell(KnownMembers.Method(typeof(WireWriter), test), item.Load, () => Il.Load(content));
        Il.Branch(Condition.False, ifKnown);
        Bytes(1, "new");
        HoldNew(nameof(WireWriter.WriteNewString), content);
        ((TypeFamily)plan.Shape.Family).EmitWrite(this, plan, item);
    }
}
