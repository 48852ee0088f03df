namespace NetSerializer.Benchmarks.Suites;

/// <summary>
/// A family of message classes for measurements with many types: each pair of markers makes a class of its own, so 256 need no 256 files. A pair can be
/// a marker as well.
/// </summary>
[Serializable]
public abstract class Shape
{
    public int Number;
}

/// <summary>One of the classes.</summary>
[Serializable]
public sealed class Shape<TFirst, TSecond> : Shape
{
    public string? Text;
    public long Large;
    public double Weight;
}

/// <summary>Makes the classes and their instances.</summary>
public static class Shapes
{
    private static readonly Type[] s_markers =
    [
        typeof(M0), typeof(M1), typeof(M2), typeof(M3), typeof(M4), typeof(M5), typeof(M6), typeof(M7),
        typeof(M8), typeof(M9), typeof(M10), typeof(M11), typeof(M12), typeof(M13), typeof(M14), typeof(M15),
    ];

    /// <summary>1 to 4096 classes, always in the same order.</summary>
    public static Type[] Types(int count)
    {
        int radix = s_markers.Length;
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, radix * radix * radix);
        Type[] types = new Type[count];
        for (int i = 0; i < count; i++)
        {
            int pair = i / radix;
            Type first = pair < radix ? s_markers[pair] : typeof(ValueTuple<,>).MakeGenericType(s_markers[pair / radix], s_markers[pair % radix]);
            types[i] = typeof(Shape<,>).MakeGenericType(first, s_markers[i % radix]);
        }
        return types;
    }

    /// <summary>Instances of the classes in seeded random order.</summary>
    public static Shape[] Instances(int types, int count, int seed)
    {
        Type[] classes = Types(types);
        Random random = new(seed);
        Shape[] shapes = new Shape[count];
        for (int i = 0; i < count; i++)
        {
            shapes[i] = (Shape)Activator.CreateInstance(classes[random.Next(classes.Length)])!;
            shapes[i].Number = i;
        }
        return shapes;
    }

    private readonly struct M0;
    private readonly struct M1;
    private readonly struct M2;
    private readonly struct M3;
    private readonly struct M4;
    private readonly struct M5;
    private readonly struct M6;
    private readonly struct M7;
    private readonly struct M8;
    private readonly struct M9;
    private readonly struct M10;
    private readonly struct M11;
    private readonly struct M12;
    private readonly struct M13;
    private readonly struct M14;
    private readonly struct M15;
}
