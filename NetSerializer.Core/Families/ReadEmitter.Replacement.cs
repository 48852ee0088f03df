using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;

namespace NetSerializer.Families;

// IObjectReference: the object read is asked for the object that stands in its place.
internal sealed partial class ReadEmitter
{
    /// <summary>Constructor calls put down for the end from here on belong to the value about to be read.</summary>
    public Local LoadMark() => LoadMark(nameof(WireReader.ConstructionMark), "mark");

    private Local LoadMark(string property, string name)
    {
        Local mark = Il.NewLocal(name, typeof(int));
        Statement($"int {name} = r.{property};");
        CallPlain(KnownMembers.Method(typeof(WireReader), "get_" + property));
        Il.Store(mark);
        return mark;
    }

    /// <summary>Reads a slot whose content is asked for its hash or its order at once, and so cannot wait for the end of the value.</summary>
    public void FinishedSlot(SlotPlan slot, Place destination)
    {
        bool isConstructed = (slot.Lateness & Lateness.Constructed) != 0, isCalled = (slot.Lateness & Lateness.Called) != 0;
        // In a graph it may be an object that has appeared before, and then its constructors and callbacks wait since then.
        bool fromMark = !Options.PreservesReferences;
        Local? mark = isConstructed && fromMark ? LoadMark() : null;
        Local? callbackMark = isCalled && fromMark ? LoadMark(nameof(WireReader.CallbackMark), "callbackMark") : null;
        Slot(slot, destination);
        if (isConstructed)
        {
            FinishFrom(mark, nameof(WireReader.FinishNow));
        }
        if (isCalled)
        {
            FinishFrom(callbackMark, nameof(WireReader.CallBackNow));
        }
    }

    private void FinishFrom(Local? mark, string method)
    {
        Statement($"r.{method}(ref p, {mark?.Name ?? "0"});");
        CallAt(KnownMembers.Method(typeof(WireReader), method), () =>
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
