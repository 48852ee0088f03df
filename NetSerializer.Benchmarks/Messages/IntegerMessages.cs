using NetSerializer.Benchmarks.Data;

namespace NetSerializer.Benchmarks.Messages;

[Serializable]
public sealed class U8Message : MessageBase
{
    public byte Value;

    public static U8Message Create(MixedRandom random) => new() { Value = (byte)random.Mixed() };
}

[Serializable]
public sealed class S16Message : MessageBase
{
    public short Value;

    public static S16Message Create(MixedRandom random) => new() { Value = (short)random.Mixed() };
}

[Serializable]
public sealed class S32Message : MessageBase
{
    public int Value;

    public static S32Message Create(MixedRandom random) => new() { Value = (int)random.Mixed() };
}

[Serializable]
public sealed class S64Message : MessageBase
{
    public long Value;

    public static S64Message Create(MixedRandom random) => new() { Value = (long)random.Mixed() };
}
