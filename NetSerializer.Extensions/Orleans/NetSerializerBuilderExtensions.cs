using Microsoft.Extensions.DependencyInjection;
using NetSerializer;
using Orleans.Serialization.Cloning;
using Orleans.Serialization.Serializers;

namespace Orleans.Serialization;

/// <summary>Orleans with NetSerializer, on silos and clients.</summary>
public static class NetSerializerBuilderExtensions
{
    /// <summary>
    /// Types of the model that is registered as a service are written, read and copied by it. Types that Orleans has a codec for, generated or its own,
    /// stay with Orleans: numbers, strings and collections, whose elements come to the model. Silos and clients need the same model, or a
    /// <see cref="SchemaStore"/> among their services that knows the schema of the other one.
    /// </summary>
    /// <param name="builder">The serializer of a silo or a client. Further calls, each with a model of its own, add to it: the first that has a type takes
    /// it.</param>
    /// <param name="modelName">The key of the model; null for the one without a key.</param>
    /// <example><code>
    /// silo.Services.AddNetSerializer(o => o.Types(typeof(Order)));
    /// silo.Services.AddSerializer(serializer => serializer.AddNetSerializer());
    /// </code></example>
    public static ISerializerBuilder AddNetSerializer(this ISerializerBuilder builder, string? modelName = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return Add(builder, provider => SchemaStores.Find(provider, modelName));
    }

    /// <summary>As <see cref="AddNetSerializer(ISerializerBuilder, string?)"/>, with a model that is at hand.</summary>
    /// <param name="builder">The serializer of a silo or a client.</param>
    /// <param name="model">The model.</param>
    public static ISerializerBuilder AddNetSerializer(this ISerializerBuilder builder, TypeModel model) => builder.AddNetSerializer(SchemaStores.Of(model));

    /// <summary>As <see cref="AddNetSerializer(ISerializerBuilder, string?)"/>, with a model and schemas of others that are at hand.</summary>
    /// <param name="builder">The serializer of a silo or a client.</param>
    /// <param name="schemas">The model with the schemas of others.</param>
    public static ISerializerBuilder AddNetSerializer(this ISerializerBuilder builder, SchemaStore schemas)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentNullException.ThrowIfNull(schemas);
        return Add(builder, _ => schemas);
    }

    private static ISerializerBuilder Add(ISerializerBuilder builder, Func<IServiceProvider, SchemaStore> find)
    {
        builder.Services.AddSingleton<ISpecializableCodec>(provider => new ModelCodecs(find(provider)));
        builder.Services.AddSingleton<ISpecializableCopier>(provider => new ModelCopiers(find(provider).Model));
        builder.Services.AddSingleton<ITypeFilter>(provider => new ModelTypeFilter(find(provider).Model));
        return builder;
    }
}
