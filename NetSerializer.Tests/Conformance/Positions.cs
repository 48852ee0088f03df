namespace NetSerializer.Tests.Conformance;

[Serializable]
internal sealed class MemberOf<T>
{
    public int Before = 300;
    public T? Value;
    public string? After = "after";
}

[Serializable]
internal struct FieldOf<T>
{
    public byte Before;
    public T? Value;
    public bool After;
}

[Serializable]
internal sealed class BoxOf
{
    public object? Value;
    public byte After = 9;
}

[Serializable]
internal sealed class BehindBase<T>
{
    public ValueBase<T>? First;
    public IValueOf<T>? Second;
    public IValueOf<T>? Third;
}

internal interface IValueOf<T>
{
    T? Held { get; }
}

[Serializable]
internal abstract class ValueBase<T> : IValueOf<T>
{
    public T? Value;

    public T? Held => Value;
}

[Serializable]
internal sealed class PlainValue<T> : ValueBase<T>;

[Serializable]
internal sealed class NumberedValue<T> : ValueBase<T>
{
    public ushort Number = 7;
}

[Serializable]
internal struct StructValue<T> : IValueOf<T>
{
    public T? Value;

    public readonly T? Held => Value;
}

/// <summary>Puts the samples of a family into every position that a value can have.</summary>
internal static class Positions
{
    public static Type[] Types<T>() =>
    [
        typeof(T), typeof(MemberOf<T>), typeof(FieldOf<T>), typeof(BoxOf), typeof(BehindBase<T>), typeof(PlainValue<T>), typeof(NumberedValue<T>),
        typeof(StructValue<T>),
        typeof(T[]), typeof(List<T>), typeof(T[,]), typeof(object[]), typeof(Dictionary<int, T>), typeof((int, T, string)), typeof(Tuple<T, int>),
        typeof(KeyValuePair<string, T>),
    ];

    public static IEnumerable<Root> All<T>(IReadOnlyList<Sample<T>> samples)
    {
        foreach ((string name, T value) in samples.Select(sample => (sample.Name, sample.Value)))
        {
            yield return new Root<T>($"{name} at the root", value);
            yield return new Root<object?>($"{name} as object", value);
            yield return new Root<MemberOf<T>>($"{name} in a member", new MemberOf<T> { Value = value });
            yield return new Root<FieldOf<T>>($"{name} in a struct", new FieldOf<T> { Before = 1, Value = value, After = true });
            yield return new Root<BoxOf>($"{name} in an object member", new BoxOf { Value = value });
            yield return new Root<(int, T, string)>($"{name} in a value tuple", (1, value, "x"));
            yield return new Root<Tuple<T, int>>($"{name} in a tuple", Tuple.Create(value, -1));
            yield return new Root<KeyValuePair<string, T>>($"{name} in a pair", KeyValuePair.Create("key", value));
            yield return new Root<BehindBase<T>>($"{name} behind a base class and an interface", new BehindBase<T>
            {
                First = new NumberedValue<T> { Value = value },
                Second = new PlainValue<T> { Value = value },
                Third = new StructValue<T> { Value = value },
            });
        }
        T[] all = [.. samples.Select(sample => sample.Value)];
        yield return new Root<T[]>("all in an array", all);
        yield return new Root<List<T>>("all in a list", [.. all]);
        yield return new Root<T[,]>("all in a grid", Grid(all));
        yield return new Root<object?[]>("all in an object array", [.. all]);
        yield return new Root<Dictionary<int, T>>("all as dictionary values", Enumerable.Range(0, all.Length).ToDictionary(i => i, i => all[i]));
        yield return new Root<MemberOf<T>?>("no holder", null);
        yield return new Root<BehindBase<T>>("nothing behind a base class", new BehindBase<T>());
    }

    /// <summary>The positions of keys, for families whose values can be compared.</summary>
    public static IEnumerable<Root> Keys<T>(IReadOnlyList<Sample<T>> samples) where T : notnull
    {
        T[] distinct = [.. samples.Select(sample => sample.Value).Where(value => value is not null).Distinct()];
        yield return new Root<Dictionary<T, byte>>("all as dictionary keys", distinct.ToDictionary(value => value, value => (byte)5));
        yield return new Root<HashSet<T>>("all in a set", [.. distinct]);
    }

    private static T[,] Grid<T>(T[] all)
    {
        var grid = new T[1, all.Length];
        for (int i = 0; i < all.Length; i++)
        {
            grid[0, i] = all[i];
        }
        return grid;
    }
}

/// <summary>The positions of <see cref="Nullable{T}"/>, for value types.</summary>
internal abstract class NullablePositions
{
    public abstract Type[] Types { get; }

    public abstract IEnumerable<Root> Roots(object value);

    public static NullablePositions? For(Type type) =>
        type.IsValueType && Nullable.GetUnderlyingType(type) == null
            ? (NullablePositions)Activator.CreateInstance(typeof(NullablePositions<>).MakeGenericType(type))! : null;
}

internal sealed class NullablePositions<T> : NullablePositions where T : struct
{
    public override Type[] Types => [typeof(T?), typeof(MemberOf<T?>), typeof(T?[])];

    public override IEnumerable<Root> Roots(object value)
    {
        yield return new Root<T?>("nullable", (T)value);
        yield return new Root<T?>("no nullable", null);
        yield return new Root<MemberOf<T?>>("nullable in a member", new MemberOf<T?> { Value = (T)value });
        yield return new Root<T?[]>("nullables in an array", [null, (T)value, null]);
        yield return new Root<object?>("nullable as object", (T?)(T)value);
    }
}
