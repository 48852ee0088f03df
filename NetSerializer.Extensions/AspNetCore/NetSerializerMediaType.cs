using System.Buffers;
using Microsoft.Extensions.Primitives;
using Microsoft.Net.Http.Headers;

namespace NetSerializer;

/// <summary>
/// The media type of a body: <c>application/vnd.netserializer; fp=0123456789abcdef</c>. The parameter is the beginning of
/// <see cref="TypeModel.Fingerprint"/>, eight bytes in hexadecimal. A sender may leave it out where both sides surely have the same model.
/// </summary>
public static class NetSerializerMediaType
{
    /// <summary>The type without the parameter.</summary>
    public const string Name = "application/vnd.netserializer";

    private const string Parameter = "fp";

    /// <summary>The type with the fingerprint of a model: for the Content-Type and Accept headers of a client.</summary>
    /// <example><code>content.Headers.ContentType = MediaTypeHeaderValue.Parse(NetSerializerMediaType.Of(model));</code></example>
    public static string Of(TypeModel model)
    {
        ArgumentNullException.ThrowIfNull(model);
        return $"{Name}; {Parameter}={Tag(model)}";
    }

    /// <summary>The reader for a body, by its Content-Type. Without a fingerprint the body is of the model itself. Thread-safe.</summary>
    /// <param name="contentType">The header.</param>
    /// <param name="schemas">The model with the schemas of others.</param>
    /// <returns>Null for another media type, and for a schema that is unknown or cannot be resolved.</returns>
    /// <example><code>
    /// // A client whose server may be of another version:
    /// ModelReader? reader = NetSerializerMediaType.FindReader(response.Content.Headers.ContentType?.ToString(), schemas);
    /// Order? order = reader?.Deserialize&lt;Order&gt;(await response.Content.ReadAsByteArrayAsync());
    /// </code></example>
    public static ModelReader? FindReader(string? contentType, SchemaStore schemas)
    {
        ArgumentNullException.ThrowIfNull(schemas);
        if (!MediaTypeHeaderValue.TryParse(contentType, out MediaTypeHeaderValue? type) || !type.MediaType.Equals(Name, StringComparison.OrdinalIgnoreCase))
        {
            return null;
        }
        StringSegment[] fingerprints = [.. type.Parameters.Where(parameter => parameter.Name.Equals(Parameter, StringComparison.OrdinalIgnoreCase))
            .Select(parameter => HeaderUtilities.RemoveQuotes(parameter.Value))];
        Span<byte> tag = stackalloc byte[TypeModel.TagLength];
        return fingerprints switch
        {
            [] => schemas.FindReader(schemas.Model.Fingerprint.Span),
            [{ Length: 2 * TypeModel.TagLength } digits] when Convert.FromHexString(digits, tag, out _, out _) == OperationStatus.Done =>
                schemas.FindReader(tag),
            _ => null,
        };
    }

    private static string Tag(TypeModel model) => Convert.ToHexStringLower(model.Fingerprint.Span[..TypeModel.TagLength]);
}
