using NetSerializer.Tests.Conformance;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// Arrays of scalars are in every model, and stand in every slot of object. A slot of an array type admits those of them alone that are roots or stand in a
/// slot somewhere (docs/wire-format.md, section 6): what the runtime would let pass besides is refused in all the forms that a slot has, in both directions.
/// </summary>
[TestFixture]
internal sealed class UnreachedArrayTests
{
    // By tests, by a hash on writing, and by a table on reading as well: 8 and 64 admitted types are the most without.
    private const int Few = 1, Some = 9, Many = 65;

    [Test]
    public void IsNotWritten([Values] ReferenceHandling references, [Values(Few, Some, Many)] int arrays, [Values] bool isShared)
    {
        char[][] chars = [['a']];
        var pair = new Pair { Any = isShared ? chars : null, Array = chars };
        ValueNotSerializableException refused = Assert.Throws<ValueNotSerializableException>(() => Model(references, arrays).Serialize(pair));
        Assert.That((refused.Code, refused.Path), Is.EqualTo((ErrorCode.TypeNotRegistered, $"{typeof(Pair).FullName!.Replace('+', '.')}.Array")));
    }

    [Test]
    public void IsNotReadUnderItsId([Values] ReferenceHandling references, [Values(Few, Some, Many)] int arrays)
    {
        TypeModel model = Model(references, arrays);
        byte[] nothing = model.Serialize(new Pair()), chars = model.Serialize<object>(new char[][] { ['a'] });
        var rejected = Assert.Throws<MalformedDataException>(() => model.Deserialize<Pair>((ReadOnlySpan<byte>)[.. nothing[..^1], .. chars]));
        Assert.That((rejected.Code, rejected.Offset), Is.EqualTo((ErrorCode.TypeIdNotAdmitted, nothing.Length - 1)));
    }

    [Test]
    public void IsNotReferredTo([Values(Few, Some, Many)] int arrays)
    {
        const byte first = 1 << 1 | 1;
        TypeModel model = Model(ReferenceHandling.Preserve, arrays);
        byte[] bytes = model.Serialize(new Pair { Any = new char[][] { ['a'] } });
        Assert.That(bytes[^1], Is.Zero, "the array");
        bytes[^1] = first;
        var rejected = Assert.Throws<MalformedDataException>(() => model.Deserialize<Pair>(bytes));
        Assert.That((rejected.Code, rejected.Offset), Is.EqualTo((ErrorCode.ReferenceNotAdmitted, bytes.Length - 1)));
    }

    [Test]
    public void OneThatIsReachedIsAdmitted([Values] ReferenceHandling references, [Values(Few, Some, Many)] int arrays, [Values] bool isShared)
    {
        string[] texts = ["a"];
        Pair copy = Model(references, arrays).DeepClone(new Pair { Any = isShared ? texts : null, Array = texts });
        Assert.That(copy.Array, Is.TypeOf<string[]>().And.EqualTo(texts));
        Assert.That(ReferenceEquals(copy.Array, copy.Any), Is.EqualTo(isShared && references == ReferenceHandling.Preserve));
    }

    // Arrays of arrays of one class, of more and more dimensions.
    private static TypeModel Model(ReferenceHandling references, int arrays)
    {
        var types = new List<Type> { typeof(Pair), typeof(string[]) };
        for (Type type = typeof(MemberOf<int>[]); types.Count <= arrays; type = type.MakeArrayType())
        {
            types.Add(type);
        }
        return TypeModel.Create(types, new SerializerOptions { References = references });
    }

    [Serializable]
    internal sealed class Pair
    {
        public object? Any;
        public object[]? Array;
    }
}
