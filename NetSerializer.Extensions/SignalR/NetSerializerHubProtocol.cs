using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.ExceptionServices;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Protocol;

namespace NetSerializer;

/// <summary>
/// The hub protocol <c>netserializer</c>: arguments, results and items of streams are values of a model. Stateless and thread-safe.
/// <para>
/// A malformed message ends the connection. In a message that is well formed, values that are none of their declared types, or of an unknown schema, fail
/// the call alone.
/// </para>
/// </summary>
/// <param name="schemas">
/// The model with the schemas of others. The limits of the model hold for each value; <c>HubOptions.MaximumReceiveMessageSize</c> holds for a message.
/// </param>
public sealed class NetSerializerHubProtocol(SchemaStore schemas) : IHubProtocol
{
    private readonly HubValues _values = new(schemas ?? throw new ArgumentNullException(nameof(schemas)));

    /// <summary>Makes a protocol that reads the values of one model.</summary>
    /// <param name="model">The model.</param>
    public NetSerializerHubProtocol(TypeModel model) : this(SchemaStores.Of(model))
    {
    }

    /// <inheritdoc/>
    public string Name => "netserializer";

    /// <summary>Version 2 of SignalR has messages for connections that are resumed. Nothing else differs from version 1.</summary>
    public int Version => 2;

    /// <inheritdoc/>
    public TransferFormat TransferFormat => TransferFormat.Binary;

    /// <inheritdoc/>
    public bool IsVersionSupported(int version) => version is 1 or 2;

    /// <inheritdoc/>
    /// <exception cref="ValueNotSerializableException">A value of the message cannot be written. Nothing of the message is.</exception>
    public void WriteMessage(HubMessage message, IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(message);
        ArgumentNullException.ThrowIfNull(output);
        Frame.Write(output, BodyOf(message).WrittenSpan);
    }

    /// <inheritdoc/>
    /// <exception cref="ValueNotSerializableException">A value of the message cannot be written.</exception>
    public ReadOnlyMemory<byte> GetMessageBytes(HubMessage message)
    {
        var output = new ArrayBufferWriter<byte>();
        WriteMessage(message, output);
        return output.WrittenMemory;
    }

    /// <inheritdoc/>
    /// <exception cref="InvalidDataException">The message is malformed: the connection is of no more use.</exception>
    public bool TryParseMessage(ref ReadOnlySequence<byte> input, IInvocationBinder binder, [NotNullWhen(true)] out HubMessage? message)
    {
        ArgumentNullException.ThrowIfNull(binder);
        message = Frame.TryRead(ref input, out ReadOnlySequence<byte> body) ? Parse(body, binder) : null;
        return message != null;
    }

    private ArrayBufferWriter<byte> BodyOf(HubMessage message)
    {
        var body = new ArrayBufferWriter<byte>();
        Envelope.Model.Serialize(body, EnvelopeOf(message) with { Headers = HeadersOf(message) });
        switch (message)
        {
            case HubMethodInvocationMessage call:
                _values.Write(body, call.Arguments);
                break;
            case StreamItemMessage item:
                _values.Write(body, item.Item);
                break;
            // A result that a server has received for another one goes on as it came.
            case CompletionMessage { Result: RawResult raw }:
                foreach (ReadOnlyMemory<byte> memory in raw.RawSerializedData)
                {
                    body.Write(memory.Span);
                }
                break;
            case CompletionMessage { HasResult: true } completion:
                _values.Write(body, completion.Result);
                break;
        }
        return body;
    }

    private static Envelope EnvelopeOf(HubMessage message) => message switch
    {
        InvocationMessage call => new InvocationEnvelope(call.InvocationId, call.Target, call.StreamIds),
        StreamInvocationMessage call => new StreamInvocationEnvelope(call.InvocationId, call.Target, call.StreamIds),
        StreamItemMessage item => new StreamItemEnvelope(item.InvocationId),
        CompletionMessage completion => new CompletionEnvelope(completion.InvocationId, completion.Error, completion.HasResult),
        CancelInvocationMessage cancel => new CancelInvocationEnvelope(cancel.InvocationId),
        PingMessage => new PingEnvelope(),
        CloseMessage close => new CloseEnvelope(close.Error, close.AllowReconnect),
        AckMessage ack => new AckEnvelope(ack.SequenceId),
        SequenceMessage sequence => new SequenceEnvelope(sequence.SequenceId),
        _ => throw new InvalidDataException($"The protocol has no message {message.GetType().Name}."),
    };

    private static Dictionary<string, string>? HeadersOf(HubMessage message) =>
        message is HubInvocationMessage { Headers: { Count: > 0 } headers } ? new(headers) : null;

    private HubMessage Parse(in ReadOnlySequence<byte> body, IInvocationBinder binder)
    {
        Envelope? envelope = ReadEnvelope(body, out ReadOnlySequence<byte> values);
        HubMessage message = envelope switch
        {
            InvocationEnvelope call => BindCall(call.Id, Required(call.Target), AllOf(call.Streams), values, binder, isStream: false),
            StreamInvocationEnvelope call => BindCall(Required(call.Id), Required(call.Target), AllOf(call.Streams), values, binder, isStream: true),
            StreamItemEnvelope item => BindItem(Required(item.Id), values, binder),
            CompletionEnvelope { HasResult: true, Error: null } completion => BindResult(Required(completion.Id), values, binder),
            CompletionEnvelope { HasResult: false } completion => new CompletionMessage(Required(completion.Id), completion.Error, null, false),
            CancelInvocationEnvelope cancel => new CancelInvocationMessage(Required(cancel.Id)),
            PingEnvelope => PingMessage.Instance,
            CloseEnvelope close => new CloseMessage(close.Error, close.AllowReconnect),
            AckEnvelope ack => new AckMessage(ack.SequenceId),
            SequenceEnvelope sequence => new SequenceMessage(sequence.SequenceId),
            _ => throw new InvalidDataException("A message is of no kind, or an error with a result."),
        };
        if (!values.IsEmpty && envelope is not (InvocationEnvelope or StreamInvocationEnvelope or StreamItemEnvelope or CompletionEnvelope { HasResult: true }))
        {
            throw new InvalidDataException("A message has values that it cannot have.");
        }
        if (message is HubInvocationMessage invocation)
        {
            invocation.Headers = envelope!.Headers;
        }
        return message;
    }

    private static Envelope? ReadEnvelope(in ReadOnlySequence<byte> body, out ReadOnlySequence<byte> values)
    {
        try
        {
            Envelope? envelope = Envelope.Model.Deserialize<Envelope>(body, out long consumed);
            values = body.Slice(consumed);
            return envelope;
        }
        catch (MalformedDataException failure)
        {
            throw new InvalidDataException($"A message is malformed: {failure.Code}.", failure);
        }
    }

    private static string Required(string? text) => text ?? throw new InvalidDataException("A message has no target or no id.");

    private static string[]? AllOf(string[]? streams) =>
        streams == null || Array.TrueForAll(streams, id => id != null) ? streams : throw new InvalidDataException("A stream of a message has no id.");

    private HubMessage BindCall(
        string? id, string target, string[]? streams, in ReadOnlySequence<byte> values, IInvocationBinder binder, bool isStream)
    {
        try
        {
            object?[] arguments = _values.Read(values, binder.GetParameterTypes(target));
            return isStream ? new StreamInvocationMessage(id!, target, arguments, streams) : new InvocationMessage(id, target, arguments, streams);
        }
        catch (Exception failure)
        {
            return new InvocationBindingFailureMessage(id, target, ExceptionDispatchInfo.Capture(failure));
        }
    }

    private HubMessage BindItem(string id, in ReadOnlySequence<byte> values, IInvocationBinder binder)
    {
        try
        {
            return new StreamItemMessage(id, _values.Read(values, [binder.GetStreamItemType(id)])[0]);
        }
        catch (Exception failure)
        {
            return new StreamBindingFailureMessage(id, ExceptionDispatchInfo.Capture(failure));
        }
    }

    private CompletionMessage BindResult(string id, in ReadOnlySequence<byte> values, IInvocationBinder binder)
    {
        try
        {
            Type type = binder.GetReturnType(id);
            return CompletionMessage.WithResult(id, type == typeof(RawResult) ? new RawResult(values) : _values.Read(values, [type])[0]);
        }
        catch (Exception failure)
        {
            return CompletionMessage.WithError(id, $"The result cannot be read. {failure.Message}");
        }
    }
}
