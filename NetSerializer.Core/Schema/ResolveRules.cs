namespace NetSerializer.Schema;

/// <summary>The rules of a resolution that are not of every reader, and the former names of the reader's types.</summary>
internal sealed record ResolveRules(SchemaAliases Aliases)
{
    /// <summary>Decides whether a member of a reader's type, by its index, may be missing in the data; null where each may.</summary>
    public Func<SchemaType, int, bool>? MayBeMissing { get; init; }

    public bool NarrowsNumbers { get; init; }

    public bool NullIsDefault { get; init; }

    public bool UnknownIsNull { get; init; }

    public IReadOnlyList<ResolvedConversion> Conversions { get; init; } = [];
}

/// <summary>A function of the user, by the names of its types in the reader's schema.</summary>
/// <param name="From">The type that it takes.</param>
/// <param name="To">The type that it returns.</param>
/// <param name="Code">The function, for the code that reads.</param>
internal sealed record ResolvedConversion(string From, string To, object Code);
