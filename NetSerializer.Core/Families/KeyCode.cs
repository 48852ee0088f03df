using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;

namespace NetSerializer.Families;

/// <summary>Emits the code around a key, before a table asks it for its hash or its order.</summary>
internal static class KeyCode
{
    /// <summary>Reads a key that is asked at once, and so cannot wait for the end of the value: its constructors and callbacks run behind it.</summary>
    public static void ReadFinished(ReadEmitter e, SlotPlan slot, Place destination)
    {
        bool isConstructed = (slot.Lateness & Lateness.Constructed) != 0, isCalled = (slot.Lateness & Lateness.Called) != 0;
        // In a graph it may be an object that has appeared before, and then its constructors and callbacks wait since then.
        bool fromMark = !e.Options.PreservesReferences;
        Local? mark = isConstructed && fromMark ? e.LoadMark() : null;
        Local? callbackMark = isCalled && fromMark ? e.LoadMark(nameof(WireReader.CallbackMark), "callbackMark") : null;
        e.Slot(slot, destination);
        if (isConstructed)
        {
            FinishFrom(e, mark, nameof(WireReader.FinishNow));
        }
        if (isCalled)
        {
            FinishFrom(e, callbackMark, nameof(WireReader.CallBackNow));
        }
    }

    /// <summary>In front of the loop over a table whose keys are given to <see cref="Bound"/>.</summary>
    public static void Begin(ReadEmitter e, Type key, bool isHashed)
    {
        if (isHashed && e.Options.PreservesReferences && WireReader.MayLeadOn(key))
        {
            e.Il.Null();
            e.Il.Store(Tally(e));
        }
    }

    /// <summary>The key is about to be asked for its hash or its order. Nothing where there are no numbers by which it could lead back, or on and on.</summary>
    public static void Bound(ReadEmitter e, Local key, bool isHashed)
    {
        if (!e.Options.PreservesReferences || !WireReader.MayLeadOn(key.Type))
        {
            return;
        }
        if (isHashed)
        {
            Local tally = Tally(e);
            e.Statement($"r.RequireHashedKey(ref p, {key.Name}, ref tally);");
            e.CallAt(
                KnownMembers.Method(typeof(WireReader), nameof(WireReader.RequireHashedKey)).MakeGenericMethod(key.Type), () => e.Il.Load(key), () =>
                    e.Il.LoadAddress(tally));
        }
        else
        {
            e.Statement($"r.RequireBoundedKey(ref p, {key.Name});");
            e.CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.RequireBoundedKey)).MakeGenericMethod(key.Type), () => e.Il.Load(key));
        }
    }

    private static void FinishFrom(ReadEmitter e, Local? mark, string method)
    {
        e.Statement($"r.{method}(ref p, {mark?.Name ?? "0"});");
        e.CallAt(KnownMembers.Method(typeof(WireReader), method), () =>
        {
            if (mark == null)
            {
                e.Il.Constant(0);
                return;
            }
            e.Il.Load(mark);
        });
    }

    private static Local Tally(ReadEmitter e) => e.Il.SharedLocal("tally", typeof(Dictionary<int, int>));
}
