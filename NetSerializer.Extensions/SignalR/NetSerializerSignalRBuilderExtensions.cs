using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Protocol;
using NetSerializer;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>SignalR with NetSerializer, on servers and clients.</summary>
public static class NetSerializerSignalRBuilderExtensions
{
    /// <summary>Adds the protocol <c>netserializer</c> with the model that is registered as a service.</summary>
    /// <param name="builder">The builder of a server.</param>
    /// <param name="modelName">The key of the model; null for the one without a key.</param>
    /// <example><code>
    /// builder.Services.AddNetSerializer(o => o.Types(typeof(Order)));
    /// builder.Services.AddSignalR().AddNetSerializerProtocol();
    /// </code></example>
    public static TBuilder AddNetSerializerProtocol<TBuilder>(this TBuilder builder, string? modelName = null) where TBuilder : ISignalRBuilder
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Services.AddSingleton<IHubProtocol>(provider => new NetSerializerHubProtocol(
            modelName == null ? provider.GetRequiredService<TypeModel>() : provider.GetRequiredKeyedService<TypeModel>(modelName)));
        return builder;
    }

    /// <summary>Adds the protocol <c>netserializer</c> with a model that is at hand: for clients.</summary>
    /// <param name="builder">The builder of a client or a server.</param>
    /// <param name="model">The model.</param>
    /// <example><code>
    /// var connection = new HubConnectionBuilder().WithUrl(address).AddNetSerializerProtocol(model).Build();
    /// </code></example>
    public static TBuilder AddNetSerializerProtocol<TBuilder>(this TBuilder builder, TypeModel model) where TBuilder : ISignalRBuilder
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Services.AddSingleton<IHubProtocol>(new NetSerializerHubProtocol(model));
        return builder;
    }
}
