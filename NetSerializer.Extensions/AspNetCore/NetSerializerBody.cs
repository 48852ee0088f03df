using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;

namespace NetSerializer;

/// <summary>
/// The body of a request to a minimal API, read with the model that is registered as a service. The handler is not called for a body that is none: one of
/// another media type is status 415, one that is too long 413, a malformed one 400 with the <see cref="ErrorCode"/> and nothing else. A body of another
/// model is read if a <see cref="SchemaStore"/> among the services knows its schema, and status 415 otherwise.
/// </summary>
/// <typeparam name="T">The declared type of the value; no other is made.</typeparam>
/// <example><code>app.MapPost("/orders", (NetSerializerBody&lt;Order&gt; body) => Results.NetSerializer(Accept(body.Value)));</code></example>
public sealed class NetSerializerBody<T> : IReadBody, IEndpointParameterMetadataProvider
{
    private readonly T? _value;

    private NetSerializerBody(T? value, IResult? refusal) => (_value, Refusal) = (value, refusal);

    /// <summary>The value; null where the client has sent null.</summary>
    public T? Value => _value;

    /// <inheritdoc/>
    public IResult? Refusal { get; }

    /// <summary>Called by the framework.</summary>
    public static async ValueTask<NetSerializerBody<T>?> BindAsync(HttpContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        SchemaStore schemas = SchemaStores.Find(context.RequestServices, null);
        if (NetSerializerMediaType.FindReader(context.Request.ContentType, schemas) is not { } reader)
        {
            return new NetSerializerBody<T>(default, Results.StatusCode(StatusCodes.Status415UnsupportedMediaType));
        }
        try
        {
            return new NetSerializerBody<T>((T?)await RequestBody.ReadAsync(context.Request, reader, typeof(T)).ConfigureAwait(false), null);
        }
        catch (MalformedDataException failure)
        {
            return new NetSerializerBody<T>(default, Results.Text(failure.Code.ToString(), statusCode: StatusCodes.Status400BadRequest));
        }
    }

    /// <summary>Called by the framework: the endpoint takes the media type, and answers for bodies that are refused.</summary>
    public static void PopulateMetadata(ParameterInfo parameter, EndpointBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Metadata.Add(new AcceptsMetadata([NetSerializerMediaType.Name], typeof(T)));
        builder.FilterFactories.Add((_, next) => context =>
            context.Arguments.OfType<IReadBody>().FirstOrDefault(body => body.Refusal != null) is { } refused
                ? ValueTask.FromResult<object?>(refused.Refusal) : next(context));
    }
}

/// <summary>A body that was read, or refused.</summary>
internal interface IReadBody
{
    /// <summary>The answer to a body that cannot be read; otherwise null.</summary>
    IResult? Refusal { get; }
}
