using NetSerializer.Benchmarks.Data;

namespace NetSerializer.Benchmarks.Messages;

/// <summary>Null or 0 to 98 letters.</summary>
[Serializable]
public sealed class StringMessage : MessageBase
{
    public string? Text;

    public static StringMessage Create(MixedRandom random)
    {
        int length = random.Below(100) - 1;
        return new() { Text = length < 0 ? null : random.Letters(length) };
    }
}
