using NATS.Client.Core;
using NetSerializer.Samples;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests.Samples;

/// <summary>The NATS sample, with a nats-server.</summary>
public class NatsTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private LocalServer _server = null!;
    private NatsConnection _connection = null!;

    private string Url => $"nats://{_server.Address}";

    [OneTimeSetUp]
    public void Start()
    {
        _server = LocalServer.StartNats();
        _connection = new NatsConnection(new NatsOpts { Url = Url });
    }

    [OneTimeTearDown]
    public async Task StopAsync()
    {
        if (_server != null)
        {
            await _connection.DisposeAsync();
            _server.Dispose();
        }
    }

    [Test]
    public async Task The_sample_runs()
    {
        TypeModel model = TypeModel.Create(typeof(Order)), next = TypeModel.Create(typeof(Order), typeof(V1.Order));
        List<string> printed = [];
        var ready = new TaskCompletionSource();
        var told = new TaskCompletionSource();
        using var stop = new CancellationTokenSource(s_patience);
        Task sample = NatsSample.RunAsync(Url, new SchemaStore(model, source: SchemaSource.Of(next.Schema)), Print, stop.Token);
        await ready.Task.WaitAsync(s_patience);
        var values = new NatsValues<Order>(new SchemaStore(next, source: SchemaSource.Of(model.Schema)));
        NatsMsg<Order> answer = await _connection.RequestAsync<Order, Order>(
            "orders.accept", new Order(5, "Bob"), requestSerializer: values, replySerializer: values, cancellationToken: stop.Token);
        Assert.That(answer.Data, Is.EqualTo(new Order(6, "Bob")), "of another version");
        await _connection.PublishAsync("orders.accept", Versions.Unknown.SerializeTagged(Versions.NextSample(7)), cancellationToken: stop.Token);
        await told.Task.WaitAsync(s_patience);
        await stop.CancelAsync();
        Assert.That(async () => await sample, Throws.InstanceOf<OperationCanceledException>());
        Assert.That(printed, Is.EqualTo((string[])["Order { Id = 8, Customer = Ada }", "orders.accept: The message is no Order: UnknownSchema."]));

        void Print(object line)
        {
            printed.Add($"{line}");
            (printed.Count == 1 ? ready : told).TrySetResult();
        }
    }

    [Test]
    public async Task Versions_read_one_another_and_the_rest_is_an_error_of_the_message()
    {
        var first = new NatsValues<V1.Order>(Versions.FirstStore);
        await using INatsSub<V1.Order> orders = await _connection.SubscribeCoreAsync<V1.Order>("versions", serializer: first);
        byte[] order = Versions.First.SerializeTagged(Versions.Sample(7));
        await _connection.PublishAsync("versions", Versions.Sample(7), serializer: first);
        await _connection.PublishAsync("versions", Versions.NextSample(8), serializer: new NatsValues<V2.Order>(Versions.SecondStore));
        await _connection.PublishAsync("versions", Versions.NextSample(9), serializer: new NatsValues<V2.Order>(new SchemaStore(Versions.Unknown)));
        await _connection.PublishAsync("versions", order[..^1]);
        Assert.That((await NextAsync(orders)).Data!.Id, Is.EqualTo(7));
        Assert.That((await NextAsync(orders)).Data!.Lines.Single(), Is.EqualTo(new V1.Line("Tea", 2)));
        foreach (TaggedResult reason in new[] { TaggedResult.UnknownSchema, TaggedResult.Malformed })
        {
            NatsMsg<V1.Order> message = await NextAsync(orders);
            Assert.That(message.EnsureSuccess, Throws.TypeOf<NatsDeserializeException>().With.InnerException.Message.Contains($"{reason}"));
        }
    }

    private static async Task<NatsMsg<T>> NextAsync<T>(INatsSub<T> messages)
    {
        using var patience = new CancellationTokenSource(s_patience);
        return await messages.Msgs.ReadAsync(patience.Token);
    }
}
