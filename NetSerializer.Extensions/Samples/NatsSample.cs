using System.Buffers;
using NATS.Client.Core;

namespace NetSerializer.Samples;

/// <summary>
/// Writes the values of NATS messages, each behind the tag of its model, and reads those of all schemas that the store knows. NATS keeps the exception in
/// <c>NatsMsg.Error</c>.
/// </summary>
public sealed class NatsValues<T>(SchemaStore schemas) : INatsSerialize<T>, INatsDeserialize<T>
{
    public void Serialize(IBufferWriter<byte> bufferWriter, T value) => schemas.Model.SerializeTagged(bufferWriter, value);

    public T? Deserialize(in ReadOnlySequence<byte> buffer)
    {
        TaggedResult result = schemas.TryDeserialize(buffer, out T? value);
        return result == TaggedResult.Value ? value : throw new InvalidDataException($"The message is no {typeof(T).Name}: {result}.");
    }
}

/// <summary>A service that accepts orders, and a client that asks it.</summary>
public static class NatsSample
{
    public static async Task RunAsync(string url, SchemaStore schemas, Action<object> print, CancellationToken stop)
    {
        var orders = new NatsValues<Order>(schemas);
        await using var connection = new NatsConnection(new NatsOpts { Url = url });
        await using INatsSub<Order> subscription = await connection.SubscribeCoreAsync<Order>("orders.accept", serializer: orders, cancellationToken: stop);
        Task service = ServeAsync(subscription, orders, print, stop);

        NatsMsg<Order> answer = await connection.RequestAsync<Order, Order>(
            "orders.accept", new Order(7, "Ada"), requestSerializer: orders, replySerializer: orders, cancellationToken: stop);
        answer.EnsureSuccess();
        print(answer.Data!);
        await service;
    }

    private static async Task ServeAsync(INatsSub<Order> subscription, NatsValues<Order> orders, Action<object> print, CancellationToken stop)
    {
        await foreach (NatsMsg<Order> message in subscription.Msgs.ReadAllAsync(stop))
        {
            if (message is { Error: null, Data: { } order })
            {
                await message.ReplyAsync(order with { Id = order.Id + 1 }, serializer: orders, cancellationToken: stop);
            }
            else
            {
                print($"{message.Subject}: {message.Error?.InnerException?.Message ?? "There is no order."}");
            }
        }
    }
}
