using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.InteropServices;

namespace NetSerializer.Scanning;

/// <summary>The role of a slot in its owner.</summary>
internal enum SlotRole
{
    Member,
    Item,
    Element,
    Key,
    Value,
    Priority,
    /// <summary>The inner exception.</summary>
    Inner,
    /// <summary>The collection that a wrapper shows.</summary>
    Covered,
}

/// <summary>How a value of a type says null where its slot admits no other type.</summary>
internal enum NullForm
{
    /// <summary>A value type: never null.</summary>
    None,
    /// <summary>Its own form has a null: strings, collections.</summary>
    Own,
    /// <summary>A byte in front of the body.</summary>
    Presence,
}

/// <summary>When a value is finished.</summary>
[Flags]
internal enum Lateness
{
    /// <summary>As soon as its bytes are read.</summary>
    None = 0,
    /// <summary>When its constructor has run, at the end.</summary>
    Constructed = 1,
    /// <summary>When its OnDeserialized callbacks have run, at the end.</summary>
    Called = 2,
}

/// <summary>A place with a declared type inside a value.</summary>
internal sealed record SlotShape(SlotRole Role, Type DeclaredType, FieldInfo? Field = null)
{
    /// <summary>A collection asks the value in the slot for its hash or its order when it is filled.</summary>
    public bool IsAsked { get; init; }

    /// <summary>The name of a member in data of another version; null where it is that of <see cref="Field"/>.</summary>
    public MemberOrigin? Origin { get; init; }

    /// <summary>The function that makes a value of <see cref="Field"/> of one of data of another version; null where the value is of its type.</summary>
    public MethodInfo? Conversion { get; init; }

    /// <summary>The member is in data of another version alone, or is of another type there: it is read into a local.</summary>
    public bool IsOther => Origin != null && Field?.FieldType != DeclaredType;

    /// <summary>The slots of fields, in their order.</summary>
    public static ImmutableArray<SlotShape> OfMembers(IReadOnlyList<FieldInfo> fields)
    {
        var slots = new SlotShape[fields.Count];
        for (int i = 0; i < slots.Length; i++)
        {
            slots[i] = new SlotShape(SlotRole.Member, fields[i].FieldType, fields[i]);
        }
        return ImmutableCollectionsMarshal.AsImmutableArray(slots);
    }
}

/// <summary>The names of a member in a schema.</summary>
/// <param name="DeclaringType">The type that declares it.</param>
/// <param name="Name">The name of its field.</param>
internal sealed record MemberOrigin(string DeclaringType, string Name);

/// <summary>The facts that a family knows of one type before ids are given: its parts and its sizes. Plain data.</summary>
internal sealed record TypeShape(Type Type, ShapeFamily Family, string Keyword, NullForm Null)
{
    /// <summary>The slots, in the order of the wire unless <see cref="BoundedFirst"/>.</summary>
    public ImmutableArray<SlotShape> Slots { get; init; } = [];

    /// <summary>Slots of bounded size go first on the wire.</summary>
    public bool BoundedFirst { get; init; }

    /// <summary>A value is its slots one after the other, so that its size follows from theirs.</summary>
    public bool IsSumOfSlots { get; init; }

    /// <summary>The smallest size that does not follow from slots, in bytes.</summary>
    public int MinSize { get; init; } = 1;

    /// <summary>The largest size that does not follow from slots, in bytes; -1 when there is none.</summary>
    public int MaxSize { get; init; } = -1;

    /// <summary>The run shape of a bounded value that does not follow from slots (see Wire.RunShape).</summary>
    public string Run { get; init; } = "";

    /// <summary>Methods of the type that are told of serialization; null for almost every type.</summary>
    public Callbacks? Callbacks { get; init; }

    /// <summary>The custom serializer of the type; null for most.</summary>
    public CustomCode? Custom { get; init; }

    /// <summary>Values of classes derived from this one that the model does not know are written as this one.</summary>
    public bool CoversDerived { get; init; }

    /// <summary>IObjectReference: the object that is read names another to stand in its place.</summary>
    public bool IsReplaced { get; init; }

    /// <summary>ISerializable: a value may be written as one of another type of the model.</summary>
    public bool MaySetType { get; init; }

    /// <summary>
    /// The problem of a class that cannot be read as itself, in a model that has no IObjectReference for it to be written as; null for all others.
    /// </summary>
    public string? ProblemWithoutReference { get; init; }

    /// <summary>An exception with a GetObjectData of its own: a value may be written as another exception of the model, which its slot admits anyway.</summary>
    public bool MaySetException { get; init; }

    /// <summary>An exception some of whose fields are no entries: no other one can be written as one of its class.</summary>
    public bool HasMembersBesideEntries { get; init; }

    /// <summary>Types that come along without a slot of their own.</summary>
    public ImmutableArray<Type> Companions { get; init; } = [];

    /// <summary>Types that values in entries are likely of: they come along where they can travel, and are no problem where they cannot.</summary>
    public ImmutableArray<Type> EntryTypes { get; init; } = [];

    /// <summary>When a value is finished, its parts apart.</summary>
    public Lateness Lateness
    {
        get => field | (Callbacks is { Deserialized.IsEmpty: false } && !Type.IsValueType ? Lateness.Called : Lateness.None);
        init;
    }

    /// <summary>A struct whose fields overlap, so that its size does not follow from them.</summary>
    public bool IsUnion { get; init; }

    /// <summary>Values can stand alone, boxed or behind a declared base type.</summary>
    public bool HasId { get; init; } = true;
}

/// <summary>The scanner's view of a family.</summary>
internal abstract class ShapeFamily
{
    /// <summary>
    /// The shape of <paramref name="type"/>, or null when this family does not handle it. May report problems; then the next families are not asked.
    /// </summary>
    public abstract TypeShape? Describe(Type type, ScanContext context);
}

/// <summary>The questions that a family may ask while it describes a type.</summary>
internal abstract class ScanContext
{
    public abstract SerializerOptions Options { get; }

    /// <summary>Marked [Serializable], or admitted by the filter, which is asked once for each type.</summary>
    public abstract bool IsMarked(Type type);

    /// <summary>The custom serializer that the options have for the type, or null; each type is looked up once.</summary>
    public abstract CustomCode? Custom(Type type);

    /// <summary>
    /// Another type that values of the one under way can have, which is to be in the model as if it were a root. Then the next families are not
    /// asked.
    /// </summary>
    public abstract void Implies(Type type);

    /// <summary>Tells how a program can get rid of the type under way, as the second part of a sentence.</summary>
    public abstract string Omission { get; }

    /// <summary><see cref="Omission"/> as a sentence of its own.</summary>
    public string OmissionSentence => char.ToUpperInvariant(Omission[0]) + Omission[1..];

    /// <summary>Reports a problem of the type under way.</summary>
    /// <param name="code">The kind of the problem.</param>
    /// <param name="message">The problem in words, with the cure.</param>
    /// <param name="member">The member that is at fault, if one is.</param>
    /// <param name="cause">The exception of the user's code, if it has thrown one.</param>
    public abstract void Problem(ErrorCode code, string message, string? member = null, Exception? cause = null);
}
