namespace NetSerializer.Benchmarks.Data;

/// <summary>
/// Seeded random values of mixed size: a width of 0, 8, 16, ... 56 bits is drawn first, then a value of that width, so that small and large values
/// are equally frequent. The classic benchmark of this field draws its values this way. Not thread-safe.
/// </summary>
public sealed class MixedRandom(ulong seed)
{
    private readonly Random _uniform = new(unchecked((int)(seed * 0x9E3779B1)));
    private ulong _state = (seed << 1) | 1;

    /// <summary>An unsigned value below 2^56 of random width; casts to narrower types cut it.</summary>
    public ulong Mixed()
    {
        int width = (int)(Step() & 7) * 8;
        return Step() & ((1UL << width) - 1);
    }

    /// <summary>Uniform in 0 .. <paramref name="limit"/> - 1.</summary>
    public int Below(int limit) => _uniform.Next(limit);

    /// <summary>Uniform in 0 .. 1.</summary>
    public double Fraction() => _uniform.NextDouble();

    /// <summary>True once in <paramref name="times"/> draws.</summary>
    public bool Once(int times) => Below(times) == 0;

    /// <summary>One lower-case letter, repeated.</summary>
    public string Letters(int length) => new((char)('a' + Below(25)), length);

    /// <summary>Any decimal: three mixed words, any scale, any sign.</summary>
    public decimal Decimal()
    {
        int low = (int)Mixed();
        int middle = (int)Mixed();
        int high = (int)Mixed();
        byte scale = (byte)Below(29);
        return new decimal(low, middle, high, (Step() & 1) == 0, scale);
    }

    /// <summary>Words of random letters, for names and addresses.</summary>
    public string Word(int shortest, int longest) =>
        string.Create(shortest + Below(longest - shortest + 1), this, static (text, random) =>
        {
            for (int i = 0; i < text.Length; i++)
            {
                text[i] = (char)('a' + random.Below(26));
            }
        });

    private ulong Step()
    {
        _state ^= _state >> 12;
        _state ^= _state << 25;
        _state ^= _state >> 27;
        return (_state * 0x2545F4914F6CDD1D) >> 8;
    }
}
