using NUnit.Framework;

namespace NetSerializer.Tests.Conformance;

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Fixed)]
internal sealed class NullableInt32Conformance(WireVariant variant) : FamilyConformance<int?>(variant)
{
    protected override string GoldenName => "nullable-int32";

    protected override IEnumerable<Sample<int?>> Samples => [new("some", 300), new("zero", 0)];
}

internal sealed class NullableDecimalConformance(WireVariant variant) : FamilyConformance<decimal?>(variant)
{
    protected override string GoldenName => "nullable-decimal";

    protected override IEnumerable<Sample<decimal?>> Samples => [new("some", 1.10m)];
}

internal sealed class NullableGuidConformance(WireVariant variant) : FamilyConformance<Guid?>(variant)
{
    protected override IEnumerable<Sample<Guid?>> Samples => [new("some", Guid.AllBitsSet)];
}

internal sealed class NullableEnumConformance(WireVariant variant) : FamilyConformance<Shade?>(variant)
{
    protected override IEnumerable<Sample<Shade?>> Samples => [new("some", Shade.Light)];
}

internal sealed class NullableStructConformance(WireVariant variant) : FamilyConformance<Flat?>(variant)
{
    protected override string GoldenName => "nullable-struct";

    protected override IEnumerable<Sample<Flat?>> Samples => [new("some", new Flat { Id = 1, Name = "n" })];
}

internal sealed class NullableRawStructConformance(WireVariant variant) : FamilyConformance<Point?>(variant)
{
    protected override IEnumerable<Sample<Point?>> Samples => [new("some", new Point { X = 1 })];
}

internal sealed class NullableTupleConformance(WireVariant variant) : FamilyConformance<(int, string)?>(variant)
{
    protected override IEnumerable<Sample<(int, string)?>> Samples => [new("some", (1, "s"))];
}
