using Confluent.Kafka;
using NetSerializer.Samples;
using NUnit.Framework;

namespace NetSerializer.Extensions.Tests.Samples;

/// <summary>The Kafka sample, with the mock broker of its client.</summary>
public class KafkaTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private IProducer<string, byte[]> _broker = null!;
    private string _servers = "";

    [OneTimeSetUp]
    public void Start()
    {
        // A producer that has the broker inside.
        var settings = new ProducerConfig { BootstrapServers = "127.0.0.1:1", LogConnectionClose = false };
        settings.Set("test.mock.num.brokers", "1");
        settings.Set("log_level", "0");
        _broker = new ProducerBuilder<string, byte[]>(settings).Build();
        using IAdminClient admin = new DependentAdminClientBuilder(_broker.Handle).Build();
        _servers = string.Join(',', admin.GetMetadata(s_patience).Brokers.Select(broker => $"{broker.Host}:{broker.Port}"));
    }

    [OneTimeTearDown]
    public void Stop() => _broker.Dispose();

    [Test]
    public async Task The_sample_runs()
    {
        TypeModel model = TypeModel.Create(typeof(Order)), next = TypeModel.Create(typeof(Order), typeof(V1.Order));
        await ProduceAsync("orders", next.SerializeTagged(new Order(5, "Bob")));
        await ProduceAsync("orders", Versions.Unknown.SerializeTagged(Versions.NextSample(6)));
        List<string> printed = [];
        using var stop = new CancellationTokenSource(s_patience);
        Task sample = Task.Run(() => KafkaSample.RunAsync(_servers, new SchemaStore(model, source: SchemaSource.Of(next.Schema)), Print, stop.Token));
        Assert.That(async () => await sample, Throws.InstanceOf<OperationCanceledException>());
        Assert.That(printed, Is.EquivalentTo((string[])
        [
            "Order { Id = 5, Customer = Bob }", "orders [[0]] @1: The message is no Order: UnknownSchema.", "Order { Id = 7, Customer = Ada }",
        ]));

        void Print(object line)
        {
            printed.Add($"{line}");
            if (printed.Count == 3)
            {
                stop.Cancel();
            }
        }
    }

    [Test]
    public async Task Versions_read_one_another()
    {
        await ProduceAsync("versions", Versions.First.SerializeTagged(Versions.Sample(7)));
        await ProduceAsync("versions", Versions.Second.SerializeTagged(Versions.NextSample(8)));
        using IConsumer<string, V1.Order?> first = Consume<V1.Order>("versions", Versions.FirstStore);
        Assert.That((Next(first)!.Id, Next(first)!.Lines.Single()), Is.EqualTo((7, new V1.Line("Tea", 2))));
        using IConsumer<string, V2.Order?> second = Consume<V2.Order>("versions", Versions.SecondStore);
        Assert.That((Next(second)!.Note, Next(second)!.Note), Is.EqualTo((default(string), "soon")));
    }

    [Test]
    public async Task A_message_that_cannot_be_read_is_told_and_passed_over()
    {
        byte[] order = Versions.First.SerializeTagged(Versions.Sample(7));
        await ProduceAsync("malformed", Versions.Second.SerializeTagged(Versions.NextSample(8)));
        await ProduceAsync("malformed", order[..^1]);
        await ProduceAsync("malformed", []);
        await ProduceAsync("malformed", null!);
        await ProduceAsync("malformed", order);
        using IConsumer<string, V1.Order?> consumer = Consume<V1.Order>("malformed", new SchemaStore(Versions.First));
        foreach (TaggedResult reason in new[] { TaggedResult.UnknownSchema, TaggedResult.Malformed, TaggedResult.Malformed })
        {
            Assert.That(() => Next(consumer), Throws.TypeOf<ConsumeException>().With.InnerException.Message.Contains($"{reason}"));
        }
        Assert.That(Next(consumer), Is.Null, "the key is deleted");
        Assert.That(Next(consumer)!.Id, Is.EqualTo(7));
    }

    private Task ProduceAsync(string topic, byte[] value) =>
        _broker.ProduceAsync(new TopicPartition(topic, 0), new Message<string, byte[]> { Key = "Ada", Value = value });

    // All of a partition, without the wait for other consumers of a group.
    private IConsumer<string, T?> Consume<T>(string topic, SchemaStore schemas) where T : class
    {
        var settings = new ConsumerConfig { BootstrapServers = _servers, GroupId = topic, EnableAutoCommit = false };
        settings.Set("log_level", "0");
        IConsumer<string, T?> consumer = new ConsumerBuilder<string, T?>(settings).SetValueDeserializer(new KafkaDeserializer<T>(schemas)).Build();
        consumer.Assign(new TopicPartitionOffset(topic, 0, Offset.Beginning));
        return consumer;
    }

    private static T Next<T>(IConsumer<string, T> consumer) => consumer.Consume(s_patience).Message.Value;
}
