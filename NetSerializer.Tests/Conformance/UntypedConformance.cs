using System.Collections;
using System.Collections.Specialized;
using System.Dynamic;

namespace NetSerializer.Tests.Conformance;

internal sealed class UntypedListConformance(WireVariant variant) : FamilyConformance<ArrayList>(variant)
{
    protected override string GoldenName => "array-list";

    protected override IEnumerable<Type> Types => [typeof(Person)];

    protected override IEnumerable<Sample<ArrayList>> Samples =>
        [new("four", [1, "two", null, new Person("p", 3)]), new("empty", []), new("nested", [new ArrayList { 'c' }]),
            new("many", new ArrayList(Enumerable.Range(0, 100).ToArray()))];

    protected override IEnumerable<Root> MoreRoots => [new Root<MemberOf<IList>>("behind an interface", new MemberOf<IList> { Value = new ArrayList { 1 } })];
}

internal sealed class UntypedQueueConformance(WireVariant variant) : FamilyConformance<Queue>(variant)
{
    protected override string GoldenName => "object-queue";

    protected override IEnumerable<Sample<Queue>> Samples =>
        [new("three", new Queue(new object?[] { 1, null, "three" })), new("empty", new()), new("turned", Turned()),
            new("many", new Queue(Enumerable.Range(0, 100).ToArray()))];

    private static Queue Turned()
    {
        var queue = new Queue(4);
        for (int i = 0; i < 6; i++)
        {
            queue.Enqueue(i);
            if (i > 2)
            {
                queue.Dequeue();
            }
        }
        return queue;
    }
}

internal sealed class UntypedStackConformance(WireVariant variant) : FamilyConformance<Stack>(variant)
{
    protected override string GoldenName => "object-stack";

    protected override IEnumerable<Sample<Stack>> Samples =>
        [new("three", new Stack(new object?[] { 1, null, "three" })), new("empty", new()), new("many", new Stack(Enumerable.Range(0, 100).ToArray()))];
}

internal sealed class UntypedTableConformance(WireVariant variant) : FamilyConformance<Hashtable>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override string GoldenName => "hashtable";

    protected override IEnumerable<Sample<Hashtable>> Samples =>
    [
        new("one", new() { [1] = "int" }), new("case ignored", new(StringComparer.OrdinalIgnoreCase) { ["A"] = null }),
        new("ordinal", new(StringComparer.Ordinal)), new("invariant", new(StringComparer.InvariantCulture) { ["x"] = 1.0 }), new("empty", []),
    ];

    protected override IEnumerable<Root> MoreRoots =>
    [
        new Root<Hashtable>("keys of several types", new Hashtable { [1] = "int", [1L] = "long", ["1"] = null, [Guid.Empty] = 1.0 }),
        new Root<Hashtable>("many", new Hashtable(Enumerable.Range(0, 300).ToDictionary(i => i))),
        new Root<MemberOf<IDictionary>>("behind an interface", new MemberOf<IDictionary> { Value = new Hashtable { [1] = 2 } }),
    ];
}

internal sealed class ListDictionaryConformance(WireVariant variant) : FamilyConformance<ListDictionary>(variant)
{
    protected override string GoldenName => "list-dictionary";

    protected override IEnumerable<Sample<ListDictionary>> Samples =>
    [
        new("two", new() { [2] = "int", ["1"] = null }), new("case ignored", new(StringComparer.OrdinalIgnoreCase) { ["A"] = null }), new("empty", []),
    ];
}

internal sealed class HybridDictionaryConformance(WireVariant variant) : FamilyConformance<HybridDictionary>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override string GoldenName => "hybrid-dictionary";

    protected override IEnumerable<Sample<HybridDictionary>> Samples =>
        [new("one", new() { [2] = "int" }), new("case ignored", new(caseInsensitive: true) { ["A"] = null }), new("empty", [])];

    protected override IEnumerable<Root> MoreRoots => [new Root<HybridDictionary>("many", Many())];

    private static HybridDictionary Many()
    {
        var table = new HybridDictionary();
        for (int i = 0; i < 300; i++)
        {
            table.Add(i, i);
        }
        return table;
    }
}

internal sealed class UntypedOrderedConformance(WireVariant variant) : FamilyConformance<OrderedDictionary>(variant)
{
    protected override string GoldenName => "ordered-dictionary-untyped";

    protected override IEnumerable<Sample<OrderedDictionary>> Samples =>
    [
        new("two", new() { { "b", "int" }, { 1, null } }), new("case ignored", new(StringComparer.OrdinalIgnoreCase) { { "A", null } }), new("empty", []),
        new("many", Many()),
    ];

    private static OrderedDictionary Many()
    {
        var table = new OrderedDictionary();
        for (int i = 0; i < 100; i++)
        {
            table.Add(1000 - i, i);
        }
        return table;
    }
}

internal sealed class UntypedSortedListConformance(WireVariant variant) : FamilyConformance<SortedList>(variant)
{
    // Another order than that of this machine is put in order.
    protected override bool HasOneEncoding => false;

    protected override string GoldenName => "sorted-list";

    protected override IEnumerable<Sample<SortedList>> Samples =>
    [
        new("three", new() { [3] = "c", [1] = null, [2] = 2.5 }), new("case ignored", new(StringComparer.OrdinalIgnoreCase) { ["b"] = 1, ["A"] = 2 }),
        new("ordinal", new(StringComparer.Ordinal) { ["b"] = 1, ["B"] = 2 }),
        new("invariant", new(Comparer.DefaultInvariant) { ["b"] = 1, ["B"] = 2 }), new("empty", []),
        new("many", new SortedList(Enumerable.Range(0, 100).ToDictionary(i => i))),
    ];
}

internal sealed class UntypedStringsConformance(WireVariant variant) : FamilyConformance<StringCollection>(variant)
{
    protected override string GoldenName => "string-collection";

    protected override IEnumerable<Sample<StringCollection>> Samples =>
        [new("three", Of("a", null, "\u4F60")), new("empty", []), new("many", Of([.. Enumerable.Range(0, 50).Select(i => $"text {i}")]))];

    private static StringCollection Of(params string?[] texts)
    {
        var collection = new StringCollection();
        collection.AddRange(texts!);
        return collection;
    }
}

internal sealed class UntypedStringDictionaryConformance(WireVariant variant) : FamilyConformance<StringDictionary>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override string GoldenName => "string-dictionary";

    protected override IEnumerable<Sample<StringDictionary>> Samples =>
        [new("one", new() { ["Key"] = "Value" }), new("empty", []), new("null", new() { ["key"] = null })];

    protected override IEnumerable<Root> MoreRoots =>
        [new Root<StringDictionary>("many", Many()), new Root<StringDictionary>("wide key", new() { [new string('\u044F', 300)] = null })];

    private static StringDictionary Many()
    {
        var dictionary = new StringDictionary();
        for (int i = 0; i < 100; i++)
        {
            dictionary.Add($"key {i}", "v");
        }
        return dictionary;
    }
}

internal sealed class UntypedNamesConformance(WireVariant variant) : FamilyConformance<NameValueCollection>(variant)
{
    protected override string GoldenName => "name-values";

    protected override IEnumerable<Sample<NameValueCollection>> Samples =>
    [
        new("several values", new() { { "a", "1" }, { "b", "2" }, { "A", "3" } }), new("null name", new() { { null, "1" }, { null, "2" } }),
        new("no value", new() { { "a", null } }), new("null value", NullValue()),
        new("ordinal", new(StringComparer.Ordinal) { { "a", "1" }, { "A", "2" } }), new("empty", []), new("many", Many()),
    ];

    private static NameValueCollection NullValue()
    {
        var names = new NameValueCollection();
        names.Set("a", null);
        names.Add("a", "behind null");
        names.Set("b", null);
        return names;
    }

    private static NameValueCollection Many()
    {
        var names = new NameValueCollection();
        for (int i = 0; i < 120; i++)
        {
            names.Add($"name {i / 3}", $"{i}");
        }
        return names;
    }
}

internal sealed class UntypedMembersConformance(WireVariant variant) : FamilyConformance<ExpandoObject>(variant)
{
    protected override string GoldenName => "expando";

    // An interface admits sorted tables as well.
    protected override bool HaveOthersOneEncoding => false;

    protected override IEnumerable<Sample<ExpandoObject>> Samples =>
        [new("three", Of(("b", 1), ("a", null), ("B", "x"))), new("empty", new()), new("nested", Of(("inner", Of(("x", 1L))))),
            new("many", Of([.. Enumerable.Range(0, 30).Select(i => ($"member {i}", (object?)i))]))];

    protected override IEnumerable<Root> MoreRoots =>
        [new Root<MemberOf<IDictionary<string, object?>>>("behind an interface", new MemberOf<IDictionary<string, object?>> { Value = Of(("x", 1)) })];

    private static ExpandoObject Of(params (string Name, object? Value)[] members)
    {
        var expando = new ExpandoObject();
        foreach ((string name, object? value) in members)
        {
            ((IDictionary<string, object?>)expando).Add(name, value);
        }
        return expando;
    }
}
