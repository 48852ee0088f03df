namespace NetSerializer.Schema;

/// <summary>The rules that hold between the parts of a schema, checked for one that comes from outside.</summary>
internal sealed class SchemaCheck
{
    private readonly SchemaIndex _index;
    private readonly SchemaLimits _limits;
    private readonly Dictionary<SchemaType, int> _heights = [];
    private readonly HashSet<SchemaType> _underWay = [];

    private SchemaCheck(WireSchema schema, SchemaLimits limits) => (_index, _limits) = (schema.Index, limits);

    /// <exception cref="MalformedDataException">The parts do not fit.</exception>
    public static void Require(WireSchema schema, SchemaLimits limits)
    {
        var check = new SchemaCheck(schema, limits);
        Ascend(schema.Unshared, 0);
        if (schema.Unshared.Count > 0 && schema.Options.References == ReferenceHandling.None)
        {
            throw SchemaFault.Malformed("Types without numbers in a schema where no type has numbers.", 0);
        }
        check.Known(schema.Unshared, 0);
        Ascend([.. schema.Types.Select(type => type.Id)], 0);
        foreach (SchemaType type in schema.Types)
        {
            check.Type(type);
        }
        // Not before the types of all slots are known to be there.
        foreach (SchemaType type in schema.Types)
        {
            check.Height(type, 1);
        }
        foreach (SchemaType type in schema.Types.Where(type => type.Form == "columns" && !check.AreColumns(type)))
        {
            throw SchemaFault.Malformed($"The type {type.Id} goes by columns and has a member that cannot be one, or bits alone.", type.Offset);
        }
    }

    private void Type(SchemaType type)
    {
        RequireName(SchemaNames.IsType(type.Name), type.Name, type);
        if (!SchemaForms.Fits(type.Form, type.Slots))
        {
            throw SchemaFault.Malformed($"The type {type.Id} has a form that is not known, or slots that do not go with its form.", type.Offset);
        }
        bool isEnum = type.Form == "enum", isCustom = type.Form == "custom";
        if (isEnum ? !IsIntegral(type.Underlying) : type.Underlying != null && (!isCustom || !IsIntegral(type.Underlying)))
        {
            throw SchemaFault.Malformed($"The type {type.Id} has no underlying type that goes with its form.", type.Offset);
        }
        if (isCustom != (type.Format != null) || (type.Size > 0 && type.Form != "raw"))
        {
            throw SchemaFault.Malformed($"The type {type.Id} has a size or a format that does not go with its form.", type.Offset);
        }
        if (type.Format != null)
        {
            RequireName(SchemaNames.IsMember(type.Format), type.Format, type);
        }
        foreach (SchemaSlot slot in type.Slots)
        {
            Slot(type, slot);
        }
    }

    private void Slot(SchemaType type, SchemaSlot slot)
    {
        RequireName(SchemaNames.IsType(slot.Type), slot.Type, type);
        if (slot.IsMember)
        {
            RequireName(SchemaNames.IsType(slot.DeclaringType!), slot.DeclaringType!, type);
            RequireName(SchemaNames.IsMember(slot.Name!), slot.Name!, type);
        }
        if (slot.Form == SchemaSlotForm.TypeId)
        {
            Ascend(slot.AdmittedIds, type.Offset);
            Known(slot.AdmittedIds, type.Offset);
            return;
        }
        if (_index.Find(slot.Type) is not { } target || !Fits(slot.Form, target))
        {
            throw SchemaFault.Malformed(
                $"A slot of the type {type.Id} is of a type that the schema does not have, or that does not go with its form.", type.Offset);
        }
        if (type.Form == "raw" && target.Form is not (SchemaIndex.Scalar or "enum" or "raw" or "tuple" or "struct" or "columns"))
        {
            throw SchemaFault.Malformed($"The type {type.Id} is copied whole and has a member that cannot be.", type.Offset);
        }
    }

    private static bool Fits(SchemaSlotForm form, SchemaType target) => form switch
    {
        SchemaSlotForm.Value => target.Form is not ("class" or "cover" or "exception") && !target.IsDerived && target.Name is not ("string" or "object"),
        SchemaSlotForm.OwnNull => target.Name == "string" || (!target.IsDerived && target.Form is "sequence" or "grid" or "set" or "sortedset" or "dictionary"
            or "sorteddictionary" or "immutabledictionary" or "immutablesorteddictionary" or "hashtable" or "sortedlist" or "namevalues" or "priorityqueue"),
        _ => target.IsDerived || target.Form is "class" or "tuple" or "cover" or "serializable" or "exception" or "value" or "custom" or "binary",
    };

    // Value types are known to end.
    private bool AreColumns(SchemaType type) => type.Slots.All(slot => slot.Form == SchemaSlotForm.Value && _index.Find(slot.Type) is { } target
            && target.Form switch
            {
                SchemaIndex.Scalar => target.Name is not ("nint" or "nuint"),
                "enum" => target.Underlying is not ("nint" or "nuint"),
                "tuple" => AreColumns(target),
                _ => target.Form is "raw" or "columns",
            })
        && type.Slots.Any(slot => slot.Type != "bool");

    /// <summary>How many value types stand in one another in a value of the type that has no collection in it.</summary>
    private int Height(SchemaType type, int level)
    {
        if (type.Form is not ("struct" or "raw" or "columns" or "tuple" or SchemaIndex.Nullable))
        {
            return 0;
        }
        bool isKnown = _heights.TryGetValue(type, out int height);
        if (level + height > _limits.MaxNesting || (!isKnown && !_underWay.Add(type)))
        {
            throw SchemaFault.TooLarge("Value types are nested deeper", nameof(SchemaLimits.MaxNesting), _limits.MaxNesting, type.Offset);
        }
        if (!isKnown)
        {
            foreach (SchemaSlot slot in type.Slots.Where(slot => slot.Form == SchemaSlotForm.Value))
            {
                height = Math.Max(height, 1 + Height(_index.Find(slot.Type)!, level + 1));
            }
            _underWay.Remove(type);
            _heights.Add(type, height);
        }
        return height;
    }

    private static void Ascend(IReadOnlyList<ushort> ids, long offset)
    {
        for (int i = 0; i < ids.Count; i++)
        {
            if (ids[i] <= (i == 0 ? 0 : ids[i - 1]))
            {
                throw SchemaFault.Malformed("Ids do not ascend.", offset);
            }
        }
    }

    private void Known(IReadOnlyList<ushort> ids, long offset)
    {
        foreach (ushort id in ids)
        {
            if (_index.Find(id) == null)
            {
                throw SchemaFault.Malformed($"No type of the schema has the id {id}.", offset);
            }
        }
    }

    private static bool IsIntegral(string? name) =>
        name is "bool" or "byte" or "sbyte" or "char" or "int16" or "uint16" or "int32" or "uint32" or "int64" or "uint64" or "nint" or "nuint";

    private void RequireName(bool isFit, string name, SchemaType type)
    {
        if (!isFit)
        {
            throw SchemaFault.Malformed($"A name of the type {type.Id} is empty or has a character that names do not have.", type.Offset);
        }
        if (name.Length > _limits.MaxNameLength)
        {
            throw SchemaFault.TooLarge("A name is longer", nameof(SchemaLimits.MaxNameLength), _limits.MaxNameLength, type.Offset);
        }
        int nesting = 0;
        foreach (char character in name)
        {
            nesting = character == '<' ? nesting + 1 : character == '>' ? Math.Max(0, nesting - 1) : nesting;
            if (nesting > _limits.MaxNesting)
            {
                throw SchemaFault.TooLarge("Type arguments are nested deeper", nameof(SchemaLimits.MaxNesting), _limits.MaxNesting, type.Offset);
            }
        }
    }
}
