using Microsoft.Extensions.DependencyInjection;
using Orleans.Serialization;

namespace NetSerializer.Benchmarks.Peers;

/// <summary>Microsoft.Orleans.Serialization with its generated codecs. It follows references always.</summary>
internal readonly struct OrleansPeer<T> : IPeer<T>
{
    private readonly Serializer<T> _serializer = OrleansServices.Instance.GetRequiredService<Serializer<T>>();

    public OrleansPeer()
    {
    }

    public static string Name => PeerNames.Orleans;

    public void Write(MessageBuffer destination, T value) => _serializer.Serialize(value, destination);

    public T? Read(ReadOnlyMemory<byte> source) => _serializer.Deserialize(source);
}

internal static class OrleansServices
{
    public static IServiceProvider Instance { get; } = new ServiceCollection().AddSerializer().BuildServiceProvider();
}
