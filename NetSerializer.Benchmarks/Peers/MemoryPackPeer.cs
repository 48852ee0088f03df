using MemoryPack;

namespace NetSerializer.Benchmarks.Peers;

/// <summary>MemoryPack with its generated formatters.</summary>
internal readonly struct MemoryPackPeer<T> : IPeer<T>
{
    public static string Name => PeerNames.MemoryPack;

    public void Write(MessageBuffer destination, T value) => MemoryPackSerializer.Serialize(destination, value);

    public T? Read(ReadOnlyMemory<byte> source) => MemoryPackSerializer.Deserialize<T>(source.Span);
}
