using NUnit.Framework;

namespace NetSerializer.Tests.Conformance;

/// <summary>Families whose values can be keys too.</summary>
internal abstract class KeyConformance<T>(WireVariant variant) : FamilyConformance<T>(variant) where T : notnull
{
    protected override IEnumerable<Root> MoreRoots => Positions.Keys<T>([.. Samples]);
}

/// <summary>Integers: the ends of their range, and where their varint grows by a byte.</summary>
[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Fixed)]
internal abstract class IntegerConformance<T>(WireVariant variant) : KeyConformance<T>(variant) where T : struct, System.Numerics.IBinaryInteger<T>,
    System.Numerics.IMinMaxValue<T>
{
    protected override IEnumerable<Sample<T>> Samples
    {
        get
        {
            T[] edges = [T.One, T.Zero, T.MinValue, T.MaxValue, .. Edges().Where(edge => edge > T.Zero && edge < T.MaxValue)];
            IEnumerable<T> all = T.MinValue < T.Zero ? edges.Concat(edges.Select(edge => -edge - T.One)) : edges;
            return all.Distinct().Select(value => new Sample<T>(value.ToString()!, value));
        }
    }

    // Below and above 2^7, 2^14, ... for unsigned types, half of that for zigzag.
    private static IEnumerable<T> Edges()
    {
        int bits = T.MaxValue.GetShortestBitLength();
        for (int bit = T.MinValue < T.Zero ? 6 : 7; bit < bits; bit += 7)
        {
            yield return (T.One << bit) - T.One;
            yield return T.One << bit;
        }
    }
}

[TestFixture(WireVariant.Varint)]
internal sealed class ByteConformance(WireVariant variant) : IntegerConformance<byte>(variant)
{
    protected override string GoldenName => "byte";
}

[TestFixture(WireVariant.Varint)]
internal sealed class SByteConformance(WireVariant variant) : IntegerConformance<sbyte>(variant)
{
    protected override string GoldenName => "sbyte";
}

internal sealed class Int16Conformance(WireVariant variant) : IntegerConformance<short>(variant)
{
    protected override string GoldenName => "int16";
}

internal sealed class UInt16Conformance(WireVariant variant) : IntegerConformance<ushort>(variant)
{
    protected override string GoldenName => "uint16";
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Fixed)]
internal sealed class CharConformance(WireVariant variant) : KeyConformance<char>(variant)
{
    protected override string GoldenName => "char";

    protected override IEnumerable<Sample<char>> Samples =>
        [new("a", 'a'), new("zero", '\0'), new("DEL", '\x7F'), new("first of two bytes", '\x80'), new("last of two bytes", '\x3FFF'),
            new("a surrogate", '\xD800'), new("the last", '\xFFFF')];
}

internal sealed class Int32Conformance(WireVariant variant) : IntegerConformance<int>(variant)
{
    protected override string GoldenName => "int32";
}

internal sealed class UInt32Conformance(WireVariant variant) : IntegerConformance<uint>(variant)
{
    protected override string GoldenName => "uint32";
}

internal sealed class Int64Conformance(WireVariant variant) : IntegerConformance<long>(variant)
{
    protected override string GoldenName => "int64";
}

internal sealed class UInt64Conformance(WireVariant variant) : IntegerConformance<ulong>(variant)
{
    protected override string GoldenName => "uint64";
}

internal sealed class NativeIntConformance(WireVariant variant) : IntegerConformance<nint>(variant)
{
    protected override string GoldenName => "nint";
}

internal sealed class NativeUIntConformance(WireVariant variant) : IntegerConformance<nuint>(variant)
{
    protected override string GoldenName => "nuint";
}

[TestFixture(WireVariant.Varint)]
internal sealed class Int128Conformance(WireVariant variant) : KeyConformance<Int128>(variant)
{
    protected override string GoldenName => "int128";

    protected override IEnumerable<Sample<Int128>> Samples =>
        [new("one", 1), new("smallest", Int128.MinValue), new("largest", Int128.MaxValue), new("minus two", -2)];
}

[TestFixture(WireVariant.Varint)]
internal sealed class UInt128Conformance(WireVariant variant) : KeyConformance<UInt128>(variant)
{
    protected override string GoldenName => "uint128";

    protected override IEnumerable<Sample<UInt128>> Samples => [new("one", 1), new("zero", 0), new("largest", UInt128.MaxValue), new("2^64", (UInt128)1 << 64)];
}
