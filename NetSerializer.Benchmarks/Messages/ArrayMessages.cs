using NetSerializer.Benchmarks.Data;

namespace NetSerializer.Benchmarks.Messages;

/// <summary>Up to 100,000 bytes.</summary>
[Serializable]
public sealed class ByteArrayMessage : MessageBase
{
    public byte[]? Bytes;

    public static ByteArrayMessage Create(MixedRandom random)
    {
        int length = random.Below(100_000) - 1;
        if (length < 0)
        {
            return new();
        }
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++)
        {
            bytes[i] = (byte)i;
        }
        return new() { Bytes = bytes };
    }
}

/// <summary>Up to 100,000 integers of mixed size.</summary>
[Serializable]
public sealed class IntArrayMessage : MessageBase
{
    public int[]? Numbers;

    public static IntArrayMessage Create(MixedRandom random)
    {
        int length = random.Below(100_000) - 1;
        if (length < 0)
        {
            return new();
        }
        int[] numbers = new int[length];
        for (int i = 0; i < length; i++)
        {
            numbers[i] = (int)random.Mixed();
        }
        return new() { Numbers = numbers };
    }
}

/// <summary>Up to 40 x 70 x 100 integers of mixed size.</summary>
[Serializable]
public sealed class TriDimensionalMessage : MessageBase
{
    public int[,,]? Numbers;

    public static TriDimensionalMessage Create(MixedRandom random)
    {
        int[,,] numbers = new int[random.Below(40) + 1, random.Below(70) + 1, random.Below(100) + 1];
        for (int z = 0; z < numbers.GetLength(0); z++)
        {
            for (int y = 0; y < numbers.GetLength(1); y++)
            {
                for (int x = 0; x < numbers.GetLength(2); x++)
                {
                    numbers[z, y, x] = (int)random.Mixed();
                }
            }
        }
        return new() { Numbers = numbers };
    }
}
