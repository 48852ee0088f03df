using System.Buffers;
using Grpc.Core;

namespace NetSerializer;

/// <summary>Makes marshallers of gRPC: messages are values of a model, behind its tag of eight bytes.</summary>
public static class NetSerializerMarshaller
{
    /// <summary>A marshaller for the messages of one type. Thread-safe.</summary>
    /// <remarks>
    /// A message that is no T fails with <see cref="StatusCode.InvalidArgument"/>, whose detail is the <see cref="ErrorCode"/> and nothing else, a message
    /// of another model with <see cref="StatusCode.FailedPrecondition"/>, whose detail has the tags of both. Null is no message.
    /// </remarks>
    /// <param name="model">The model. Its limits hold for each message, beside those of gRPC.</param>
    /// <example><code>
    /// Marshaller&lt;Order&gt; orders = NetSerializerMarshaller.Create&lt;Order&gt;(model);
    /// var method = new Method&lt;Order, Order&gt;(MethodType.Unary, "Shop", "Accept", orders, orders);
    /// </code></example>
    public static Marshaller<T> Create<T>(TypeModel model) where T : class
    {
        ArgumentNullException.ThrowIfNull(model);
        return new Marshaller<T>((value, context) => Write(model, value, context), context => Read<T>(model, context.PayloadAsReadOnlySequence()));
    }

    private static void Write<T>(TypeModel model, T value, SerializationContext context)
    {
        model.SerializeTagged(context.GetBufferWriter(), value);
        context.Complete();
    }

    // The one place where messages of other models could be resolved.
    private static T Read<T>(TypeModel model, in ReadOnlySequence<byte> payload) where T : class
    {
        try
        {
            return !model.TryDeserializeTagged(payload, out T? message) ? throw OtherModel(model, payload)
                : message ?? throw Failure(StatusCode.InvalidArgument, nameof(ErrorCode.NullNotAllowed));
        }
        catch (MalformedDataException failure)
        {
            throw Failure(StatusCode.InvalidArgument, failure.Code.ToString());
        }
    }

    private static RpcException OtherModel(TypeModel model, in ReadOnlySequence<byte> payload)
    {
        byte[] tag = payload.Slice(0, Math.Min(TypeModel.TagLength, payload.Length)).ToArray();
        return Failure(
            StatusCode.FailedPrecondition,
            $"The message is of the model {Convert.ToHexStringLower(tag)}, and this side has "
                + $"{Convert.ToHexStringLower(model.Fingerprint.Span[..TypeModel.TagLength])}: both sides need the same types and options.");
    }

    private static RpcException Failure(StatusCode code, string detail) => new(new Status(code, detail));
}
