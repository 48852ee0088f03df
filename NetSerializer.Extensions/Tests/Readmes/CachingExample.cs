using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.Caching.Memory;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests.Readmes;

/// <summary>The example of the README of NetSerializer.Extensions.Caching: <see cref="ReadmeTests"/> finds its lines here.</summary>
public class CachingExample : ReadmeExample
{
    [Test]
    public async Task It_runs()
    {
        var services = new ServiceCollection();
        services.AddHybridCache().AddNetSerializer(TypeModel.Create(typeof(Order)));   // or AddNetSerializer(), with the model among the services
        await using ServiceProvider provider = services.BuildServiceProvider();

        HybridCache cache = provider.GetRequiredService<HybridCache>();
        Order order = await cache.GetOrCreateAsync("order 7", async token => await LoadAsync(7, token));
        Console.WriteLine(order.Customer);

        TypeModel model = TypeModel.Create(typeof(Order));
        IDistributedCache shared = new MemoryDistributedCache(Options.Create(new MemoryDistributedCacheOptions()));

        await shared.SetValueAsync(model, "order 7", new Order(7, "Ada"));
        if (shared.TryGetValue(model, "order 7", out Order? cached)) { Console.WriteLine(cached!.Customer); }

        Order loaded = await shared.GetOrCreateValueAsync(model, "order 8", token => LoadAsync(8, token));
        Console.WriteLine(loaded.Id);

        RequirePrinted("Ada", "Ada", "8");
    }

    static Task<Order> LoadAsync(int id, CancellationToken token) => Task.FromResult(new Order(id, "Ada"));

    [Serializable]
    record Order(int Id, string Customer);
}
