using NetSerializer.Benchmarks.Data;

namespace NetSerializer.Benchmarks.Messages;

[Serializable]
public sealed class DecimalMessage : MessageBase
{
    public decimal Value;

    public static DecimalMessage Create(MixedRandom random) => new() { Value = random.Decimal() };
}

/// <summary>One value in a hundred, as the classic benchmark has it; the others are null.</summary>
[Serializable]
public sealed class NullableDecimalMessage : MessageBase
{
    public decimal? Value;

    public static NullableDecimalMessage Create(MixedRandom random) =>
        new() { Value = random.Once(100) ? random.Decimal() : null };
}
