using Microsoft.Extensions.DependencyInjection;
using NUnit.Framework;
using Orleans;
using Orleans.Hosting;
using Orleans.Runtime;
using Orleans.Runtime.Placement;
using Orleans.Serialization;
using Orleans.Serialization.Configuration;
using Orleans.Storage;
using Orleans.TestingHost;

namespace NetSerializer.Extensions.Tests;

/// <summary>Two silos and a client: calls between them, state that outlives an activation, and a client of another version.</summary>
public class OrleansClusterTests
{
    private static readonly TypeModel s_model = TypeModel.Create(
        [typeof(V1.Order), typeof(Parcel)], SerializerOptions.Default with { References = ReferenceHandling.Preserve });

    private InProcessTestCluster _cluster = null!;

    [OneTimeSetUp]
    public async Task StartAsync() => _cluster = await StartAsync(new SchemaStore(s_model));

    [OneTimeTearDown]
    public async Task StopAsync() => await _cluster.DisposeAsync();

    [Test]
    public async Task A_call_goes_to_each_silo_and_comes_back()
    {
        foreach (InProcessSiloHandle silo in _cluster.Silos)
        {
            IShopGrain shop = On(silo, $"shop of {silo.Name}");
            Assert.That(await shop.WhereAsync(), Is.EqualTo(silo.SiloAddress));
            V1.Order order = await shop.AcceptAsync(Versions.Sample(7));
            Assert.That((order.Id, order.Lines.Single()), Is.EqualTo((8, new V1.Line("Tea", 2))));
        }
    }

    [Test]
    public async Task A_grain_calls_one_of_the_other_silo()
    {
        IShopGrain near = On(_cluster.Silos[0], "near"), far = On(_cluster.Silos[1], "far");
        await near.WhereAsync();
        await far.WhereAsync();
        Assert.That((await near.PassAsync(Versions.Sample(7), "far")).Id, Is.EqualTo(8));
    }

    [Test]
    public async Task An_object_that_comes_twice_in_a_call_is_one_object()
    {
        V1.Order order = Versions.Sample(7);
        IShopGrain shop = On(_cluster.Silos[1], "twice");
        Assert.That(await shop.SameAsync(order, order), Is.True);
        Assert.That(await shop.SameAsync(order, Versions.Sample(7)), Is.False);
        Parcel parcel = await shop.PackAsync(new Parcel { First = order, Second = order });
        Assert.That(parcel.First, Is.Not.Null.And.SameAs(parcel.Second));
    }

    [Test]
    public async Task A_grain_of_the_same_silo_gets_a_copy()
    {
        IShopGrain first = On(_cluster.Silos[0], "first"), second = On(_cluster.Silos[0], "second");
        await first.WhereAsync();
        await second.WhereAsync();
        Assert.That(await first.GivesCopyAsync("second"), Is.True);
    }

    [Test]
    public async Task State_outlives_an_activation()
    {
        IShopGrain shop = On(_cluster.Silos[0], "state");
        await shop.KeepAsync(Versions.Sample(7));
        await shop.LeaveAsync();
        V1.Order? kept = null;
        Assert.That(async () => (kept = await On(_cluster.Silos[1], "state").KeptAsync())?.Id, Is.EqualTo(7).After(30_000, 20));
        Assert.That(kept!.Lines.Single(), Is.EqualTo(new V1.Line("Tea", 2)));
    }

    [Test]
    public async Task A_client_of_another_version_is_served_where_both_sides_know_its_schema()
    {
        TypeModel next = TypeModel.Create([typeof(Parcel), typeof(V1.Order)], s_model.Options);
        await using InProcessTestCluster cluster = await StartAsync(
            new SchemaStore(s_model, source: SchemaSource.Of(next.Schema)), new SchemaStore(next, source: SchemaSource.Of(s_model.Schema)));
        V1.Order order = await cluster.Client.GetGrain<IShopGrain>("shop").AcceptAsync(Versions.Sample(7));
        Assert.That((order.Id, order.Lines.Single()), Is.EqualTo((8, new V1.Line("Tea", 2))));
    }

    [Test]
    public async Task A_client_of_an_unknown_version_is_told_so()
    {
        TypeModel next = TypeModel.Create(typeof(V1.Order), typeof(Parcel), typeof(V2.Order));
        await using InProcessTestCluster cluster = await StartAsync(new SchemaStore(s_model), new SchemaStore(next));
        IShopGrain shop = cluster.Client.GetGrain<IShopGrain>("shop");
        Assert.That(async () => await shop.AcceptAsync(Versions.Sample(7)), Throws.InstanceOf<Exception>()
            .With.Message.Contains(Versions.Tag(s_model)).And.Message.Contains(Versions.Tag(next)));
        Assert.That(await shop.WhereAsync(), Is.Not.Null, "calls without values");
    }

    private IShopGrain On(InProcessSiloHandle silo, string name)
    {
        RequestContext.Set(IPlacementDirector.PlacementHintKey, silo.SiloAddress);
        return _cluster.Client.GetGrain<IShopGrain>(name);
    }

    private static async Task<InProcessTestCluster> StartAsync(SchemaStore silos, SchemaStore? client = null)
    {
        var builder = new InProcessTestClusterBuilder(2);
        builder.Options.ConfigureFileLogging = false;
        builder.ConfigureSilo((_, silo) =>
        {
            silo.AddMemoryGrainStorageAsDefault();
            silo.Services.AddSingleton<IGrainStorageSerializer, OrleansGrainStorageSerializer>();
            Configure(silo.Services, silos);
        });
        builder.ConfigureClient(host => Configure(host.Services, client ?? silos));
        InProcessTestCluster cluster = builder.Build();
        await cluster.DeployAsync();
        return cluster;
    }

    private static void Configure(IServiceCollection services, SchemaStore schemas)
    {
        services.AddSerializer(serializer => serializer.AddNetSerializer(schemas));
        // The grains of the README, in this assembly too, have another model.
        services.Configure<TypeManifestOptions>(options => options.EnableConfigurationAnalysis = false);
    }

    [Serializable]
    internal sealed class Parcel
    {
        public V1.Order? First;
        public V1.Order? Second;
    }
}

internal interface IShopGrain : IGrainWithStringKey
{
    Task<SiloAddress> WhereAsync();

    Task<V1.Order> AcceptAsync(V1.Order order);

    Task<V1.Order> PassAsync(V1.Order order, string next);

    Task<bool> SameAsync(V1.Order first, object second);

    Task<OrleansClusterTests.Parcel> PackAsync(OrleansClusterTests.Parcel parcel);

    Task<bool> GivesCopyAsync(string next);

    Task<V1.Order> TakeAsync(V1.Order order);

    Task KeepAsync(V1.Order order);

    Task<V1.Order?> KeptAsync();

    Task LeaveAsync();
}

internal sealed class ShopGrain([PersistentState("order")] IPersistentState<V1.Order> state) : Grain, IShopGrain
{
    private V1.Order? _given;

    public Task<SiloAddress> WhereAsync() => Task.FromResult(ServiceProvider.GetRequiredService<ILocalSiloDetails>().SiloAddress);

    public Task<V1.Order> AcceptAsync(V1.Order order) => Task.FromResult(order with { Id = order.Id + 1 });

    public Task<V1.Order> PassAsync(V1.Order order, string next) => GrainFactory.GetGrain<IShopGrain>(next).AcceptAsync(order);

    public Task<bool> SameAsync(V1.Order first, object second) => Task.FromResult(ReferenceEquals(first, second));

    public Task<OrleansClusterTests.Parcel> PackAsync(OrleansClusterTests.Parcel parcel) => Task.FromResult(parcel);

    // What the other grain changes does not change here, and the other way round.
    public async Task<bool> GivesCopyAsync(string next)
    {
        V1.Order order = Versions.Sample(7);
        V1.Order taken = await GrainFactory.GetGrain<IShopGrain>(next).TakeAsync(order);
        return order.Lines.Count == 1 && taken.Lines.Count == 2;
    }

    public Task<V1.Order> TakeAsync(V1.Order order)
    {
        _given = order;
        _given.Lines.Add(new V1.Line("Milk", 1));
        return Task.FromResult(_given);
    }

    public Task KeepAsync(V1.Order order)
    {
        state.State = order;
        return state.WriteStateAsync();
    }

    public Task<V1.Order?> KeptAsync() => Task.FromResult(state.RecordExists ? state.State : null);

    public Task LeaveAsync()
    {
        DeactivateOnIdle();
        return Task.CompletedTask;
    }
}
