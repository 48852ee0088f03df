using MemoryPack;
using MessagePack;
using NetSerializer.Benchmarks.Messages;
using Orleans;
using ProtoBuf;

namespace NetSerializer.Benchmarks.Peers.Models;

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class ByteArrayModel
{
    [Key(0), ProtoMember(1), Id(0)] public byte[]? Bytes;

    public static ByteArrayModel From(object message) => new() { Bytes = ((ByteArrayMessage)message).Bytes };

    public ByteArrayMessage Back() => new() { Bytes = Bytes };
}

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class IntArrayModel
{
    [Key(0), ProtoMember(1, IsPacked = true, DataFormat = DataFormat.ZigZag), Id(0)] public int[]? Numbers;

    public static IntArrayModel From(object message) => new() { Numbers = ((IntArrayMessage)message).Numbers };

    public IntArrayMessage Back() => new() { Numbers = Numbers };
}

[MemoryPackable, MessagePackObject, GenerateSerializer]
public sealed partial class TriDimensionalModel
{
    [Key(0), Id(0)] public int[,,]? Numbers;

    public static TriDimensionalModel From(object message) => new() { Numbers = ((TriDimensionalMessage)message).Numbers };

    public TriDimensionalMessage Back() => new() { Numbers = Numbers };
}

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class DictionaryModel
{
    [Key(0), ProtoMember(1), Id(0)] public Dictionary<int, int>? Numbers;
    [Key(1), ProtoMember(2), Id(1)] public Dictionary<string, MarkedModel>? Objects;

    public static DictionaryModel From(object message)
    {
        DictionaryMessage m = (DictionaryMessage)message;
        return new() { Numbers = m.Numbers, Objects = m.Objects?.ToDictionary(entry => entry.Key, entry => MarkedModel.Of(entry.Value)!) };
    }

    public DictionaryMessage Back() => new() { Numbers = Numbers, Objects = Objects?.ToDictionary(entry => entry.Key, entry => entry.Value.Back()) };
}
