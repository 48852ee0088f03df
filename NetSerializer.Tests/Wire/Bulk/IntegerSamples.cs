using System.Numerics;
using System.Runtime.CompilerServices;

namespace NetSerializer.Tests.Wire.Bulk;

/// <summary>Seeded arrays of integers as they occur, and as they hurt.</summary>
internal static class IntegerSamples
{
    public static readonly string[] Distributions =
        ["small", "mixed", "random", "outliers", "extremes", "borders", "constant", "sorted", "one wide", "just too many", "every width",
            "half of them", "a quarter of them"];

    public static T[] Create<T>(Random random, string distribution, int count)
        where T : unmanaged, IBinaryInteger<T>, IMinMaxValue<T>
    {
        T[] elements = new T[count];
        T previous = T.Zero;
        int wide = random.Next(Math.Max(1, count));
        int allowed = (Math.Min(count, 128) / 8) + random.Next(2);
        int full = BitOperations.Log2((uint)Unsafe.SizeOf<T>()), narrow = 7 + random.Next(3);
        for (int index = 0; index < count; index++)
        {
            previous = distribution switch
            {
                "small" => T.CreateTruncating(random.Next(-100, 100)),
                "mixed" => OfWidth<T>(random, random.Next(100) switch { < 80 => 0, < 95 => 1, < 98 => 2, _ => 3 }),
                "random" => OfWidth<T>(random, 3),
                "outliers" => OfWidth<T>(random, random.Next(100) == 0 ? 3 : 0),
                "extremes" => random.Next(4) switch { 0 => T.MinValue, 1 => T.MaxValue, 2 => T.Zero, _ => -T.One },
                "borders" => Border<T>(random),
                "constant" => T.CreateTruncating(12_345),
                "sorted" => previous + T.CreateTruncating(random.Next(1, 11)),
                "every width" => OfWidth<T>(random, random.Next(4)),
                "half of them" => OfWidth<T>(random, full - random.Next(2)),
                "a quarter of them" => OfWidth<T>(random, full - ((index + wide) % 32 < narrow ? 1 : 0)),
                "one wide" => OfWidth<T>(random, index == wide ? 1 + random.Next(3) : 0),
                _ => OfWidth<T>(random, index % 128 < allowed ? 1 + (wide % 3) : 0),
            };
            elements[index] = previous;
        }

        return elements;
    }

    private static T OfWidth<T>(Random random, int log2Width) where T : IBinaryInteger<T>
    {
        long bits = random.NextInt64(long.MinValue, long.MaxValue);
        int unused = 64 - (8 << log2Width);
        return T.CreateTruncating(random.Next(2) == 0 ? bits >> unused : (long)((ulong)bits >> unused));
    }

    private static T Border<T>(Random random) where T : IBinaryInteger<T>
    {
        int bits = new[] { 7, 8, 15, 16, 31, 32, 63 }[random.Next(7)];
        long power = 1L << bits;
        return T.CreateTruncating((random.Next(2) == 0 ? power : -power) + random.Next(-1, 2));
    }
}
