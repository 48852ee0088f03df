using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;

namespace NetSerializer.Families;

// IObjectReference: what is read is asked for the object that stands in its place.
internal sealed partial class ReadEmitter
{
    /// <summary>What is put down for the end from here on belongs to what is about to be read.</summary>
    public Local LoadMark()
    {
        Local mark = Il.NewLocal("mark", typeof(int));
        Statement("int mark = r.ConstructionMark;");
        CallPlain(KnownMembers.Method(typeof(WireReader), "get_" + nameof(WireReader.ConstructionMark)));
        Il.Store(mark);
        return mark;
    }

    /// <summary>Reads a slot whose content is asked for its hash or its order at once, and so cannot wait for the end of the value.</summary>
    public void FinishedSlot(SlotPlan slot, Place destination)
    {
        if ((slot.Lateness & Lateness.Constructed) == 0)
        {
            Slot(slot, destination);
            return;
        }
        // It may be an object that has appeared before, and then what waits for it does so since then.
        Local? mark = Options.PreservesReferences ? null : LoadMark();
        Slot(slot, destination);
        Statement($"r.FinishNow(ref p, {(mark == null ? "0" : "mark")});");
        CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.FinishNow)), () =>
        {
            if (mark == null)
            {
                Il.Constant(0);
                return;
            }
            Il.Load(mark);
        });
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
