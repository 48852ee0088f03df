using NetSerializer.Emit;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire;
using NetSerializer.Wire.Collections;

namespace NetSerializer.Families;

// Collections that are filled when the value is whole: their keys may lead back to them, or are not complete before.
internal static partial class CollectionReader
{
    private static void ReadLate(ReadEmitter e, TypePlan plan, CollectionContent content, Local fill, Local count, Local index, Place? moved)
    {
        BodyWriter il = e.Il;
        bool isPair = content.Slots.Length > 1;
        Type entriesType = EntriesType(content);
        Local entries = il.NewLocal("entries", entriesType);
        e.Statement("var entries = LateEntries.Begin(ref r, ref p, count, isPair);");
        e.CallAt(KnownMembers.Method(entriesType, "Begin"), () => il.Load(count), () => il.Constant(isPair ? 1 : 0));
        il.Store(entries);
        e.Statement("for (int i = 0; i < count; i++) entries.Add(ref r, ref p, slots);");
        il.Constant(0);
        il.Store(index);
        il.ForUpTo(index, () => il.Load(count), () =>
        {
            e.Forget();
            e.Traced(index, () => ReadParts(e, content, entries));
        });
        e.Forget();
        e.Statement("entries.Fill = fill;");
        il.Load(entries);
        il.Load(fill);
        il.Call(KnownMembers.Method(entriesType, "set_Fill"));
        if (moved != null)
        {
            // Empty until then, but whole.
            MovedContent.MoveIn(e, content, moved, () => LoadMade(il, content, fill));
            e.Statement($"entries.Target = {moved.Text};");
            il.Load(entries);
            moved.Load();
            il.Call(KnownMembers.Method(typeof(LateTable), "set_Target"));
        }
        GeneratedMethod put = e.Methods.FillLate(plan, method => Fill(new ReadEmitter(e.Methods, method), content, moved != null));
        SlotPlan[] asked = [.. content.Slots.Where(slot => slot.Shape.IsAsked)];
        bool isCalled = asked.Any(slot => (slot.Lateness & Lateness.Called) != 0);
        LateRow row = asked.Any(slot => slot.LeadsBack)
            ? isCalled ? LateRow.BehindCallbacks : LateRow.BehindConstructions
            : isCalled ? LateRow.WithCallbacks : LateRow.WithConstructions;
        e.Statement($"r.FillTable(ref p, entries, &{put.Name}, {row});");
        e.CallAt(
            KnownMembers.Method(typeof(WireReader), nameof(WireReader.FillTable)), () => il.Load(entries), () => il.LoadFunction(put),
            () => il.Constant((int)row));
    }

    private static Type EntriesType(CollectionContent content) =>
        typeof(LateEntries<,,>).MakeGenericType(
            content.Fill, content.Slots[0].DeclaredType, content.Slots.Length > 1 ? content.Slots[1].DeclaredType : typeof(byte));

    private static void ReadParts(ReadEmitter e, CollectionContent content, Local entries)
    {
        BodyWriter il = e.Il;
        for (int i = 0; i < content.Slots.Length; i++)
        {
            SlotPlan slot = content.Slots[i];
            Local part = NewPart(il, slot);
            e.Part(content.Slots, i, () => e.Slot(slot, Place.Of(il, part)));
            string add = i > 0 ? "AddSecond" : slot.Shape.Role == SlotRole.Key ? "AddKey" : "AddFirst";
            e.Statement($"entries.{add}(ref r, ref p, {part.Name});");
            il.Load(entries);
            e.CallAt(KnownMembers.Method(entries.Type, add), () => il.Load(part));
        }
    }

    // static ref byte FillLate_X(ref WireReader r, ref byte p, object state)
    private static void Fill(ReadEmitter e, CollectionContent content, bool isMoved)
    {
        BodyWriter il = e.Il;
        Type entriesType = EntriesType(content);
        Local entries = il.NewLocal("entries", entriesType), fill = il.NewLocal("fill", content.Fill), index = il.NewLocal("i", typeof(int));
        e.Statement("var entries = (LateEntries)state; var fill = entries.Fill;");
        il.Load(il.Argument(2));
        il.As(entriesType);
        il.Store(entries);
        il.Load(entries);
        il.Call(KnownMembers.Method(entriesType, "get_Fill"));
        il.Store(fill);
        BeginKeys(e, content);
        e.Statement("for (int i = 0; i < entries.Count; i++) fill.Add(ref r, ref p, entries[i]);");
        il.Constant(0);
        il.Store(index);
        il.ForUpTo(
            index,
            () =>
            {
                il.Load(entries);
                il.Call(KnownMembers.Method(typeof(LateTable), "get_Count"));
            },
            () => AddEntry(e, content, entries, fill, index));
        if (content.Fill.GetMethod("Finish") is { } finish)
        {
            e.Statement("fill.Finish(ref r, ref p);");
            e.CallPartAt(fill, finish);
        }
        if (isMoved)
        {
            Local target = il.NewLocal("target", content.Type);
            il.Load(entries);
            il.Call(KnownMembers.Method(typeof(LateTable), "get_Target"));
            il.As(content.Type);
            il.Store(target);
            MovedContent.MoveIn(e, content, Place.Of(il, target), () => LoadMade(il, content, fill));
        }
        e.Return();
    }

    private static void AddEntry(ReadEmitter e, CollectionContent content, Local entries, Local fill, Local index)
    {
        BodyWriter il = e.Il;
        Local[] item = BeginEntry(e, content, fill);
        Local[] parts = [.. content.Slots.Select(slot => Part(il, slot))];
        for (int i = 0; i < parts.Length; i++)
        {
            il.Load(entries);
            il.Load(index);
            il.Call(KnownMembers.Method(entries.Type, i == 0 ? "First" : "Second"));
            il.Store(parts[i]);
            if (content.Slots[i].Shape.IsAsked)
            {
                KeyCode.Bound(e, parts[i], !content.Entry.IsOrdered);
            }
        }
        if (content.Fill.GetMethod("AddKey") is { } addKey)
        {
            e.CallPartAt(fill, addKey, [.. item, parts[0]]);
            if (addKey.ReturnType.IsByRef)
            {
                Local place = il.SharedLocal("place", addKey.ReturnType);
                il.Store(place);
                Place.At(il, parts[1].Type, "value", () => il.Load(place), PlaceContent.Zero).Store(() => il.Load(parts[1]));
                return;
            }
        }
        e.CallPartAt(fill, KnownMembers.Method(content.Fill, "Add"), [.. item, .. parts]);
    }
}
