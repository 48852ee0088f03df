using MessagePack;

namespace NetSerializer.Benchmarks.Peers;

/// <summary>MessagePack with its standard options and integer keys.</summary>
internal readonly struct MessagePackPeer<T> : IPeer<T>
{
    public static string Name => PeerNames.MessagePack;

    public void Write(MessageBuffer destination, T value) => MessagePackSerializer.Serialize(destination, value);

    public T? Read(ReadOnlyMemory<byte> source) => MessagePackSerializer.Deserialize<T>(source);
}
