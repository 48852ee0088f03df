using NetSerializer.Emit;
using NetSerializer.Planning;

namespace NetSerializer.Families;

// In a leaf, where objects have numbers.
internal sealed partial class SequenceFamily
{
    /// <summary>Reads a sequence of objects or texts, none of which has appeared before, in the method at hand.</summary>
    public static void EmitReadAlone(ReadEmitter e, TypePlan plan, Local sequence)
    {
        BodyWriter il = e.Il;
        SlotPlan slot = plan.Slots[0];
        Type element = slot.DeclaredType;
        Local count = il.NewLocal("count", typeof(int));
        long more = IsList(plan.Type) ? ListObject : 0;
        e.Statement($"p = ref r.ReadAloneCount(ref p, {more}, out int {count.Name});");
        e.Thread(KnownMembers.Method(typeof(WireReader), nameof(WireReader.ReadAloneCount)), () => il.Constant(more), () => il.LoadAddress(count));
        e.Statement($"{sequence.Name} = {count.Name} elements;");
        if (plan.Type.IsArray)
        {
            il.Load(count);
            il.NewArray(element);
            il.Store(sequence);
        }
        else
        {
            il.Load(count);
            il.New(KnownMembers.Constructor(plan.Type, typeof(int)));
            il.Store(sequence);
            SetCount(il, element, count, sequence);
        }
        Local span = LoadSpan(il, plan.Type, element, () => il.Load(sequence));
        Label end = il.NewLabel("end");
        e.Statement($"foreach (ref var item in {span.Name}) {{ if (!r.MayReadElement(ref p)) break; read item; }}");
        ForEach(il, span, element, item =>
        {
            e.Forget();
            e.Tell(KnownMembers.Method(typeof(WireReader), nameof(WireReader.MayReadElement)));
            il.Branch(Condition.False, end);
            e.Slot(slot, Place.At(il, element, item.Name, () => il.Load(item), PlaceContent.Zero));
        });
        il.Mark(end);
        e.Forget();
    }
}
