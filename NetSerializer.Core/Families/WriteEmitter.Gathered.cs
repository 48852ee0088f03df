using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Wire;

namespace NetSerializer.Families;

// With References=Preserve: a root of which all objects are gathered before it is written, and found to be different ones, is written like a tree.
internal sealed partial class WriteEmitter
{
    /// <summary>Writes an object with its id, as a root: where no object in it appears twice. Otherwise nothing is written.</summary>
    public void AloneGathered(TypePlan plan, Argument value)
    {
        var gathering = new GatherEmitter(Methods, Il);
        if (!gathering.IsNeeded(plan))
        {
            // There is nothing that could be met twice.
            IsAllNew = true;
            ((TypeFamily)plan.Shape.Family).EmitWriteTagged(this, plan, Place.Of(Il, value));
            return;
        }
        Label rest = Il.NewLabel("rest");
        Local g = Il.NewLocal("g", typeof(Gathering)), next = Il.NewLocal("next", typeof(nint)), watch = Il.NewLocal("watch", typeof(object));
        Statement("if (w.BeginGathering(value, out g, out nint next) is not { } watch) goto rest;");
        Ask(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.BeginGathering)), () => Il.Load(value), () => Il.LoadAddress(g), () =>
            Il.LoadAddress(next));
        Il.Store(watch);
        Il.Load(watch);
        Il.Branch(Condition.False, rest);
        if (gathering.Root(plan, Place.Of(Il, value), () => Il.LoadAddress(g), next) is { } refused)
        {
            Statement($"{refused.Name}:");
            Il.Mark(refused);
        }
        Statement("if (!w.AreAllNew(value, ref g, next, watch)) goto rest;");
        Ask(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.AreAllNew)), () => Il.Load(value), () => Il.LoadAddress(g), () => Il.Load(next), () =>
            Il.Load(watch));
        Il.Branch(Condition.False, rest);
        IsAllNew = true;
        ((TypeFamily)plan.Shape.Family).EmitWriteTagged(this, plan, Place.Of(Il, value));
        Return();
        Statement($"rest: return ref w.{nameof(WireWriter.RefuseAlone)}(ref p);");
        Il.Mark(rest);
        Forget();
        Thread(KnownMembers.Method(typeof(WireWriter), nameof(WireWriter.RefuseAlone)));
    }

    // A small object that refers to nothing but texts.
    private bool IsRepeatedHere(TypePlan plan) =>
        plan is { IsRecursive: false, Shape.Family: ObjectFamily } && plan.Slots.Length <= MostSlots && plan.Slots.All(IsFlat);
}
