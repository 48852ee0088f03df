using Microsoft.AspNetCore.SignalR.Protocol;

namespace NetSerializer;

/// <summary>
/// The parts of a message beside its values. Envelopes are values of a model of their own: its ids tell the kinds apart, and its reader and limits are those
/// of every other value. A string or an array that comes from the wire may be null.
/// </summary>
[Serializable]
internal abstract record Envelope
{
    // The id of a kind: that of SignalR, behind the ids that are reserved.
    private const int FirstId = 32;

    /// <summary>The model of envelopes. Their limits are far above the envelopes of SignalR: ids are short, and headers few.</summary>
    public static TypeModel Model { get; } = TypeModel.Create(
        Ids.Keys.OrderBy(type => Ids[type]), new SerializerOptions
        {
            TypeIds = Ids,
            Limits = SerializerLimits.Default with { MaxStringBytes = 64 << 10, MaxCollectionLength = 1024, MaxAllocatedBytes = 1 << 20 },
        });

    /// <summary>Headers of the message, or null.</summary>
    public Dictionary<string, string>? Headers { get; init; }

    private static Dictionary<Type, ushort> Ids => new()
    {
        [typeof(InvocationEnvelope)] = FirstId + HubProtocolConstants.InvocationMessageType,
        [typeof(StreamItemEnvelope)] = FirstId + HubProtocolConstants.StreamItemMessageType,
        [typeof(CompletionEnvelope)] = FirstId + HubProtocolConstants.CompletionMessageType,
        [typeof(StreamInvocationEnvelope)] = FirstId + HubProtocolConstants.StreamInvocationMessageType,
        [typeof(CancelInvocationEnvelope)] = FirstId + HubProtocolConstants.CancelInvocationMessageType,
        [typeof(PingEnvelope)] = FirstId + HubProtocolConstants.PingMessageType,
        [typeof(CloseEnvelope)] = FirstId + HubProtocolConstants.CloseMessageType,
        [typeof(AckEnvelope)] = FirstId + HubProtocolConstants.AckMessageType,
        [typeof(SequenceEnvelope)] = FirstId + HubProtocolConstants.SequenceMessageType,
    };
}

/// <summary>A call. Its arguments follow.</summary>
[Serializable]
internal sealed record InvocationEnvelope(string? Id, string? Target, string[]? Streams) : Envelope;

/// <summary>A call that is answered with a stream. Its arguments follow.</summary>
[Serializable]
internal sealed record StreamInvocationEnvelope(string? Id, string? Target, string[]? Streams) : Envelope;

/// <summary>An item of a stream, which follows.</summary>
[Serializable]
internal sealed record StreamItemEnvelope(string? Id) : Envelope;

/// <summary>The end of a call or a stream: an error, a result, which follows, or neither.</summary>
[Serializable]
internal sealed record CompletionEnvelope(string? Id, string? Error, bool HasResult) : Envelope;

/// <summary>The receiver of a stream wants no more of it.</summary>
[Serializable]
internal sealed record CancelInvocationEnvelope(string? Id) : Envelope;

/// <summary>The connection is alive.</summary>
[Serializable]
internal sealed record PingEnvelope : Envelope;

/// <summary>The connection ends.</summary>
[Serializable]
internal sealed record CloseEnvelope(string? Error, bool AllowReconnect) : Envelope;

/// <summary>Messages up to this one have come: for connections that are resumed.</summary>
[Serializable]
internal sealed record AckEnvelope(long SequenceId) : Envelope;

/// <summary>The number of the next message: for connections that are resumed.</summary>
[Serializable]
internal sealed record SequenceEnvelope(long SequenceId) : Envelope;
