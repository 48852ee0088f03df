using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Wire;

namespace NetSerializer.Families;

// With References=Preserve: an object and the text that it refers to first are mostly both new, and are asked for at once.
internal sealed partial class WriteEmitter
{
    // The members are written where the object is asked for.
    private const int MostSlots = 8;

    private Local? _newText;

    /// <summary>Where the text about to be written is held, if that is known to be new and not null.</summary>
    public Local? TakeNewText()
    {
        Local? text = _newText;
        _newText = null;
        return text;
    }

    // The first member of the object that is no number, if it is a text: nothing is asked for in between, and no code of the user runs.
    private SlotPlan? FirstText(SlotPlan slot)
    {
        TypePlan plan = Methods.Table[slot.Target];
        if (Methods.IsTraced || !Options.NumbersStrings || Options.Strings == StringHandling.Table || !IsExact(slot) || plan.IsRecursive
            || plan.Shape.Family is not ObjectFamily || plan.Slots.Length > MostSlots || !IsPlain(plan))
        {
            return null;
        }
        SlotPlan? first = plan.Slots.FirstOrDefault(member => !member.IsBounded);
        return first?.DeclaredType == typeof(string) ? first : null;
    }

    private bool IsPlain(TypePlan plan) =>
        plan.Shape is { Callbacks: null, Custom: null, IsReplaced: false, MaySetType: false, CoversDerived: false }
        && plan.Slots.All(member => !member.IsBounded || IsPlain(Methods.Table[member.Target]));

    private void ReferencedWithText(SlotPlan slot, SlotPlan text, Place value)
    {
        TypePlan plan = Methods.Table[slot.Target];
        Local local = Il.NewLocal(LocalName(value.Text), slot.DeclaredType), content = Il.NewLocal("text", typeof(string));
        Reserve(VarInt.Max32 + HeadOf(plan));
        Statement($"{slot.DeclaredType.Name} {local.Name} = {value.Text};");
        value.Load();
        Il.Store(local);
        Place item = Known(local, slot.Target), place = item.Field(text.Shape.Field!);
        GeneratedMethod other = Methods.WriteReferred(slot);
        string test = IsScattered ? nameof(WireWriter.AreNewScattered) : nameof(WireWriter.AreNew);
        Statement($"if ({local.Name} != null && w.{test}(ref p, {local.Name}, text = {place.Text})) {{ write 1; write the body; }} else if ({local.Name} != "
            + $"null && w.IsAgain({local.Name})) {{ p = ref w.WriteFound(ref p); }} else {{ p = ref {other.Name}(ref w, ref p, {local.Name}); }}");
        Label known = Il.NewLabel("known"), rest = Il.NewLabel("rest"), end = Il.NewLabel("end");
        Il.Load(local);
        Il.Branch(Condition.False, rest);
        place.Load();
        Il.Store(content);
        Tell(KnownMembers.Method(typeof(WireWriter), test), () => Il.Load(local), () => Il.Load(content));
        Il.Branch(Condition.False, known);
        Bytes(1, "new");
        _newText = content;
        ((TypeFamily)plan.Shape.Family).EmitWrite(this, plan, item);
        Il.Branch(end);
        Il.Mark(known);
        Ask(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.IsAgain)), () => Il.Load(local));
        Il.Branch(Condition.False, rest);
        Thread(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.WriteFound)));
        Il.Branch(end);
        Il.Mark(rest);
        Thread(other, () => Il.Load(local));
        Il.Mark(end);
        Forget();
    }
}
