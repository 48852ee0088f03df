using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>The ids of a model given to another, types that a model takes, and calls on arrays.</summary>
public sealed class GivenBackTests
{
    private static readonly Type[] s_roots = [typeof(Circle), typeof(Square), typeof(Dictionary<string, Circle>), typeof(DayOfWeek)];

    [Test]
    public void The_ids_of_a_model_make_the_same_model()
    {
        var options = new SerializerOptions { TypeIds = new Dictionary<Type, ushort> { [typeof(Square)] = 300 } };
        TypeModel grown = TypeModel.Create(s_roots, options).With(typeof(Shape[]));
        Type[] roots = [typeof(Shape[]), .. s_roots.Reverse()];
        TypeModel again = TypeModel.Create(roots, new SerializerOptions { TypeIds = grown.TypeIds });
        Assert.Multiple(() =>
        {
            Assert.That(again.Fingerprint.ToArray(), Is.EqualTo(grown.Fingerprint.ToArray()));
            Assert.That(again.TypeIds, Is.EqualTo(grown.TypeIds));
            Assert.That(again.DeepClone(new Square { Side = 2 }).Side, Is.EqualTo(2));
        });
    }

    [Test]
    public void A_built_in_type_with_another_id_is_still_a_problem() =>
        Assert.That(() => TypeModel.Create(s_roots, new SerializerOptions { TypeIds = new Dictionary<Type, ushort> { [typeof(int)] = 8 } }),
            Throws.TypeOf<TypeModelException>().With.Property("Code").EqualTo(ErrorCode.InvalidTypeId));

    [Test]
    public void A_table_of_ids_is_a_dictionary()
    {
        TypeIdTable ids = TypeModel.Create(s_roots).TypeIds;
        IReadOnlyDictionary<Type, ushort> table = ids;
        Assert.Multiple(() =>
        {
            Assert.That(table.Keys.Zip(table.Values).Select(pair => KeyValuePair.Create(pair.First, pair.Second)), Is.EqualTo(ids));
            Assert.That(table.ContainsKey(typeof(Circle)) && !table.ContainsKey(typeof(Shape[])));
            Assert.That(table.TryGetValue(typeof(int), out ushort id) ? id : 0, Is.EqualTo(7));
        });
    }

    [TestCase(typeof(Circle), true)]
    [TestCase(typeof(Shape), true, Description = "a base class")]
    [TestCase(typeof(object), true)]
    [TestCase(typeof(int), true)]
    [TestCase(typeof(int?), true)]
    [TestCase(typeof(List<string>), true)]
    [TestCase(typeof(DayOfWeek), true)]
    [TestCase(typeof(IEnumerable<int>), true)]
    [TestCase(typeof(Shape[]), false)]
    [TestCase(typeof(Circle[]), false)]
    [TestCase(typeof(IDisposable), false)]
    [TestCase(typeof(DayOfWeek?), true)]
    [TestCase(typeof(Exception), false)]
    [TestCase(typeof(List<>), false)]
    public void A_model_says_what_it_takes(Type type, bool expected)
    {
        TypeModel model = TypeModel.Create(s_roots);
        Assert.That(model.CanSerialize(type), Is.EqualTo(expected));
    }

    [Test]
    public void Values_that_a_base_class_covers_and_replaced_scalars_are_known()
    {
        TypeModel model = TypeModel.Create([typeof(Type), typeof(long)], new SerializerOptions
        { Serializers = [CustomSerializer.Surrogate<long, string>(value => $"{value}", long.Parse)] });
        Assert.Multiple(() =>
        {
            Assert.That(model.CanSerialize(typeof(int).GetType()), "the class of all types");
            Assert.That(model.CanSerialize(typeof(long)));
            Assert.That(model.CanSerialize(typeof(long[])), Is.False);
            Assert.That(() => model.CanSerialize(null!), Throws.ArgumentNullException);
        });
    }

    [Test]
    public void Arrays_are_read_like_spans()
    {
        TypeModel model = TypeModel.Create(s_roots);
        byte[] bytes = model.Serialize(new Square { Side = 7 }), direct = model.SerializeDirect(new Square { Side = 8 });
        byte[] framed = [1, 2, .. bytes, 3];
        Assert.Multiple(() =>
        {
            Assert.That(model.Deserialize<Square>(bytes)!.Side, Is.EqualTo(7));
            Assert.That(model.Deserialize(bytes), Is.TypeOf<Square>());
            Assert.That(model.Deserialize(typeof(Shape), bytes), Is.TypeOf<Square>());
            Assert.That(model.DeserializeDirect<Square>(direct)!.Side, Is.EqualTo(8));
            Assert.That(model.PeekType(bytes), Is.EqualTo(typeof(Square)));
            Assert.That(model.Deserialize<Square>(framed, 2, bytes.Length)!.Side, Is.EqualTo(7));
            Assert.That(model.Deserialize<Square>(framed, 2, out int consumed)!.Side, Is.EqualTo(7));
            Assert.That(consumed, Is.EqualTo(bytes.Length));
            Assert.That(() => model.Deserialize<Square>(framed, 2, framed.Length), Throws.TypeOf<ArgumentOutOfRangeException>());
            Assert.That(() => model.Deserialize<Square>(framed, 9999, out _), Throws.TypeOf<ArgumentOutOfRangeException>());
            byte[] room = new byte[bytes.Length];
            Assert.That(model.TrySerialize(room, new Square { Side = 7 }, out int written) && written == bytes.Length, Is.True);
            Assert.That(room, Is.EqualTo(bytes));
            Assert.That(model.TrySerialize(new byte[1], new Square { Side = 7 }, out _), Is.False);
            Assert.That(() => model.Deserialize<Square>([.. bytes, 0]), Throws.TypeOf<MalformedDataException>());
        });
    }

    [Test]
    public void An_array_that_is_null_is_refused()
    {
        TypeModel model = TypeModel.Create(s_roots);
        byte[] none = null!;
        foreach (Action call in (Action[])[
            () => model.Deserialize<Square>(none), () => model.Deserialize(none), () => model.Deserialize(typeof(Square), none),
            () => model.DeserializeDirect<Square>(none), () => model.PeekType(none), () => model.Deserialize<Square>(none, 0, 0),
            () => model.Deserialize<Square>(none, 0, out _), () => model.TrySerialize(none, new Square(), out _)])
        {
            Assert.That(() => call(), Throws.ArgumentNullException);
        }
    }

    [Serializable]
    private abstract class Shape;

    [Serializable]
    private sealed class Circle : Shape;

    [Serializable]
    private sealed class Square : Shape
    {
        public int Side;
    }
}
