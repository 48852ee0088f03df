using NetSerializer.Trees;

namespace NetSerializer.Schema.Reading;

// Section 4d.
internal sealed partial class TreeDecoder
{
    private const int BlockLength = 128, FewStructs = 8;

    private bool AreColumns(SchemaSlot element) => element.Form == SchemaSlotForm.Value && _types.Find(element.Type)!.Form == "columns";

    // Blocks of structs. Few structs go one by one.
    private object?[] Structs(scoped ref WireReader r, int count, SchemaSlot element, SchemaSlot? target)
    {
        List<object?> items = [];
        while (items.Count < count)
        {
            int length = Math.Min(BlockLength, count - items.Count);
            r.Charge(ValueSize * length);
            if (length >= FewStructs)
            {
                items.AddRange(Column(ref r, length, element, target));
                continue;
            }
            for (int i = 0; i < length; i++)
            {
                items.Add(Slot(ref r, element, target));
            }
        }
        return [.. items];
    }

    // What stands in a slot of all structs of a block.
    private object?[] Column(scoped ref WireReader r, int count, SchemaSlot slot, SchemaSlot? reader)
    {
        r.Charge(ValueSize * count);
        if (ResolvedModel.Plain(_types, slot) is { } scalar)
        {
            return [.. Elements(ref r, model.Column(scalar).Read(ref r, count), slot, reader).Cast<object?>()];
        }
        object?[] values = new object?[count];
        SchemaType type = _types.Find(slot.Type)!;
        if (type.Form == "raw")
        {
            for (int i = 0; i < count; i++)
            {
                values[i] = Slot(ref r, slot, reader);
            }
            return values;
        }
        ResolvedConversion? conversion = reader == null ? null : model.FindConversion(slot, reader);
        SchemaType? target = conversion != null ? model.Core.Schema.Index.Find(conversion.From)
            : reader is null or { Form: SchemaSlotForm.TypeId } ? null : model.Core.Schema.Index.Find(reader.Type);
        WireNode[] nodes = Nodes(ref r, count, type, target == null ? null : Unwrap(target));
        for (int i = 0; i < count; i++)
        {
            values[i] = conversion == null ? Fitting(nodes[i], reader) : Convert(ref r, conversion, nodes[i]);
        }
        return values;
    }

    private WireNode[] Nodes(scoped ref WireReader r, int count, SchemaType type, SchemaType? target)
    {
        DecodedType decoded = model.Decoded(type, target);
        var nodes = new WireNode[count];
        object?[][] values = new object?[count][];
        for (int i = 0; i < count; i++)
        {
            r.Charge(NodeSize + ValueSize * decoded.Class.Members.Count);
            if (type.Form == "tuple")
            {
                nodes[i] = new WireSequence(type.Name, decoded.Type) { Items = values[i] = new object?[type.Slots.Count] };
                continue;
            }
            var node = new WireObject(decoded.Class);
            (nodes[i], values[i]) = (node, node.Values);
            decoded.Added?.Values(r.CursorPosition).CopyTo(node.Values, type.Slots.Count);
        }
        for (int slot = 0; slot < type.Slots.Count; slot++)
        {
            object?[] column = Column(ref r, count, type.Slots[slot], decoded.Targets[slot]);
            for (int i = 0; i < count; i++)
            {
                values[i][slot] = column[i];
            }
        }
        return nodes;
    }
}
