using System.Runtime.CompilerServices;
using System.Threading.Channels;
using Microsoft.AspNetCore.SignalR;

namespace NetSerializer.Extensions.Tests;

/// <summary>A hub with every kind of call.</summary>
internal sealed class ShopHub : Hub
{
    public V1.Order Accept(V1.Order order) => order with { Id = order.Id + 1 };

    public string Describe(object? value, int? number, DayOfWeek day) => $"{value?.GetType().Name ?? "null"} {number?.ToString() ?? "null"} {day}";

    public V1.Order Latest() => Versions.Sample(7);

    public int Add(int left, int right) => left + right;

    public void Fail() => throw new HubException("There is no tea.");

    public Stream Unknown() => Stream.Null;

    public async Task<string> AskAsync() => (await Clients.Caller.InvokeAsync<V1.Order>("Give", 7, Context.ConnectionAborted)).Customer;

    public Task TellAll(V1.Order order) => Clients.All.SendAsync("Told", order, order.Id);

    public async IAsyncEnumerable<V1.Order> Count(int count, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        for (int i = 0; i < count; i++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            await Task.Yield();
            yield return Versions.Sample(i);
        }
    }

    public async Task<int> Sum(IAsyncEnumerable<V1.Order> orders)
    {
        int sum = 0;
        await foreach (V1.Order order in orders)
        {
            sum += order.Id;
        }
        return sum;
    }

    public ChannelReader<string> Names(ChannelReader<V1.Order> orders)
    {
        var names = Channel.CreateUnbounded<string>();
        _ = Task.Run(async () =>
        {
            await foreach (V1.Order order in orders.ReadAllAsync())
            {
                await names.Writer.WriteAsync($"{order.Customer} {order.Id}");
            }
            names.Writer.Complete();
        });
        return names.Reader;
    }
}
