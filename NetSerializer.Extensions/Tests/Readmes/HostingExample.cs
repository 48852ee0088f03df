using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests.Readmes;

/// <summary>The example of the README of NetSerializer.Extensions.Hosting: <see cref="ReadmeTests"/> finds its lines here.</summary>
public class HostingExample : ReadmeExample
{
    [Test]
    public async Task It_runs()
    {
        string[] args = [];
        var builder = Host.CreateApplicationBuilder(args);
        builder.Services.AddNetSerializer(o => o.Types(typeof(Order)).Schemas(SchemaSource.Folder("schemas")));
        builder.Services.AddNetSerializer("graphs", o => o.Types(typeof(Order))
            .Options(options => options with { References = ReferenceHandling.Preserve }));

        using IHost host = builder.Build();
        await host.StartAsync();

        TypeModel model = host.Services.GetRequiredService<TypeModel>();   // or: class Orders(TypeModel model)
        TypeModel graphs = host.Services.GetRequiredKeyedService<TypeModel>("graphs");
        byte[] bytes = model.Serialize(new Order(7, "Ada"));
        Console.WriteLine($"{model.Deserialize<Order>(bytes)!.Customer}, {graphs.Options.References}");

        RequirePrinted("Ada, Preserve");
    }

    [Serializable]
    record Order(int Id, string Customer);
}
