using NUnit.Framework;

namespace NetSerializer.Tests.Conformance;

internal abstract class ListConformance<T>(WireVariant variant) : FamilyConformance<List<T>>(variant)
{
    protected abstract T Element(int index);

    protected override IEnumerable<Sample<List<T>>> Samples =>
        ((int[])[3, 0, 40]).Select(length => new Sample<List<T>>($"{length} elements", [.. Enumerable.Range(0, length).Select(Element)]));

    protected override IEnumerable<Root> MoreRoots =>
    [
        new Root<MemberOf<IReadOnlyList<T>>>("behind an interface", new MemberOf<IReadOnlyList<T>> { Value = Samples.First().Value }),
        new Root<T[]>("as an array", [.. Samples.First().Value]),
        new Root<MemberOf<IEnumerable<T>>>("an array behind an interface", new MemberOf<IEnumerable<T>> { Value = Samples.First().Value.ToArray() }),
    ];
}

[TestFixture(WireVariant.Varint)]
[TestFixture(WireVariant.Fixed)]
internal sealed class Int32ListConformance(WireVariant variant) : ListConformance<int>(variant)
{
    protected override string GoldenName => "list-int32";

    protected override int Element(int index) => 1000 * index;
}

internal sealed class ByteListConformance(WireVariant variant) : ListConformance<byte>(variant)
{
    protected override byte Element(int index) => (byte)index;
}

internal sealed class BooleanListConformance(WireVariant variant) : ListConformance<bool>(variant)
{
    protected override bool Element(int index) => index % 2 == 0;
}

internal sealed class StringListConformance(WireVariant variant) : ListConformance<string?>(variant)
{
    protected override string GoldenName => "list-string";

    protected override string? Element(int index) => index % 3 == 2 ? null : $"text {index}";
}

internal sealed class StructListConformance(WireVariant variant) : ListConformance<Flat>(variant)
{
    protected override Flat Element(int index) => new() { Id = index, Name = "n" };
}

internal sealed class RawStructListConformance(WireVariant variant) : ListConformance<Point>(variant)
{
    protected override Point Element(int index) => new() { X = index };
}

internal sealed class EnumListConformance(WireVariant variant) : ListConformance<Shade>(variant)
{
    protected override Shade Element(int index) => (Shade)index;
}

internal sealed class ClassListConformance(WireVariant variant) : ListConformance<Person?>(variant)
{
    protected override Person? Element(int index) => index % 3 == 2 ? null : new Person($"name {index}", index);
}

internal sealed class BaseClassListConformance(WireVariant variant) : ListConformance<Animal?>(variant)
{
    protected override IEnumerable<Type> Types => [typeof(Dog), typeof(Cat)];

    protected override Animal? Element(int index) => (index % 3) switch
    {
        0 => new Dog("here"),
        1 => new Cat(),
        _ => null,
    };
}

internal sealed class ListOfListsConformance(WireVariant variant) : ListConformance<List<long>?>(variant)
{
    protected override List<long>? Element(int index) => index % 4 == 3 ? null : [.. Enumerable.Range(0, index).Select(i => (long)i)];
}

internal sealed class ListOfObjectsConformance(WireVariant variant) : ListConformance<object?>(variant)
{
    protected override object? Element(int index) => index % 3 == 2 ? null : index % 3 == 1 ? new List<object?> { 1, null } : 'c';
}

internal sealed class ListOfDictionariesConformance(WireVariant variant) : ListConformance<Dictionary<string, int>>(variant)
{
    protected override Dictionary<string, int> Element(int index) => new() { ["index"] = index };
}
