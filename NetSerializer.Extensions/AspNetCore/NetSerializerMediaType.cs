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

    /// <summary>Whether a body of the type is one of the model's. The one place where bodies of other models could be resolved.</summary>
    internal static bool IsOf(string? contentType, TypeModel model) =>
        MediaTypeHeaderValue.TryParse(contentType, out MediaTypeHeaderValue? type) && type.MediaType.Equals(Name, StringComparison.OrdinalIgnoreCase)
        && type.Parameters.All(parameter => !parameter.Name.Equals(Parameter, StringComparison.OrdinalIgnoreCase)
            || HeaderUtilities.RemoveQuotes(parameter.Value).Equals(Tag(model), StringComparison.OrdinalIgnoreCase));

    private static string Tag(TypeModel model) => Convert.ToHexStringLower(model.Fingerprint.Span[..TypeModel.TagLength]);
}
