using Microsoft.FSharp.Collections;
using Microsoft.FSharp.Core;
using NUnit.Framework;

namespace NetSerializer.Tests.Conformance;

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Fixed)]
internal sealed class Int32FSharpListConformance(WireVariant variant) : SequenceCollectionConformance<FSharpList<int>, int>(variant)
{
    protected override string GoldenName => "fsharp-list-int32";

    protected override FSharpList<int> Make(IEnumerable<int> elements) => ListModule.OfSeq(elements);

    protected override int Element(int index) => 1000 * index;
}

internal sealed class ClassFSharpListConformance(WireVariant variant) : SequenceCollectionConformance<FSharpList<Person?>, Person?>(variant)
{
    protected override string GoldenName => "fsharp-list-class";

    protected override FSharpList<Person?> Make(IEnumerable<Person?> elements) => ListModule.OfSeq(elements);

    protected override Person? Element(int index) => index % 3 == 2 ? null : new Person($"name {index}", index);

    protected override int Most => 10;

    protected override IEnumerable<Root> MoreRoots =>
        [new Root<MemberOf<IReadOnlyList<int>>>("behind an interface", new MemberOf<IReadOnlyList<int>> { Value = ListModule.OfSeq([1, 2]) })];

    protected override IEnumerable<Type> Types => [.. base.Types, typeof(FSharpList<int>)];
}

internal sealed class Int64FSharpSetConformance(WireVariant variant) : FamilyConformance<FSharpSet<long>>(variant)
{
    protected override string GoldenName => "fsharp-set-int64";

    protected override IEnumerable<Sample<FSharpSet<long>>> Samples =>
        [new("three", new([5, -1, 300])), new("empty", new([])), new("many", new(Enumerable.Range(0, 300).Select(i => i * 17L)))];
}

internal sealed class StringFSharpSetConformance(WireVariant variant) : FamilyConformance<FSharpSet<string?>>(variant)
{
    protected override string GoldenName => "fsharp-set-string";

    protected override IEnumerable<Sample<FSharpSet<string?>>> Samples =>
        [new("in the order of code units", new(["a", "B", "b", null])), new("empty", new([]))];
}

internal sealed class StringFSharpMapConformance(WireVariant variant) : FamilyConformance<FSharpMap<string, Guid>>(variant)
{
    protected override string GoldenName => "fsharp-map-string";

    protected override IEnumerable<Sample<FSharpMap<string, Guid>>> Samples =>
        [new("three", new([new("a", default), new("B", new(1, 2, 3, new byte[8])), new("b", default)])), new("empty", new([]))];
}

/// <summary>None, a key of F#, is null.</summary>
internal sealed class OptionFSharpMapConformance(WireVariant variant) : FamilyConformance<FSharpMap<FSharpOption<int>, string?>>(variant)
{
    // Code of the key decides on the order.
    protected override bool HasOneEncoding => false;

    protected override string GoldenName => "fsharp-map-option";

    protected override IEnumerable<Sample<FSharpMap<FSharpOption<int>, string?>>> Samples =>
        [new("two", new([new(FSharpOption<int>.None, "none"), new(FSharpOption<int>.Some(5), null)])), new("empty", new([]))];
}
