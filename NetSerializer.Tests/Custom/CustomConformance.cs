using System.Globalization;
using NetSerializer.Tests.Conformance;
using NUnit.Framework;

namespace NetSerializer.Tests.Custom;

/// <summary>User code: forms that the library knows nothing of.</summary>
internal abstract class OpaqueConformance<T>(WireVariant variant) : FamilyConformance<T>(variant)
{
    protected sealed override bool IsOpaque => true;
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Framed)]
internal sealed class OpaqueEverythingConformance(WireVariant variant) : OpaqueConformance<Everything>(variant)
{
    protected override IReadOnlyList<CustomSerializer> Serializers => [CustomSerializer.For(new EverythingSerializer())];

    protected override IEnumerable<Sample<Everything>> Samples =>
    [
        new("mixed", new Everything(
            true, 7, -7, 'Ж', -300, 60000, int.MinValue, uint.MaxValue, long.MinValue, ulong.MaxValue, Half.MaxValue, 1.5f, -2.25,
            79.228162514264337593543950335m, DateTime.UnixEpoch,
            new DateTimeOffset(2026, 11, 21, 8, 0, 0, TimeSpan.FromHours(-3)), TimeSpan.MinValue, DateOnly.MaxValue, TimeOnly.MaxValue,
            new Guid("00112233-4455-6677-8899-aabbccddeeff"), "text", "имя", "bytes ж")),
        new("least", new Everything(false, 0, 0, '\0', 0, 0, 0, 0, 0, 0, Half.Zero, 0, 0, 0, default, default, default, default, default, default, null, "",
            "")),
    ];
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Framed)]
internal sealed class OpaqueChainConformance(WireVariant variant) : OpaqueConformance<Chain<string>>(variant)
{
    protected override IReadOnlyList<CustomSerializer> Serializers => [CustomSerializer.ForGeneric(typeof(Chain<>), typeof(ChainSerializer<>))];

    protected override IEnumerable<Sample<Chain<string>>> Samples => [new("three", new("a", new(null, new("ж", null)))), new("one", new(null, null))];
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Finite)]
[TestFixture(WireVariant.Framed)]
internal sealed class OpaqueMetersConformance(WireVariant variant) : OpaqueConformance<Meters>(variant)
{
    protected override IReadOnlyList<CustomSerializer> Serializers => [CustomSerializer.For(new MetersSerializer(0.5))];

    protected override IEnumerable<Sample<Meters>> Samples => [new("two", new(2)), new("none", default)];
}

internal sealed class OpaqueCultureConformance(WireVariant variant) : OpaqueConformance<CultureInfo>(variant)
{
    protected override IReadOnlyList<CustomSerializer> Serializers => [CustomSerializer.For(new CultureSerializer())];

    protected override IEnumerable<Sample<CultureInfo>> Samples =>
        [new("german", CultureInfo.GetCultureInfo("de-DE")), new("japanese", CultureInfo.GetCultureInfo("ja"))];
}

internal sealed class OpaqueSurrogateConformance(WireVariant variant) : OpaqueConformance<Angle>(variant)
{
    protected override IReadOnlyList<CustomSerializer> Serializers => [new Surrogate<Angle, double>(angle => angle.Degrees, degrees => new Angle(degrees))];

    protected override IEnumerable<Sample<Angle>> Samples => [new("right", new(90)), new("zero", new(0))];
}

internal sealed class OpaqueSelfWrittenConformance(WireVariant variant) : OpaqueConformance<SelfWritten>(variant)
{
    protected override IEnumerable<Sample<SelfWritten>> Samples =>
        [new("short", new() { Text = "abc", Number = 5 }), new("long", new() { Text = new string('x', 300) })];
}

internal sealed class OpaqueSelfWrittenStructConformance(WireVariant variant) : OpaqueConformance<SelfWrittenStruct>(variant)
{
    protected override IEnumerable<Sample<SelfWrittenStruct>> Samples => [new("small", new(5)), new("large", new(long.MinValue))];
}
