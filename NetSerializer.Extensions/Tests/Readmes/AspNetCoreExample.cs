using System.Net.Http.Headers;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests.Readmes;

/// <summary>The example of the README of NetSerializer.Extensions.AspNetCore: <see cref="ReadmeTests"/> finds its lines here.</summary>
public class AspNetCoreExample : ReadmeExample
{
    [Test]
    public async Task It_runs()
    {
        string[] args = [];
        var builder = WebApplication.CreateBuilder(args);
        TypeModel model = TypeModel.Create(typeof(Order));
        builder.Services.AddSingleton(model);   // or AddNetSerializer of NetSerializer.Extensions.Hosting
        builder.Services.AddControllers().AddNetSerializerFormatters();

        await using WebApplication app = builder.Build();
        app.Urls.Add("http://127.0.0.1:0");
        app.MapPost("/orders", (NetSerializerBody<Order> body) => Results.NetSerializer(body.Value! with { Id = 8 }));
        await app.StartAsync();

        using var client = new HttpClient { BaseAddress = new Uri(app.Urls.First()) };
        using var content = new ByteArrayContent(model.Serialize(new Order(7, "Ada")));
        content.Headers.ContentType = MediaTypeHeaderValue.Parse(NetSerializerMediaType.Of(model));
        using HttpResponseMessage response = await client.PostAsync("/orders", content);
        Console.WriteLine(model.Deserialize<Order>(await response.Content.ReadAsByteArrayAsync()));

        RequirePrinted("Order { Id = 8, Customer = Ada }");
    }

    [Serializable]
    record Order(int Id, string Customer);
}
