using System.Runtime.Serialization;
using NetSerializer.Tests.Models;

namespace NetSerializer.Tests.Conformance;

/// <summary>Objects that say themselves what they consist of, by entries with names. One that the constructor does not ask for is let go.</summary>
internal abstract class EntriesConformance<T>(WireVariant variant) : FamilyConformance<T>(variant)
{
    protected override bool HasOneEncoding => false;
}

internal sealed class ObjectDataConformance(WireVariant variant) : EntriesConformance<Measurement>(variant)
{
    protected override string GoldenName => "object-data";

    protected override IEnumerable<Sample<Measurement>> Samples =>
        [new("three entries", new Measurement(1.5, "m", new DateTime(2026, 7, 28))), new("a null among them", new Measurement(-1, null, default))];
}

internal sealed class DerivedObjectDataConformance(WireVariant variant) : EntriesConformance<Sheet>(variant)
{
    protected override string GoldenName => "object-data-derived";

    protected override IEnumerable<Type> Types => [typeof(SignedSheet), typeof(Measurement), typeof(Bearing)];

    protected override IEnumerable<Sample<Sheet>> Samples =>
    [
        new("base", new Sheet("head", new Measurement(1, "m", default))), new("derived", new SignedSheet(null, null, new Bearing(90, "north"))),
        new("nested", new Sheet(new SignedSheet(5, null, default(Bearing)), null)),
    ];
}

internal sealed class StructObjectDataConformance(WireVariant variant) : EntriesConformance<Bearing>(variant)
{
    protected override string GoldenName => "object-data-struct";

    protected override IEnumerable<Sample<Bearing>> Samples => [new("two entries", new Bearing(300, "south")), new("default", default)];
}

/// <summary>Objects that may name another one in their place; these name themselves.</summary>
internal sealed class ObjectReferenceConformance(WireVariant variant) : FamilyConformance<Token>(variant)
{
    protected override string GoldenName => "object-reference";

    protected override IEnumerable<Sample<Token>> Samples => [new("both", new Token { Number = 300, Text = "text" }), new("neither", new Token())];
}

internal sealed class StructObjectReferenceConformance(WireVariant variant) : FamilyConformance<TokenValue>(variant)
{
    protected override string GoldenName => "object-reference-struct";

    protected override IEnumerable<Sample<TokenValue>> Samples => [new("both", new TokenValue { Number = -1, Text = "text" }), new("default", default)];
}

[Serializable]
internal sealed class Token : IObjectReference
{
    public int Number;
    public string? Text;

    public object GetRealObject(StreamingContext context) => this;
}

[Serializable]
internal struct TokenValue : IObjectReference
{
    public int Number;
    public string? Text;

    public readonly object GetRealObject(StreamingContext context) => this;
}
