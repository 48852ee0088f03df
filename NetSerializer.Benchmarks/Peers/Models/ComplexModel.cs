#pragma warning disable PBN0023 // The classic message has an interface. No member of it is written twice, since it has none.
using MemoryPack;
using MessagePack;
using NetSerializer.Benchmarks.Messages;
using Orleans;
using ProtoBuf;

namespace NetSerializer.Benchmarks.Peers.Models;

[MemoryPackable, ProtoContract, GenerateSerializer]
[MemoryPackUnion(0, typeof(LeafModel)), Union(0, typeof(LeafModel)), ProtoInclude(2, typeof(LeafModel))]
public abstract partial class LeafBaseModel
{
    [Key(0), ProtoMember(1, DataFormat = DataFormat.ZigZag), Id(0)] public int Number;
}

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class LeafModel : LeafBaseModel
{
    [Key(1), ProtoMember(1, DataFormat = DataFormat.ZigZag), Id(0)] public long Value;

    public static LeafModel? Of(LeafBase? leaf) => leaf is Leaf l ? new() { Number = l.Number, Value = l.Value } : null;

    public Leaf Back() => new() { Number = Number, Value = Value };
}

[MemoryPackable, ProtoContract]
[MemoryPackUnion(0, typeof(MarkedModel)), Union(0, typeof(MarkedModel)), ProtoInclude(2, typeof(MarkedModel))]
public partial interface IMarkedModel;

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class MarkedModel : IMarkedModel
{
    [Key(0), ProtoMember(1, DataFormat = DataFormat.ZigZag), Id(0)] public long Value;

    public static MarkedModel? Of(IMarked? marked) => marked is Marked m ? new() { Value = m.Value } : null;

    public Marked Back() => new() { Value = Value };
}

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class ComplexModel : MessageModel
{
    [Key(0), ProtoMember(1), Id(0)] public LeafBaseModel? Abstract;
    [Key(1), ProtoMember(2), Id(1)] public IMarkedModel? Interface;
    [Key(2), ProtoMember(3), Id(2)] public S16Model? Message;
    [Key(3), ProtoMember(4), Id(3)] public LeafModel? Sealed;

    public static ComplexModel Of(ComplexMessage m) => new()
    {
        Abstract = LeafModel.Of(m.Abstract),
        Interface = MarkedModel.Of(m.Interface),
        Message = m.Message is null ? null : new() { Value = m.Message.Value },
        Sealed = LeafModel.Of(m.Sealed),
    };

    public override MessageBase Back() => new ComplexMessage
    {
        Abstract = (Abstract as LeafModel)?.Back(),
        Interface = (Interface as MarkedModel)?.Back(),
        Message = (S16Message?)Message?.Back(),
        Sealed = Sealed?.Back(),
    };
}
