using System.Diagnostics.CodeAnalysis;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace NetSerializer;

/// <summary>Registers models, and their stores of schemas. The settings of each are named options, so that several calls add up.</summary>
internal static class ModelServices
{
    public const string RunTimeCode = "NetSerializer generates code at run time.";

    /// <summary>Registers the model without a name, or the keyed one of a name.</summary>
    [RequiresDynamicCode(RunTimeCode), RequiresUnreferencedCode(RunTimeCode)]
    public static void Add(IServiceCollection services, string? name, Action<TypeModelBuilder> configure)
    {
        services.AddOptions().Configure(name ?? Options.DefaultName, configure);
        if (services.Any(service => service.ServiceType == typeof(TypeModel) && Equals(service.ServiceKey, name)))
        {
            return;
        }
        if (name == null)
        {
            services.AddSingleton(provider => BuilderOf(provider, null).Build());
            services.AddSingleton(provider => BuilderOf(provider, null).BuildStore(Find(provider, null)));
        }
        else
        {
            services.AddKeyedSingleton(name, (provider, _) => BuilderOf(provider, name).Build());
            services.AddKeyedSingleton(name, (provider, _) => BuilderOf(provider, name).BuildStore(Find(provider, name)));
        }
        services.AddSingleton(new ModelName(name));
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IHostedService, ModelStart>());
    }

    /// <summary>The model of a name, or the one without.</summary>
    public static TypeModel Find(IServiceProvider provider, string? name) =>
        name == null ? provider.GetRequiredService<TypeModel>() : provider.GetRequiredKeyedService<TypeModel>(name);

    private static TypeModelBuilder BuilderOf(IServiceProvider provider, string? name) =>
        provider.GetRequiredService<IOptionsMonitor<TypeModelBuilder>>().Get(name ?? Options.DefaultName);
}

/// <summary>A model that the host makes at its start; null for the one without a name.</summary>
internal sealed record ModelName(string? Name);

/// <summary>
/// Makes all models before any other service of the host starts, so that a type that cannot travel stops the start and no first request waits for
/// generated code.
/// </summary>
internal sealed class ModelStart(IServiceProvider provider, IEnumerable<ModelName> models) : IHostedLifecycleService
{
    public Task StartingAsync(CancellationToken cancellationToken)
    {
        SerializerMetrics.Publish();
        foreach (ModelName model in models)
        {
            ModelServices.Find(provider, model.Name);
        }
        return Task.CompletedTask;
    }

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
