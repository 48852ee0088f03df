using System.Runtime.CompilerServices;
using NUnit.Framework;

namespace NetSerializer.Tests.Conformance;

internal sealed class BooleanConformance(WireVariant variant) : KeyConformance<bool>(variant)
{
    protected override string GoldenName => "bool";

    protected override IEnumerable<Sample<bool>> Samples => [new("true", true), new("false", false)];
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Finite)]
internal sealed class HalfConformance(WireVariant variant) : KeyConformance<Half>(variant)
{
    protected override string GoldenName => "half";

    protected override IEnumerable<Sample<Half>> Samples =>
    [
        new("one", (Half)1), new("minus zero", Half.NegativeZero), new("smallest", Half.MinValue), new("epsilon", Half.Epsilon),
        .. Variant == WireVariant.Finite
            ? (Sample<Half>[])[] : [new("infinity", Half.PositiveInfinity), new("not a number", BitConverter.UInt16BitsToHalf(0x7E01))],
    ];
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Finite)]
internal sealed class SingleConformance(WireVariant variant) : KeyConformance<float>(variant)
{
    protected override string GoldenName => "float";

    protected override IEnumerable<Sample<float>> Samples =>
    [
        new("one", 1), new("minus zero", -0f), new("smallest", float.MinValue), new("epsilon", float.Epsilon),
        .. Variant == WireVariant.Finite
            ? (Sample<float>[])[] : [new("infinity", float.NegativeInfinity), new("not a number", BitConverter.UInt32BitsToSingle(0x7FC0_0001))],
    ];
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Finite)]
internal sealed class DoubleConformance(WireVariant variant) : KeyConformance<double>(variant)
{
    protected override string GoldenName => "double";

    protected override IEnumerable<Sample<double>> Samples =>
    [
        new("one", 1), new("minus zero", -0d), new("smallest", double.MinValue), new("epsilon", double.Epsilon),
        .. Variant == WireVariant.Finite
            ? (Sample<double>[])[] : [new("infinity", double.PositiveInfinity), new("not a number", BitConverter.UInt64BitsToDouble(0xFFF8_0000_0000_0001))],
    ];
}

internal sealed class DecimalConformance(WireVariant variant) : KeyConformance<decimal>(variant)
{
    protected override string GoldenName => "decimal";

    protected override IEnumerable<Sample<decimal>> Samples =>
    [
        new("123.230 keeps its scale", 123.230m), new("zero", 0m), new("minus zero with scale", new decimal(0, 0, 0, true, 3)),
        new("smallest", decimal.MinValue), new("largest", decimal.MaxValue),
        new("largest scale", new decimal(1, 0, 0, false, 28)), new("2^64", 18446744073709551616m), new("2^64 - 1", 18446744073709551615m),
    ];
}

internal sealed class DateTimeConformance(WireVariant variant) : KeyConformance<DateTime>(variant)
{
    // Local in the second hour of a change of daylight-saving time: only the bits say so.
    private static DateTime SecondHour
    {
        get
        {
            ulong bits = 0xC000_0000_0000_0000 | 638_000_000_000_000_000;
            return Unsafe.BitCast<ulong, DateTime>(bits);
        }
    }

    protected override string GoldenName => "datetime";

    protected override IEnumerable<Sample<DateTime>> Samples =>
    [
        new("a time in UTC", new DateTime(2026, 7, 28, 12, 34, 56, DateTimeKind.Utc)),
        new("a local time", new DateTime(2026, 7, 28, 1, 2, 3, DateTimeKind.Local)), new("first", DateTime.MinValue),
        new("last", DateTime.MaxValue), new("the second hour of a change", SecondHour),
    ];
}

internal sealed class DateTimeOffsetConformance(WireVariant variant) : KeyConformance<DateTimeOffset>(variant)
{
    protected override string GoldenName => "datetimeoffset";

    protected override IEnumerable<Sample<DateTimeOffset>> Samples =>
    [
        new("east", new DateTimeOffset(2026, 7, 28, 12, 34, 56, TimeSpan.FromMinutes(90))), new("first", DateTimeOffset.MinValue),
        new("last", DateTimeOffset.MaxValue),
        new("farthest west", new DateTimeOffset(2026, 7, 28, 0, 0, 0, TimeSpan.FromHours(-14))),
        new("farthest east", new DateTimeOffset(2026, 7, 28, 0, 0, 1, TimeSpan.FromHours(14))),
    ];
}

internal sealed class TimeSpanConformance(WireVariant variant) : KeyConformance<TimeSpan>(variant)
{
    protected override string GoldenName => "timespan";

    protected override IEnumerable<Sample<TimeSpan>> Samples =>
        [new("a day", TimeSpan.FromDays(1)), new("zero", TimeSpan.Zero), new("smallest", TimeSpan.MinValue), new("largest", TimeSpan.MaxValue)];
}

internal sealed class DateOnlyConformance(WireVariant variant) : KeyConformance<DateOnly>(variant)
{
    protected override string GoldenName => "dateonly";

    protected override IEnumerable<Sample<DateOnly>> Samples =>
        [new("a day", new DateOnly(2026, 7, 28)), new("first", DateOnly.MinValue), new("last", DateOnly.MaxValue)];
}

internal sealed class TimeOnlyConformance(WireVariant variant) : KeyConformance<TimeOnly>(variant)
{
    protected override string GoldenName => "timeonly";

    protected override IEnumerable<Sample<TimeOnly>> Samples =>
        [new("noon", new TimeOnly(12, 0)), new("first", TimeOnly.MinValue), new("last", TimeOnly.MaxValue)];
}

internal sealed class GuidConformance(WireVariant variant) : KeyConformance<Guid>(variant)
{
    protected override string GoldenName => "guid";

    protected override IEnumerable<Sample<Guid>> Samples =>
        [new("counting", new Guid("00112233-4455-6677-8899-aabbccddeeff")), new("empty", Guid.Empty), new("all bits", Guid.AllBitsSet)];
}

internal sealed class StringConformance(WireVariant variant) : KeyConformance<string>(variant)
{
    protected override string GoldenName => "string";

    protected override IEnumerable<Sample<string>> Samples =>
    [
        new("ASCII", "Hello"), new("empty", ""), new("Latin-1", "na\u00EFve \u00FF"), new("zero character", "\0"), new("wide", "\u4F60\u597D"),
        new("one wide unit", "\u0100"), new("lone surrogates", "\uD83D-\uDE00\uD83D"),
        new("31 wide", new string('\u0416', 31)), new("32 wide, in blocks", new string('\u0416', 32)), new("63 narrow", new string('n', 63)),
        new("64 narrow, a header of two bytes", new string('n', 64)),
        new("200 wide, two blocks", string.Concat(Enumerable.Range(0, 200).Select(i => (char)(0x3B1 + (i % 25)))) + "!"),
    ];
}

internal sealed class BareObjectConformance(WireVariant variant) : FamilyConformance<object>(variant)
{
    protected override string GoldenName => "object";

    protected override IEnumerable<Sample<object>> Samples =>
    [
        new("a bare object", new object()), new("a boxed int", -3), new("a boxed bool", true), new("a string", "text"), new("an int array", new[] { 1, 2, 3 }),
        new("a list of strings", new List<string> { "a", null! }),
        new("a string dictionary", new Dictionary<string, object> { ["one"] = 1, ["none"] = null! }), new("a boxed decimal", 1.50m),
        new("an array of objects", new object?[] { null, "x", 2.5, Guid.Empty }),
        new("a boxed enum", Shade.Dark), new("a boxed struct", new Flat { Id = 1, Name = "n" }), new("an empty byte array", Array.Empty<byte>()),
    ];

    protected override IEnumerable<Type> Types => [typeof(object[]), typeof(Shade), typeof(Flat)];
}
