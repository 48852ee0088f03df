using NetSerializer.Tests.Models;

namespace NetSerializer.Tests.Conformance;

internal sealed class ObjectDataConformance(WireVariant variant) : FamilyConformance<Measurement>(variant)
{
    protected override string GoldenName => "object-data";

    protected override IEnumerable<Sample<Measurement>> Samples => [new("three entries", new Measurement(1.5, "m", new DateTime(2026, 7, 28))), new("a null among them", new Measurement(-1, null, default))];
}

internal sealed class DerivedObjectDataConformance(WireVariant variant) : FamilyConformance<Sheet>(variant)
{
    protected override string GoldenName => "object-data-derived";

    protected override IEnumerable<Type> Types => [typeof(SignedSheet), typeof(Measurement), typeof(Bearing)];

    protected override IEnumerable<Sample<Sheet>> Samples =>
    [
        new("base", new Sheet("head", new Measurement(1, "m", default))), new("derived", new SignedSheet(null, null, new Bearing(90, "north"))), new("nested", new Sheet(new SignedSheet(5, null, default(Bearing)), null)),
    ];
}

internal sealed class StructObjectDataConformance(WireVariant variant) : FamilyConformance<Bearing>(variant)
{
    protected override string GoldenName => "object-data-struct";

    protected override IEnumerable<Sample<Bearing>> Samples => [new("two entries", new Bearing(300, "south")), new("default", default)];
}
