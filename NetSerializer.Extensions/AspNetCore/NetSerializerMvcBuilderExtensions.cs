using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.Options;
using NetSerializer;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Formatters of MVC.</summary>
public static class NetSerializerMvcBuilderExtensions
{
    /// <summary>
    /// Actions read and write <c>application/vnd.netserializer</c> with the model that is registered as a service. A body of another model is read if a
    /// <see cref="SchemaStore"/> among the services knows its schema, and status 415 otherwise. One that is too long is status 413, a malformed one an
    /// error of the model state, which is the <see cref="ErrorCode"/> and nothing else: status 400 with <c>[ApiController]</c>.
    /// </summary>
    /// <example><code>
    /// builder.Services.AddNetSerializer(o => o.Types(typeof(Order)));
    /// builder.Services.AddControllers().AddNetSerializerFormatters();
    /// </code></example>
    public static IMvcBuilder AddNetSerializerFormatters(this IMvcBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Services.AddSingleton<IConfigureOptions<MvcOptions>, FormatterSetup>();
        return builder;
    }

    /// <inheritdoc cref="AddNetSerializerFormatters(IMvcBuilder)"/>
    public static IMvcCoreBuilder AddNetSerializerFormatters(this IMvcCoreBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Services.AddSingleton<IConfigureOptions<MvcOptions>, FormatterSetup>();
        return builder;
    }
}
