using System.Buffers;
using System.Collections.Concurrent;
using System.ComponentModel;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests;

/// <summary>A cache that two versions of a program share. Each program has a first level of its own.</summary>
public class CachingTests
{
    private SharedCache _shared = null!;

    [SetUp]
    public void MakeCache() => _shared = new SharedCache();

    [Test]
    public async Task A_value_comes_from_the_shared_cache()
    {
        using Program first = new(_shared, Versions.First), second = new(_shared, Versions.First);
        await first.GetAsync("order 7", () => Versions.Sample(7));
        V1.Order order = await second.GetAsync<V1.Order>("order 7", () => throw new InvalidOperationException("It is in the cache."));
        Assert.That((order.Id, order.Lines.Single()), Is.EqualTo((7, new V1.Line("Tea", 2))));
    }

    [Test]
    public async Task An_entry_of_another_version_is_a_miss()
    {
        using Program first = new(_shared, Versions.First), second = new(_shared, Versions.Second), third = new(_shared, Versions.Second);
        await first.GetAsync("order 7", () => Versions.Sample(7));
        V2.Order made = await second.GetAsync("order 7", () => Versions.NextSample(8));
        V2.Order again = await second.GetAsync<V2.Order>("order 7", () => throw new InvalidOperationException("It is in the first level."));
        V2.Order read = await third.GetAsync<V2.Order>("order 7", () => throw new InvalidOperationException("It is in the shared cache."));
        Assert.That((made.Id, again.Id, read.Id, read.Note), Is.EqualTo((8, 8, 8, "soon")));
        using Program last = new(_shared, Versions.First);
        Assert.That((await last.GetAsync("order 7", () => Versions.Sample(9))).Id, Is.EqualTo(9), "the other way round too");
    }

    [Test]
    public async Task An_entry_of_another_version_is_read_where_its_schema_is_known()
    {
        using Program first = new(_shared, Versions.FirstStore), second = new(_shared, Versions.SecondStore);
        await first.GetAsync("order 7", () => Versions.Sample(7));
        V2.Order order = await second.GetAsync<V2.Order>("order 7", () => throw new InvalidOperationException("It is in the cache."));
        Assert.That((order.Id, order.Lines.Single(), order.Note), Is.EqualTo((7, new V2.Line("Tea", 2), default(string))));
        await second.GetAsync("order 8", () => Versions.NextSample(8));
        V1.Order old = await first.GetAsync<V1.Order>("order 8", () => throw new InvalidOperationException("It is in the cache."));
        Assert.That((old.Id, old.Lines.Single()), Is.EqualTo((8, new V1.Line("Tea", 2))));

        using Program unknown = new(_shared, Versions.Unknown), third = new(_shared, Versions.SecondStore);
        await unknown.GetAsync("order 9", () => Versions.NextSample(9));
        Assert.That((await third.GetAsync("order 9", () => Versions.NextSample(10))).Id, Is.EqualTo(10), "of a schema that the store does not know");
        _shared.Entries["order 7"] = _shared.Entries["order 7"][..^1];
        Assert.That((await third.GetAsync("order 7", () => Versions.NextSample(11))).Id, Is.EqualTo(11), "damaged");
    }

    [Test]
    public async Task An_entry_of_an_immutable_type_is_a_miss_too()
    {
        TypeModel first = TypeModel.Create(typeof(Price)), second = TypeModel.Create(typeof(Price), typeof(V1.Order));
        using Program one = new(_shared, first), two = new(_shared, second);
        await one.GetAsync("price", () => new Price(4.5m));
        Assert.That((await two.GetAsync("price", () => new Price(5))).Amount, Is.EqualTo(5));
    }

    [Test]
    public async Task A_damaged_entry_is_a_miss()
    {
        using Program first = new(_shared, Versions.First), second = new(_shared, Versions.First);
        await first.GetAsync("order 7", () => Versions.Sample(7));
        byte[] entry = _shared.Entries["order 7"];
        int tag = entry.AsSpan().IndexOf(Versions.First.Fingerprint.Span[..TypeModel.TagLength]);
        entry[tag + TypeModel.TagLength] = 0xFF;
        Assert.That((await second.GetAsync("order 7", () => Versions.Sample(8))).Id, Is.EqualTo(8));
    }

    [Test]
    public async Task Callers_at_the_same_time_all_get_a_value()
    {
        using Program first = new(_shared, Versions.First), second = new(_shared, Versions.Second);
        await first.GetAsync("order 7", () => Versions.Sample(7));
        V2.Order[] orders = await Task.WhenAll(Enumerable.Range(0, 50).Select(_ => second.GetAsync("order 7", () => Versions.NextSample(8))));
        Assert.That(orders.Select(order => order.Id).Distinct(), Is.EqualTo((int[])[8]));
    }

    // The reason for the cache around the cache: when this fails, that may go.
    [Test]
    public async Task A_hybrid_cache_by_itself_hands_on_the_exception_of_a_serializer()
    {
        using Program first = new(_shared, Versions.First);
        await first.GetAsync("order 7", () => Versions.Sample(7));
        var services = new ServiceCollection();
        services.AddSingleton<IDistributedCache>(_shared);
        services.AddHybridCache().AddSerializer<V1.Order, FailingSerializer>();
        using ServiceProvider provider = services.BuildServiceProvider();
        HybridCache cache = provider.GetRequiredService<HybridCache>();
        Assert.That(async () => await cache.GetOrCreateAsync("order 7", _ => ValueTask.FromResult(Versions.Sample(8))), Throws.TypeOf<NotSupportedException>());
    }

    [Test]
    public void An_exception_of_the_factory_is_the_caller_s()
    {
        using Program first = new(_shared, Versions.First);
        Assert.That(async () => await first.GetAsync("order 8", () => Versions.First.Deserialize<V1.Order>([0xFF])!), Throws.TypeOf<MalformedDataException>());
    }

    [Test]
    public async Task Flags_of_a_call_hold_for_the_second_try()
    {
        using Program first = new(_shared, Versions.First), second = new(_shared, Versions.Second);
        await first.GetAsync("order 7", () => Versions.Sample(7));
        byte[] before = _shared.Entries["order 7"];
        var readOnly = new HybridCacheEntryOptions
        {
            Flags = HybridCacheEntryFlags.DisableDistributedCacheWrite | HybridCacheEntryFlags.DisableLocalCacheWrite,
        };
        V2.Order order = await second.Cache.GetOrCreateAsync("order 7", _ => ValueTask.FromResult(Versions.NextSample(8)), readOnly);
        Assert.That(order.Id, Is.EqualTo(8));
        Assert.That(_shared.Entries["order 7"], Is.EqualTo(before));
    }

    [Test]
    public async Task Types_outside_of_the_model_are_left_to_others()
    {
        using Program first = new(_shared, Versions.First), second = new(_shared, Versions.First);
        await first.GetAsync("plain", () => new Plain { Text = "tea" });
        Assert.That((await second.GetAsync<Plain>("plain", () => throw new InvalidOperationException())).Text, Is.EqualTo("tea"));
    }

    [Test]
    public async Task Entries_are_set_and_removed_through_the_cache()
    {
        using Program first = new(_shared, Versions.First), second = new(_shared, Versions.First);
        await first.Cache.SetAsync("order 7", Versions.Sample(7), tags: ["orders"]);
        Assert.That((await second.GetAsync<V1.Order>("order 7", () => throw new InvalidOperationException())).Id, Is.EqualTo(7));
        await second.Cache.RemoveAsync("order 7");
        Assert.That((await second.GetAsync("order 7", () => Versions.Sample(8))).Id, Is.EqualTo(8));
        await second.Cache.SetAsync("order 9", Versions.Sample(9), tags: ["orders"]);
        await second.Cache.RemoveByTagAsync("orders");
        Assert.That((await second.GetAsync("order 9", () => Versions.Sample(10))).Id, Is.EqualTo(10));
    }

    [Test]
    public async Task A_keyed_model_serves_a_cache()
    {
        var services = new ServiceCollection();
        services.AddNetSerializer("cache", o => o.Types(typeof(V1.Order)).Schemas(SchemaSource.Of(Versions.Second.Schema)));
        services.AddSingleton<IDistributedCache>(_shared);
        services.AddHybridCache().AddNetSerializer("cache");
        using ServiceProvider provider = services.BuildServiceProvider();
        using Program second = new(_shared, Versions.Second);
        await second.GetAsync("order 8", () => Versions.NextSample(8));
        V1.Order order = await provider.GetRequiredService<HybridCache>().GetOrCreateAsync(
            "order 8", _ => ValueTask.FromException<V1.Order>(new InvalidOperationException("It is in the cache.")));
        Assert.That(order.Id, Is.EqualTo(8));
        await provider.GetRequiredService<HybridCache>().SetAsync("order 7", Versions.Sample(7));
        Assert.That(_shared.Entries["order 7"].AsSpan().IndexOf(
            provider.GetRequiredKeyedService<TypeModel>("cache").Fingerprint.Span[..TypeModel.TagLength]), Is.Positive);
    }

    [Test]
    public async Task Values_stand_in_a_distributed_cache()
    {
        _shared.SetValue(Versions.First, "order 7", Versions.Sample(7));
        Assert.That(_shared.TryGetValue(Versions.First, "order 7", out V1.Order? order) && order!.Id == 7, Is.True);
        Assert.That(_shared.TryGetValue(Versions.First, "order 8", out V1.Order? none), Is.False);
        Assert.That(none, Is.Null);
        Assert.That(_shared.TryGetValue(Versions.Second, "order 7", out V2.Order? other), Is.False, "of another version");
        Assert.That(other, Is.Null);

        await _shared.SetValueAsync<V1.Order?>(Versions.First, "null", null);
        Assert.That(await _shared.TryGetValueAsync<V1.Order>(Versions.First, "null"), Is.EqualTo((true, default(V1.Order))));
        _shared.Entries["order 7"] = _shared.Entries["order 7"][..^1];
        Assert.That((await _shared.TryGetValueAsync<V1.Order>(Versions.First, "order 7")).Found, Is.False, "damaged");

        int made = 0;
        for (int i = 0; i < 2; i++)
        {
            V1.Order got = await _shared.GetOrCreateValueAsync(Versions.First, "order 9", _ => Task.FromResult(Versions.Sample(9 + made++)));
            Assert.That((got.Id, made), Is.EqualTo((9, 1)));
        }
    }

    [Test]
    public async Task Values_of_another_version_stand_in_a_distributed_cache()
    {
        _shared.SetValue(Versions.First, "order 7", Versions.Sample(7));
        Assert.That(_shared.TryGetValue(Versions.SecondStore, "order 7", out V2.Order? order) && order!.Id == 7, Is.True);
        Assert.That((await _shared.TryGetValueAsync<V2.Order>(Versions.SecondStore, "order 7")).Value!.Lines.Single(), Is.EqualTo(new V2.Line("Tea", 2)));
        Assert.That((await _shared.GetOrCreateValueAsync(Versions.SecondStore, "order 7", _ => Task.FromResult(Versions.NextSample(8)))).Id, Is.EqualTo(7));
        _shared.SetValue(Versions.Unknown, "order 7", Versions.NextSample(9));
        Assert.That(_shared.TryGetValue(Versions.SecondStore, "order 7", out order), Is.False, "of a schema that the store does not know");
        Assert.That((await _shared.GetOrCreateValueAsync(Versions.SecondStore, "order 7", _ => Task.FromResult(Versions.NextSample(8)))).Id, Is.EqualTo(8));
        Assert.That(_shared.TryGetValue(Versions.Second, "order 7", out order), Is.True, "written with the model of the store");
    }

    [Test]
    public void A_value_that_cannot_be_written_leaves_the_cache_as_it_is()
    {
        Assert.That(() => _shared.SetValue<object>(Versions.First, "key", new Plain()), Throws.TypeOf<ValueNotSerializableException>());
        Assert.That(_shared.Entries, Is.Empty);
    }

    /// <summary>A version of the program, with its first level.</summary>
    private sealed class Program : IDisposable
    {
        private readonly ServiceProvider _provider;

        public Program(IDistributedCache shared, TypeModel model) : this(shared, cache => cache.AddNetSerializer(model))
        {
        }

        public Program(IDistributedCache shared, SchemaStore schemas) : this(shared, cache => cache.AddNetSerializer(schemas))
        {
        }

        private Program(IDistributedCache shared, Action<IHybridCacheBuilder> configure)
        {
            var services = new ServiceCollection();
            services.AddSingleton(shared);
            configure(services.AddHybridCache());
            _provider = services.BuildServiceProvider();
        }

        public HybridCache Cache => _provider.GetRequiredService<HybridCache>();

        public async Task<T> GetAsync<T>(string key, Func<T> make) => await Cache.GetOrCreateAsync(key, _ => ValueTask.FromResult(make()));

        public void Dispose() => _provider.Dispose();
    }

    /// <summary>The content of a cache server.</summary>
    private sealed class SharedCache : IDistributedCache
    {
        public ConcurrentDictionary<string, byte[]> Entries { get; } = [];

        public byte[]? Get(string key) => Entries.GetValueOrDefault(key);

        public Task<byte[]?> GetAsync(string key, CancellationToken token = default) => Task.FromResult(Get(key));

        public void Set(string key, byte[] value, DistributedCacheEntryOptions options) => Entries[key] = value;

        public Task SetAsync(string key, byte[] value, DistributedCacheEntryOptions options, CancellationToken token = default)
        {
            Set(key, value, options);
            return Task.CompletedTask;
        }

        public void Refresh(string key)
        {
        }

        public Task RefreshAsync(string key, CancellationToken token = default) => Task.CompletedTask;

        public void Remove(string key) => Entries.TryRemove(key, out _);

        public Task RemoveAsync(string key, CancellationToken token = default)
        {
            Remove(key);
            return Task.CompletedTask;
        }
    }

    private sealed class FailingSerializer : IHybridCacheSerializer<V1.Order>
    {
        public V1.Order Deserialize(ReadOnlySequence<byte> source) => throw new NotSupportedException();

        public void Serialize(V1.Order value, IBufferWriter<byte> target) => throw new NotSupportedException();
    }

    [Serializable, ImmutableObject(true)]
    private sealed record Price(decimal Amount);

    public sealed class Plain
    {
        public string Text { get; set; } = "";
    }
}
