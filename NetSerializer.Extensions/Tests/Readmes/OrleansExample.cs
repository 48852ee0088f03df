using System.Net;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using NUnit.Framework;
using Orleans;
using Orleans.Configuration;
using Orleans.Hosting;
using Orleans.Runtime;
using Orleans.Serialization;
using Orleans.Serialization.Configuration;
using Orleans.Storage;

namespace NetSerializer.Extensions.Tests.Readmes;

/// <summary>The example of the README of NetSerializer.Extensions.Orleans: <see cref="ReadmeTests"/> finds its lines here.</summary>
public class OrleansExample : ReadmeExample
{
    [Test]
    public async Task It_runs()
    {
        string[] args = [];
        var builder = Host.CreateApplicationBuilder(args);
        builder.Logging.ClearProviders();
        TypeModel model = TypeModel.Create(typeof(Order));   // or AddNetSerializer of NetSerializer.Extensions.Hosting
        builder.UseOrleans(silo =>
        {
            silo.UseLocalhostClustering();
            silo.AddMemoryGrainStorageAsDefault();
            silo.Services.AddSingleton<IGrainStorageSerializer, OrleansGrainStorageSerializer>();   // state is JSON otherwise
            silo.Services.AddSerializer(serializer => serializer.AddNetSerializer(model));
        });

        // A port of the test's own, no gateway, and no look at the other grains of this assembly, which have other models.
        int port = LocalServer.FreePort();
        builder.Services.Configure<EndpointOptions>(options => (options.SiloPort, options.GatewayPort) = (port, 0));
        builder.Services.Configure<DevelopmentClusterMembershipOptions>(options => options.PrimarySiloEndpoint = new(IPAddress.Loopback, port));
        builder.Services.Configure<TypeManifestOptions>(options => options.EnableConfigurationAnalysis = false);

        using IHost host = builder.Build();
        await host.StartAsync();

        IOrders orders = host.Services.GetRequiredService<IGrainFactory>().GetGrain<IOrders>("Ada");
        Console.WriteLine(await orders.AcceptAsync(new Order(7, "Ada")));
        Console.WriteLine(await orders.LatestAsync());
        await host.StopAsync();

        RequirePrinted("Order { Id = 8, Customer = Ada }", "Order { Id = 8, Customer = Ada }");
    }

    [Test]
    public void State_of_other_versions_is_read()
    {
        TypeModel model = TypeModel.Create(typeof(Order));
        var builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        builder.UseOrleans(silo =>
        {
            silo.UseLocalhostClustering();

            silo.Services.AddSerializer(serializer => serializer.AddNetSerializer(new SchemaStore(model, source: SchemaSource.Folder("schemas"))));
        });

        using IHost host = builder.Build();
        Serializer<Order> serializer = host.Services.GetRequiredService<Serializer<Order>>();
        Assert.That(serializer.Deserialize(serializer.SerializeToArray(new Order(7, "Ada"))), Is.EqualTo(new Order(7, "Ada")));
    }

    public interface IOrders : IGrainWithStringKey
    {
        Task<Order> AcceptAsync(Order order);
        Task<Order> LatestAsync();
    }

    public class Orders([PersistentState("latest")] IPersistentState<Order> latest) : Grain, IOrders
    {
        public async Task<Order> AcceptAsync(Order order)
        {
            latest.State = order with { Id = order.Id + 1 };
            await latest.WriteStateAsync();
            return latest.State;
        }

        public Task<Order> LatestAsync() => Task.FromResult(latest.State);
    }

    [Serializable]
    public record Order(int Id, string Customer);
}
