using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.SignalR.Client;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests;

/// <summary>Two versions of a program share a redis-server: as a cache, and as the backplane of hubs.</summary>
public class RedisTests
{
    private LocalServer _redis = null!;

    [OneTimeSetUp]
    public void Start() => _redis = LocalServer.StartRedis();

    [OneTimeTearDown]
    public void Stop() => _redis?.Dispose();

    [Test]
    public async Task Two_versions_share_a_hybrid_cache()
    {
        await using ServiceProvider first = Program(Versions.First), second = Program(Versions.Second), third = Program(Versions.Second);
        await GetAsync(first, "order 7", () => Versions.Sample(7));
        Assert.That((await GetAsync(second, "order 7", () => Versions.NextSample(8))).Id, Is.EqualTo(8), "of another version: a miss");
        V2.Order order = await GetAsync<V2.Order>(third, "order 7", () => throw new InvalidOperationException("It is in the cache."));
        Assert.That((order.Id, order.Note, order.Lines.Single()), Is.EqualTo((8, "soon", new V2.Line("Tea", 2))));
        await using ServiceProvider knowing = Program(Versions.First, Versions.FirstStore);
        V1.Order old = await GetAsync<V1.Order>(knowing, "order 7", () => throw new InvalidOperationException("It is in the cache, of a known version."));
        Assert.That((old.Id, old.Lines.Single()), Is.EqualTo((8, new V1.Line("Tea", 2))));
    }

    [Test]
    public async Task Two_versions_share_a_distributed_cache()
    {
        await using ServiceProvider provider = Program(Versions.First);
        IDistributedCache cache = provider.GetRequiredService<IDistributedCache>();
        var expiry = new DistributedCacheEntryOptions { SlidingExpiration = TimeSpan.FromMinutes(1) };
        await cache.SetValueAsync(Versions.First, "order", Versions.Sample(7), expiry);
        Assert.That(cache.TryGetValue(Versions.Second, "order", out V2.Order? next), Is.False);
        Assert.That(cache.TryGetValue(Versions.SecondStore, "order", out next) && next!.Id == 7, Is.True, "its schema is known");
        Assert.That(cache.TryGetValue(Versions.First, "order", out V1.Order? order) && order!.Id == 7, Is.True);
    }

    [Test]
    public async Task Clients_of_two_servers_hear_one_another()
    {
        await using WebApplication one = await ServerAsync(Versions.First), other = await ServerAsync(Versions.First);
        var told = new TaskCompletionSource<int>();
        await using HubConnection listener = await SignalRTests.ConnectAsync(
            one, Versions.First, client => client.On("Told", (V1.Order order, int _) => told.TrySetResult(order.Id)));
        await using HubConnection speaker = await SignalRTests.ConnectAsync(other, Versions.First);
        await speaker.SendAsync("TellAll", Versions.Sample(9));
        Assert.That(await told.Task.WaitAsync(TimeSpan.FromSeconds(30)), Is.EqualTo(9));
    }

    // While servers are replaced, messages of one version reach clients of the other.
    [Test]
    public async Task A_message_of_another_version_is_read_where_its_schema_is_known()
    {
        await using WebApplication one = await ServerAsync(Versions.First), next = await ServerAsync(Versions.Second);
        var told = new TaskCompletionSource<int>();
        await using HubConnection listener = await SignalRTests.ConnectAsync(
            next, Versions.SecondStore, client => client.On("Told", (V2.Order order, int _) => told.TrySetResult(order.Id)));
        await using HubConnection speaker = await SignalRTests.ConnectAsync(one, Versions.First);
        await speaker.SendAsync("TellAll", Versions.Sample(9));
        Assert.That(await told.Task.WaitAsync(TimeSpan.FromSeconds(30)), Is.EqualTo(9));
    }

    // Where it is not known they are not for them, and harm nothing.
    [Test]
    public async Task A_message_of_another_version_is_no_message()
    {
        await using WebApplication one = await ServerAsync(Versions.First), next = await ServerAsync(Versions.Second);
        List<object> heard = [];
        var told = new TaskCompletionSource();
        await using HubConnection listener = await SignalRTests.ConnectAsync(next, Versions.Second, client =>
        {
            client.On("Told", (V2.Order order, int _) =>
            {
                heard.Add(order);
                told.TrySetResult();
            });
        });
        await using HubConnection speaker = await SignalRTests.ConnectAsync(one, Versions.First);
        await speaker.InvokeAsync("TellAll", Versions.Sample(9));
        Assert.That((await speaker.InvokeAsync<V1.Order>("Accept", Versions.Sample(7))).Id, Is.EqualTo(8));
        Assert.That(async () => await listener.InvokeAsync("Fail"), Throws.InstanceOf<Exception>().With.Message.Contains("There is no tea."));
        Assert.That(listener.State, Is.EqualTo(HubConnectionState.Connected));
        Assert.That(heard, Is.Empty);
    }

    private Task<WebApplication> ServerAsync(TypeModel model) =>
        SignalRTests.StartServerAsync(signalR => signalR.AddStackExchangeRedis(_redis.Address), new SchemaStore(model));

    private ServiceProvider Program(TypeModel model, SchemaStore? schemas = null)
    {
        var services = new ServiceCollection();
        services.AddStackExchangeRedisCache(options => options.Configuration = _redis.Address);
        services.AddSingleton(schemas ?? new SchemaStore(model));
        services.AddHybridCache().AddNetSerializer();
        return services.BuildServiceProvider();
    }

    private static async Task<T> GetAsync<T>(IServiceProvider provider, string key, Func<T> make) =>
        await provider.GetRequiredService<HybridCache>().GetOrCreateAsync(key, _ => ValueTask.FromResult(make()));
}
