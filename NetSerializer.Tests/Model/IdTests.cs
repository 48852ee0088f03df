using NetSerializer.Ids;
using NetSerializer.Tests.Structure;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>Ids: the same on every machine, kept by With, given explicitly.</summary>
public class IdTests
{
    private static readonly Type[] s_roots = [typeof(Order), typeof(Dictionary<Guid, Line[]>), typeof(Special), typeof(List<Colour?>)];

    [Test]
    public void The_same_roots_in_the_same_order_give_the_same_model()
    {
        TypeModel first = TypeModel.Create(s_roots), second = TypeModel.Create(s_roots.AsEnumerable());
        Assert.Multiple(() =>
        {
            Assert.That(second.Describe(), Is.EqualTo(first.Describe()));
            Assert.That(second.Fingerprint.ToArray(), Is.EqualTo(first.Fingerprint.ToArray()));
            Assert.That(second.TypeIds.ToString(), Is.EqualTo(first.TypeIds.ToString()));
            Assert.That(second.ListGeneratedCode(), Is.EqualTo(first.ListGeneratedCode()));
        });
    }

    [Test]
    public void Ids_are_given_depth_first_from_32_each_type_before_its_parts()
    {
        string[] types = [.. TypeModel.Create(s_roots).TypeIds.Where(pair => pair.Value is >= 32 and < 0x3F00).Select(pair => $"{pair.Value} {pair.Key.Name}")];
        Assert.That(types, Is.EqualTo((string[])["32 Order", "33 Head", "34 Line[]", "35 Line", "36 Colour", "37 Dictionary`2", "38 Special", "39 List`1"]));
    }

    [Test]
    public void Built_in_types_and_their_ids_find_each_other()
    {
        Dictionary<int, Type> found = [];
        for (uint id = 0; id <= BuiltInIds.Last + 1; id++)
        {
            if (BuiltInIds.FindType(id) is { } type)
            {
                Assert.That(BuiltInIds.Find(type), Is.EqualTo(id), type.ToString());
                found.Add((int)id, type);
            }
        }
        Assert.That(BuiltInIds.FindType(uint.MaxValue), Is.Null);
        Assert.That(found, Has.Count.EqualTo(26 + 26 + 26 + 25 + 1), "scalars, arrays, lists, arrays of arrays but for object's, the dictionary");
        Assert.That(BuiltInIds.All.Select(pair => (pair.Value, pair.Key)), Is.EquivalentTo(found.Select(pair => (pair.Key, pair.Value))));
        Assert.That(BuiltInIds.Types, Is.EqualTo(found.OrderBy(pair => pair.Key).Select(pair => pair.Value)));
        Assert.That(BuiltInIds.Scalars.Concat(BuiltInIds.Collections), Is.EqualTo(BuiltInIds.Types));
        Assert.That(found[0x3F00 + 7], Is.EqualTo(typeof(int[])));
        Assert.That(found[0x3F20 + 25], Is.EqualTo(typeof(List<string>)));
        Assert.That(found[0x3F60 + 2], Is.EqualTo(typeof(byte[][])));
    }

    [TestCase(typeof(int[][][]))]
    [TestCase(typeof(object[][]))]
    [TestCase(typeof(int[,]))]
    [TestCase(typeof(List<int[]>))]
    [TestCase(typeof(List<>))]
    [TestCase(typeof(HashSet<int>))]
    [TestCase(typeof(Dictionary<string, string>))]
    [TestCase(typeof(Colour[]))]
    public void Types_like_the_built_in_ones_are_not_built_in(Type type) => Assert.That(BuiltInIds.Find(type), Is.Zero);

    [Test]
    public void Repeated_roots_and_roots_that_were_found_already_change_nothing()
    {
        string once = TypeModel.Create(typeof(Order), typeof(Special)).Describe();
        Assert.That(TypeModel.Create(typeof(Order), typeof(Order), typeof(Line), typeof(int), typeof(Special), typeof(Order)).Describe(), Is.EqualTo(once));
    }

    [Test]
    public void Another_order_of_roots_is_another_agreement()
    {
        TypeModel first = TypeModel.Create(typeof(Order), typeof(Special)), second = TypeModel.Create(typeof(Special), typeof(Order));
        Assert.Multiple(() =>
        {
            Assert.That(second.Describe(), Is.Not.EqualTo(first.Describe()));
            Assert.That(second.Fingerprint.ToArray(), Is.Not.EqualTo(first.Fingerprint.ToArray()));
            Assert.That(second.TypeIds.Select(pair => pair.Key), Is.EquivalentTo(first.TypeIds.Select(pair => pair.Key)));
        });
    }

    [Test]
    public void A_root_at_the_end_moves_nothing()
    {
        TypeModel shorter = TypeModel.Create(s_roots), longer = TypeModel.Create([.. s_roots, typeof(Late)]);
        foreach ((Type type, ushort id) in shorter.TypeIds)
        {
            Assert.That(longer.TypeIds[type], Is.EqualTo(id), type.ToString());
        }
        Assert.That(longer.TypeIds[typeof(Late)], Is.EqualTo(shorter.TypeIds.Max(pair => pair.Value < 0x3F00 ? pair.Value : 0) + 1));
    }

    [Test]
    public void With_keeps_ids_and_changes_the_fingerprint()
    {
        TypeModel model = TypeModel.Create(s_roots);
        string before = model.Describe();
        // Late is found in the midst of the walk when it stands behind Special's open member, yet it comes last.
        TypeModel more = model.With(typeof(Late), typeof(DerivedOrder));
        TypeModel most = more.With(typeof(Latest));
        foreach ((Type type, ushort id) in model.TypeIds)
        {
            Assert.That((more.TypeIds[type], most.TypeIds[type]), Is.EqualTo((id, id)), type.ToString());
        }
        Assert.Multiple(() =>
        {
            Assert.That(model.Describe(), Is.EqualTo(before), "the model itself does not change");
            Assert.That(more.Fingerprint.ToArray(), Is.Not.EqualTo(model.Fingerprint.ToArray()));
            Assert.That(most.TypeIds[typeof(Latest)], Is.GreaterThan(more.TypeIds[typeof(Late)]));
            Assert.That(most.TypeIds.Select(pair => pair.Value), Is.Unique);
            Assert.That(((DerivedOrder)most.Deserialize<Order>(more.Serialize<Order>(new DerivedOrder { Extra = 5 }))!).Extra, Is.EqualTo(5));
        });
    }

    [Test]
    public void With_nothing_new_is_the_same_agreement()
    {
        TypeModel model = TypeModel.Create(s_roots);
        Assert.That(model.With(typeof(Line)).Fingerprint.ToArray(), Is.EqualTo(model.Fingerprint.ToArray()));
    }

    [Test]
    public void With_keeps_options_and_explicit_ids()
    {
        TypeModel model = TypeModel.Create(
            [typeof(Order)], new SerializerOptions { Integers = IntegerEncoding.Fixed, TypeIds = new Dictionary<Type, ushort> { [typeof(Line)] = 40 } });
        TypeModel more = model.With(typeof(Special), typeof(Late), typeof(Latest));
        Assert.Multiple(() =>
        {
            Assert.That(more.Options, Is.SameAs(model.Options));
            Assert.That(more.TypeIds[typeof(Line)], Is.EqualTo(40));
            Assert.That(more.TypeIds.Where(pair => pair.Value is >= 32 and < 0x3F00).Select(pair => pair.Value),
                Is.EqualTo((int[])[32, 33, 34, 35, 36, 37, 38, 40]));
        });
    }

    /// <summary>As docs/types.md has it: an explicit id is no beginning for those of the types that come later.</summary>
    [Test]
    public void With_gives_the_free_ids_in_front_of_explicit_ones_first()
    {
        TypeModel model = TypeModel.Create([typeof(Special)], new SerializerOptions { TypeIds = new Dictionary<Type, ushort> { [typeof(Special)] = 65535 } });
        ushort[] free = [.. Enumerable.Range(32, 200).Select(id => (ushort)id).Where(id => !model.TypeIds.TryGetType(id, out _))];
        TypeModel more = model.With(typeof(Late));
        Assert.That((more.TypeIds[typeof(Special)], more.TypeIds[typeof(Late)]), Is.EqualTo(((ushort)65535, free[0])));
        string document = Repository.Read("docs", "types.md");
        Assert.That(document, Does.Not.Contain("behind all that are taken").And.Contain("also in front of explicit ones"));
    }

    [Test]
    public void Explicit_ids_are_used_and_skipped_by_the_others()
    {
        var options = new SerializerOptions
        {
            TypeIds = new Dictionary<Type, ushort>
            {
                [typeof(Special)] = 32,
                [typeof(Line)] = 65535,
                [typeof(Late)] = 34,
                [typeof(Colour)] = 0x4000,
                [typeof(Order)] = 0x3EFF
            }
        };
        TypeModel model = TypeModel.Create([.. s_roots, typeof(Late)], options);
        Assert.Multiple(() =>
        {
            Assert.That(model.TypeIds[typeof(Special)], Is.EqualTo(32));
            Assert.That(model.TypeIds[typeof(Head)], Is.EqualTo(33));
            Assert.That(model.TypeIds[typeof(Line[])], Is.EqualTo(35));
            Assert.That(model.TypeIds[65535], Is.EqualTo(typeof(Line)));
            Assert.That((model.TypeIds.TryGetType(65535, out Type? found), found), Is.EqualTo((true, typeof(Line))));
            Assert.That((model.TypeIds.TryGetType(65534, out found), found), Is.EqualTo((false, (Type?)null)));
            Assert.That(((System.Collections.IEnumerable)model.TypeIds).Cast<object>(), Is.EqualTo(model.TypeIds.Cast<object>()).And.Not.Empty);
        });
        foreach (object value in (object[])[new Order { Lines = [new Line { Colour = Colour.Blue }] }, new Line(), new Special(), Colour.Blue, new Late()])
        {
            Assert.That(model.Deserialize(model.Serialize(value)), Is.InstanceOf(value.GetType()));
            Assert.That(model.PeekType(model.Serialize(value)), Is.EqualTo(value.GetType()));
        }
    }

    [Test]
    public void Ids_stay_when_the_table_that_they_came_from_changes()
    {
        var ids = new Dictionary<Type, ushort> { [typeof(Special)] = 300 };
        TypeModel model = TypeModel.Create([typeof(Special)], new SerializerOptions { TypeIds = ids });
        ids[typeof(Special)] = 301;
        Assert.That(model.With(typeof(Late)).TypeIds[typeof(Special)], Is.EqualTo(300));
    }

    [Test]
    public void The_number_of_an_object_is_no_id()
    {
        TypeModel model = TypeModel.Create([typeof(Line)], new SerializerOptions { References = ReferenceHandling.Preserve });
        byte[] bytes = model.Serialize(new Line());
        Assert.That(model.PeekType(bytes), Is.EqualTo(typeof(Line)));
        bytes[0]++;
        Assert.That(() => model.PeekType(bytes), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.ReferenceOutOfRange));
        Assert.That(() => model.Deserialize(bytes), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.ReferenceOutOfRange));
    }

    [Test]
    public void Built_in_ids_are_those_of_the_wire_format()
    {
        TypeIdTable ids = TypeModel.Create().TypeIds;
        Assert.That((ids[typeof(bool)], ids[typeof(string)], ids[typeof(object)], ids[typeof(int[])], ids[typeof(List<int>)],
            ids[typeof(Dictionary<string, object>)], ids[typeof(int[][])]), Is.EqualTo((1, 25, 26, 0x3F07, 0x3F27, 0x3F40, 0x3F67)));
        Assert.That(() => ids[typeof(IdTests)], Throws.TypeOf<KeyNotFoundException>().With.Message.Contains(nameof(IdTests)));
        Assert.That(() => ids[32], Throws.TypeOf<KeyNotFoundException>());
        Assert.That(ids, Has.Count.EqualTo(26 + 26 + 26 + 25 + 1).And.Count.EqualTo(ids.ToString().Split('\n').Length - 1));
    }

    public enum Colour : byte { Red, Blue }

    [Serializable] public class Head { public string? Text; }

    [Serializable] public class Line { public Colour Colour; public int Amount; }

    [Serializable] public class Order { public Head? Head; public Line[]? Lines; public int Number; }

    [Serializable] public class DerivedOrder : Order { public int Extra; }

    [Serializable] public class Special { public object? Any; }

    [Serializable] public class Late { public int Value; }

    [Serializable] public class Latest { public Late? Value; }
}
