using NetSerializer.Schema;

namespace NetSerializer;

/// <summary>How a slot tells null and the type that stands in it (docs/wire-format.md, section 6).</summary>
public enum SchemaSlotForm
{
    /// <summary><c>T</c>: a value type, its body alone.</summary>
    Value,
    /// <summary><c>T?</c>: the one type that the slot admits has a null of its own.</summary>
    OwnNull,
    /// <summary><c>T!</c>: the slot admits one class, and a byte says whether there is an object.</summary>
    Presence,
    /// <summary><c>T*</c>: a type id stands in front.</summary>
    TypeId,
}

/// <summary>A place for a value in a <see cref="SchemaType"/>: a member, an element, a key. Immutable.</summary>
public sealed class SchemaSlot
{
    internal SchemaSlot(string role, string type, SchemaSlotForm form, IReadOnlyList<ushort>? admittedIds = null) =>
        (Role, Type, Form, AdmittedIds) = (role, type, form, admittedIds ?? []);

    /// <summary>The word of the text: member, item, element, key, value, priority, inner or covered.</summary>
    public string Role { get; }

    /// <summary>The name of the type that declares a member; null for all other roles.</summary>
    public string? DeclaringType { get; internal init; }

    /// <summary>The name of the field of a member; null for all other roles.</summary>
    public string? Name { get; internal init; }

    /// <summary>The name of the type that stands in the slot; of the declared type where <see cref="Form"/> is <see cref="SchemaSlotForm.TypeId"/>.</summary>
    public string Type { get; }

    /// <summary>How the slot is written.</summary>
    public SchemaSlotForm Form { get; }

    /// <summary>
    /// The ids that a slot of <see cref="SchemaSlotForm.TypeId"/> admits, ascending. Empty for one that admits every type which its declared type does,
    /// and for the other forms.
    /// </summary>
    public IReadOnlyList<ushort> AdmittedIds { get; }

    /// <summary>The line of the text, without its indentation.</summary>
    public override string ToString() => SchemaText.Line(this);

    /// <summary>Admits every type that its declared type does.</summary>
    internal bool IsOpen => Form == SchemaSlotForm.TypeId && AdmittedIds.Count == 0;

    /// <summary>Admits the type with an id.</summary>
    internal bool Admits(ushort id) => IsOpen || (AdmittedIds is ushort[] ids ? Array.BinarySearch(ids, id) >= 0 : AdmittedIds.Contains(id));

    internal bool IsMember => Role == SchemaForms.Member;
}

/// <summary>A type of a <see cref="WireSchema"/>: its id, the form of its values, its slots. Immutable.</summary>
public sealed class SchemaType
{
    internal SchemaType(ushort id, string form, string name, IReadOnlyList<SchemaSlot> slots) => (Id, Form, Name, Slots) = (id, form, name, slots);

    /// <summary>The type id; 0 for a type that never stands alone.</summary>
    public ushort Id { get; }

    /// <summary>The word of the type line: class, struct, raw, sequence and so on (docs/wire-format.md, section 10).</summary>
    public string Form { get; }

    /// <summary>The name of the type as the text prints it. It is only ever compared; no type is looked up by it.</summary>
    public string Name { get; }

    /// <summary>The name of the underlying type of an enum; null for all other types.</summary>
    public string? Underlying { get; internal init; }

    /// <summary>The form that a custom serializer names; null for types without one.</summary>
    public string? Format { get; internal init; }

    /// <summary>The size in bytes of a struct whose fields overlap; 0 for all other types.</summary>
    public int Size { get; internal init; }

    /// <summary>The slots, in the order of the wire.</summary>
    public IReadOnlyList<SchemaSlot> Slots { get; }

    /// <summary>The named values of an enum, for people: they are no part of the fingerprint. Empty for all other types.</summary>
    public IReadOnlyList<KeyValuePair<string, Int128>> EnumNames { get; internal init; } = [];

    /// <summary>The lines of the text.</summary>
    public override string ToString() => SchemaText.Lines(this);

    /// <summary>The form without the members of a class derived from a collection.</summary>
    internal string Content => SchemaForms.Content(Form);

    /// <summary>A class derived from a collection.</summary>
    internal bool IsDerived => Form.Length != Content.Length;

    /// <summary>Where the type begins in the bytes or the text that it was read from.</summary>
    internal long Offset { get; init; }
}
