namespace NetSerializer.Tests.Oracle.Values;

/// <summary>Integers around the edges of every width, and runs of them around the limits of blocks.</summary>
internal sealed class IntegerValues(Random random)
{
    private static readonly int[] InterestingLengths = [0, 1, 2, 7, 8, 9, 15, 16, 17, 30, 31, 32, 33, 63, 64, 65, 127, 128, 129, 130, 255, 256, 257, 300];

    /// <summary>64 random bits of which the value is the low part: powers of two and their neighbours, few bits, all bits.</summary>
    public ulong Bits(int width)
    {
        int used = random.Next(0, (width * 8) + 1);
        ulong power = used == 64 ? 0 : 1UL << used;
        ulong value = random.Next(4) switch
        {
            0 => power,
            1 => power - 1,
            2 => (ulong)random.NextInt64() & (power - 1),
            _ => (ulong)random.Next(3),
        };
        return random.Next(3) == 0 ? 0UL - value : value;
    }

    /// <summary>A length that is often one at which the wire form changes.</summary>
    /// <param name="most">No longer than this.</param>
    public int Length(int most)
    {
        int length = random.Next(3) == 0 ? random.Next(0, 12) : InterestingLengths[random.Next(InterestingLengths.Length)];
        return Math.Clamp(length, 0, Math.Max(0, most));
    }

    /// <summary>
    /// A run whose blocks of 128 have mostly values of one width and a number of wider ones just below, at or above the
    /// eighth that blocks allow as exceptions.
    /// </summary>
    public ulong[] Run(int length, int width)
    {
        ulong[] run = new ulong[length];
        for (int start = 0; start < length; start += 128)
            FillBlock(run.AsSpan(start, Math.Min(128, length - start)), width);
        return run;
    }

    private void FillBlock(Span<ulong> block, int width)
    {
        int narrow = random.Next(1, width + 1);
        for (int i = 0; i < block.Length; i++)
            block[i] = random.Next(8) == 0 ? Bits(narrow) : Small(narrow);
        int limit = block.Length / 8;
        int[] counts = [0, 1, limit - 1, limit, limit + 1, random.Next(block.Length + 1)];
        int exceptions = Math.Clamp(counts[random.Next(counts.Length)], 0, block.Length);
        int[] positions = [.. Enumerable.Range(0, block.Length)];
        random.Shuffle(positions);
        foreach (int position in positions.Take(exceptions))
            block[position] = Bits(width);
    }

    /// <summary>A value of at most the given number of bytes whichever way it is extended.</summary>
    private ulong Small(int width) => (ulong)random.NextInt64() & ((1UL << ((width * 8) - 1)) - 1);
}
