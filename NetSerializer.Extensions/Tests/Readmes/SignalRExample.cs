using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Client;
using Microsoft.Extensions.DependencyInjection;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests.Readmes;

/// <summary>The example of the README of NetSerializer.Extensions.SignalR: <see cref="ReadmeTests"/> finds its lines here.</summary>
public class SignalRExample : ReadmeExample
{
    [Test]
    public async Task It_runs()
    {
        string[] args = [];
        var builder = WebApplication.CreateBuilder(args);
        TypeModel model = TypeModel.Create(typeof(Order));
        builder.Services.AddSingleton(model);   // or AddNetSerializer of NetSerializer.Extensions.Hosting
        builder.Services.AddSignalR().AddNetSerializerProtocol();

        await using WebApplication app = builder.Build();
        app.Urls.Add("http://127.0.0.1:0");
        app.MapHub<OrderHub>("/orders");
        await app.StartAsync();

        await using HubConnection connection = new HubConnectionBuilder()
            .WithUrl($"{app.Urls.First()}/orders").AddNetSerializerProtocol(model).Build();
        await connection.StartAsync();
        Console.WriteLine(await connection.InvokeAsync<Order>("Accept", new Order(7, "Ada")));

        RequirePrinted("Order { Id = 8, Customer = Ada }");
    }

    class OrderHub : Hub
    {
        public Order Accept(Order order) => order with { Id = 8 };
    }

    [Serializable]
    record Order(int Id, string Customer);
}
