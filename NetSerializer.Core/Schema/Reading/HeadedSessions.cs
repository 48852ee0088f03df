using System.Diagnostics.CodeAnalysis;
using NetSerializer.Emit;
using NetSerializer.IO;

namespace NetSerializer;

/// <summary>Sessions with a header in front of their first value, which says by which schema they are written (docs/versioning.md).</summary>
public static class HeadedSessions
{
    /// <summary>Opens a session that writes many values, and a header in front of the first.</summary>
    /// <remarks>Session form: for <see cref="OpenReader"/> with an equal <see cref="SessionOptions.Header"/>.</remarks>
    /// <param name="model">The model.</param>
    /// <param name="destination">The stream; the session is the only one to write to it.</param>
    /// <param name="options">The header, and whether closing the session leaves the stream open.</param>
    /// <example><code>
    /// using ValueWriter writer = model.OpenWriter(stream, new SessionOptions { Header = SessionHeader.Schema });
    /// </code></example>
    public static ValueWriter OpenWriter(this TypeModel model, Stream destination, SessionOptions options)
    {
        ArgumentNullException.ThrowIfNull(model);
        ArgumentNullException.ThrowIfNull(destination);
        ArgumentNullException.ThrowIfNull(options);
        byte[] header = options.Header switch
        {
            SessionHeader.Schema => ModelHeader.WithSchema(model.Core.Fingerprint, model.Schema.Bytes),
            SessionHeader.Fingerprint => [.. ModelHeader.Mark, .. model.Core.Fingerprint],
            _ => [],
        };
        return new ValueWriter(model.Core, destination, options.LeaveOpen, header);
    }

    /// <summary>
    /// Opens a session that reads the values of another one, also of a program with other versions of the types. The first call that reads a value
    /// reads the header, and nothing goes back to the writer.
    /// </summary>
    /// <remarks>
    /// Session form: the bytes of an <see cref="OpenWriter"/> session. Where the schema is another one, <c>ReadDirect</c> throws
    /// <see cref="NotSupportedException"/>, as in sessions of a <see cref="ModelReader"/>.
    /// </remarks>
    /// <param name="model">The model.</param>
    /// <param name="source">The stream; the session is the only one to read from it.</param>
    /// <param name="options">The header that is expected, and the schemas that are accepted.</param>
    /// <exception cref="ArgumentException">
    /// <see cref="SessionOptions.Schemas"/> makes objects of another model, or is given beside <see cref="SessionOptions.Resolve"/>.
    /// </exception>
    /// <example><code>
    /// using ValueReader reader = model.OpenReader(stream, new SessionOptions { Header = SessionHeader.Schema });
    /// </code></example>
    [RequiresDynamicCode(RunTimeCode.Needed), RequiresUnreferencedCode(RunTimeCode.Needed)]
    public static ValueReader OpenReader(this TypeModel model, Stream source, SessionOptions options)
    {
        ArgumentNullException.ThrowIfNull(model);
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(options);
        return new ValueReader(
            model.Core, source, options.LeaveOpen, options.Header == SessionHeader.None ? null : new SessionHeaderReader(model, options));
    }
}
