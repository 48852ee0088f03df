using ProtoBuf.Meta;

namespace NetSerializer.Benchmarks.Peers;

/// <summary>protobuf-net with a model that keeps the kind of dates.</summary>
internal readonly struct ProtobufNetPeer<T> : IPeer<T>
{
    public static string Name => PeerNames.ProtobufNet;

    public void Write(MessageBuffer destination, T value) => ProtobufNetModel.Instance.Serialize(destination, value);

    public T? Read(ReadOnlyMemory<byte> source) => ProtobufNetModel.Instance.Deserialize<T>(source);
}

internal static class ProtobufNetModel
{
    public static RuntimeTypeModel Instance { get; } = Create();

    private static RuntimeTypeModel Create()
    {
        RuntimeTypeModel model = RuntimeTypeModel.Create("NetSerializer.Benchmarks");
        model.IncludeDateTimeKind = true;
        return model;
    }
}
