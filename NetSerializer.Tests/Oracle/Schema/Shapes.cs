using System.Reflection;

namespace NetSerializer.Tests.Oracle.Schema;

/// <summary>A slot with its declared type found by reflection and the types it admits.</summary>
/// <param name="Admitted">The runtime types a reference slot may hold, each with its id; empty for value types.</param>
public sealed record Slot(Type Declared, SlotForm Form, IReadOnlyDictionary<Type, ushort> Admitted)
{
    /// <summary>The only admitted type of a <c>T?</c> or <c>T!</c> slot.</summary>
    public Type OnlyType => Admitted.Count == 1
        ? Admitted.Keys.Single()
        : throw new InvalidOperationException($"A slot of {Declared} without ids admits {Admitted.Count} types");

    /// <summary>It is printed as <c>*{any}</c>, which leads to every type of the model.</summary>
    public bool IsOpen { get; init; }
}

/// <summary>How values of one type are written, as the schema text says.</summary>
public abstract record Shape(Type Type)
{
    /// <summary>All slots that a value of this form has.</summary>
    public virtual IEnumerable<Slot> Slots => [];

    /// <summary>The derived class of which this is the content; null for what is an object of its own.</summary>
    public Type? Owner { get; init; }
}

public sealed record ScalarShape(Type Type) : Shape(Type);

public sealed record EnumShape(Type Type) : Shape(Type);

public sealed record NullableShape(Type Type, Type Underlying) : Shape(Type)
{
    public override IEnumerable<Slot> Slots => [new Slot(Underlying, SlotForm.Value, new Dictionary<Type, ushort>())];
}

public sealed record SequenceShape(Type Type, Slot Element) : Shape(Type)
{
    public override IEnumerable<Slot> Slots => [Element];
}

public sealed record GridShape(Type Type, Slot Element) : Shape(Type)
{
    public override IEnumerable<Slot> Slots => [Element];
}

public sealed record DictionaryShape(Type Type, Slot Key, Slot Value) : Shape(Type)
{
    public override IEnumerable<Slot> Slots => [Key, Value];
}

public sealed record SetShape(Type Type, Slot Element) : Shape(Type)
{
    public override IEnumerable<Slot> Slots => [Element];
}

public sealed record SortedSetShape(Type Type, Slot Element) : Shape(Type)
{
    public override IEnumerable<Slot> Slots => [Element];
}

public sealed record SortedDictionaryShape(Type Type, Slot Key, Slot Value) : Shape(Type)
{
    public override IEnumerable<Slot> Slots => [Key, Value];
}

public sealed record PriorityQueueShape(Type Type, Slot Element, Slot Priority) : Shape(Type)
{
    public override IEnumerable<Slot> Slots => [Element, Priority];
}

/// <summary>An immutable, frozen, concurrent or untyped table.</summary>
public sealed record OtherTableShape(Type Type, IReadOnlyList<Slot> Parts) : Shape(Type)
{
    public override IEnumerable<Slot> Slots => Parts;
}

/// <summary>The content of a class derived from KeyedCollection; the keys are in the elements.</summary>
public sealed record KeyedShape(Type Type, Type Key, Slot Element) : Shape(Type)
{
    public override IEnumerable<Slot> Slots => [Element];
}

/// <summary>A class derived from a collection: the members of the class, then the form of the collection, whose own type the content shape has.</summary>
public sealed record DerivedShape(Type Type, MembersShape Members, Shape Content) : Shape(Type)
{
    public override IEnumerable<Slot> Slots => [.. Members.Slots, .. Content.Slots];
}

/// <summary>What GetObjectData gives and the serialization constructor takes.</summary>
public sealed record SerializableShape(Type Type, Slot Name, Slot Value) : Shape(Type)
{
    public override IEnumerable<Slot> Slots => [Value];
}

/// <summary>A <c>BitVector32</c>, which has no parts.</summary>
public sealed record BitsShape(Type Type) : Shape(Type);

/// <summary>A value of section 5h, which has no parts.</summary>
public sealed record ValueShape(Type Type) : Shape(Type);

/// <summary>Exceptions: what all have, entries, and the members of the classes without a serialization constructor.</summary>
public sealed record ExceptionShape(Type Type, Slot Inner, Slot Key, Slot Value, IReadOnlyList<(FieldInfo Field, Slot Slot)> Members) : Shape(Type)
{
    public override IEnumerable<Slot> Slots => [Inner, Key, Value, .. Members.Select(member => member.Slot)];
}

/// <summary>A custom serializer's nested values, in the order in which it writes them.</summary>
public sealed record CustomShape(Type Type, CustomForm Form, IReadOnlyList<Slot> Parts) : Shape(Type)
{
    public override IEnumerable<Slot> Slots => Parts;
}

/// <summary>A struct whose fields overlap, or a raw one with integers: its bytes as they lie in memory.</summary>
public sealed record UnionShape(Type Type) : Shape(Type);

/// <summary>Classes, structs, raw structs and tuples: members in the order of the schema.</summary>
public sealed record MembersShape(Type Type, IReadOnlyList<(FieldInfo Field, Slot Slot)> Members) : Shape(Type)
{
    /// <summary>A struct whose sequences go by columns.</summary>
    public bool AreColumns { get; init; }

    public override IEnumerable<Slot> Slots => Members.Select(member => member.Slot);
}
