using NetSerializer.Benchmarks.Data;

namespace NetSerializer.Benchmarks.Messages;

/// <summary>Boxed values in members of type <see cref="object"/>.</summary>
[Serializable]
public sealed class BoxedPrimitivesMessage : MessageBase
{
    public object? Boolean;
    public object? Byte;
    public object? Figure;
    public object? Int32;
    public object? Int64;

    public static BoxedPrimitivesMessage Create(MixedRandom random) => new()
    {
        Boolean = (random.Mixed() & 1) == 1,
        Byte = (byte)random.Mixed(),
        Int32 = (int)random.Mixed(),
        Int64 = (long)random.Mixed(),
        Figure = (Figure)random.Below(6),
    };
}
