using NUnit.Framework;

namespace NetSerializer.Tests.Conformance;

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Fixed)]
internal sealed class Int32SortedSetConformance(WireVariant variant) : FamilyConformance<SortedSet<int>>(variant)
{
    protected override string GoldenName => "sortedset-int32";

    protected override IEnumerable<Sample<SortedSet<int>>> Samples =>
        [new("three", [300, -1, 5]), new("empty", []), new("many", [.. Enumerable.Range(0, 300).Select(i => i * 7919 % 1009)])];
}

internal sealed class StringSortedSetConformance(WireVariant variant) : FamilyConformance<SortedSet<string?>>(variant)
{
    protected override string GoldenName => "sortedset-string";

    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<SortedSet<string?>>> Samples =>
    [
        new("with null", ["b", null, "a"]), new("ordinal", new SortedSet<string?>(StringComparer.Ordinal) { "a", "B" }),
        new("ordinal, case ignored", new SortedSet<string?>(StringComparer.OrdinalIgnoreCase) { "b", "A" }),
        new("invariant", new SortedSet<string?>(StringComparer.InvariantCulture) { "A", "a" }),
        new("invariant, case ignored", new SortedSet<string?>(StringComparer.InvariantCultureIgnoreCase) { "A", "b" }), new("empty", []),
    ];
}

internal sealed class TupleSortedSetConformance(WireVariant variant) : FamilyConformance<SortedSet<(int, string)>>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<SortedSet<(int, string)>>> Samples => [new("three", [(2, "b"), (1, "b"), (2, "a")])];
}

internal sealed class StringSortedDictionaryConformance(WireVariant variant) : FamilyConformance<SortedDictionary<string, int>>(variant)
{
    protected override string GoldenName => "sorteddictionary-string";

    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<SortedDictionary<string, int>>> Samples =>
        [new("default comparer", new() { ["two"] = 2, ["one"] = 1, [""] = 0 }), new("ordinal", new(StringComparer.Ordinal) { ["a"] = 2, ["A"] = 1 }),
            new("empty", [])];
}

internal sealed class DateSortedDictionaryConformance(WireVariant variant) : FamilyConformance<SortedDictionary<DateOnly, Person?>>(variant)
{
    protected override IEnumerable<Sample<SortedDictionary<DateOnly, Person?>>> Samples =>
        [new("three", new() { [new DateOnly(2026, 1, 2)] = new Person("a", 1), [new DateOnly(2025, 1, 2)] = null, [DateOnly.MaxValue] = new Person("b", 2) })];
}

internal sealed class Int64SortedListConformance(WireVariant variant) : FamilyConformance<SortedList<long, string?>>(variant)
{
    protected override string GoldenName => "sortedlist-int64";

    protected override IEnumerable<Sample<SortedList<long, string?>>> Samples =>
    [
        new("three", new() { [5] = "five", [-5] = null, [long.MaxValue] = "" }), new("empty", []),
        new("many", new(Enumerable.Range(0, 300).ToDictionary(i => i * 1_000_003L, i => (string?)"v"))),
    ];
}

internal sealed class StringSortedListConformance(WireVariant variant) : FamilyConformance<SortedList<string, Flat>>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<SortedList<string, Flat>>> Samples =>
        [new("two", new() { ["b"] = new Flat { Id = 1 }, ["a"] = default }),
            new("case ignored", new(StringComparer.OrdinalIgnoreCase) { ["B"] = default, ["a"] = default })];
}

internal sealed class PriorityQueueConformance(WireVariant variant) : FamilyConformance<PriorityQueue<string?, int>>(variant)
{
    protected override string GoldenName => "priorityqueue-string-int32";

    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<PriorityQueue<string?, int>>> Samples =>
    [
        new("four", new([("three", 3), ("one", 1), (null, 1), ("two", 2)])), new("empty", new()),
        new("many", new(Enumerable.Range(0, 100).Select(i => ((string?)$"{i}", i * 37 % 101)))),
    ];
}

internal sealed class TextPriorityQueueConformance(WireVariant variant) : FamilyConformance<PriorityQueue<Flat, string>>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<PriorityQueue<Flat, string>>> Samples =>
        [new("two", new([(new Flat { Id = 1 }, "b"), (default, "a")])),
            new("ordinal", new([(new Flat { Id = 1 }, "b"), (default, "B")], StringComparer.Ordinal))];
}
