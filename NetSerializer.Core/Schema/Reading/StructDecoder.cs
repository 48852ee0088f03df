using NetSerializer.Trees;

namespace NetSerializer.Schema.Reading;

/// <summary>Reads structs that go by columns (docs/wire-format.md, section 4d), and raw ones, for a <see cref="TreeDecoder"/>.</summary>
internal sealed class StructDecoder(ResolvedModel model, TreeDecoder decoder)
{
    private const int BlockLength = 128, FewStructs = 16;

    private readonly SchemaIndex _types = model.Writer.Index;

    /// <summary>A raw struct is under way, in which integers are whole.</summary>
    public bool IsRaw { get; private set; }

    /// <summary>The elements are structs that go by columns.</summary>
    public bool AreColumns(SchemaSlot element) => element.Form == SchemaSlotForm.Value && _types.Find(element.Type)!.Form == "columns";

    /// <summary>Reads blocks of structs. Few structs go one by one.</summary>
    public object?[] Blocks(scoped ref WireReader r, int count, SchemaSlot element, SchemaSlot? target)
    {
        List<object?> items = [];
        while (items.Count < count)
        {
            int length = Math.Min(BlockLength, count - items.Count);
            r.Charge(TreeDecoder.ValueSize * length);
            if (length >= FewStructs)
            {
                items.AddRange(Column(ref r, length, element, target));
                continue;
            }
            for (int i = 0; i < length; i++)
            {
                items.Add(decoder.Slot(ref r, element, target));
            }
        }
        return [.. items];
    }

    // What stands in a slot of all structs of a block.
    private object?[] Column(scoped ref WireReader r, int count, SchemaSlot slot, SchemaSlot? reader)
    {
        r.Charge(TreeDecoder.ValueSize * count);
        if (ResolvedModel.Plain(_types, slot) is { } scalar)
        {
            return [.. decoder.Elements(ref r, model.Column(scalar).Read(ref r, count), slot, reader).Cast<object?>()];
        }
        object?[] values = new object?[count];
        SchemaType type = _types.Find(slot.Type)!;
        if (type.Form == "raw")
        {
            for (int i = 0; i < count; i++)
            {
                values[i] = decoder.Slot(ref r, slot, reader);
            }
            return values;
        }
        ResolvedConversion? conversion = reader == null ? null : model.FindConversion(slot, reader);
        SchemaType? target = conversion != null ? model.Core.Schema.Index.Find(conversion.From)
            : reader is null or { Form: SchemaSlotForm.TypeId } ? null : model.Core.Schema.Index.Find(reader.Type);
        WireNode[] nodes = Nodes(ref r, count, type, target == null ? null : decoder.Unwrap(target));
        for (int i = 0; i < count; i++)
        {
            values[i] = conversion == null ? decoder.Fitting(nodes[i], reader) : decoder.Convert(ref r, conversion, nodes[i]);
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
            r.Charge(TreeDecoder.NodeSize + TreeDecoder.ValueSize * decoded.Class.Members.Count);
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

    /// <summary>Reads a raw struct, alone.</summary>
    public WireObject Raw(scoped ref WireReader r, DecodedType decoded)
    {
        bool isInRaw = IsRaw;
        IsRaw = true;
        WireObject value = decoder.Members(ref r, decoded, number: -1);
        IsRaw = isInRaw;
        return value;
    }

    /// <summary>Reads a struct whose fields overlap, which is known by its size alone.</summary>
    public object Union(scoped ref WireReader r, SchemaType type)
    {
        if (model.Decoded(type, null).Type is { } natural)
        {
            return model.Part(natural).Read(ref r)!;
        }
        r.Charge(type.Size);
        r.ReadBytes(new byte[type.Size]);
        return TreeDecoder.Unknown(type);
    }
}
