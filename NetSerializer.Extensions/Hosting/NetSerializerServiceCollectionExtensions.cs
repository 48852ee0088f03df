using System.Diagnostics.CodeAnalysis;
using NetSerializer;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Type models as services.</summary>
public static class NetSerializerServiceCollectionExtensions
{
    /// <summary>
    /// Registers a <see cref="TypeModel"/> and its <see cref="SchemaStore"/> as singletons. A host makes the model at its start, before it listens, and
    /// publishes the metrics of <see cref="SerializerMetrics"/>. Further calls add types to the same model.
    /// </summary>
    /// <param name="services">The services.</param>
    /// <param name="configure">Names the types and settings. It runs once, when the model is made.</param>
    /// <example><code>
    /// builder.Services.AddNetSerializer(o => o.Types(typeof(Order)));
    /// // elsewhere: class Orders(TypeModel model)
    /// </code></example>
    /// <exception cref="TypeModelException">Out of the start of the host: some of the types cannot travel. It lists all problems.</exception>
    [RequiresDynamicCode(ModelServices.RunTimeCode), RequiresUnreferencedCode(ModelServices.RunTimeCode)]
    public static IServiceCollection AddNetSerializer(this IServiceCollection services, Action<TypeModelBuilder> configure)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentNullException.ThrowIfNull(configure);
        ModelServices.Add(services, null, configure);
        return services;
    }

    /// <summary>As <see cref="AddNetSerializer(IServiceCollection, Action{TypeModelBuilder})"/>, a model of its own under a key.</summary>
    /// <param name="services">The services.</param>
    /// <param name="name">The key of the service.</param>
    /// <param name="configure">Names the types and settings.</param>
    /// <example><code>
    /// builder.Services.AddNetSerializer("events", o => o.Types(typeof(Event)));
    /// // elsewhere: class Events([FromKeyedServices("events")] TypeModel model)
    /// </code></example>
    /// <exception cref="TypeModelException">Out of the start of the host: some of the types cannot travel. It lists all problems.</exception>
    [RequiresDynamicCode(ModelServices.RunTimeCode), RequiresUnreferencedCode(ModelServices.RunTimeCode)]
    public static IServiceCollection AddNetSerializer(this IServiceCollection services, string name, Action<TypeModelBuilder> configure)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(configure);
        ModelServices.Add(services, name, configure);
        return services;
    }
}
