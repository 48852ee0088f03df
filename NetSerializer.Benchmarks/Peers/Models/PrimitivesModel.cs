using MemoryPack;
using MessagePack;
using NetSerializer.Benchmarks.Messages;
using Orleans;
using ProtoBuf;

namespace NetSerializer.Benchmarks.Peers.Models;

[GenerateSerializer]
public enum FigureModel
{
    Zero,
    One,
    Two,
    Three,
    Four,
    Five,
}

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class PrimitivesModel : MessageModel
{
    [Key(0), ProtoMember(1), Id(0)] public bool Boolean;
    [Key(1), ProtoMember(2), Id(1)] public byte Byte;
    [Key(2), ProtoMember(3), Id(2)] public char Character;
    [Key(3), ProtoMember(4), Id(3)] public DateTime Date;
    [Key(4), ProtoMember(5), Id(4)] public double Double;
    [Key(5), ProtoMember(6), Id(5)] public FigureModel Figure;
    [Key(6), ProtoMember(7, DataFormat = DataFormat.ZigZag), Id(6)] public short Int16;
    [Key(7), ProtoMember(8, DataFormat = DataFormat.ZigZag), Id(7)] public int Int32;
    [Key(8), ProtoMember(9, DataFormat = DataFormat.ZigZag), Id(8)] public long Int64;
    [Key(9), ProtoMember(10, DataFormat = DataFormat.ZigZag), Id(9)] public sbyte SByte;
    [Key(10), ProtoMember(11), Id(10)] public float Single;
    [Key(11), ProtoMember(12), Id(11)] public ushort UInt16;
    [Key(12), ProtoMember(13), Id(12)] public uint UInt32;
    [Key(13), ProtoMember(14), Id(13)] public ulong UInt64;

    public static PrimitivesModel Of(PrimitivesMessage m) => new()
    {
        Boolean = m.Boolean,
        Byte = m.Byte,
        Character = m.Character,
        Date = m.Date,
        Double = m.Double,
        Figure = (FigureModel)m.Figure,
        Int16 = m.Int16,
        Int32 = m.Int32,
        Int64 = m.Int64,
        SByte = m.SByte,
        Single = m.Single,
        UInt16 = m.UInt16,
        UInt32 = m.UInt32,
        UInt64 = m.UInt64,
    };

    public override MessageBase Back() => new PrimitivesMessage
    {
        Boolean = Boolean,
        Byte = Byte,
        Character = Character,
        Date = Date,
        Double = Double,
        Figure = (Figure)Figure,
        Int16 = Int16,
        Int32 = Int32,
        Int64 = Int64,
        SByte = SByte,
        Single = Single,
        UInt16 = UInt16,
        UInt32 = UInt32,
        UInt64 = UInt64,
    };
}
