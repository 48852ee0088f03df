using Confluent.Kafka;

namespace NetSerializer.Samples;

/// <summary>Writes the values of Kafka messages, each behind the tag of its model.</summary>
public sealed class KafkaSerializer<T>(TypeModel model) : ISerializer<T>
{
    public byte[] Serialize(T data, SerializationContext context) => model.SerializeTagged(data);
}

/// <summary>
/// Reads the values of Kafka messages, of all schemas that the store knows. Kafka wraps the exception into a <see cref="ConsumeException"/> with the offset
/// of the message, and goes on behind it.
/// </summary>
public sealed class KafkaDeserializer<T>(SchemaStore schemas) : IDeserializer<T?>
{
    public T? Deserialize(ReadOnlySpan<byte> data, bool isNull, SerializationContext context)
    {
        if (isNull)
        {
            // A message that deletes its key.
            return default;
        }
        TaggedResult result = schemas.TryDeserialize(data, out T? value);
        return result == TaggedResult.Value ? value : throw new InvalidDataException($"The message is no {typeof(T).Name}: {result}.");
    }
}

/// <summary>A producer and a consumer of orders.</summary>
public static class KafkaSample
{
    public static async Task RunAsync(string servers, SchemaStore schemas, Action<object> print, CancellationToken stop)
    {
        using IProducer<string, Order> producer = new ProducerBuilder<string, Order>(new ProducerConfig { BootstrapServers = servers })
            .SetValueSerializer(new KafkaSerializer<Order>(schemas.Model)).Build();
        await producer.ProduceAsync("orders", new Message<string, Order> { Key = "Ada", Value = new Order(7, "Ada") }, stop);

        var settings = new ConsumerConfig { BootstrapServers = servers, GroupId = "shop", AutoOffsetReset = AutoOffsetReset.Earliest };
        using IConsumer<string, Order?> consumer = new ConsumerBuilder<string, Order?>(settings)
            .SetValueDeserializer(new KafkaDeserializer<Order>(schemas)).Build();
        consumer.Subscribe("orders");
        while (true)
        {
            try
            {
                print(consumer.Consume(stop).Message.Value ?? (object)"deleted");
            }
            catch (ConsumeException failure) when (failure.InnerException is InvalidDataException reason)
            {
                print($"{failure.ConsumerRecord.TopicPartitionOffset}: {reason.Message}");
            }
        }
    }
}
