using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.Options;
using NetSerializer;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Hybrid caches with NetSerializer.</summary>
public static class NetSerializerHybridCacheBuilderExtensions
{
    /// <summary>
    /// Values of the types of the model that is registered as a service are written by it, behind a tag of eight bytes. An entry of another model, such
    /// as that of another version of the program, is read if a <see cref="SchemaStore"/> among the services knows its schema. Otherwise it is a miss: the
    /// value is made anew and takes its place.
    /// </summary>
    /// <param name="builder">The cache.</param>
    /// <param name="modelName">The key of the model; null for the one without a key.</param>
    /// <example><code>
    /// services.AddNetSerializer(o => o.Types(typeof(Order)));
    /// services.AddHybridCache().AddNetSerializer();
    /// </code></example>
    public static IHybridCacheBuilder AddNetSerializer(this IHybridCacheBuilder builder, string? modelName = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return Add(builder, provider => SchemaStores.Find(provider, modelName));
    }

    /// <summary>As <see cref="AddNetSerializer(IHybridCacheBuilder, string?)"/>, with a model that is at hand.</summary>
    /// <param name="builder">The cache.</param>
    /// <param name="model">The model.</param>
    public static IHybridCacheBuilder AddNetSerializer(this IHybridCacheBuilder builder, TypeModel model) => builder.AddNetSerializer(SchemaStores.Of(model));

    /// <summary>As <see cref="AddNetSerializer(IHybridCacheBuilder, string?)"/>, with a model and schemas of others that are at hand.</summary>
    /// <param name="builder">The cache.</param>
    /// <param name="schemas">The model with the schemas of others.</param>
    public static IHybridCacheBuilder AddNetSerializer(this IHybridCacheBuilder builder, SchemaStore schemas)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentNullException.ThrowIfNull(schemas);
        return Add(builder, _ => schemas);
    }

    private static IHybridCacheBuilder Add(IHybridCacheBuilder builder, Func<IServiceProvider, SchemaStore> find)
    {
        IServiceCollection services = builder.Services;
        services.AddSingleton<IHybridCacheSerializerFactory>(provider => new HybridSerializerFactory(find(provider)));
        ServiceDescriptor registered = services.Last(service => service.ServiceType == typeof(HybridCache) && !service.IsKeyedService);
        services.AddSingleton<HybridCache>(provider =>
            new MissingHybridCache(Make(registered, provider), provider.GetRequiredService<IOptions<HybridCacheOptions>>()));
        return builder;
    }

    private static HybridCache Make(ServiceDescriptor registered, IServiceProvider provider) => (HybridCache)(
        registered.ImplementationInstance ?? registered.ImplementationFactory?.Invoke(provider)
        ?? ActivatorUtilities.CreateInstance(provider, registered.ImplementationType!));
}
