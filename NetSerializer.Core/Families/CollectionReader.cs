using System.Reflection;
using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire;
using NetSerializer.Wire.Collections;

namespace NetSerializer.Families;

/// <summary>Emits the bodies of methods that read collections.</summary>
internal static partial class CollectionReader
{
    public static void Read(ReadEmitter e, TypePlan plan, Place destination)
    {
        CollectionContent content = CollectionContent.Of(plan);
        BodyWriter il = e.Il;
        bool isDerived = plan.Shape.Null != NullForm.Own;
        e.Members(content.Members, i => destination.Field(content.Members[i].Shape.Field!));
        e.Forget();
        if (content.Bulk(e.Methods.Table) is { } bulk)
        {
            ReadBulk(e, content, destination, bulk, isDerived);
            CallbackCode.BodyEnds(e, plan, destination);
            return;
        }
        int minimum = TypeFamily.MinSizeOf(content.Slots);
        Local count = il.NewLocal("count", typeof(int)), index = il.NewLocal("i", typeof(int)), fill = il.NewLocal("fill", content.Fill);
        e.Statement($"p = ref r.ReadCount(ref p, {minimum}, out int count);");
        e.CallAdvancing(KnownMembers.ReadCount, () => il.Constant(minimum), () => il.LoadAddress(count));
        e.Statement(isDerived ? "if (count < 0) r.FailNullBody(ref p);" : "if (count < 0) { value = null; return ref p; }");
        il.Load(count);
        il.Constant(0);
        il.If(Condition.Less, () =>
        {
            if (isDerived)
            {
                e.CallAt(KnownMembers.FailNullBody);
                return;
            }
            destination.Store(il.Null);
            e.Return();
        });
        bool isMoved = isDerived && content.Entry.IsMoved;
        StartFill(e, content, fill, count, isDerived && !isMoved ? destination.Load : il.Null);
        if (!isDerived && !content.Entry.NeedsContentFirst)
        {
            e.Publish(plan, () => LoadMade(il, content, fill));
        }
        if (content.IsLate(plan))
        {
            ReadLate(e, plan, content, fill, count, index, isMoved ? destination : null);
            if (isDerived)
            {
                CallbackCode.BodyEnds(e, plan, destination);
                return;
            }
            destination.Store(() => LoadMade(il, content, fill));
            return;
        }
        BeginKeys(e, content);
        e.Statement("for (int i = 0; i < count; i++) fill.Add(ref r, ref p, slots);");
        il.Constant(0);
        il.Store(index);
        il.ForUpTo(index, () => il.Load(count), () =>
        {
            e.Forget();
            e.Traced(index, () => ReadEntry(e, content, fill));
        });
        e.Forget();
        if (content.Fill.GetMethod("Finish") is { } finish)
        {
            e.Statement("fill.Finish(ref r, ref p);");
            e.CallPartAt(fill, finish);
        }
        void LoadCollection()
        {
            il.LoadAddress(fill);
            il.Call(KnownMembers.Method(content.Fill, "get_Collection"));
        }
        if (isMoved)
        {
            MovedContent.MoveIn(e, content, destination, LoadCollection);
            CallbackCode.BodyEnds(e, plan, destination);
            return;
        }
        if (isDerived)
        {
            e.Statement("_ = fill.Collection;");
            LoadCollection();
            il.Pop();
            CallbackCode.BodyEnds(e, plan, destination);
            return;
        }
        e.Statement($"{destination.Text} = fill.Collection;");
        destination.Store(LoadCollection);
    }

    private static void BeginKeys(ReadEmitter e, CollectionContent content)
    {
        foreach (SlotPlan slot in content.Slots)
        {
            if (slot.Shape.IsAsked)
            {
                KeyCode.Begin(e, slot.DeclaredType, !content.Entry.IsOrdered);
            }
        }
    }

    // The collection while it is filled.
    private static void LoadMade(BodyWriter il, CollectionContent content, Local fill)
    {
        il.LoadAddress(fill);
        il.Call(content.Fill.GetMethod("get_Made") ?? KnownMembers.Method(content.Fill, "get_Collection"));
    }

    private static void StartFill(ReadEmitter e, CollectionContent content, Local fill, Local count, Action loadTarget)
    {
        BodyWriter il = e.Il;
        MethodInfo start = KnownMembers.Method(content.Fill, "Start");
        if (content.Entry.HasHead)
        {
            MethodInfo read = KnownMembers.Method(content.Fill, "ReadHead");
            Local head = il.NewLocal("head", read.GetParameters()[^1].ParameterType.GetElementType()!);
            e.Statement($"p = ref {content.FillName}.ReadHead(ref r, ref p, count, out head); var fill = {content.FillName}.Start(ref r, ref p, count, "
                + "target, head);");
            e.CallAdvancing(read, () => il.Load(count), () => il.LoadAddress(head));
            e.CallAt(start, () => il.Load(count), loadTarget, () => il.Load(head));
            il.Store(fill);
            return;
        }
        if (content.ComparerType is not { } comparerType)
        {
            e.Statement($"var fill = {content.FillName}.Start(ref r, ref p, count, target);");
            e.CallAt(start, () => il.Load(count), loadTarget);
            il.Store(fill);
            return;
        }
        Local comparer = il.NewLocal("comparer", comparerType);
        if (content.Compared == typeof(string))
        {
            Type comparers = content.Entry.Comparer == ComparerUse.Order ? typeof(OrderComparers) : typeof(Comparers);
            e.Statement($"p = ref {comparers.Name}.Read(ref r, ref p, out comparer);");
            e.CallAdvancing(KnownMembers.Method(comparers, nameof(Comparers.Read)), () => il.LoadAddress(comparer));
        }
        else
        {
            il.Null();
            il.Store(comparer);
        }
        e.Statement($"var fill = {content.FillName}.Start(ref r, ref p, count, target, comparer);");
        e.CallAt(start, () => il.Load(count), loadTarget, () => il.Load(comparer));
        il.Store(fill);
    }

    private static void ReadBulk(ReadEmitter e, CollectionContent content, Place destination, Type bulk, bool isDerived)
    {
        BodyWriter il = e.Il;
        Local made = il.NewLocal("made", content.Plain);
        e.Statement($"p = ref BulkCollection.Read<{content.FillName}>(ref r, ref p, target, out made);");
        MethodInfo read = KnownMembers.Method(bulk, "Read").MakeGenericMethod(content.Fill, content.Plain);
        e.CallAdvancing(read, isDerived && !content.Entry.IsMoved ? destination.Load : il.Null, () => il.LoadAddress(made));
        e.Forget();
        if (isDerived)
        {
            e.Statement("if (made == null) r.FailNullBody(ref p);");
            il.Load(made);
            il.If(Condition.False, () => e.CallAt(KnownMembers.FailNullBody));
            if (content.Entry.IsMoved)
            {
                MovedContent.MoveIn(e, content, destination, () => il.Load(made));
            }
            return;
        }
        destination.Store(() => il.Load(made));
    }

    private static void ReadEntry(ReadEmitter e, CollectionContent content, Local fill)
    {
        Type fillType = content.Fill;
        Local[] item = BeginEntry(e, content, fill);
        Local[] parts = new Local[content.Slots.Length];
        SlotPlan? asked = null;
        for (int i = 0; i < parts.Length; i++)
        {
            SlotPlan slot = content.Slots[i];
            Local part = parts[i] = NewPart(e.Il, slot);
            if (!slot.Shape.IsAsked)
            {
                e.Part(content.Slots, i, () => e.Slot(slot, Place.Of(e.Il, part)));
            }
            else
            {
                e.Part(content.Slots, i, () => KeyCode.ReadFinished(e, slot, Place.Of(e.Il, part)));
                KeyCode.Bound(e, part, !content.Entry.IsOrdered);
            }
            if (i == 0 && fillType.GetMethod("AddKey") is { } addKey)
            {
                e.FinishedKey(slot.DeclaredType);
                e.CallPartAt(fill, addKey, [.. item, part]);
                asked = slot;
                if (addKey.ReturnType.IsByRef)
                {
                    ReadIntoPlace(e, content.Slots);
                    return;
                }
            }
        }
        foreach (SlotPlan slot in content.Slots.Where(slot => slot != asked && slot.Shape.IsAsked))
        {
            e.FinishedKey(slot.DeclaredType);
        }
        e.CallPartAt(fill, KnownMembers.Method(fillType, "Add"), [.. item, .. parts]);
    }

    // In front of an entry: where it begins, for a fill that is told.
    private static Local[] BeginEntry(ReadEmitter e, CollectionContent content, Local fill)
    {
        if (content.Fill.GetMethod("Begin") is { } begin)
        {
            e.CallPartAt(fill, begin);
        }
        if (!content.TakesItem)
        {
            return [];
        }
        Local item = e.Il.SharedLocal("item", typeof(long));
        e.Statement("long item = r.Position(ref p);");
        e.CallAt(KnownMembers.Method(typeof(WireReader), nameof(WireReader.Position)));
        e.Il.Store(item);
        return [item];
    }

    private static Local NewPart(BodyWriter il, SlotPlan slot)
    {
        Local part = Part(il, slot);
        if (slot.DeclaredType.IsValueType)
        {
            il.LoadAddress(part);
            il.Initialize(slot.DeclaredType);
        }
        return part;
    }

    private static Local Part(BodyWriter il, SlotPlan slot) => il.SharedLocal(slot.Shape.Role.ToString().ToLowerInvariant(), slot.DeclaredType);

    // The table is large enough for all pairs that have been announced to it, so the place stays where it is while the value is read.
    private static void ReadIntoPlace(ReadEmitter e, IReadOnlyList<SlotPlan> slots)
    {
        SlotPlan slot = slots[1];
        Local place = e.Il.SharedLocal("place", slot.DeclaredType.MakeByRefType());
        e.Il.Store(place);
        e.Part(slots, 1, () => e.Slot(slot, Place.At(e.Il, slot.DeclaredType, "value", () => e.Il.Load(place), PlaceContent.Zero)));
    }
}
