using System.Buffers;
using Grpc.Core;

namespace NetSerializer;

/// <summary>Makes marshallers of gRPC: messages are values of a model, behind its tag of eight bytes.</summary>
public static class NetSerializerMarshaller
{
    /// <summary>A marshaller for the messages of one type. Thread-safe.</summary>
    /// <remarks>
    /// A message that is no T fails with <see cref="StatusCode.InvalidArgument"/>, whose detail is the <see cref="ErrorCode"/> and nothing else, a message
    /// of an unknown schema with <see cref="StatusCode.FailedPrecondition"/>, whose detail has the tags of both. Null is no message.
    /// </remarks>
    /// <param name="model">The model. Its limits hold for each message, beside those of gRPC.</param>
    /// <example><code>
    /// Marshaller&lt;Order&gt; orders = NetSerializerMarshaller.Create&lt;Order&gt;(model);
    /// var method = new Method&lt;Order, Order&gt;(MethodType.Unary, "Shop", "Accept", orders, orders);
    /// </code></example>
    public static Marshaller<T> Create<T>(TypeModel model) where T : class => Create<T>(SchemaStores.Of(model));

    /// <inheritdoc cref="Create{T}(TypeModel)"/>
    /// <param name="schemas">The model, whose messages are written, with the schemas of others, whose messages are read too.</param>
    public static Marshaller<T> Create<T>(SchemaStore schemas) where T : class
    {
        ArgumentNullException.ThrowIfNull(schemas);
        return new Marshaller<T>((value, context) => Write(schemas.Model, value, context), context => Read<T>(schemas, context.PayloadAsReadOnlySequence()));
    }

    private static void Write<T>(TypeModel model, T value, SerializationContext context)
    {
        model.SerializeTagged(context.GetBufferWriter(), value);
        context.Complete();
    }

    private static T Read<T>(SchemaStore schemas, in ReadOnlySequence<byte> payload) where T : class
    {
        byte[] tag = payload.Slice(0, Math.Min(TypeModel.TagLength, payload.Length)).ToArray();
        ModelReader reader = (tag.Length < TypeModel.TagLength ? null : schemas.FindReader(tag))
            ?? throw Failure(StatusCode.FailedPrecondition, $"The message cannot be read: {SchemaStores.Refuse(schemas, tag)}.");
        try
        {
            return reader.Deserialize<T>(payload.Slice(TypeModel.TagLength)) ?? throw Failure(StatusCode.InvalidArgument, nameof(ErrorCode.NullNotAllowed));
        }
        catch (MalformedDataException failure)
        {
            throw Failure(StatusCode.InvalidArgument, failure.Code.ToString());
        }
    }

    private static RpcException Failure(StatusCode code, string detail) => new(new Status(code, detail));
}
