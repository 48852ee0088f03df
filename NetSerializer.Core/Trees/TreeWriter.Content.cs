using System.Runtime.CompilerServices;
using NetSerializer.Errors;
using NetSerializer.Planning;
using NetSerializer.Scanning;
using NetSerializer.Wire;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Trees;

// The bodies of objects, by the keywords of the schema text.
internal sealed partial class TreeWriter
{
    private const string CoversWithoutEnd = "Collections that show one another without an end.";

    private ref byte Content(scoped ref WireWriter w, ref byte p, TypePlan plan, WireNode node)
    {
        string keyword = plan.Shape.Keyword;
        switch (keyword)
        {
            case "raw":
                return ref Finished(ref w, ref p, plan.Type, Boxed(plan, node));
            case "class" or "struct" or "columns":
                return ref Members(ref w, ref p, plan, As<WireObject>(node, plan));
            case "nullable":
                p = ref w.WriteNumber(ref p, 1);
                return ref Slot(ref w, ref p, plan.Slots[0], node);
            case "tuple":
                return ref Items(ref w, ref p, plan, As<WireSequence>(node, plan));
            case "serializable":
                return ref Entries(ref w, ref p, plan.Slots[^1], As<WireObject>(node, plan), isException: false);
            case "exception":
                return ref ExceptionParts(ref w, ref p, plan, As<WireObject>(node, plan));
            case "binary":
                return ref Bytes(ref w, ref p, As<WireBytes>(node, plan).Content);
            case "cover":
                return ref Cover(ref w, ref p, plan, node);
            case "class+cover":
                p = ref Members(ref w, ref p, plan, As<WireObject>(node, plan));
                return ref Cover(ref w, ref p, plan, node);
        }
        if (!keyword.StartsWith(DerivedPrefix, StringComparison.Ordinal))
        {
            return ref Collection(ref w, ref p, plan, keyword, node);
        }
        p = ref Members(ref w, ref p, plan, As<WireObject>(node, plan));
        return ref Collection(ref w, ref p, plan, keyword[DerivedPrefix.Length..], node);
    }

    private T As<T>(WireNode node, TypePlan plan) where T : WireNode =>
        node as T ?? throw _path.Mismatch($"A {node.TypeName} cannot become a {TypeNames.Display(plan.Type)}.");

    // A member that the tree does not have is the default of its type.
    private ref byte Members(scoped ref WireWriter w, ref byte p, TypePlan plan, WireObject node)
    {
        int[] places = PlacesOf(plan, node.Class);
        for (int i = 0; i < plan.Slots.Length; i++)
        {
            SlotPlan slot = plan.Slots[i];
            if (slot.IsMember)
            {
                _path.Push(slot.Shape.Field!.Name);
                p = ref Slot(ref w, ref p, slot, places[i] < 0 ? null : node.Values[places[i]]);
                _path.Pop();
            }
        }
        return ref p;
    }

    // For each slot of the plan the place of its value in the objects of the class, or -1.
    private int[] PlacesOf(TypePlan plan, WireClass shape)
    {
        if (!_places.TryGetValue(shape, out int[]? places))
        {
            places = new int[plan.Slots.Length];
            for (int i = 0; i < places.Length; i++)
            {
                SlotPlan slot = plan.Slots[i];
                places[i] = slot.IsMember ? shape.Members.ToList().FindIndex(member => member.Field == slot.Shape.Field) : -1;
            }
            _places.Add(shape, places);
        }
        return places;
    }

    private static ref byte Bytes(scoped ref WireWriter w, ref byte p, byte[] content)
    {
        p = ref w.WriteNumber(ref p, content.Length);
        return ref content.Length == 0 ? ref p : ref w.WriteBytes(ref p, in content[0], content.Length);
    }

    // A union has no other form than its memory, in which the fields lie over one another.
    private object Boxed(TypePlan plan, WireNode node)
    {
        object box = RuntimeHelpers.GetUninitializedObject(plan.Type);
        object?[] values = plan.Shape.Keyword == "tuple" ? [.. As<WireSequence>(node, plan).Items.Cast<object?>()]
            : Values(plan, As<WireObject>(node, plan));
        for (int i = 0; i < Math.Min(values.Length, plan.Slots.Length); i++)
        {
            SlotPlan slot = plan.Slots[i];
            object? value = values[i] is WireLate late ? late.Value : values[i];
            if (value is WireNode nested)
            {
                value = Boxed(PlanOf(slot.DeclaredType), nested);
            }
            if (value != null)
            {
                slot.Shape.Field!.SetValue(box, Converted(value, slot.DeclaredType));
            }
        }
        return box;
    }

    private object?[] Values(TypePlan plan, WireObject node) => [.. PlacesOf(plan, node.Class).Select(place => place < 0 ? null : node.Values[place])];

    private ref byte Items(scoped ref WireWriter w, ref byte p, TypePlan plan, WireSequence node)
    {
        for (int i = 0; i < plan.Slots.Length; i++)
        {
            _path.Push("Item");
            p = ref Slot(ref w, ref p, plan.Slots[i], i < node.Items.Length ? node.Items.GetValue(i) : null);
            _path.Pop();
        }
        return ref p;
    }

    // Section 7a: the innermost collection that is shown.
    private ref byte Cover(scoped ref WireWriter w, ref byte p, TypePlan plan, WireNode node)
    {
        object? shown = node is WireObject { Content: { } content } ? Uncovered(content) : null;
        if (shown == null)
        {
            throw _path.Mismatch($"A {node.TypeName} that shows nothing.");
        }
        return ref Slot(ref w, ref p, plan.Slots[^1], shown);
    }

    private object Uncovered(object content)
    {
        for (int i = 0; content is WireObject { Content: { } inner, Type: { } type } && PlanOf(type).Shape.Keyword is "cover" or "class+cover"; i++)
        {
            content = i < _core.Limits.MaxDepth ? inner : throw _path.Mismatch(CoversWithoutEnd);
        }
        return content;
    }

    // Section 5f.
    private ref byte Entries(scoped ref WireWriter w, ref byte p, SlotPlan value, WireObject node, bool isException)
    {
        List<int> entries = [];
        for (int i = 0; i < node.Values.Length; i++)
        {
            if (node.Class.Members[i] is { DeclaringClass: null } entry && !(isException && ExceptionState.IsCommon(entry.Name)))
            {
                entries.Add(i);
            }
        }
        p = ref w.WriteNumber(ref p, entries.Count + 1);
        foreach (int i in entries)
        {
            string name = node.Class.Members[i].Name;
            p = ref w.WriteString(ref p, name);
            _path.Push(name);
            p = ref Slot(ref w, ref p, value, node.Values[i]);
            _path.Pop();
        }
        return ref p;
    }

    // Section 5g.
    private ref byte ExceptionParts(scoped ref WireWriter w, ref byte p, TypePlan plan, WireObject node)
    {
        for (int i = 0; i < ExceptionState.TextCount; i++)
        {
            string name = ExceptionState.TextName(i);
            p = ref w.WriteString(ref p, Entry(node, name) switch
            {
                null => null,
                string text => text,
                _ => throw _path.Mismatch($"The entry {name} of an exception is no text."),
            });
        }
        p = ref w.Ensure(ref p, sizeof(int));
        p = ref Scalars.WriteInt32Fixed(ref w, ref p, Entry(node, "HResult") is int result ? result : 0);
        SlotPlan inner = plan.Slots.First(slot => slot.Shape.Role == SlotRole.Inner), value = plan.Slots.First(slot => slot.Shape.Role == SlotRole.Value);
        // The first inner exception of an aggregate is the inner one, and is written once.
        p = ref Slot(ref w, ref p, inner, plan.Type.IsAssignableTo(typeof(AggregateException)) ? null : Entry(node, nameof(System.Exception.InnerException)));
        p = ref ExceptionData(ref w, ref p, value, Entry(node, nameof(System.Exception.Data)));
        p = ref Entries(ref w, ref p, value, node, isException: true);
        return ref Members(ref w, ref p, plan, node);
    }

    private ref byte ExceptionData(scoped ref WireWriter w, ref byte p, SlotPlan value, object? data)
    {
        if (data == null)
        {
            return ref w.WriteNumber(ref p, 0);
        }
        IReadOnlyList<object?> parts = data is WireTable table && table.Parts.Count <= 2 * ExceptionState.MaxData
            ? table.Parts : throw _path.Mismatch($"The data of an exception are no table of at most {ExceptionState.MaxData} entries.");
        p = ref w.WriteNumber(ref p, parts.Count / 2 + 1);
        foreach (object? part in parts)
        {
            p = ref Slot(ref w, ref p, value, part);
        }
        return ref p;
    }

    private static object? Entry(WireObject node, string name)
    {
        for (int i = 0; i < node.Values.Length; i++)
        {
            if (node.Class.Members[i] is { DeclaringClass: null } entry && entry.Name == name)
            {
                return node.Values[i];
            }
        }
        return null;
    }
}
