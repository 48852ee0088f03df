using NUnit.Framework;

namespace NetSerializer.Tests.Conformance;

[Flags]
internal enum ByteFlags : byte
{
    None = 0,
    Low = 1,
    High = 0x80,
}

internal enum SByteSteps : sbyte
{
    Down = -128,
    Stay = 0,
    Up = 127,
}

internal enum Int16Steps : short
{
    Down = short.MinValue,
    Stay = 0,
    Up = short.MaxValue,
}

internal enum UInt16Steps : ushort
{
    Stay = 0,
    Up = ushort.MaxValue,
}

internal enum Shade
{
    Light = -1,
    None = 0,
    Dark = 3,
}

internal enum UInt32Steps : uint
{
    Stay = 0,
    Up = uint.MaxValue,
}

internal enum Int64Steps : long
{
    Down = long.MinValue,
    Stay = 0,
    Up = long.MaxValue,
}

internal enum UInt64Steps : ulong
{
    Stay = 0,
    Up = ulong.MaxValue,
}

/// <summary>Every name of the enum, and a number without one, which passes through.</summary>
[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Fixed)]
internal abstract class EnumConformance<T>(WireVariant variant) : KeyConformance<T>(variant) where T : struct, Enum
{
    protected override string GoldenName => $"enum-{ValueName(typeof(T).GetEnumUnderlyingType())}";

    protected override IEnumerable<Sample<T>> Samples =>
        [.. Enum.GetValues<T>().Reverse().Select(value => new Sample<T>(value.ToString(), value)),
            new Sample<T>("without a name", (T)Enum.ToObject(typeof(T), 77))];

    protected override IEnumerable<Root> MoreRoots =>
    [
        .. base.MoreRoots,
        new Root<T[]>("in blocks", [.. Enumerable.Range(0, 150).Select(i => (T)Enum.ToObject(typeof(T), i % 90))]),
        new Root<MemberOf<IComparable>>("behind IComparable", new MemberOf<IComparable> { Value = Samples.First().Value }),
    ];

    private static string ValueName(Type type) => type.Name.ToLowerInvariant();
}

[TestFixture(WireVariant.Varint)]
internal sealed class ByteEnumConformance(WireVariant variant) : EnumConformance<ByteFlags>(variant);

[TestFixture(WireVariant.Varint)]
internal sealed class SByteEnumConformance(WireVariant variant) : EnumConformance<SByteSteps>(variant);

internal sealed class Int16EnumConformance(WireVariant variant) : EnumConformance<Int16Steps>(variant);

internal sealed class UInt16EnumConformance(WireVariant variant) : EnumConformance<UInt16Steps>(variant);

internal sealed class Int32EnumConformance(WireVariant variant) : EnumConformance<Shade>(variant);

internal sealed class UInt32EnumConformance(WireVariant variant) : EnumConformance<UInt32Steps>(variant);

internal sealed class Int64EnumConformance(WireVariant variant) : EnumConformance<Int64Steps>(variant);

internal sealed class UInt64EnumConformance(WireVariant variant) : EnumConformance<UInt64Steps>(variant);

internal sealed class AnyEnumConformance(WireVariant variant) : FamilyConformance<Enum>(variant)
{
    protected override IEnumerable<Type> Types => [typeof(ByteFlags), typeof(Int64Steps)];

    protected override IEnumerable<Sample<Enum>> Samples => [new("flags", ByteFlags.High), new("steps", Int64Steps.Down)];
}

internal sealed class AnyValueTypeConformance(WireVariant variant) : FamilyConformance<ValueType>(variant)
{
    protected override IEnumerable<Type> Types => [typeof(ByteFlags), typeof(Flat)];

    protected override IEnumerable<Sample<ValueType>> Samples => [new("flags", ByteFlags.High), new("an int", 5), new("a struct", new Flat { Id = 1 })];
}
