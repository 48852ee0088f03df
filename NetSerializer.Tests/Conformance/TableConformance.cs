namespace NetSerializer.Tests.Conformance;

internal sealed class StringDictionaryConformance(WireVariant variant) : FamilyConformance<Dictionary<string, int>>(variant)
{
    protected override string GoldenName => "dictionary-string";

    // An interface admits sorted tables as well.
    protected override bool HaveOthersOneEncoding => false;

    protected override IEnumerable<Sample<Dictionary<string, int>>> Samples =>
    [
        new("default comparer", Filled(null)), new("ordinal", Filled(StringComparer.Ordinal)),
        new("ordinal, case ignored", Filled(StringComparer.OrdinalIgnoreCase)),
        new("invariant", Filled(StringComparer.InvariantCulture)), new("invariant, case ignored", Filled(StringComparer.InvariantCultureIgnoreCase)),
        new("empty", []),
    ];

    protected override IEnumerable<Root> MoreRoots =>
    [
        new Root<MemberOf<IDictionary<string, int>>>("behind an interface", new MemberOf<IDictionary<string, int>> { Value = Filled(null) }),
        new Root<Dictionary<string, int>>("many", Enumerable.Range(0, 300).ToDictionary(i => $"key {i}", i => i)),
    ];

    private static Dictionary<string, int> Filled(IEqualityComparer<string>? comparer) => new(comparer) { ["one"] = 1, ["two"] = 2, [""] = 0 };
}

internal sealed class Int32DictionaryConformance(WireVariant variant) : FamilyConformance<Dictionary<int, string?>>(variant)
{
    protected override string GoldenName => "dictionary-int32";

    protected override IEnumerable<Sample<Dictionary<int, string?>>> Samples =>
        [new("two", new() { [300] = "three hundred", [-1] = null }), new("empty", []),
            new("many", Enumerable.Range(0, 300).ToDictionary(i => i * 7, i => (string?)"v"))];
}

internal sealed class EnumDictionaryConformance(WireVariant variant) : FamilyConformance<Dictionary<Shade, double>>(variant)
{
    protected override IEnumerable<Sample<Dictionary<Shade, double>>> Samples => [new("two", new() { [Shade.Dark] = 1, [Shade.Light] = 2 })];
}

internal sealed class TupleDictionaryConformance(WireVariant variant) : FamilyConformance<Dictionary<(int, string), List<int>>>(variant)
{
    protected override IEnumerable<Sample<Dictionary<(int, string), List<int>>>> Samples => [new("two", new() { [(1, "a")] = [1], [(1, "b")] = [] })];
}

internal sealed class RecordDictionaryConformance(WireVariant variant) : FamilyConformance<Dictionary<Person, Person?>>(variant)
{
    protected override IEnumerable<Sample<Dictionary<Person, Person?>>> Samples =>
        [new("two", new() { [new Person("a", 1)] = new Person("b", 2), [new Person("c", 3)] = null })];
}

internal sealed class ObjectKeyDictionaryConformance(WireVariant variant) : FamilyConformance<Dictionary<object, object?>>(variant)
{
    protected override IEnumerable<Sample<Dictionary<object, object?>>> Samples =>
        [new("four", new() { [1] = "int", [1L] = "long", ["1"] = null, [Guid.Empty] = 1.0 })];
}

internal sealed class StringObjectDictionaryConformance(WireVariant variant) : FamilyConformance<Dictionary<string, object?>>(variant)
{
    protected override string GoldenName => "dictionary-string-object";

    protected override IEnumerable<Sample<Dictionary<string, object?>>> Samples =>
        [new("nested", new() { ["n"] = 1, ["inner"] = new Dictionary<string, object?> { ["x"] = "y" }, ["null"] = null })];
}

internal sealed class DictionaryOfStructsConformance(WireVariant variant) : FamilyConformance<Dictionary<long, Nested>>(variant)
{
    protected override IEnumerable<Sample<Dictionary<long, Nested>>> Samples =>
        [new("one", new() { [1] = default }), new("four", Enumerable.Range(0, 4).ToDictionary(i => (long)i, i => default(Nested)))];
}

internal sealed class DictionaryOfDictionariesConformance(WireVariant variant) : FamilyConformance<Dictionary<string, Dictionary<int, bool>>>(variant)
{
    protected override IEnumerable<Sample<Dictionary<string, Dictionary<int, bool>>>> Samples =>
        [new("two", new() { ["a"] = new() { [1] = true }, ["b"] = null! })];
}

internal sealed class StringSetConformance(WireVariant variant) : FamilyConformance<HashSet<string?>>(variant)
{
    protected override string GoldenName => "set-string";

    protected override IEnumerable<Sample<HashSet<string?>>> Samples =>
    [
        new("with null", ["a", null, "b"]), new("ordinal, case ignored", new HashSet<string?>(StringComparer.OrdinalIgnoreCase!) { "A", "b" }),
        new("ordinal", new HashSet<string?>(StringComparer.Ordinal!) { "A", "a" }),
        new("invariant", new HashSet<string?>(StringComparer.InvariantCulture!) { "A", "a" }), new("empty", []),
    ];
}

internal sealed class Int64SetConformance(WireVariant variant) : FamilyConformance<HashSet<long>>(variant)
{
    protected override string GoldenName => "set-int64";

    protected override IEnumerable<Sample<HashSet<long>>> Samples =>
        [new("three", [1, -1, long.MaxValue]), new("empty", []), new("many", [.. Enumerable.Range(0, 300).Select(i => i * 1_000_003L)])];
}

internal sealed class StructSetConformance(WireVariant variant) : FamilyConformance<HashSet<Money>>(variant)
{
    protected override IEnumerable<Sample<HashSet<Money>>> Samples => [new("two", [new Money(1, "EUR"), new Money(1, "USD")])];
}

internal sealed class ObjectSetConformance(WireVariant variant) : FamilyConformance<HashSet<object?>>(variant)
{
    protected override IEnumerable<Sample<HashSet<object?>>> Samples => [new("four", [1, "1", null, 'c'])];
}
