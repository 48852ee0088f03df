using System.Collections;
using System.Collections.Immutable;
using System.Collections.Specialized;
using NUnit.Framework;

namespace NetSerializer.Tests.Conformance;

internal abstract class ImmutableArrayConformance<T>(WireVariant variant) : FamilyConformance<ImmutableArray<T>>(variant)
{
    protected abstract T Element(int index);

    protected override IEnumerable<Sample<ImmutableArray<T>>> Samples =>
        [new("default", default), .. ((int[])[3, 0, 40]).Select(length =>
            new Sample<ImmutableArray<T>>($"{length} elements", [.. Enumerable.Range(0, length).Select(Element)]))];

    protected override IEnumerable<Root> MoreRoots =>
    [
        new Root<MemberOf<IReadOnlyList<T>>>("behind an interface", new MemberOf<IReadOnlyList<T>> { Value = Samples.Last().Value }),
        new Root<T[]>("as an array", [.. Samples.Last().Value]),
    ];
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Fixed)]
internal sealed class Int32ImmutableArrayConformance(WireVariant variant) : ImmutableArrayConformance<int>(variant)
{
    protected override string GoldenName => "immutable-array-int32";

    protected override int Element(int index) => 1000 * index;
}

internal sealed class BooleanImmutableArrayConformance(WireVariant variant) : ImmutableArrayConformance<bool>(variant)
{
    protected override bool Element(int index) => index % 2 == 0;
}

internal sealed class StringImmutableArrayConformance(WireVariant variant) : ImmutableArrayConformance<string?>(variant)
{
    protected override string GoldenName => "immutable-array-string";

    protected override string? Element(int index) => index % 3 == 2 ? null : $"text {index}";
}

internal sealed class BaseClassImmutableArrayConformance(WireVariant variant) : ImmutableArrayConformance<Animal?>(variant)
{
    protected override IEnumerable<Type> Types => [typeof(Dog), typeof(Cat)];

    protected override Animal? Element(int index) => (index % 3) switch
    {
        0 => new Dog("here"),
        1 => new Cat(),
        _ => null,
    };
}

internal sealed class NestedImmutableArrayConformance(WireVariant variant) : ImmutableArrayConformance<ImmutableArray<Flat>>(variant)
{
    protected override ImmutableArray<Flat> Element(int index) =>
        index % 4 == 3 ? default : [.. Enumerable.Range(0, index % 4).Select(i => new Flat { Id = i, Name = "n" })];
}

internal sealed class ObjectImmutableArrayConformance(WireVariant variant) : ImmutableArrayConformance<object?>(variant)
{
    protected override object? Element(int index) => index % 3 == 2 ? null : index % 3 == 1 ? ImmutableArray.Create<object?>(1, null) : 'c';
}

internal sealed class Int64SegmentConformance(WireVariant variant) : FamilyConformance<ArraySegment<long>>(variant)
{
    private static readonly long[] s_array = [.. Enumerable.Range(0, 60).Select(i => i * 300L)];

    protected override string GoldenName => "segment-int64";

    protected override IEnumerable<Sample<ArraySegment<long>>> Samples =>
        [new("of the middle", new(s_array, 5, 3)), new("default", default), new("of nothing", new(s_array, 7, 0)), new("of 40", new(s_array, 1, 40)),
            new("empty", ArraySegment<long>.Empty)];
}

internal sealed class StringSegmentConformance(WireVariant variant) : FamilyConformance<ArraySegment<string?>>(variant)
{
    private static readonly string?[] s_array = ["not this", "a", null, "", "nor this"];

    protected override IEnumerable<Sample<ArraySegment<string?>>> Samples =>
        [new("of the middle", new(s_array, 1, 3)), new("default", default), new("of nothing", new(s_array, 5, 0))];
}

internal sealed class ByteMemoryConformance(WireVariant variant) : FamilyConformance<Memory<byte>>(variant)
{
    private static readonly byte[] s_array = [.. Enumerable.Range(0, 200).Select(i => (byte)i)];

    protected override string GoldenName => "memory-byte";

    protected override IEnumerable<Sample<Memory<byte>>> Samples =>
        [new("a slice", s_array.AsMemory(10, 5)), new("empty", default), new("a long slice", s_array.AsMemory(3))];
}

internal sealed class StructMemoryConformance(WireVariant variant) : FamilyConformance<Memory<Flat>>(variant)
{
    protected override IEnumerable<Sample<Memory<Flat>>> Samples =>
        [new("a slice", new Flat[] { new(), new() { Id = 1, Name = "n" }, new() }.AsMemory(1, 1)), new("empty", default)];
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Fixed)]
internal sealed class CharReadOnlyMemoryConformance(WireVariant variant) : FamilyConformance<ReadOnlyMemory<char>>(variant)
{
    protected override string GoldenName => "read-only-memory-char";

    protected override IEnumerable<Sample<ReadOnlyMemory<char>>> Samples =>
        [new("of a string", "a string".AsMemory(2)), new("empty", default), new("of an array", "wide \u4F60".ToCharArray()),
            new("40 characters", new string('x', 40).AsMemory())];
}

internal sealed class ClassReadOnlyMemoryConformance(WireVariant variant) : FamilyConformance<ReadOnlyMemory<Person?>>(variant)
{
    protected override IEnumerable<Sample<ReadOnlyMemory<Person?>>> Samples => [new("two", new Person?[] { new("a", 1), null }), new("empty", default)];
}

internal sealed class BitArrayConformance(WireVariant variant) : FamilyConformance<BitArray>(variant)
{
    protected override string GoldenName => "bit-array";

    protected override IEnumerable<Sample<BitArray>> Samples =>
        ((int[])[3, 0, 1, 8, 9, 32, 100])
        .Select(length => new Sample<BitArray>($"{length} bits", new BitArray([.. Enumerable.Range(0, length).Select(i => i % 3 == 0)])))
        .Append(new("left over bits", Inverted()));

    protected override IEnumerable<Root> MoreRoots =>
        [new Root<MemberOf<ICollection>>("behind an interface", new MemberOf<ICollection> { Value = new BitArray(5, true) })];

    // Bits behind the end are set in memory.
    private static BitArray Inverted() => new BitArray(11).Not();
}

internal sealed class BitVectorConformance(WireVariant variant) : FamilyConformance<BitVector32>(variant)
{
    protected override string GoldenName => "bit-vector";

    protected override IEnumerable<Sample<BitVector32>> Samples => [new("all", new(-1)), new("none", new(0)), new("some", new(0x12345678))];
}
