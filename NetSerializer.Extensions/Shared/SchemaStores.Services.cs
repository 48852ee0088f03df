using Microsoft.Extensions.DependencyInjection;

namespace NetSerializer;

// For packages whose models are services.
internal static partial class SchemaStores
{
    /// <summary>The store among the services; where there is none, that of the model which is one.</summary>
    /// <param name="services">The services.</param>
    /// <param name="modelName">The key of both; null for those without a key.</param>
    public static SchemaStore Find(IServiceProvider services, string? modelName) => modelName == null
        ? services.GetService<SchemaStore>() ?? Of(services.GetRequiredService<TypeModel>())
        : services.GetKeyedService<SchemaStore>(modelName) ?? Of(services.GetRequiredKeyedService<TypeModel>(modelName));
}
