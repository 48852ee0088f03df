namespace NetSerializer;

/// <summary>The header in front of the values of a session, which says which schema they have.</summary>
public enum SessionHeader
{
    /// <summary>None: both sides have the same model. The default.</summary>
    None,
    /// <summary>
    /// The fingerprint, 37 bytes, as <see cref="TypeModel.WriteHeader(Stream)"/> writes it. A reader accepts the schemas that it knows: that of its model, and
    /// those of <see cref="SessionOptions.Schemas"/>. It parses none that a header has.
    /// </summary>
    Fingerprint,
    /// <summary>
    /// The fingerprint and the schema, a few KB. A reader that does not know the fingerprint resolves the schema, by <see cref="TypeModel.ReaderFor"/>.
    /// It takes a header without a schema too, as <see cref="Fingerprint"/> does.
    /// </summary>
    Schema,
}

/// <summary>The settings of a session, for the writing side or the reading one. Immutable.</summary>
/// <remarks>
/// Both sides name the same <see cref="Header"/>. A reader with <see cref="SessionHeader.Fingerprint"/> or <see cref="SessionHeader.Schema"/> reads headers
/// of both kinds. All other settings but <see cref="LeaveOpen"/> are for readers.
/// </remarks>
/// <example><code>
/// var options = new SessionOptions { Header = SessionHeader.Schema, LeaveOpen = true };
/// using ValueWriter writer = model.OpenWriter(stream, options);
/// using ValueReader reader = model.OpenReader(stream, options);
/// </code></example>
public sealed record SessionOptions
{
    /// <summary>No header; closing the session closes the stream. As in the calls without options.</summary>
    public static SessionOptions Default { get; } = new();

    /// <summary>The header that a writer sends with its first value, and that a reader expects.</summary>
    public SessionHeader Header
    {
        get;
        init => field = value is >= SessionHeader.None and <= SessionHeader.Schema
            ? value : throw new ArgumentOutOfRangeException(nameof(value), value, $"{nameof(SessionHeader)} has no such value.");
    }

    /// <summary>Whether closing the session leaves the stream open.</summary>
    public bool LeaveOpen { get; init; }

    /// <summary>
    /// The differences that a reader accepts; null for <see cref="ResolveOptions.Default"/>. Not beside <see cref="Schemas"/>, which have their own.
    /// </summary>
    public ResolveOptions? Resolve { get; init; }

    /// <summary>The bounds on a schema that a header has; null for <see cref="SchemaLimits.Default"/>.</summary>
    public SchemaLimits? SchemaLimits { get; init; }

    /// <summary>
    /// Schemas that a reader knows, of its own model. The readers of schemas that come in headers are kept there for later sessions, and drive out others
    /// when there are too many. So sessions with strangers have a store of their own, or none. Null for none: each session resolves anew.
    /// </summary>
    public SchemaStore? Schemas { get; init; }
}
