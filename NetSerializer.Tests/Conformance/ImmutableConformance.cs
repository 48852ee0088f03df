using System.Collections.Immutable;
using NUnit.Framework;

namespace NetSerializer.Tests.Conformance;

internal sealed class Int32ImmutableListConformance(WireVariant variant) : SequenceCollectionConformance<ImmutableList<int>, int>(variant)
{
    protected override string GoldenName => "immutable-list-int32";

    protected override ImmutableList<int> Make(IEnumerable<int> elements) => [.. elements];

    protected override int Element(int index) => 1000 * index;
}

internal sealed class StringImmutableListConformance(WireVariant variant) : SequenceCollectionConformance<ImmutableList<string?>, string?>(variant)
{
    protected override ImmutableList<string?> Make(IEnumerable<string?> elements) => [.. elements];

    protected override string? Element(int index) => index % 3 == 2 ? null : $"text {index}";

    protected override int Most => 20;
}

internal sealed class GuidImmutableQueueConformance(WireVariant variant) : SequenceCollectionConformance<ImmutableQueue<Guid>, Guid>(variant)
{
    // Part of it lies in each of the two stacks of the queue.
    protected override ImmutableQueue<Guid> Make(IEnumerable<Guid> elements)
    {
        ImmutableQueue<Guid> queue = ImmutableQueue.Create(Guid.Empty);
        foreach (Guid element in elements)
        {
            queue = queue.Enqueue(element);
        }
        return queue.Dequeue();
    }

    protected override Guid Element(int index) => new(index, 1, 2, new byte[8]);
}

internal sealed class ClassImmutableQueueConformance(WireVariant variant) : SequenceCollectionConformance<ImmutableQueue<Person?>, Person?>(variant)
{
    protected override string GoldenName => "immutable-queue-class";

    protected override ImmutableQueue<Person?> Make(IEnumerable<Person?> elements) => [.. elements];

    protected override Person? Element(int index) => index % 3 == 2 ? null : new Person($"name {index}", index);

    protected override int Most => 10;
}

internal sealed class BooleanImmutableStackConformance(WireVariant variant) : SequenceCollectionConformance<ImmutableStack<bool>, bool>(variant)
{
    protected override string GoldenName => "immutable-stack-bool";

    protected override ImmutableStack<bool> Make(IEnumerable<bool> elements) => [.. elements.Reverse()];

    protected override bool Element(int index) => index % 3 == 0;
}

internal sealed class ObjectImmutableStackConformance(WireVariant variant) : SequenceCollectionConformance<ImmutableStack<object?>, object?>(variant)
{
    protected override ImmutableStack<object?> Make(IEnumerable<object?> elements) => [.. elements.Reverse()];

    protected override object? Element(int index) => index % 3 == 2 ? null : index % 3 == 1 ? ImmutableStack.Create<object?>(1, null) : 'c';

    protected override int Most => 10;
}

internal sealed class Int32ImmutableHashSetConformance(WireVariant variant) : FamilyConformance<ImmutableHashSet<int>>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override string GoldenName => "immutable-hash-set-int32";

    protected override IEnumerable<Sample<ImmutableHashSet<int>>> Samples =>
        [new("three", [5, -1, 300]), new("empty", []), new("many", [.. Enumerable.Range(0, 300).Select(i => i * 17)])];

    protected override IEnumerable<Root> MoreRoots =>
        [new Root<MemberOf<IReadOnlySet<int>>>("behind an interface", new MemberOf<IReadOnlySet<int>> { Value = ImmutableHashSet.Create(1, 2) })];
}

internal sealed class StringImmutableHashSetConformance(WireVariant variant) : FamilyConformance<ImmutableHashSet<string?>>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<ImmutableHashSet<string?>>> GoldenSamples => Samples.Where(sample => sample.Value.Count < 2);

    protected override IEnumerable<Sample<ImmutableHashSet<string?>>> Samples =>
        [new("with null", ["a", null, "b"]), new("case ignored", ImmutableHashSet.Create<string?>(StringComparer.OrdinalIgnoreCase!, "A", "b", null)),
            new("ordinal", ImmutableHashSet.Create<string?>(StringComparer.Ordinal!, "A", "a")),
            new("empty", ImmutableHashSet.Create<string?>(StringComparer.InvariantCulture!)), new("one", ["a"])];
}

internal sealed class StructImmutableHashSetConformance(WireVariant variant) : FamilyConformance<ImmutableHashSet<Money>>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<ImmutableHashSet<Money>>> GoldenSamples => Samples.Where(sample => sample.Value.Count < 2);

    protected override IEnumerable<Sample<ImmutableHashSet<Money>>> Samples =>
        [new("one", [new Money(1, "EUR")]), new("two", [new Money(1, "EUR"), new Money(1, "USD")])];
}

internal sealed class Int64ImmutableSortedSetConformance(WireVariant variant) : FamilyConformance<ImmutableSortedSet<long>>(variant)
{
    protected override string GoldenName => "immutable-sorted-set-int64";

    protected override IEnumerable<Sample<ImmutableSortedSet<long>>> Samples =>
        [new("three", [5, -1, 300]), new("empty", []), new("many", [.. Enumerable.Range(0, 300).Select(i => i * 17L)])];
}

internal sealed class StringImmutableSortedSetConformance(WireVariant variant) : FamilyConformance<ImmutableSortedSet<string?>>(variant)
{
    // Where a culture decides the order, another one is put in order.
    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<ImmutableSortedSet<string?>>> Samples =>
        [new("default", ["b", "a", null]), new("ordinal", ImmutableSortedSet.Create<string?>(StringComparer.Ordinal!, "b", "B")),
            new("case ignored", ImmutableSortedSet.Create<string?>(StringComparer.OrdinalIgnoreCase!, "b", "A")), new("empty", [])];
}

internal sealed class Int32ImmutableDictionaryConformance(WireVariant variant) : FamilyConformance<ImmutableDictionary<int, string?>>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override string GoldenName => "immutable-dictionary-int32";

    protected override IEnumerable<Sample<ImmutableDictionary<int, string?>>> Samples =>
    [
        new("two", Enumerable.Range(3, 2).ToImmutableDictionary(i => i, i => i == 3 ? null : "four")), new("empty", ImmutableDictionary<int, string?>.Empty),
        new("values by another comparer", ImmutableDictionary.Create<int, string?>(null, StringComparer.OrdinalIgnoreCase!).Add(1, "x")),
        new("many", Enumerable.Range(0, 300).ToImmutableDictionary(i => i * 7, i => (string?)"v")),
    ];
}

internal sealed class StringImmutableDictionaryConformance(WireVariant variant) : FamilyConformance<ImmutableDictionary<string, Guid>>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override IEnumerable<Sample<ImmutableDictionary<string, Guid>>> GoldenSamples => Samples.Where(sample => sample.Value.Count < 2);

    protected override IEnumerable<Sample<ImmutableDictionary<string, Guid>>> Samples =>
        [new("two", ImmutableDictionary<string, Guid>.Empty.Add("a", Guid.Empty).Add("b", default)),
            new("case ignored", ImmutableDictionary.Create<string, Guid>(StringComparer.OrdinalIgnoreCase).Add("A", default)),
            new("empty", ImmutableDictionary.Create<string, Guid>(StringComparer.Ordinal))];

    protected override IEnumerable<Root> MoreRoots =>
        [new Root<MemberOf<IReadOnlyDictionary<string, Guid>>>(
            "behind an interface", new MemberOf<IReadOnlyDictionary<string, Guid>> { Value = ImmutableDictionary<string, Guid>.Empty.Add("a", default) })];
}

internal sealed class StringImmutableSortedDictionaryConformance(WireVariant variant) : FamilyConformance<ImmutableSortedDictionary<string, string?>>(variant)
{
    protected override bool HasOneEncoding => false;

    protected override string GoldenName => "immutable-sorted-dictionary-string";

    protected override IEnumerable<Sample<ImmutableSortedDictionary<string, string?>>> Samples =>
    [
        new("ordinal, values without case",
            ImmutableSortedDictionary.Create<string, string?>(StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase!).Add("b", "x").Add("B", null)),
            new("default", ImmutableSortedDictionary<string, string?>.Empty.Add("b", "x").Add("a", "y")),
        new("empty", ImmutableSortedDictionary<string, string?>.Empty),
    ];
}

internal sealed class DateImmutableSortedDictionaryConformance(WireVariant variant) : FamilyConformance<ImmutableSortedDictionary<DateOnly, decimal>>(variant)
{
    protected override IEnumerable<Sample<ImmutableSortedDictionary<DateOnly, decimal>>> Samples =>
        [new("three", Enumerable.Range(0, 3).ToImmutableSortedDictionary(i => new DateOnly(2026, 3 - i, 1), i => i * 1.5m)),
            new("many", Enumerable.Range(0, 200).ToImmutableSortedDictionary(i => new DateOnly(2026, 1, 1).AddDays(i), i => 1m))];
}
