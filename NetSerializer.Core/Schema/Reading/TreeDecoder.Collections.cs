using NetSerializer.Trees;

namespace NetSerializer.Schema.Reading;

// Sections 4 and 5.
internal sealed partial class TreeDecoder
{
    private WireNode? Collection(scoped ref WireReader r, DecodedType decoded, int number) => decoded.Writer.Content switch
    {
        "sequence" => Sequence(ref r, decoded, number),
        "grid" => new GridDecoder(model, this).Read(ref r, decoded, number),
        _ => Table(ref r, decoded, number),
    };

    private WireSequence? Sequence(scoped ref WireReader r, DecodedType decoded, int number)
    {
        SchemaSlot element = decoded.Writer.Slots[^1];
        long item = r.CursorPosition;
        if (ResolvedModel.Plain(_types, element) is { } scalar)
        {
            var items = (Array?)model.Part(scalar.MakeArrayType()).Read(ref r);
            return items == null ? NoSequence(decoded.Writer, item) : Of(ref r, decoded, Elements(ref r, items, element, decoded.Targets[^1]), number);
        }
        if (!Count(ref r, out int count))
        {
            return NoSequence(decoded.Writer, item);
        }
        WireSequence node = Of(ref r, decoded, Array.Empty<object?>(), number);
        node.Items = Elements(ref r, count, element, decoded.Targets[^1]);
        return node;
    }

    // A memory has no null: one of nothing is empty.
    private static WireSequence? NoSequence(SchemaType type, long item) =>
        SchemaMembers.Definition(type.Name) is "System.Memory" or "System.ReadOnlyMemory" ? throw Null(item) : null;

    private WireNode? Table(scoped ref WireReader r, DecodedType decoded, int number)
    {
        SchemaType type = decoded.Writer;
        int parts = type.Slots.Count(slot => !slot.IsMember), first = type.Slots.Count - parts;
        if (!Count(ref r, out int count))
        {
            return null;
        }
        bool isUntyped = type.Content is "hashtable" or "sortedlist" or "namevalues";
        bool comparesValues = type.Content.StartsWith("immutable", StringComparison.Ordinal) && IsText(type.Slots[^1]);
        int compared = type.Content == "priorityqueue" ? first + 1 : first;
        byte[] comparers = [isUntyped || IsText(type.Slots[compared]) ? r.ReadByte() : (byte)0, comparesValues ? r.ReadByte() : (byte)0];
        // The key of a keyed collection is a part of the element.
        int skipped = type.Content == "keyed" ? 1 : 0;
        bool isSequence = decoded.Reader?.Content == "sequence";
        var table = new WireTable(type.Name, decoded.Type) { Comparers = comparers };
        var sequence = new WireSequence(type.Name, decoded.Type);
        WireNode node = isSequence ? sequence : table;
        r.Charge(NodeSize);
        Made(number, node);
        List<object?> values = [];
        for (int i = 0; i < count; i++)
        {
            for (int part = first + skipped; part < type.Slots.Count; part++)
            {
                r.Charge(ValueSize);
                values.Add(Slot(ref r, type.Slots[part], decoded.Targets[part]));
            }
        }
        table.Parts = values;
        sequence.Items = isSequence ? values.ToArray() : [];
        return node;
    }

    private static bool IsText(SchemaSlot slot) => slot is { Type: "string", Form: SchemaSlotForm.OwnNull };

    /// <summary>A sequence, which is there before its elements are.</summary>
    internal WireSequence Of(scoped ref WireReader r, DecodedType decoded, Array items, int number)
    {
        r.Charge(NodeSize);
        var node = new WireSequence(decoded.Writer.Name, decoded.Type) { Items = items };
        Made(number, node);
        return node;
    }

    /// <summary>Elements that were read in bulk stay as they are, unless the reader has others.</summary>
    internal Array Elements(scoped ref WireReader r, Array items, SchemaSlot element, SchemaSlot? target)
    {
        SchemaType written = _types.Find(element.Type)!, type = written.Form == SchemaIndex.Nullable ? _types.Find(written.Slots[0].Type)! : written;
        bool losesNull = written != type && target is { Form: SchemaSlotForm.Value } && Unwrap(model.Core.Schema.Index.Find(target.Type)!).Name == target.Type;
        SchemaType? reader = target is null or { Form: SchemaSlotForm.TypeId } ? null : Unwrap(model.Core.Schema.Index.Find(target.Type)!);
        ResolvedConversion? conversion = target == null ? null : model.FindConversion(element, target);
        // In a slot of object an enum is one, and not its number.
        bool isSame = target == null || (reader == null ? type.Form != "enum" : SchemaPairs.Number(reader) == SchemaPairs.Number(type));
        if (isSame && conversion == null && !losesNull)
        {
            return items;
        }
        if (conversion != null)
        {
            reader = model.Core.Schema.Index.Find(conversion.From);
        }
        r.Charge((long)NodeSize * items.Length);
        object?[] converted = new object?[items.Length];
        for (int i = 0; i < converted.Length; i++)
        {
            if (items.GetValue(i) is not { } item)
            {
                converted[i] = losesNull ? model.DefaultOf(target!) : null;
                continue;
            }
            object value = Number(ref r, item, type, reader);
            converted[i] = conversion == null ? value : Convert(ref r, conversion, value);
        }
        return converted;
    }

    /// <summary>Reads elements. They grow as they come, so no memory is made for a count alone.</summary>
    internal object?[] Elements(scoped ref WireReader r, int count, SchemaSlot element, SchemaSlot? target)
    {
        if (Structs.AreColumns(element))
        {
            return Structs.Blocks(ref r, count, element, target);
        }
        List<object?> items = [];
        for (int i = 0; i < count; i++)
        {
            r.Charge(ValueSize);
            items.Add(Slot(ref r, element, target));
        }
        return [.. items];
    }

    // False for null.
    private static bool Count(scoped ref WireReader r, out int count)
    {
        uint head = r.ReadUInt32();
        count = head == 0 ? 0 : Checked(ref r, head - 1L);
        return head != 0;
    }

    /// <summary>A count within the limit.</summary>
    internal static int Checked(scoped ref WireReader r, long count) => count <= r.Limits.MaxCollectionLength ? (int)count
        : throw new MalformedDataException(ErrorCode.CollectionTooLong,
            $"A collection of {count} elements, but {nameof(SerializerLimits.MaxCollectionLength)} = {r.Limits.MaxCollectionLength}.", r.CursorPosition);
}
