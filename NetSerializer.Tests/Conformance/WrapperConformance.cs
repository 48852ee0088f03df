using System.Collections.ObjectModel;
using System.ComponentModel;
using NetSerializer.Tests.Models;

namespace NetSerializer.Tests.Conformance;

internal sealed class ReadOnlyInt32Conformance(WireVariant variant) : SequenceCollectionConformance<ReadOnlyCollection<int>, int>(variant)
{
    protected override string GoldenName => "readonlycollection-int32";

    protected override ReadOnlyCollection<int> Make(IEnumerable<int> elements) => Array.AsReadOnly([.. elements]);

    protected override int Element(int index) => -index;
}

internal sealed class ReadOnlyStringConformance(WireVariant variant) : SequenceCollectionConformance<ReadOnlyCollection<string?>, string?>(variant)
{
    protected override ReadOnlyCollection<string?> Make(IEnumerable<string?> elements) => elements.ToList().AsReadOnly();

    protected override string? Element(int index) => index % 3 == 2 ? null : $"text {index}";

    protected override int Most => 10;
}

internal sealed class CollectionConformance(WireVariant variant) : SequenceCollectionConformance<Collection<Flat>, Flat>(variant)
{
    protected override string GoldenName => "collection-struct";

    protected override Collection<Flat> Make(IEnumerable<Flat> elements) => [.. elements];

    protected override Flat Element(int index) => new() { Id = index, Name = "n" };

    protected override int Most => 5;
}

internal sealed class ObservableCollectionConformance(WireVariant variant) : SequenceCollectionConformance<ObservableCollection<string?>, string?>(variant)
{
    protected override string GoldenName => "observablecollection-string";

    protected override ObservableCollection<string?> Make(IEnumerable<string?> elements) => [.. elements];

    protected override string? Element(int index) => index % 3 == 2 ? null : $"text {index}";

    protected override int Most => 10;
}

internal sealed class ReadOnlyObservableCollectionConformance(WireVariant variant)
    : SequenceCollectionConformance<ReadOnlyObservableCollection<long>, long>(variant)
{
    protected override string GoldenName => "readonlyobservablecollection-int64";

    protected override ReadOnlyObservableCollection<long> Make(IEnumerable<long> elements) => new([.. elements]);

    protected override long Element(int index) => index << 20;
}

internal sealed class BindingListConformance(WireVariant variant) : SequenceCollectionConformance<BindingList<decimal>, decimal>(variant)
{
    protected override string GoldenName => "bindinglist-decimal";

    protected override BindingList<decimal> Make(IEnumerable<decimal> elements) => [.. elements];

    protected override decimal Element(int index) => index / 4m;
}

internal sealed class ReadOnlyDictionaryConformance(WireVariant variant) : FamilyConformance<ReadOnlyDictionary<string, int>>(variant)
{
    protected override string GoldenName => "readonlydictionary-string";

    protected override IEnumerable<Sample<ReadOnlyDictionary<string, int>>> Samples =>
    [
        new("default comparer", new(new Dictionary<string, int> { ["b"] = 1, ["a"] = 2 })), new("empty", ReadOnlyDictionary<string, int>.Empty),
        new("case ignored", new(new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["b"] = 1, ["A"] = 2 })),
    ];
}

internal sealed class ReadOnlySetConformance(WireVariant variant) : FamilyConformance<ReadOnlySet<int>>(variant)
{
    protected override string GoldenName => "readonlyset-int32";

    protected override IEnumerable<Sample<ReadOnlySet<int>>> Samples => [new("three", new(new HashSet<int> { 3, 1, 2 })), new("empty", ReadOnlySet<int>.Empty)];
}

internal sealed class OrderedDictionaryConformance(WireVariant variant) : FamilyConformance<OrderedDictionary<string, string?>>(variant)
{
    protected override string GoldenName => "ordereddictionary-string";

    protected override IEnumerable<Sample<OrderedDictionary<string, string?>>> Samples =>
        [new("two", new() { ["b"] = "x", ["a"] = null }), new("empty", []),
            new("case ignored", new(StringComparer.OrdinalIgnoreCase) { ["b"] = "x", ["A"] = null })];
}

internal sealed class Int32OrderedDictionaryConformance(WireVariant variant) : FamilyConformance<OrderedDictionary<int, Flat>>(variant)
{
    protected override IEnumerable<Sample<OrderedDictionary<int, Flat>>> Samples =>
        [new("many", new(Enumerable.Range(0, 300).Select(i => KeyValuePair.Create(-i, new Flat { Id = i }))))];
}

internal sealed class KeyedCollectionConformance(WireVariant variant) : FamilyConformance<PartList>(variant)
{
    protected override string GoldenName => "keyedcollection-string";

    protected override IEnumerable<Sample<PartList>> Samples =>
    [
        new("two", new PartList { new Part { Number = "b" }, new Part { Number = "a", Weight = 5 } }),
        new("case ignored", new PartList(StringComparer.OrdinalIgnoreCase) { new Part { Number = "b" } }),
        new("prefixed", new PartList { Prefix = "x" }),
    ];
}

internal sealed class Int32KeyedCollectionConformance(WireVariant variant) : FamilyConformance<ByWeight>(variant)
{
    protected override IEnumerable<Sample<ByWeight>> Samples
    {
        get
        {
            var many = new ByWeight();
            for (int i = 0; i < 300; i++)
            {
                many.Add(new Part { Weight = 7 * i });
            }
            return [new("two", new ByWeight { new Part { Weight = 2 }, new Part { Weight = 1 } }), new("empty", new ByWeight()), new("many", many)];
        }
    }
}

internal sealed class ObservedPartsConformance(WireVariant variant) : FamilyConformance<ObservedParts>(variant)
{
    protected override IEnumerable<Sample<ObservedParts>> Samples =>
        [new("two", new ObservedParts { new Part { Weight = 2 }, null }), new("empty", new ObservedParts { Owner = "me" })];
}

internal sealed class BytesConformance(WireVariant variant) : FamilyConformance<Bytes>(variant)
{
    protected override IEnumerable<Sample<Bytes>> Samples => [new("three", new Bytes { 1, 2, 255 }), new("empty", new Bytes { Offset = -1 })];
}

internal sealed class BoundPartsConformance(WireVariant variant) : FamilyConformance<BoundParts>(variant)
{
    protected override IEnumerable<Sample<BoundParts>> Samples =>
        [new("two", new BoundParts { new Part { Weight = 2 }, null }), new("empty", new BoundParts { IsDirty = true })];
}

internal sealed class SnapshotConformance(WireVariant variant) : FamilyConformance<Snapshot>(variant)
{
    protected override IEnumerable<Sample<Snapshot>> Samples =>
        [new("two", new Snapshot([1, 2]) { Taken = new DateTime(2026, 1, 2) }), new("empty", new Snapshot())];
}
