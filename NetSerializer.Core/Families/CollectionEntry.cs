using NetSerializer.Scanning;

namespace NetSerializer.Families;

/// <summary>How the writer goes over a collection.</summary>
internal enum Walk
{
    /// <summary>By its enumerator: a struct is called directly, and then nothing is allocated.</summary>
    Enumerator,
    /// <summary>By its indexer, because its enumerator would be allocated.</summary>
    Index,
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
/// <param name="Keyword">What the schema text calls it; collections of one keyword share a form, whatever their types.</param>
/// <param name="Fill">The struct that fills it while it is read, generic if the definition is.</param>
internal sealed record CollectionEntry(Type Definition, string Keyword, Type Fill)
{
    /// <summary>The slots of an entry of the collection, in wire order.</summary>
    public IReadOnlyList<SlotRole> Roles { get; init; } = [SlotRole.Element];

    /// <summary>The declared types of the slots when they are not the type arguments.</summary>
    public Type[]? SlotTypes { get; init; }

    public Walk Walk { get; init; }

    /// <summary>The property that is enumerated in place of the collection itself.</summary>
    public string? Enumerated { get; init; }

    public ComparerUse Comparer { get; init; }

    /// <summary>The static method of the fill that tells the comparer, where the collection has no such property.</summary>
    public string? ComparerOf { get; init; }

    /// <summary>Arrays and lists share the form, so elements of bulk types are in bulk.</summary>
    public bool IsSequence => Keyword == "sequence";
}
