using MemoryPack;
using MessagePack;
using NetSerializer.Benchmarks.Messages;
using Orleans;
using ProtoBuf;

namespace NetSerializer.Benchmarks.Peers.Models;

/// <summary>The classic messages with the attributes of the peers. The plain ones are shared with the tests, which have no such packages.</summary>
[MemoryPackable, ProtoContract, GenerateSerializer]
[MemoryPackUnion(0, typeof(U8Model)), Union(0, typeof(U8Model)), ProtoInclude(1, typeof(U8Model))]
[MemoryPackUnion(1, typeof(S16Model)), Union(1, typeof(S16Model)), ProtoInclude(2, typeof(S16Model))]
[MemoryPackUnion(2, typeof(S32Model)), Union(2, typeof(S32Model)), ProtoInclude(3, typeof(S32Model))]
[MemoryPackUnion(3, typeof(S64Model)), Union(3, typeof(S64Model)), ProtoInclude(4, typeof(S64Model))]
[MemoryPackUnion(4, typeof(PrimitivesModel)), Union(4, typeof(PrimitivesModel)), ProtoInclude(5, typeof(PrimitivesModel))]
[MemoryPackUnion(5, typeof(DecimalModel)), Union(5, typeof(DecimalModel)), ProtoInclude(6, typeof(DecimalModel))]
[MemoryPackUnion(6, typeof(NullableDecimalModel)), Union(6, typeof(NullableDecimalModel)), ProtoInclude(7, typeof(NullableDecimalModel))]
[MemoryPackUnion(7, typeof(ComplexModel)), Union(7, typeof(ComplexModel)), ProtoInclude(8, typeof(ComplexModel))]
[MemoryPackUnion(8, typeof(StringModel)), Union(8, typeof(StringModel)), ProtoInclude(9, typeof(StringModel))]
[MemoryPackUnion(9, typeof(StructModel)), Union(9, typeof(StructModel)), ProtoInclude(10, typeof(StructModel))]
public abstract partial class MessageModel
{
    /// <summary>The model of a plain message.</summary>
    public static MessageModel From(object message) => message switch
    {
        U8Message m => new U8Model { Value = m.Value },
        S16Message m => new S16Model { Value = m.Value },
        S32Message m => new S32Model { Value = m.Value },
        S64Message m => new S64Model { Value = m.Value },
        PrimitivesMessage m => PrimitivesModel.Of(m),
        DecimalMessage m => new DecimalModel { Value = m.Value },
        NullableDecimalMessage m => new NullableDecimalModel { Value = m.Value },
        ComplexMessage m => ComplexModel.Of(m),
        StringMessage m => new StringModel { Text = m.Text },
        StructMessage m => StructModel.Of(m),
        _ => throw new ArgumentException($"{message} has no model."),
    };

    /// <summary>The plain message again.</summary>
    public abstract MessageBase Back();
}

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class U8Model : MessageModel
{
    [Key(0), ProtoMember(1), Id(0)] public byte Value;

    public override MessageBase Back() => new U8Message { Value = Value };
}

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class S16Model : MessageModel
{
    [Key(0), ProtoMember(1, DataFormat = DataFormat.ZigZag), Id(0)] public short Value;

    public override MessageBase Back() => new S16Message { Value = Value };
}

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class S32Model : MessageModel
{
    [Key(0), ProtoMember(1, DataFormat = DataFormat.ZigZag), Id(0)] public int Value;

    public override MessageBase Back() => new S32Message { Value = Value };
}

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class S64Model : MessageModel
{
    [Key(0), ProtoMember(1, DataFormat = DataFormat.ZigZag), Id(0)] public long Value;

    public override MessageBase Back() => new S64Message { Value = Value };
}

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class DecimalModel : MessageModel
{
    [Key(0), ProtoMember(1), Id(0)] public decimal Value;

    public override MessageBase Back() => new DecimalMessage { Value = Value };
}

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class NullableDecimalModel : MessageModel
{
    [Key(0), ProtoMember(1), Id(0)] public decimal? Value;

    public override MessageBase Back() => new NullableDecimalMessage { Value = Value };
}

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class StringModel : MessageModel
{
    [Key(0), ProtoMember(1), Id(0)] public string? Text;

    public override MessageBase Back() => new StringMessage { Text = Text };
}
