using System.Collections.Concurrent;
using System.Collections.Frozen;

namespace NetSerializer.Tests.Conformance;

internal sealed class Int32ConcurrentQueueConformance(WireVariant variant) : SequenceCollectionConformance<ConcurrentQueue<int>, int>(variant)
{
    protected override string GoldenName => "concurrent-queue-int32";

    protected override ConcurrentQueue<int> Make(IEnumerable<int> elements) => new(elements);

    protected override int Element(int index) => 1000 * index;
}

internal sealed class StringConcurrentStackConformance(WireVariant variant) : SequenceCollectionConformance<ConcurrentStack<string?>, string?>(variant)
{
    protected override string GoldenName => "concurrent-stack-string";

    protected override ConcurrentStack<string?> Make(IEnumerable<string?> elements) => new(elements.Reverse());

    protected override string? Element(int index) => index % 3 == 2 ? null : $"text {index}";

    protected override int Most => 20;
}

internal sealed class Int64ConcurrentBagConformance(WireVariant variant) : SequenceCollectionConformance<ConcurrentBag<long>, long>(variant)
{
    protected override ConcurrentBag<long> Make(IEnumerable<long> elements) => [.. elements.Reverse()];

    protected override long Element(int index) => 1000 * index;
}

internal sealed class ClassConcurrentBagConformance(WireVariant variant) : SequenceCollectionConformance<ConcurrentBag<Person?>, Person?>(variant)
{
    protected override string GoldenName => "concurrent-bag-class";

    protected override ConcurrentBag<Person?> Make(IEnumerable<Person?> elements) => [.. elements.Reverse()];

    protected override Person? Element(int index) => index % 3 == 2 ? null : new Person($"name {index}", index);

    protected override int Most => 10;
}

internal sealed class StringConcurrentDictionaryConformance(WireVariant variant) : FamilyConformance<ConcurrentDictionary<string, int>>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<ConcurrentDictionary<string, int>>> GoldenSamples => Samples.Where(sample => sample.Value.Count < 2);

    protected override IEnumerable<Sample<ConcurrentDictionary<string, int>>> Samples =>
    [
        new("default comparer", Filled(null)), new("ordinal", Filled(StringComparer.Ordinal)),
        new("ordinal, case ignored", Filled(StringComparer.OrdinalIgnoreCase)),
        new("invariant", Filled(StringComparer.InvariantCulture)), new("empty", []), new("one", new() { ["one"] = 1 }),
        new("many", new(Enumerable.Range(0, 300).Select(i => KeyValuePair.Create($"key {i}", i)))),
    ];

    protected override IEnumerable<Root> MoreRoots =>
        [new Root<MemberOf<IDictionary<string, int>>>("behind an interface", new MemberOf<IDictionary<string, int>> { Value = Filled(null) })];

    private static ConcurrentDictionary<string, int> Filled(IEqualityComparer<string>? comparer) => new(comparer) { ["one"] = 1, ["two"] = 2, [""] = 0 };
}

internal sealed class Int32ConcurrentDictionaryConformance(WireVariant variant) : FamilyConformance<ConcurrentDictionary<int, string?>>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override string GoldenName => "concurrent-dictionary-int32";

    protected override IEnumerable<Sample<ConcurrentDictionary<int, string?>>> Samples =>
        [new("two", new() { [300] = "three hundred", [1] = null }), new("empty", []),
            new("many", new(Enumerable.Range(0, 300).Select(i => KeyValuePair.Create(i * 7, (string?)"v"))))];
}

internal sealed class Int32FrozenSetConformance(WireVariant variant) : FamilyConformance<FrozenSet<int>>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override string GoldenName => "frozen-set-int32";

    protected override IEnumerable<Sample<FrozenSet<int>>> Samples =>
        [new("three", FrozenSet.Create(5, -1, 300)), new("empty", []), new("many", [.. Enumerable.Range(0, 300).Select(i => i * 17)])];

    protected override IEnumerable<Root> MoreRoots =>
        [new Root<MemberOf<IReadOnlySet<int>>>("behind an interface", new MemberOf<IReadOnlySet<int>> { Value = FrozenSet.Create(1, 2) })];
}

internal sealed class StringFrozenSetConformance(WireVariant variant) : FamilyConformance<FrozenSet<string?>>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Type> Types => [typeof(HashSet<string>)];

    protected override IEnumerable<Sample<FrozenSet<string?>>> Samples =>
    [
        new("with null", FrozenSet.Create("a", null, "b")), new("case ignored", FrozenSet.Create<string?>(StringComparer.OrdinalIgnoreCase!, "A", "b")),
        new("ordinal", FrozenSet.Create<string?>(StringComparer.Ordinal!, "A", "a")),
        new("empty", FrozenSet.Create<string?>(StringComparer.InvariantCulture!)), new("twenty", [.. Enumerable.Range(0, 20).Select(i => $"text {i}")]),
    ];
}

internal sealed class StructFrozenSetConformance(WireVariant variant) : FamilyConformance<FrozenSet<Money>>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<FrozenSet<Money>>> GoldenSamples => Samples.Where(sample => sample.Value.Count < 2);

    protected override IEnumerable<Sample<FrozenSet<Money>>> Samples =>
        [new("one", FrozenSet.Create(new Money(1, "EUR"))), new("two", FrozenSet.Create(new Money(1, "EUR"), new Money(1, "USD"))),
            new("many", [.. Enumerable.Range(0, 30).Select(i => new Money(i, "EUR"))])];
}

internal sealed class StringFrozenDictionaryConformance(WireVariant variant) : FamilyConformance<FrozenDictionary<string, int>>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<FrozenDictionary<string, int>>> Samples =>
        [new("two", Made(2, null)), new("case ignored", Made(3, StringComparer.OrdinalIgnoreCase)),
            new("many, case ignored", Made(100, StringComparer.OrdinalIgnoreCase)), new("many", Made(300, null)),
            new("empty, ordinal", Made(0, StringComparer.Ordinal))];

    private static FrozenDictionary<string, int> Made(int count, IEqualityComparer<string>? comparer) =>
        Enumerable.Range(0, count).ToFrozenDictionary(i => $"key {i}", i => i, comparer);
}

internal sealed class GuidFrozenDictionaryConformance(WireVariant variant) : FamilyConformance<FrozenDictionary<Guid, Person?>>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<FrozenDictionary<Guid, Person?>>> Samples => [new("two", Made(2)), new("empty", Made(0)), new("many", Made(40))];

    private static FrozenDictionary<Guid, Person?> Made(int count) =>
        Enumerable.Range(0, count).ToFrozenDictionary(i => new Guid(i, 1, 2, new byte[8]), i => i == 0 ? null : new Person("p", i));
}
