using NetSerializer.Emit;
using NetSerializer.Planning;

namespace NetSerializer.Families;

// With References=Preserve: objects in a list or an array, of which each has as many numbers as the others, are looked up there.
internal sealed partial class ReadEmitter
{
    /// <summary>
    /// In front of the loop that fills a sequence. Returns what stands behind the reading of each element, or null when they are not of this kind: new
    /// objects of one class that have numbers and a text, or none.
    /// </summary>
    public Action<Local>? BeginRow(SlotPlan slot, Local sequence, Local count)
    {
        if (Methods.IsTraced || !Methods.HidesObjects || slot.Kind != SlotKind.Presence || slot.Target != slot.DeclaredType
            || !IsOfNumbersAndText(Methods.Table[slot.Target]))
        {
            return null;
        }
        TypePlan plan = Methods.Table[slot.Target];
        SlotPlan? text = Options.NumbersStrings ? plan.Slots.FirstOrDefault(member => member.DeclaredType == typeof(string)) : null;
        GeneratedMethod? find = text == null ? null : Methods.TextOf(plan, text);
        if (find == null)
        {
            Statement($"r.BeginRow({sequence.Name}, count);");
            Ask(KnownMembers.Method(typeof(WireReader), nameof(WireReader.BeginRow)), () => Il.Load(sequence), () => Il.Load(count));
        }
        else
        {
            Statement($"r.BeginRowWithTexts({sequence.Name}, count, &{find.Name});");
            Ask(KnownMembers.Method(typeof(WireReader), nameof(WireReader.BeginRowWithTexts)), () => Il.Load(sequence), () => Il.Load(count), () =>
                Il.LoadFunction(find));
        }
        return index =>
        {
            Statement("r.PassElement(i);");
            Ask(KnownMembers.Method(typeof(WireReader), nameof(WireReader.PassElement)), () => Il.Load(index));
        };
    }

    public void EndRow()
    {
        Statement("r.EndRow();");
        Ask(KnownMembers.Method(typeof(WireReader), nameof(WireReader.EndRow)));
    }

    private bool IsOfNumbersAndText(TypePlan plan) =>
        Options.PreservesReferences && Options.Strings != StringHandling.Table && plan.Shape.Family is ObjectFamily
        && plan.Slots.Count(member => member.DeclaredType == typeof(string)) <= 1
        && plan.Slots.All(member => member.DeclaredType == typeof(string) || (member.IsBounded && member.DeclaredType.IsValueType));
}
