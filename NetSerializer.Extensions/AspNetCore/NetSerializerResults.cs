using Microsoft.Extensions.DependencyInjection;
using NetSerializer;

namespace Microsoft.AspNetCore.Http;

/// <summary>Responses of minimal APIs.</summary>
public static class NetSerializerResults
{
    extension(Results)
    {
        /// <summary>A response whose body is a value, written by the model that is registered as a service.</summary>
        /// <param name="value">The value.</param>
        /// <param name="statusCode">The status.</param>
        /// <example><code>app.MapGet("/orders/{id}", (int id) => Results.NetSerializer(Find(id)));</code></example>
        public static IResult NetSerializer<T>(T value, int statusCode = StatusCodes.Status200OK) => new NetSerializerHttpResult<T>(value, statusCode);
    }
}

/// <summary>A response whose body is a value. A value that cannot be written sends nothing: it is an error of the server.</summary>
internal sealed class NetSerializerHttpResult<T>(T value, int statusCode) : IResult, IStatusCodeHttpResult, IValueHttpResult, IValueHttpResult<T>
{
    public int? StatusCode => statusCode;

    public T Value => value;

    object? IValueHttpResult.Value => value;

    public async Task ExecuteAsync(HttpContext httpContext)
    {
        TypeModel model = httpContext.RequestServices.GetRequiredService<TypeModel>();
        byte[] bytes = model.Serialize(value);
        HttpResponse response = httpContext.Response;
        (response.StatusCode, response.ContentType, response.ContentLength) = (statusCode, NetSerializerMediaType.Of(model), bytes.Length);
        await response.Body.WriteAsync(bytes, httpContext.RequestAborted).ConfigureAwait(false);
    }
}
