namespace NetSerializer.Tests.Conformance;

internal abstract class TupleConformance<T>(WireVariant variant) : FamilyConformance<T>(variant) where T : notnull
{
    protected abstract T Tuple { get; }

    protected override string GoldenName => $"{(typeof(T).IsValueType ? "value-" : "")}tuple-{typeof(T).GetGenericArguments().Length}";

    protected override IEnumerable<Sample<T>> Samples => [new($"{Tuple}", Tuple)];
}

internal sealed class DictionaryEntryConformance(WireVariant variant) : TupleConformance<System.Collections.DictionaryEntry>(variant)
{
    protected override string GoldenName => "dictionary-entry";

    protected override System.Collections.DictionaryEntry Tuple => new("key", 5);
}

internal sealed class LazyConformance(WireVariant variant) : TupleConformance<Lazy<string>>(variant)
{
    protected override string GoldenName => "lazy";

    protected override Lazy<string> Tuple => new("value");
}

internal sealed class ValueTuple0Conformance(WireVariant variant) : TupleConformance<ValueTuple>(variant)
{
    protected override ValueTuple Tuple => default;
}

internal sealed class ValueTuple1Conformance(WireVariant variant) : TupleConformance<ValueTuple<int>>(variant)
{
    protected override ValueTuple<int> Tuple => new(1);
}

internal sealed class ValueTuple2Conformance(WireVariant variant) : TupleConformance<(int, string)>(variant)
{
    protected override (int, string) Tuple => (1, "two");
}

internal sealed class ValueTuple3Conformance(WireVariant variant) : TupleConformance<(byte, double, Guid)>(variant)
{
    protected override (byte, double, Guid) Tuple => (1, 2, Guid.AllBitsSet);
}

internal sealed class ValueTuple4Conformance(WireVariant variant) : TupleConformance<(int, int[], object, string)>(variant)
{
    protected override (int, int[], object, string) Tuple => (1, [2], 3, "four");
}

internal sealed class ValueTuple5Conformance(WireVariant variant) : TupleConformance<(int, int, int, int, int)>(variant)
{
    protected override (int, int, int, int, int) Tuple => (1, 2, 3, 4, 5);
}

internal sealed class ValueTuple6Conformance(WireVariant variant) : TupleConformance<(int, int, int, int, int, string)>(variant)
{
    protected override (int, int, int, int, int, string) Tuple => (1, 2, 3, 4, 5, "six");
}

internal sealed class ValueTuple7Conformance(WireVariant variant) : TupleConformance<(int, int, int, int, int, int, long)>(variant)
{
    protected override (int, int, int, int, int, int, long) Tuple => (1, 2, 3, 4, 5, 6, 7);
}

internal sealed class ValueTuple8Conformance(WireVariant variant) : TupleConformance<(int, int, int, int, int, int, int, string)>(variant)
{
    protected override (int, int, int, int, int, int, int, string) Tuple => (1, 2, 3, 4, 5, 6, 7, "eight");
}

internal sealed class ValueTuple9Conformance(WireVariant variant) : TupleConformance<(int, int, int, int, int, int, int, int, int)>(variant)
{
    protected override string GoldenName => "value-tuple-9";

    protected override (int, int, int, int, int, int, int, int, int) Tuple => (1, 2, 3, 4, 5, 6, 7, 8, 9);
}

internal sealed class ValueTuple10Conformance(WireVariant variant) : TupleConformance<(int, int, int, int, int, int, int, int, int, string)>(variant)
{
    protected override string GoldenName => "value-tuple-10";

    protected override (int, int, int, int, int, int, int, int, int, string) Tuple => (1, 2, 3, 4, 5, 6, 7, 8, 9, "ten");
}

internal sealed class Tuple1Conformance(WireVariant variant) : TupleConformance<Tuple<string>>(variant)
{
    protected override Tuple<string> Tuple => new("one");
}

internal sealed class Tuple2Conformance(WireVariant variant) : TupleConformance<Tuple<int, string>>(variant)
{
    protected override Tuple<int, string> Tuple => new(1, "two");
}

internal sealed class Tuple3Conformance(WireVariant variant) : TupleConformance<Tuple<int, Shade, Point>>(variant)
{
    protected override Tuple<int, Shade, Point> Tuple => new(1, Shade.Dark, default);
}

internal sealed class Tuple4Conformance(WireVariant variant) : TupleConformance<Tuple<int, int, int, int>>(variant)
{
    protected override Tuple<int, int, int, int> Tuple => new(1, 2, 3, 4);
}

internal sealed class Tuple5Conformance(WireVariant variant) : TupleConformance<Tuple<int, int, int, int, int>>(variant)
{
    protected override Tuple<int, int, int, int, int> Tuple => new(1, 2, 3, 4, 5);
}

internal sealed class Tuple6Conformance(WireVariant variant) : TupleConformance<Tuple<int, int, int, int, int, int>>(variant)
{
    protected override Tuple<int, int, int, int, int, int> Tuple => new(1, 2, 3, 4, 5, 6);
}

internal sealed class Tuple7Conformance(WireVariant variant) : TupleConformance<Tuple<int, int, int, int, int, int, object>>(variant)
{
    protected override Tuple<int, int, int, int, int, int, object> Tuple => new(1, 2, 3, 4, 5, 6, "seven");
}

internal sealed class Tuple8Conformance(WireVariant variant) : TupleConformance<Tuple<int, int, int, int, int, int, int, Tuple<string>>>(variant)
{
    protected override Tuple<int, int, int, int, int, int, int, Tuple<string>> Tuple => new(1, 2, 3, 4, 5, 6, 7, new Tuple<string>("eight"));
}

internal sealed class Tuple10Conformance(WireVariant variant) : TupleConformance<Tuple<int, int, int, int, int, int, int, Tuple<int, int, int>>>(variant)
{
    protected override string GoldenName => "tuple-10";

    protected override Tuple<int, int, int, int, int, int, int, Tuple<int, int, int>> Tuple => new(1, 2, 3, 4, 5, 6, 7, new Tuple<int, int, int>(8, 9, 10));
}

internal sealed class PairConformance(WireVariant variant) : TupleConformance<KeyValuePair<string, int[]>>(variant)
{
    protected override string GoldenName => "pair";

    protected override KeyValuePair<string, int[]> Tuple => new("key", [1, 2]);
}
