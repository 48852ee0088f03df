using NetSerializer.Scanning;

namespace NetSerializer.Families;

/// <summary>How the writer goes over a collection.</summary>
internal enum Walk
{
    /// <summary>By its enumerator: a struct is called directly, and then nothing is allocated.</summary>
    Enumerator,
    /// <summary>By its indexer, because its enumerator would be allocated.</summary>
    Index,
    /// <summary>By the keys and values at its indexes, for the same reason.</summary>
    IndexedPairs,
    /// <summary>
    /// Over an array that the fill's <c>Snapshot</c> makes, or <c>ToArray</c> where it has none: others may change the collection meanwhile, or it does
    /// not know its count, or has no typed enumerator.
    /// </summary>
    Snapshot,
}

/// <summary>Which comparer travels with a collection.</summary>
internal enum ComparerUse
{
    None,
    /// <summary>One that tells keys apart.</summary>
    Equality,
    /// <summary>One that puts keys in order.</summary>
    Order,
}

/// <summary>Everything that tells one kind of collection from the others: a line of <see cref="CollectionCatalogue"/>.</summary>
/// <param name="Definition">The type, or the definition of the generic type.</param>
/// <param name="Keyword">Its word in the schema text. Collections with the same keyword share a form, also where their types differ.</param>
/// <param name="Fill">
/// The struct that fills it while it is read, generic if the definition is. Generated code calls, by name: <c>Start(ref r, ref p, count, target[,
/// comparer])</c>; for each entry <c>Begin(ref r, ref p)</c>, if there is one, in front of it, <c>AddKey(ref r, ref p, [long item, ]key)</c>, if there
/// is one, behind the key, and <c>Add(ref r, ref p, [long item, ]slots...)</c> behind it, unless AddKey returned the place of the value; <c>item</c> is
/// where the entry begins. In the end <c>Finish(ref r, ref p)</c>, if there is one, and <c>Collection</c>; <c>Made</c>, where that does more than give
/// the collection, for the collection as it is while it is filled.
/// </param>
internal sealed record CollectionEntry(Type Definition, string Keyword, Type Fill)
{
    /// <summary>The slots of an entry of the collection, in wire order.</summary>
    public IReadOnlyList<SlotRole> Roles { get; init; } = [SlotRole.Element];

    /// <summary>The declared types of the slots of a collection that is not generic.</summary>
    public Type[] SlotTypes { get; init; } = [];

    /// <summary>How many of the slots are not written. Their lines in the schema text tell the type of the keys only.</summary>
    public int Unwritten { get; init; }

    /// <summary>The type that makes the collection around its list, where the fill is the one for all owners of lists.</summary>
    public Type? Maker { get; init; }

    /// <summary>The fill has the type of the collection as its first type argument, because the library cannot name it.</summary>
    public bool NamesCollection { get; init; }

    public Walk Walk { get; init; }

    /// <summary>The property that is enumerated in place of the collection itself.</summary>
    public string? Enumerated { get; init; }

    public ComparerUse Comparer { get; init; }

    /// <summary>Keys are put in order; others are told apart by hash and equality.</summary>
    public bool IsOrdered => Comparer == ComparerUse.Order || Keyword.Contains("sorted", StringComparison.Ordinal);

    /// <summary>The property that has the comparer.</summary>
    public string ComparerName { get; init; } = "Comparer";

    /// <summary>The fill itself writes and reads the head in front of the entries (<c>WriteHead</c>, <c>ReadHead</c>).</summary>
    public bool HasHead { get; init; }

    /// <summary>Why it does not travel, and the cure, as the end of a sentence that its name begins.</summary>
    public string? Refusal { get; init; }

    /// <summary>
    /// It is made of its whole content, and cannot be there before. So it does not wait for its keys: their constructors and callbacks run as soon as
    /// a key is read.
    /// </summary>
    public bool NeedsContentFirst { get; init; }

    /// <summary>Classes derived from it do not travel.</summary>
    public bool IsFinal { get; init; }

    /// <summary>
    /// The content of a derived class is read into a plain collection, whose fields the object then gets. It is written from a plain collection that
    /// has its fields. So no member runs that the class may override.
    /// </summary>
    public bool IsMoved { get; init; }

    /// <summary>The collection inside a base class that is not one itself, and holds it in a field of that type.</summary>
    public Type? Inner { get; init; }

    /// <summary>The property of the base class that has it.</summary>
    public string InnerName { get; init; } = "";

    /// <summary>
    /// The methods that decide on the equality of keys. A class that overrides them would not find entries that a plain collection has placed.
    /// </summary>
    public string[] KeyMethods { get; init; } = [];

    /// <summary>The type argument whose values are compared.</summary>
    public int ComparedArgument { get; init; }

    /// <summary>Only classes derived from it have instances, or other families have the type itself.</summary>
    public bool IsBaseOnly { get; init; }

    /// <summary>
    /// It shows another collection, which may be held elsewhere too: the class that gets that out and puts it in, generic if the definition is (see
    /// <see cref="WrapperFamily"/>).
    /// </summary>
    public Type? Wrapper { get; init; }

    /// <summary>Arrays and lists share the form, so elements of bulk types are in bulk.</summary>
    public bool IsSequence => Keyword == "sequence";
}
