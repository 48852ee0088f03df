using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests.Readmes;

/// <summary>The examples of docs/integrations.md: <see cref="ReadmeTests"/> finds their lines here.</summary>
public class IntegrationsExample : ReadmeExample
{
    [Test]
    public async Task It_runs()
    {
        var builder = Host.CreateApplicationBuilder();
        builder.Services.AddDistributedMemoryCache();
        builder.Services.AddNetSerializer(o => o.Types(typeof(Order)).Schemas(SchemaSource.Folder("schemas")));

        using IHost host = builder.Build();
        TypeModel model = host.Services.GetRequiredService<TypeModel>();
        IDistributedCache cache = host.Services.GetRequiredService<IDistributedCache>();
        await cache.SetValueAsync(model, "order 7", new Order(7, "Ada"));

        var schemas = new SchemaStore(model, source: SchemaSource.Folder("schemas"));
        if (cache.TryGetValue(schemas, "order 7", out Order? order)) { Console.WriteLine(order!.Customer); }

        RequirePrinted("Ada");
    }

    [Serializable]
    record Order(int Id, string Customer);
}
