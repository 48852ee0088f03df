using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Protocol;
using NetSerializer;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>SignalR with NetSerializer, on servers and clients.</summary>
public static class NetSerializerSignalRBuilderExtensions
{
    /// <summary>
    /// Adds the protocol <c>netserializer</c> with the model that is registered as a service. Values of another model are read if a
    /// <see cref="SchemaStore"/> among the services knows their schema.
    /// </summary>
    /// <param name="builder">The builder of a server.</param>
    /// <param name="modelName">The key of the model; null for the one without a key.</param>
    /// <example><code>
    /// builder.Services.AddNetSerializer(o => o.Types(typeof(Order)));
    /// builder.Services.AddSignalR().AddNetSerializerProtocol();
    /// </code></example>
    public static TBuilder AddNetSerializerProtocol<TBuilder>(this TBuilder builder, string? modelName = null) where TBuilder : ISignalRBuilder
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Services.AddSingleton<IHubProtocol>(provider => new NetSerializerHubProtocol(SchemaStores.Find(provider, modelName)));
        return builder;
    }

    /// <summary>Adds the protocol <c>netserializer</c> with a model that is at hand: for clients.</summary>
    /// <param name="builder">The builder of a client or a server.</param>
    /// <param name="model">The model.</param>
    /// <example><code>
    /// var connection = new HubConnectionBuilder().WithUrl(address).AddNetSerializerProtocol(model).Build();
    /// </code></example>
    public static TBuilder AddNetSerializerProtocol<TBuilder>(this TBuilder builder, TypeModel model) where TBuilder : ISignalRBuilder =>
        builder.AddNetSerializerProtocol(SchemaStores.Of(model));

    /// <summary>Adds the protocol <c>netserializer</c> with a model and schemas of others that are at hand: for clients.</summary>
    /// <param name="builder">The builder of a client or a server.</param>
    /// <param name="schemas">The model with the schemas of others.</param>
    /// <example><code>
    /// var schemas = new SchemaStore(model, source: SchemaSource.Folder("schemas"));
    /// var connection = new HubConnectionBuilder().WithUrl(address).AddNetSerializerProtocol(schemas).Build();
    /// </code></example>
    public static TBuilder AddNetSerializerProtocol<TBuilder>(this TBuilder builder, SchemaStore schemas) where TBuilder : ISignalRBuilder
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Services.AddSingleton<IHubProtocol>(new NetSerializerHubProtocol(schemas));
        return builder;
    }
}
