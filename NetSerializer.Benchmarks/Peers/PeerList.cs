using NetSerializer.Benchmarks.Contenders;

namespace NetSerializer.Benchmarks.Peers;

/// <summary>What the tables call the serializers that a workload can be without.</summary>
internal static class PeerNames
{
    public const string MemoryPack = "MemoryPack";
    public const string MessagePack = "MessagePack";
    public const string ProtobufNet = "protobuf-net";
    public const string Hyperion = "Hyperion";
    public const string Orleans = "Orleans";
    public const string Json = "System.Text.Json";
    public const string BinaryFormatter = "BinaryFormatter";
}

/// <summary>The serializers that users choose instead. A new one is a file of its own and a line here.</summary>
internal static class PeerList
{
    /// <summary>All peers on the same messages.</summary>
    /// <param name="items">The plain messages.</param>
    /// <param name="model">Between them and <typeparamref name="T"/>, which carries the attributes.</param>
    /// <param name="known">Types that Hyperion meets.</param>
    /// <param name="without">The names of those that refuse the messages, or read something else.</param>
    public static IReadOnlyList<Contender> Of<T>(object?[] items, PeerModel<T> model, IEnumerable<Type> known, params string[] without)
    {
        (string Name, Func<Contender> Create)[] all =
        [
            (PeerNames.MemoryPack, () => new PeerContender<T, MemoryPackPeer<T>>(items, model)),
            (PeerNames.MessagePack, () => new PeerContender<T, MessagePackPeer<T>>(items, model)),
            (PeerNames.ProtobufNet, () => new PeerContender<T, ProtobufNetPeer<T>>(items, model)),
            (PeerNames.Hyperion, () => new HyperionContender(items, known, references: false)),
            (PeerNames.Orleans, () => new PeerContender<T, OrleansPeer<T>>(items, model)),
        ];
        return [.. Admitted(all, without)];
    }

    /// <summary>The peers that keep which object points at which.</summary>
    /// <param name="root">The graph.</param>
    /// <param name="model">Between it and <typeparamref name="T"/>, which carries the attributes.</param>
    /// <param name="known">Types that Hyperion meets.</param>
    /// <param name="isDeep">They recurse deeper than an ordinary stack admits.</param>
    /// <param name="without">The names of those that refuse the graph, or make two objects of one.</param>
    public static IReadOnlyList<Contender> OfGraph<T>(object root, PeerModel<T> model, IEnumerable<Type> known, bool isDeep, params string[] without)
    {
        object?[] items = [root];
        (string Name, Func<Contender> Create)[] all =
        [
            (PeerNames.MemoryPack, () => new PeerContender<T, MemoryPackPeer<T>>(items, model)),
            (PeerNames.Hyperion, () => new HyperionContender(items, known, references: true)),
            (PeerNames.Orleans, () => new PeerContender<T, OrleansPeer<T>>(items, model)),
        ];
        IEnumerable<Contender> admitted = Admitted(all, without);
        return [.. isDeep ? admitted.Select(peer => new LargeStackContender(peer)) : admitted];
    }

    private static IEnumerable<Contender> Admitted((string Name, Func<Contender> Create)[] all, string[] without) =>
        all.Where(peer => !without.Contains(peer.Name)).Select(peer => peer.Create());
}
