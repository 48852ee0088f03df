namespace NetSerializer;

/// <summary>The difference between an old payload and a class of today.</summary>
public enum PayloadChangeKind
{
    /// <summary>A member of the payload that the class does not have.</summary>
    Dropped,
    /// <summary>A member of the class that the payload does not have.</summary>
    Defaulted,
    /// <summary>A type that the payload has under an old name.</summary>
    Renamed,
}

/// <summary>An entry of <see cref="BinaryFormatterOptions.Report"/>.</summary>
/// <param name="Kind">The difference.</param>
/// <param name="Type">The class of the model.</param>
/// <param name="Name">The member, as BinaryFormatter calls it; for a renamed type its old name.</param>
public sealed record PayloadChange(PayloadChangeKind Kind, Type Type, string Name);
