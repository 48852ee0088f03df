using System.Numerics;
using NUnit.Framework;

namespace NetSerializer.Tests.Conformance;

/// <summary>Arrays: no element, one, the last short length, the first long one, and a part of a second block.</summary>
internal abstract class ArrayConformance<T>(WireVariant variant) : FamilyConformance<T[]>(variant)
{
    protected virtual IEnumerable<int> Lengths => [3, 0, 1, 31, 32, 130];

    protected abstract T Element(int index);

    protected override IEnumerable<Sample<T[]>> Samples =>
        Lengths.Select(length => new Sample<T[]>($"{length} elements", [.. Enumerable.Range(0, length).Select(Element)]));
}

/// <summary>Integers whose first elements are wide or narrow, so that lengths and blocks of every width occur.</summary>
[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Fixed)]
internal abstract class IntegerArrayConformance<T>(WireVariant variant) : ArrayConformance<T>(variant) where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
{
    protected override string GoldenName => $"array-{typeof(T).Name.ToLowerInvariant()}";

    protected override T Element(int index) => T.CreateTruncating(index % 100);

    protected override IEnumerable<Sample<T[]>> Samples
    {
        get
        {
            T wide = T.MaxValue, signed = T.MinValue < T.Zero ? T.MinValue : T.MaxValue - T.One;
            return
            [
                .. base.Samples, new("one wide of few", [T.One, wide]), new("the ends of the range", [T.MinValue, T.MaxValue, T.Zero]),
                new("one exception in a block", [.. Enumerable.Range(0, 40).Select(i => i == 17 ? wide : Element(i))]),
                new("16 exceptions in 128", [.. Enumerable.Range(0, 128).Select(i => i % 8 == 3 ? signed : Element(i))]),
                new("17 exceptions are too many", [.. Enumerable.Range(0, 128).Select(i => i % 8 == 3 || i == 0 ? wide : Element(i))]),
                new("three of four are wide, two blocks", [.. Enumerable.Range(0, 165).Select(i => i % 4 == 0 ? Element(i) : i % 2 == 0 ? wide : signed)]),
                new("all but seven are wide", [.. Enumerable.Range(0, 33).Select(i => i < 7 ? Element(i) : wide)]),
            ];
        }
    }
}

internal sealed class Int16ArrayConformance(WireVariant variant) : IntegerArrayConformance<short>(variant);

internal sealed class UInt16ArrayConformance(WireVariant variant) : IntegerArrayConformance<ushort>(variant);

internal sealed class CharArrayConformance(WireVariant variant) : IntegerArrayConformance<char>(variant);

internal sealed class Int32ArrayConformance(WireVariant variant) : IntegerArrayConformance<int>(variant);

internal sealed class UInt32ArrayConformance(WireVariant variant) : IntegerArrayConformance<uint>(variant);

internal sealed class Int64ArrayConformance(WireVariant variant) : IntegerArrayConformance<long>(variant);

internal sealed class UInt64ArrayConformance(WireVariant variant) : IntegerArrayConformance<ulong>(variant);

internal sealed class NativeIntArrayConformance(WireVariant variant) : IntegerArrayConformance<nint>(variant);

internal sealed class NativeUIntArrayConformance(WireVariant variant) : IntegerArrayConformance<nuint>(variant);

internal sealed class ByteArrayConformance(WireVariant variant) : ArrayConformance<byte>(variant)
{
    protected override string GoldenName => "array-byte";

    protected override byte Element(int index) => (byte)(index * 7);
}

internal sealed class SByteArrayConformance(WireVariant variant) : ArrayConformance<sbyte>(variant)
{
    protected override sbyte Element(int index) => (sbyte)(index * 7);
}

internal sealed class BooleanArrayConformance(WireVariant variant) : ArrayConformance<bool>(variant)
{
    protected override string GoldenName => "array-bool";

    protected override IEnumerable<int> Lengths => [3, 0, 1, 7, 8, 9, 64, 100];

    protected override bool Element(int index) => index % 3 == 0;
}

internal sealed class DecimalArrayConformance(WireVariant variant) : ArrayConformance<decimal>(variant)
{
    protected override string GoldenName => "array-decimal";

    protected override IEnumerable<int> Lengths => [3, 0, 33];

    protected override decimal Element(int index) => index % 2 == 0 ? index * 1.10m : -index;
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Finite)]
internal sealed class DoubleArrayConformance(WireVariant variant) : ArrayConformance<double>(variant)
{
    protected override string GoldenName => "array-double";

    protected override double Element(int index) => index / 2.0;
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Finite)]
internal sealed class SingleArrayConformance(WireVariant variant) : ArrayConformance<float>(variant)
{
    protected override float Element(int index) => index / 2f;
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Finite)]
internal sealed class HalfArrayConformance(WireVariant variant) : ArrayConformance<Half>(variant)
{
    protected override Half Element(int index) => (Half)(index / 2f);
}

internal sealed class Int128ArrayConformance(WireVariant variant) : ArrayConformance<Int128>(variant)
{
    protected override Int128 Element(int index) => -index;
}

internal sealed class GuidArrayConformance(WireVariant variant) : ArrayConformance<Guid>(variant)
{
    protected override Guid Element(int index) => new(index, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
}

internal sealed class DateTimeArrayConformance(WireVariant variant) : ArrayConformance<DateTime>(variant)
{
    protected override string GoldenName => "array-datetime";

    protected override IEnumerable<int> Lengths => [2, 0, 33];

    protected override DateTime Element(int index) => new DateTime(2026, 1, 1, 0, 0, 0, (DateTimeKind)(index % 3)).AddDays(index);
}

internal sealed class TimeOnlyArrayConformance(WireVariant variant) : ArrayConformance<TimeOnly>(variant)
{
    protected override TimeOnly Element(int index) => new(index);
}

internal sealed class TimeSpanArrayConformance(WireVariant variant) : ArrayConformance<TimeSpan>(variant)
{
    protected override TimeSpan Element(int index) => new(-index);
}

internal sealed class DateOnlyArrayConformance(WireVariant variant) : ArrayConformance<DateOnly>(variant)
{
    protected override string GoldenName => "array-dateonly";

    protected override IEnumerable<int> Lengths => [4, 0, 40, 129];

    protected override DateOnly Element(int index) => DateOnly.FromDayNumber(100 * index);
}

internal sealed class DateTimeOffsetArrayConformance(WireVariant variant) : ArrayConformance<DateTimeOffset>(variant)
{
    protected override string GoldenName => "array-datetimeoffset";

    protected override IEnumerable<int> Lengths => [4, 0, 40];

    protected override DateTimeOffset Element(int index) => new(2026, 1, 1, 0, 0, index % 60, TimeSpan.FromHours((index % 24) - 12));
}

internal sealed class StringArrayConformance(WireVariant variant) : ArrayConformance<string?>(variant)
{
    protected override string GoldenName => "array-string";

    protected override IEnumerable<int> Lengths => [4, 0, 40];

    protected override string? Element(int index) => index % 3 == 1 ? null : $"text {index}";
}

internal sealed class NullableArrayConformance(WireVariant variant) : ArrayConformance<int?>(variant)
{
    protected override IEnumerable<int> Lengths => [4, 0, 40];

    protected override int? Element(int index) => index % 3 == 1 ? null : index;
}

internal sealed class NullableDecimalArrayConformance(WireVariant variant) : ArrayConformance<decimal?>(variant)
{
    protected override decimal? Element(int index) => index % 3 == 1 ? null : index / 100m;
}

internal sealed class NullableBooleanArrayConformance(WireVariant variant) : ArrayConformance<bool?>(variant)
{
    protected override bool? Element(int index) => (index % 3) switch
    {
        0 => null,
        1 => true,
        _ => false,
    };
}

internal sealed class ObjectArrayConformance(WireVariant variant) : ArrayConformance<object?>(variant)
{
    protected override string GoldenName => "array-object";

    protected override IEnumerable<int> Lengths => [5, 0, 40];

    protected override object? Element(int index) => (index % 5) switch
    {
        0 => index,
        1 => "text",
        2 => null,
        3 => new object?[] { index, null },
        _ => new Cat { Age = index },
    };

    protected override IEnumerable<Type> Types => [typeof(Cat)];
}

internal sealed class ClassArrayConformance(WireVariant variant) : ArrayConformance<Cat?>(variant)
{
    protected override string GoldenName => "array-class";

    protected override IEnumerable<int> Lengths => [3, 0, 40];

    protected override Cat? Element(int index) => index % 3 == 1 ? null : new Cat { Name = "cat", Age = index };
}

internal sealed class CovariantArrayConformance(WireVariant variant) : FamilyConformance<Animal[]>(variant)
{
    protected override string GoldenName => "array-covariant";

    protected override IEnumerable<Type> Types => [typeof(Cat[]), typeof(Dog)];

    protected override IEnumerable<Sample<Animal[]>> Samples =>
        [new("animals", [new Cat { Age = 1 }, null!, new Dog("x")]), new("an array of cats", new Cat[] { new() { Age = 2 } })];
}

internal sealed class JaggedArrayConformance(WireVariant variant) : FamilyConformance<int[][]>(variant)
{
    protected override string GoldenName => "array-jagged";

    protected override IEnumerable<Sample<int[][]>> Samples =>
        [new("jagged", [[1, 2], null!, [], [70_000]]), new("empty", []), new("long rows", [[.. Enumerable.Range(0, 40)], [.. Enumerable.Range(0, 300)]])];
}

internal sealed class JaggedObjectArrayConformance(WireVariant variant) : FamilyConformance<string?[]?[]>(variant)
{
    protected override IEnumerable<Sample<string?[]?[]>> Samples => [new("jagged", [["a", null], null, []])];
}

internal sealed class StructArrayConformance(WireVariant variant) : ArrayConformance<Flat>(variant)
{
    protected override string GoldenName => "array-struct";

    protected override IEnumerable<int> Lengths => [2, 0, 40];

    protected override Flat Element(int index) => new() { Id = index, Name = index % 2 == 0 ? null : "n" };
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Fixed)]
internal sealed class RawStructArrayConformance(WireVariant variant) : ArrayConformance<Sizes>(variant)
{
    protected override IEnumerable<int> Lengths => [2, 0, 40];

    protected override Sizes Element(int index) => new() { Width = index, Height = -index, Shade = (Shade)index };
}

internal sealed class EmptyStructArrayConformance(WireVariant variant) : ArrayConformance<Empty>(variant)
{
    protected override Empty Element(int index) => default;
}
