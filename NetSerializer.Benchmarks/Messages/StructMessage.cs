using NetSerializer.Benchmarks.Data;

namespace NetSerializer.Benchmarks.Messages;

[Serializable]
public struct NumberStruct
{
    public byte Byte;
    public int Int32;
    public long Int64;
}

[Serializable]
public struct TextStruct
{
    public int Int32;
    public string? Text;
}

[Serializable]
public sealed class StructMessage : MessageBase
{
    public NumberStruct Numbers;
    public TextStruct Texts;

    public static StructMessage Create(MixedRandom random) => new()
    {
        Numbers = { Byte = (byte)random.Mixed(), Int32 = (int)random.Mixed(), Int64 = (long)random.Mixed() },
        Texts = { Text = random.Letters(random.Below(20)), Int32 = (int)random.Mixed() },
    };
}
