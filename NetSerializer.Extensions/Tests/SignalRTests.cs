using System.Threading.Channels;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Client;
using Microsoft.Extensions.DependencyInjection;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests;

/// <summary>Calls of a hub over Kestrel, by clients of its own version and of another one.</summary>
public class SignalRTests
{
    private WebApplication _app = null!;
    private HubConnection _client = null!;

    [OneTimeSetUp]
    public async Task StartAsync()
    {
        _app = await StartServerAsync(signalR => { }, Versions.FirstStore);
        _client = await ConnectAsync(_app, Versions.First);
    }

    [OneTimeTearDown]
    public async Task StopAsync()
    {
        await _client.DisposeAsync();
        await _app.DisposeAsync();
    }

    internal static Task<WebApplication> StartServerAsync(Action<ISignalRServerBuilder> configure, SchemaStore schemas) => WebServer.StartAsync(
        builder =>
        {
            builder.Services.AddSingleton(schemas);
            // A hub that asks its caller needs a second call at a time.
            configure(builder.Services.AddSignalR(options => options.MaximumParallelInvocationsPerClient = 2).AddNetSerializerProtocol());
        },
        app => app.MapHub<ShopHub>("/shop"));

    internal static Task<HubConnection> ConnectAsync(WebApplication app, TypeModel model, Action<HubConnection>? configure = null) =>
        ConnectAsync(app, new SchemaStore(model), configure);

    internal static async Task<HubConnection> ConnectAsync(WebApplication app, SchemaStore schemas, Action<HubConnection>? configure = null)
    {
        HubConnection client = new HubConnectionBuilder().WithUrl(new Uri(app.Address(), "/shop")).AddNetSerializerProtocol(schemas).Build();
        configure?.Invoke(client);
        await client.StartAsync();
        return client;
    }

    [Test]
    public async Task A_value_goes_and_another_comes()
    {
        V1.Order order = await _client.InvokeAsync<V1.Order>("Accept", Versions.Sample(7));
        Assert.That((order.Id, order.Lines.Single()), Is.EqualTo((8, new V1.Line("Tea", 2))));
        Assert.That(await _client.InvokeAsync<int>("Add", 2, 3), Is.EqualTo(5));
    }

    [Test]
    public async Task Arguments_are_of_their_declared_types()
    {
        Assert.That(await _client.InvokeAsync<string>("Describe", Versions.Sample(7), 5, DayOfWeek.Friday), Is.EqualTo("Order 5 Friday"));
        Assert.That(await _client.InvokeAsync<string>("Describe", null, null, DayOfWeek.Sunday), Is.EqualTo("null null Sunday"));
    }

    [Test]
    public async Task A_server_streams()
    {
        List<int> ids = [];
        await foreach (V1.Order order in _client.StreamAsync<V1.Order>("Count", 5))
        {
            ids.Add(order.Id);
        }
        Assert.That(ids, Is.EqualTo((int[])[0, 1, 2, 3, 4]));
    }

    [Test]
    public async Task A_stream_can_be_left()
    {
        await foreach (V1.Order order in _client.StreamAsync<V1.Order>("Count", int.MaxValue))
        {
            if (order.Id == 3)
            {
                break;
            }
        }
        Assert.That(await _client.InvokeAsync<int>("Add", 1, 1), Is.EqualTo(2));
    }

    [Test]
    public async Task A_client_streams()
    {
        Assert.That(await _client.InvokeAsync<int>("Sum", Orders(4)), Is.EqualTo(6));
        Channel<V1.Order> orders = Channel.CreateUnbounded<V1.Order>();
        ChannelReader<string> names = await _client.StreamAsChannelAsync<string>("Names", orders.Reader);
        await orders.Writer.WriteAsync(Versions.Sample(7));
        Assert.That(await names.ReadAsync(), Is.EqualTo("Ada 7"));
        orders.Writer.Complete();
        Assert.That(await names.WaitToReadAsync(), Is.False);
    }

    [Test]
    public async Task A_server_asks_a_client()
    {
        await using HubConnection client = await ConnectAsync(_app, Versions.First, connection => connection.On("Give", (int id) => Versions.Sample(id)));
        Assert.That(await client.InvokeAsync<string>("AskAsync"), Is.EqualTo("Ada"));
    }

    [Test]
    public async Task A_message_goes_to_all()
    {
        var told = new TaskCompletionSource<(int, int)>();
        await using HubConnection other = await ConnectAsync(
            _app, Versions.First, connection => connection.On("Told", (V1.Order order, int id) => told.TrySetResult((order.Id, id))));
        await _client.SendAsync("TellAll", Versions.Sample(9));
        Assert.That(await told.Task.WaitAsync(TimeSpan.FromSeconds(30)), Is.EqualTo((9, 9)));
    }

    [Test]
    public void An_exception_of_the_hub_is_told() =>
        Assert.That(async () => await _client.InvokeAsync("Fail"), Throws.TypeOf<HubException>().With.Message.Contains("There is no tea."));

    [Test]
    public async Task A_value_that_cannot_be_written_is_the_caller_s_error()
    {
        Assert.That(async () => await _client.InvokeAsync("Accept", new Version(1, 0)), Throws.InstanceOf<Exception>());
        Assert.That(async () => await _client.InvokeAsync<V1.Order>("Accept", this), Throws.TypeOf<ValueNotSerializableException>());
        Assert.That(await _client.InvokeAsync<int>("Add", 1, 1), Is.EqualTo(2), "the connection goes on");
    }

    [Test]
    public async Task Another_version_is_understood_where_both_sides_know_its_schema()
    {
        var told = new TaskCompletionSource<V2.Order>();
        await using HubConnection next = await ConnectAsync(
            _app, Versions.SecondStore, client => client.On("Told", (V2.Order order, int _) => told.TrySetResult(order)));
        V2.Order order = await next.InvokeAsync<V2.Order>("Accept", Versions.NextSample(7));
        Assert.That((order.Id, order.Lines.Single(), order.Note), Is.EqualTo((8, new V2.Line("Tea", 2), default(string))));
        Assert.That(await next.InvokeAsync<string>("Describe", Versions.NextSample(7), 5, DayOfWeek.Friday), Is.EqualTo("Order 5 Friday"));
        await foreach (V2.Order item in next.StreamAsync<V2.Order>("Count", 1))
        {
            Assert.That(item.Id, Is.Zero);
        }
        await next.SendAsync("TellAll", Versions.NextSample(9));
        Assert.That((await told.Task.WaitAsync(TimeSpan.FromSeconds(30))).Id, Is.EqualTo(9));
    }

    [Test]
    public async Task An_unknown_version_is_told_apart_by_name_and_the_connection_goes_on()
    {
        await using HubConnection next = await ConnectAsync(_app, Versions.Unknown);
        string both = $"{Versions.Tag(Versions.Unknown)}, and this side has {Versions.Tag(Versions.First)}";
        Assert.That(async () => await next.InvokeAsync<V2.Order>("Accept", Versions.NextSample(7)), Throws.TypeOf<HubException>().With.Message.Contains(both));
        both = $"{Versions.Tag(Versions.First)}, and this side has {Versions.Tag(Versions.Unknown)}";
        Assert.That(async () => await next.InvokeAsync<V2.Order>("Latest"), Throws.TypeOf<HubException>().With.Message.Contains(both));
        Assert.That(async () => await next.InvokeAsync("Fail"), Throws.TypeOf<HubException>().With.Message.Contains("no tea"), "calls without values");
        Assert.That(next.State, Is.EqualTo(HubConnectionState.Connected));
    }

    [Test]
    public async Task A_client_of_another_protocol_is_served_beside()
    {
        await using HubConnection json = new HubConnectionBuilder().WithUrl(new Uri(_app.Address(), "/shop")).Build();
        await json.StartAsync();
        Assert.That(await json.InvokeAsync<int>("Add", 2, 3), Is.EqualTo(5));
    }

    [Test]
    public async Task Messages_that_are_resumed_are_numbered()
    {
        await using WebApplication app = await WebServer.StartAsync(
            builder => builder.Services.AddSingleton(Versions.First).AddSignalR().AddNetSerializerProtocol(),
            app => app.MapHub<ShopHub>("/shop", options => options.AllowStatefulReconnects = true));
        await using HubConnection client = new HubConnectionBuilder().WithUrl(new Uri(app.Address(), "/shop")).AddNetSerializerProtocol(Versions.First)
            .WithStatefulReconnect().Build();
        await client.StartAsync();
        Assert.That((await client.InvokeAsync<V1.Order>("Accept", Versions.Sample(7))).Id, Is.EqualTo(8));
    }

    private static async IAsyncEnumerable<V1.Order> Orders(int count)
    {
        for (int i = 0; i < count; i++)
        {
            await Task.Yield();
            yield return Versions.Sample(i);
        }
    }
}
