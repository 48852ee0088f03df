using System.Net;
using System.Runtime.CompilerServices;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests.Readmes;

/// <summary>The example of the README of NetSerializer.Extensions.Grpc: <see cref="ReadmeTests"/> finds its lines here.</summary>
public class GrpcExample : ReadmeExample
{
    [Test]
    public async Task It_runs()
    {
        string[] args = [];
        var builder = WebApplication.CreateBuilder(args);
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen => listen.Protocols = HttpProtocols.Http2));
        builder.Services.AddGrpc();   // of Grpc.AspNetCore.Server
        TypeModel model = TypeModel.Create(typeof(Order));

        await using WebApplication app = builder.Build();
        app.MapGrpcService(NetSerializerGrpc.Bind<IShop>(new Shop(), model));
        await app.StartAsync();

        using GrpcChannel channel = GrpcChannel.ForAddress(app.Urls.First());   // of Grpc.Net.Client
        IShop shop = NetSerializerGrpc.CreateClient<IShop>(channel, model);
        Console.WriteLine(await shop.AcceptAsync(new Order(7, "Ada")));
        await foreach (Order order in shop.WatchAsync(new Order(1, "Ada"))) { Console.WriteLine(order.Id); }

        RequirePrinted("Order { Id = 8, Customer = Ada }", "1", "2");
    }

    public interface IShop
    {
        Task<Order> AcceptAsync(Order order, CallOptions options = default);
        IAsyncEnumerable<Order> WatchAsync(Order first, CancellationToken token = default);
    }

    class Shop : IShop
    {
        public Task<Order> AcceptAsync(Order order, CallOptions options) => Task.FromResult(order with { Id = order.Id + 1 });

        public async IAsyncEnumerable<Order> WatchAsync(Order first, [EnumeratorCancellation] CancellationToken token)
        {
            yield return first;
            await Task.Delay(10, token);
            yield return first with { Id = first.Id + 1 };
        }
    }

    [Serializable]
    public record Order(int Id, string Customer);
}
