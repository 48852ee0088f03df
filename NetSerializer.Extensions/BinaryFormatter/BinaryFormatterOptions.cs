namespace NetSerializer;

/// <summary>How members of an old payload are treated that the class does not have.</summary>
public enum UnknownMembers
{
    /// <summary>They are dropped, with all that only they hold.</summary>
    Drop,
    /// <summary>The payload is refused.</summary>
    Error,
}

/// <summary>How delegates in an old payload are treated: handlers of events above all.</summary>
public enum OldDelegates
{
    /// <summary>The payload is refused where a member that travels holds one.</summary>
    Refuse,
    /// <summary>Null stands in their place.</summary>
    Null,
}

/// <summary>The settings of <see cref="BinaryFormatterReader"/>. Immutable but for <see cref="Report"/>.</summary>
public sealed record BinaryFormatterOptions
{
    /// <summary>
    /// The types of today by the old names of types that have been renamed or moved: full names without an assembly, as in <c>Old.Namespace.Order</c>,
    /// <c>Old.Outer+Nested</c>, <c>Old.Box`1</c> for a generic definition. Assemblies and versions never matter. They go before those of
    /// <see cref="FormerlyNamedAttribute"/>. Null for none.
    /// </summary>
    /// <example><code>Names = new Dictionary&lt;string, Type&gt; { ["Old.Namespace.Order"] = typeof(Order) }</code></example>
    public IReadOnlyDictionary<string, Type>? Names { get; init; }

    /// <summary>How members are treated that the payload does not have.</summary>
    public MissingMembers Missing { get; init; }

    /// <summary>How members of the payload are treated that the class does not have.</summary>
    public UnknownMembers Unknown { get; init; }

    /// <summary>How delegates are treated.</summary>
    public OldDelegates Delegates { get; init; }

    /// <summary>Functions that make values of types with a custom serializer, whose members the model does not know. Null for none.</summary>
    public IReadOnlyList<RecordConversion>? Records { get; init; }

    /// <summary>Gets an entry for each member that was dropped, defaulted or found under an old name: once for each class and payload. Null for none.</summary>
    public ICollection<PayloadChange>? Report { get; init; }
}
