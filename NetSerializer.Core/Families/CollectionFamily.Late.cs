using NetSerializer.Emit;
using NetSerializer.Errors;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire;
using NetSerializer.Wire.Collections;

namespace NetSerializer.Families;

// Collections that are filled when the value is whole: their keys may lead back to them, or are not complete before.
internal sealed partial class CollectionFamily
{
    /// <summary>The collection asks what is in the slot for its hash or its order when it is filled.</summary>
    // Of a queue the priorities, and not the elements.
    private static bool IsAsked(Content content, SlotPlan slot) =>
        !content.Entry.IsSequence && slot.Shape.Role != SlotRole.Value && (slot.Shape.Role != SlotRole.Element || content.Slots.Length == 1);

    /// <summary>
    /// A key may not be complete when it is read: it leads back, is a second reference to an object whose constructor still waits, or has
    /// constructors and callbacks that the collection waits for.
    /// </summary>
    private static bool IsLate(TypePlan plan, Content content, SerializerOptions options)
    {
        Lateness awaited = WaitsForKeys(plan, content) ? Lateness.Constructed | Lateness.Called
            : options.PreservesReferences ? Lateness.Constructed : Lateness.None;
        return !IsWhole(plan, content)
            && content.Slots.Any(slot => IsAsked(content, slot) && (slot.LeadsBack || (slot.Lateness & awaited) != 0));
    }

    private static bool WaitsForKeys(TypePlan plan, Content content) => content.Entry.WaitsForKeys && plan.Type == content.Type;

    // It is asked for the object in its place as soon as it is read.
    private static bool IsWhole(TypePlan plan, Content content) => content.Entry.NeedsContentFirst || plan.Shape.IsReplaced;

    /// <summary>Collections that can neither be filled late nor be sure of their keys.</summary>
    /// <param name="table">The plans.</param>
    /// <param name="pathOf">The way to a type.</param>
    public static IReadOnlyList<TypeModelProblem> FindProblems(PlanTable table, Func<Type, string> pathOf)
    {
        var problems = new List<TypeModelProblem>();
        foreach (TypePlan plan in table.Plans)
        {
            if (plan.Shape.Family is not CollectionFamily || Content.Of(plan) is var content && !IsWhole(plan, content))
            {
                continue;
            }
            foreach (SlotPlan slot in content.Slots)
            {
                if (IsAsked(content, slot) && slot.LeadsBack && (content.Entry.IsOrdered || !AreToldApartByIdentity(slot, table)))
                {
                    (string reason, string without) = content.Entry.NeedsContentFirst
                        ? ("is made of its whole content", "")
                        : ("names another object in its place as soon as it is read (IObjectReference)", ", without IObjectReference");
                    problems.Add(new TypeModelProblem(
                        ErrorCode.TypeNotSupported, pathOf(plan.Type),
                        $"{TypeNames.Display(plan.Type)} {reason}, but its keys may lead back to it and then not be complete when it asks them for their hash "
                            + "or their order. Use a collection that can be filled later, Dictionary, HashSet or their sorted kin"
                            + $"{without}; or keys that do not refer to it."));
                }
            }
        }
        return problems;
    }

    // Equality that has nothing to do with content.
    private static bool AreToldApartByIdentity(SlotPlan slot, PlanTable table) =>
        !slot.IsOpen && (slot.Kind == SlotKind.Any ? slot.Admitted : [slot.Target]).All(type =>
            type.IsClass && table[type].Shape is { IsReplaced: false, CoversDerived: false }
            && !typeof(IEquatable<>).MakeGenericType(slot.DeclaredType).IsAssignableFrom(type)
            && type.GetMethod(nameof(GetHashCode), Type.EmptyTypes)!.DeclaringType == typeof(object)
                && type.GetMethod(nameof(Equals), [typeof(object)])!.DeclaringType == typeof(object));

    private static void ReadLate(ReadEmitter e, TypePlan plan, Content content, Local fill, Local count, Local index, Place? moved)
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
            e.Traced(index, () => ReadParts(e, content, entries, refusesNull: isPair && WaitsForKeys(plan, content)));
        });
        e.Forget();
        e.Statement("entries.Fill = fill;");
        il.Load(entries);
        il.Load(fill);
        il.Call(KnownMembers.Method(entriesType, "set_Fill"));
        if (moved != null)
        {
            // Empty until then, but whole.
            MoveIn(e, content, moved, () => LoadMade(il, content, fill));
            e.Statement($"entries.Target = {moved.Text};");
            il.Load(entries);
            moved.Load();
            il.Call(KnownMembers.Method(typeof(LateTable), "set_Target"));
        }
        GeneratedMethod put = e.Methods.FillLate(plan, method => Fill(new ReadEmitter(e.Methods, method), content, moved != null));
        SlotPlan[] asked = [.. content.Slots.Where(slot => IsAsked(content, slot))];
        bool isCalled = asked.Any(slot => (slot.Lateness & Lateness.Called) != 0);
        LateRow row = WaitsForKeys(plan, content) && !asked.Any(slot => slot.LeadsBack)
            ? isCalled ? LateRow.WithCallbacks : LateRow.WithConstructions
            : isCalled ? LateRow.BehindCallbacks : LateRow.BehindConstructions;
        e.Statement($"r.FillTable(ref p, entries, &{put.Name}, {row});");
        e.CallAt(
            KnownMembers.Method(typeof(WireReader), nameof(WireReader.FillTable)), () => il.Load(entries), () => il.LoadFunction(put),
            () => il.Constant((int)row));
    }

    private static Type EntriesType(Content content) =>
        typeof(LateEntries<,,>).MakeGenericType(
            content.Fill, content.Slots[0].DeclaredType, content.Slots.Length > 1 ? content.Slots[1].DeclaredType : typeof(byte));

    private static void ReadParts(ReadEmitter e, Content content, Local entries, bool refusesNull)
    {
        BodyWriter il = e.Il;
        for (int i = 0; i < content.Slots.Length; i++)
        {
            SlotPlan slot = content.Slots[i];
            Local part = NewPart(il, slot);
            e.Part(content.Slots, i, () => e.Slot(slot, Place.Of(il, part)));
            string add = i > 0 ? "AddSecond" : refusesNull ? "AddKey" : "AddFirst";
            e.Statement($"entries.{add}(ref r, ref p, {part.Name});");
            il.Load(entries);
            e.CallAt(KnownMembers.Method(entries.Type, add), () => il.Load(part));
        }
    }

    // static ref byte FillLate_X(ref WireReader r, ref byte p, object state)
    private static void Fill(ReadEmitter e, Content content, bool isMoved)
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
            MoveIn(e, content, Place.Of(il, target), () => LoadMade(il, content, fill));
        }
        e.Return();
    }

    private static void AddEntry(ReadEmitter e, Content content, Local entries, Local fill, Local index)
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
            if (IsAsked(content, content.Slots[i]))
            {
                e.BoundedKey(parts[i], !content.Entry.IsOrdered);
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
