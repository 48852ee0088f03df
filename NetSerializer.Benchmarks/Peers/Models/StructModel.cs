using MemoryPack;
using MessagePack;
using NetSerializer.Benchmarks.Messages;
using Orleans;
using ProtoBuf;

namespace NetSerializer.Benchmarks.Peers.Models;

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public partial struct NumberStructModel
{
    [Key(0), ProtoMember(1), Id(0)] public byte Byte;
    [Key(1), ProtoMember(2, DataFormat = DataFormat.ZigZag), Id(1)] public int Int32;
    [Key(2), ProtoMember(3, DataFormat = DataFormat.ZigZag), Id(2)] public long Int64;
}

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public partial struct TextStructModel
{
    [Key(0), ProtoMember(1, DataFormat = DataFormat.ZigZag), Id(0)] public int Int32;
    [Key(1), ProtoMember(2), Id(1)] public string? Text;
}

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class StructModel : MessageModel
{
    [Key(0), ProtoMember(1), Id(0)] public NumberStructModel Numbers;
    [Key(1), ProtoMember(2), Id(1)] public TextStructModel Texts;

    public static StructModel Of(StructMessage m) => new()
    {
        Numbers = new() { Byte = m.Numbers.Byte, Int32 = m.Numbers.Int32, Int64 = m.Numbers.Int64 },
        Texts = new() { Int32 = m.Texts.Int32, Text = m.Texts.Text },
    };

    public override MessageBase Back() => new StructMessage
    {
        Numbers = new() { Byte = Numbers.Byte, Int32 = Numbers.Int32, Int64 = Numbers.Int64 },
        Texts = new() { Int32 = Texts.Int32, Text = Texts.Text },
    };
}

[MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public partial struct LargeStructModel
{
    [Key(0), ProtoMember(1), Id(0)] public ulong A;
    [Key(1), ProtoMember(2), Id(1)] public ulong B;
    [Key(2), ProtoMember(3), Id(2)] public ulong C;
    [Key(3), ProtoMember(4), Id(3)] public ulong D;

    public static LargeStructModel From(object value)
    {
        LargeStruct s = (LargeStruct)value;
        return new() { A = s.A, B = s.B, C = s.C, D = s.D };
    }

    public readonly LargeStruct Back() => new() { A = A, B = B, C = C, D = D };
}
