using NetSerializer.Errors;
using NetSerializer.Families;
using NetSerializer.Families.Columns;
using NetSerializer.Planning;
using NetSerializer.Wire;

namespace NetSerializer.Trees;

// The content of collections, by the keywords of the schema text: sections 4 and 5.
internal sealed partial class TreeWriter
{
    private const string DerivedPrefix = "class+";

    private ref byte Collection(scoped ref WireWriter w, ref byte p, TypePlan plan, string keyword, WireNode node)
    {
        // A class that is derived from a collection has it inside, and so has a cover, which in a tree has the form of its content.
        WireNode content = node;
        for (int i = 0; content is WireObject { Content: WireNode inside }; i++)
        {
            content = i < _core.Limits.MaxDepth ? inside : throw _path.Mismatch(CoversWithoutEnd);
        }
        SlotPlan[] slots = [.. plan.Slots.Where(slot => !slot.IsMember)];
        switch (keyword)
        {
            case "sequence":
                return ref Sequence(ref w, ref p, slots[0], As<WireSequence>(content, plan));
            case "grid":
                return ref Grid(ref w, ref p, plan, As<WireSequence>(content, plan));
            case "keyed":
                // The key is a part of the element.
                return ref Table(ref w, ref p, plan, As<WireTable>(content, plan), slots[1..], [slots[0].DeclaredType == typeof(string), false]);
            case "set" or "sortedset" or "dictionary" or "sorteddictionary":
                return ref Table(ref w, ref p, plan, As<WireTable>(content, plan), slots, [slots[0].DeclaredType == typeof(string), false]);
            case "priorityqueue":
                return ref Table(ref w, ref p, plan, As<WireTable>(content, plan), slots, [slots[1].DeclaredType == typeof(string), false]);
            case "hashtable" or "sortedlist" or "namevalues":
                return ref Table(ref w, ref p, plan, As<WireTable>(content, plan), slots, [true, false]);
            case "immutabledictionary" or "immutablesorteddictionary":
                return ref Table(ref w, ref p, plan, As<WireTable>(content, plan), slots,
                    [slots[0].DeclaredType == typeof(string), slots[1].DeclaredType == typeof(string)]);
            default:
                throw _path.Mismatch($"A {TypeNames.Display(plan.Type)} writes itself, and is made of an object alone.");
        }
    }

    private ref byte Sequence(scoped ref WireWriter w, ref byte p, SlotPlan element, WireSequence node)
    {
        if (BulkOf(element.DeclaredType) is { } bulk)
        {
            return ref bulk.WriteSequence(ref w, ref p, Elements(node, element));
        }
        p = ref w.WriteNumber(ref p, node.Items.Length + 1);
        return ref Elements(ref w, ref p, element, node);
    }

    private ref byte Grid(scoped ref WireWriter w, ref byte p, TypePlan plan, WireSequence node)
    {
        int rank = plan.Type.GetArrayRank();
        if (node.Lengths?.Length != rank)
        {
            throw _path.Mismatch($"A {node.TypeName} cannot become a {TypeNames.Display(plan.Type)}.");
        }
        p = ref w.WriteNumber(ref p, 1);
        for (int dimension = 0; dimension < rank; dimension++)
        {
            p = ref w.Ensure(ref p, 2 * VarInt.Max32);
            p = ref VarInt.Write32(ref p, (uint)node.Lengths[dimension]);
            p = ref VarInt.Write32(ref p, VarInt.ZigZag(node.LowerBounds?[dimension] ?? 0));
        }
        SlotPlan element = plan.Slots[0];
        return ref BulkOf(element.DeclaredType) is { } bulk
            ? ref bulk.WriteGrid(ref w, ref p, Elements(node, element))
            : ref Elements(ref w, ref p, element, node);
    }

    private ref byte Elements(scoped ref WireWriter w, ref byte p, SlotPlan element, WireSequence node)
    {
        for (int i = 0; i < node.Items.Length; i++)
        {
            _path.Push(i);
            p = ref Slot(ref w, ref p, element, node.Items.GetValue(i));
            _path.Pop();
        }
        return ref p;
    }

    // Structs that are copied whole in bulk have the same bytes one by one.
    private BulkCode? BulkOf(Type element)
    {
        if (!_bulks.TryGetValue(element, out BulkCode? code))
        {
            Type scalar = Nullable.GetUnderlyingType(element) ?? element;
            bool isWritten = scalar.IsEnum || Ids.BuiltInIds.ScalarName(scalar) != null || AreColumns(element);
            _bulks.Add(element, code = isWritten && BulkForms.Find(element, _plans) is { } bulk ? BulkCode.Of(bulk) : null);
        }
        return code;
    }

    // All of exactly the type: of unsigned numbers in an array of signed ones the run-time sees no difference.
    private Array Elements(WireSequence node, SlotPlan slot)
    {
        Type element = slot.DeclaredType;
        if (node.Items.GetType().GetElementType() == element)
        {
            return node.Items;
        }
        Array items = Array.CreateInstance(element, node.Items.Length);
        for (int i = 0; i < items.Length; i++)
        {
            _path.Push(i);
            object? item = node.Items.GetValue(i), value = item is WireLate late ? late.Value : item;
            if (value == null && Nullable.GetUnderlyingType(element) == null)
            {
                throw _path.Mismatch($"A null where a {TypeNames.Display(element)} is declared.");
            }
            items.SetValue(value == null ? null : AreColumns(element) ? Struct(slot, value) : Converted(value, element), i);
            _path.Pop();
        }
        return items;
    }

    private bool AreColumns(Type element) => _plans.Find(element)?.Shape.Keyword == ColumnStructs.Keyword;

    // By the bytes that it has alone: its members have converters, names and defaults as those of any other struct.
    private object Struct(SlotPlan slot, object value)
    {
        if (value.GetType() == slot.DeclaredType)
        {
            return value;
        }
        var destination = new BoundedBuffer(_core.Limits.MaxInputBytes);
        var w = new WireWriter(_core.CompleteDispatch(), destination, destination.GetSpan()) { UserContext = _core.Context };
        try
        {
            destination.Advance(w.Complete(ref Slot(ref w, ref w.Start, slot, value)).Length);
        }
        finally
        {
            w.Dispose();
        }
        if (!_structs.TryGetValue(slot.DeclaredType, out StructCode? code))
        {
            _structs.Add(slot.DeclaredType, code = StructCode.Of(slot.DeclaredType, _core));
        }
        return code.Make(destination.ToArray());
    }

    private ref byte Table(scoped ref WireWriter w, ref byte p, TypePlan plan, WireTable node, SlotPlan[] slots, bool[] hasComparer)
    {
        if (node.Parts.Count % slots.Length != 0)
        {
            throw _path.Mismatch($"A {node.TypeName} cannot become a {TypeNames.Display(plan.Type)}.");
        }
        p = ref w.WriteNumber(ref p, node.Parts.Count / slots.Length + 1);
        for (int i = 0; i < hasComparer.Length; i++)
        {
            if (hasComparer[i])
            {
                p = ref w.Ensure(ref p, 1);
                p = ref Scalars.WriteByte(ref w, ref p, node.Comparers[i]);
            }
            else if (node.Comparers[i] != 0)
            {
                throw _path.Mismatch($"A {TypeNames.Display(plan.Type)} with a comparer of texts, for keys that are none.");
            }
        }
        for (int i = 0; i < node.Parts.Count; i++)
        {
            _path.Push(i / slots.Length);
            p = ref Slot(ref w, ref p, slots[i % slots.Length], node.Parts[i]);
            _path.Pop();
        }
        return ref p;
    }
}
