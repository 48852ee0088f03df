namespace NetSerializer.Schema;

/// <summary>Which forms of values can become which others, their parts apart.</summary>
internal static class SchemaPairs
{
    public const string NamedEnum = "enum.named";

    /// <param name="writer">The type of the data.</param>
    /// <param name="reader">The type of the reader.</param>
    /// <param name="isSameName">The reader's type has, or had, the name of the other.</param>
    public static bool MayBecome(SchemaType writer, SchemaType reader, bool isSameName)
    {
        string from = writer.Content, to = reader.Content;
        if ((IsNamed(writer) || IsNamed(reader)) && (!isSameName || writer.IsDerived != reader.IsDerived))
        {
            return false;
        }
        // A struct whose fields overlap is known by its size alone.
        if (writer.Size > 0 || reader.Size > 0)
        {
            return writer.Size == reader.Size && writer.Slots.Select(slot => slot.ToString()).SequenceEqual(reader.Slots.Select(slot => slot.ToString()));
        }
        if (SchemaForms.IsOfMembers(from))
        {
            return SchemaForms.IsOfMembers(to);
        }
        return from switch
        {
            "tuple" => to == "tuple" && writer.Slots.Count == reader.Slots.Count,
            "grid" => to == "grid" && Rank(writer.Name) == Rank(reader.Name),
            "set" => to is "set" or "sequence",
            "sortedset" => to is "sortedset" or "set" or "sequence",
            "dictionary" or "immutabledictionary" => to is "dictionary" or "immutabledictionary",
            "sorteddictionary" or "immutablesorteddictionary" =>
                to is "sorteddictionary" or "immutablesorteddictionary" or "dictionary" or "immutabledictionary",
            "custom" => to == "custom" && writer.Format == reader.Format && writer.Slots.Count == reader.Slots.Count,
            _ => from == to,
        };
    }

    /// <summary>The name says which type is meant. Collections, tuples and numbers go by their form.</summary>
    public static bool IsNamed(SchemaType type) =>
        type.IsDerived || type.Name == "object"
        || SchemaForms.IsOfMembers(type.Form) || type.Form is "serializable" or "exception" or "value" or "custom" or "binary";

    /// <summary>
    /// A value of a custom form has its length in front, and nothing in it has a number that the rest of the value refers to.
    /// </summary>
    public static bool CanBePassed(SchemaType custom, SerializerOptions writer) =>
        writer.FrameCustomForms && (custom.Slots.Count == 0 || !(writer.PreservesReferences || writer.NumbersStrings));

    /// <summary>Changes of the type have a path of their own, and not that of the member that holds it.</summary>
    public static bool HasPath(SchemaType type) => IsNamed(type) || type.Form == "enum";

    /// <summary>The scalar that a value is, or that an enum is written as; null for all other types.</summary>
    public static string? Number(SchemaType type) => type.Form switch
    {
        SchemaIndex.Scalar when type.Name is not "object" => type.Name,
        "enum" => type.Underlying,
        "custom" when type.Format == NamedEnum => type.Underlying,
        _ => null,
    };

    // A name of an array ends with its rank: "[*]", "[,]".
    private static string Rank(string name) => name[name.LastIndexOf('[')..];
}
