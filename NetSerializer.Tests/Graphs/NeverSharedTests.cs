using System.Collections.Specialized;
using System.Runtime.Serialization;
using NetSerializer.Tests.Oracle;
using NetSerializer.Tests.Oracle.Schema;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>Types whose objects have no numbers in a graph: docs/object-model.md, graphs.</summary>
public sealed class NeverSharedTests
{
    private static readonly Type[] s_roots = [typeof(Account), typeof(Family), typeof(Chain), typeof(Posting[]), typeof(object[])];

    [Test]
    public void A_shared_object_of_such_a_type_arrives_twice_and_others_once()
    {
        TypeModel model = Create(typeof(Posting), typeof(byte[]));
        var posting = new Posting { Amount = 5 };
        byte[] data = [1, 2];
        var owner = new Owner { Name = "Ann" };
        Account read = model.DeepClone(new Account
        { First = posting, Second = posting, Any = posting, Data = data, Base = posting, AnyData = data, Owner = owner, SameOwner = owner, AnyOwner = owner });
        Assert.Multiple(() =>
        {
            Assert.That(read.Owner, Is.SameAs(read.SameOwner).And.SameAs(read.AnyOwner));
            Assert.That(new[] { read.First, read.Second, read.Any, read.Base }, Is.All.TypeOf<Posting>());
            Assert.That(new[] { read.First, read.Second, read.Any, read.Base }, Is.Unique);
            Assert.That(((Posting)read.Base!).Amount, Is.EqualTo(5));
            Assert.That(read.Data, Is.EqualTo(data).And.EqualTo(read.AnyData).And.Not.SameAs(read.AnyData));
        });
    }

    [TestCase(true, "0103" + "010A02" + "03", TestName = "a slot of a type that is shared says which object stands there")]
    [TestCase(false, "0103" + "010A02" + "010A02", TestName = "a slot of a type that is never shared has the form of a tree")]
    public void A_slot_that_admits_one_type(bool isShared, string hex)
    {
        TypeModel model = isShared ? Create() : Create(typeof(Posting));
        var posting = new Posting { Amount = 5, Text = null };
        Assert.That(Convert.ToHexString(model.SerializeDirect<Posting[]>([posting, posting])), Is.EqualTo(hex));
    }

    [Test]
    public void The_fingerprint_shows_it() =>
        Assert.That(new[] { Create(), Create(typeof(Posting)), Create(typeof(int)), Create(typeof(Posting), typeof(int)) }
            .Select(model => Convert.ToHexString(model.Fingerprint.Span)), Is.Unique);

    [Test]
    public void In_a_tree_it_changes_nothing()
    {
        TypeModel tree = TypeModel.Create(s_roots), other = TypeModel.Create(s_roots, new SerializerOptions { NeverShared = _ => true });
        Assert.That(other.Describe(), Is.EqualTo(tree.Describe()));
    }

    [Test]
    public void Texts_are_asked_for_by_another_option() =>
        Assert.That(TypeModel.Create([typeof(Owner)], Options(typeof(string))).Describe(), Does.Not.Contain("unshared"));

    [Test]
    public void Boxes_and_built_in_collections_have_no_numbers_either([Values] bool rows, [Values] bool jagged, [Values] bool boxes)
    {
        (bool Is, Type Type)[] asked = [(rows, typeof(int[])), (jagged, typeof(int[][])), (boxes, typeof(int))];
        Type[] unshared = [.. asked.Where(one => one.Is).Select(one => one.Type)];
        TypeModel model = Create(unshared);
        int[] row = [1];
        int[][] table = [row, row];
        object box = 5;
        object[] value = [row, table, box, "text", row, table, box, new List<int> { 1 }, 5L];
        var read = (object[])model.DeepClone<object>(value);
        var oracle = new OracleModel(model.Describe(), model.TypeIds.Select(pair => (pair.Value, pair.Key)));
        Assert.Multiple(() =>
        {
            Assert.That(ReferenceEquals(read[0], read[4]), Is.EqualTo(!rows));
            Assert.That(ReferenceEquals(((int[][])read[1])[0], read[0]), Is.EqualTo(!rows));
            Assert.That(ReferenceEquals(read[1], read[5]), Is.EqualTo(!jagged));
            Assert.That(ReferenceEquals(read[2], read[6]), Is.EqualTo(!boxes));
            Assert.That(read, Is.EqualTo(value));
            Assert.That(model.Serialize<object>(value), Is.EqualTo(new SlowWriter(oracle).Write(typeof(object), value)));
        });
    }

    [Test]
    public void The_path_of_a_failure_is_found_behind_objects_without_numbers()
    {
        TypeModel model = Create(typeof(int[]), typeof(Posting));
        object[] value = [new[] { 1 }, new Posting(), new[] { 2 }, new Owner { Name = "x" }, new Uri("http://example.com")];
        Assert.That(() => model.Serialize<object>(value), Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("[4]"));
    }

    [TestCase(typeof(Chain), typeof(Chain))]
    [TestCase(typeof(Chain), typeof(object[]))]
    public void An_object_that_contains_itself_is_refused(Type first, Type second)
    {
        TypeModel model = Create(first, second);
        var alone = new Chain();
        alone.Next = alone;
        var through = new Chain();
        through.Any = new object[] { through };
        foreach (Chain chain in new[] { alone, through })
        {
            var failure = Assert.Throws<ValueNotSerializableException>(() => model.Serialize(chain))!;
            Assert.That(failure.Code, Is.EqualTo(ErrorCode.Cycle));
            Assert.That(failure.Path, Does.Contain("Chain."));
            Assert.That(() => model.SerializeDirect(chain), Throws.TypeOf<ValueNotSerializableException>());
        }
        // Nothing of it is left for the next value.
        Assert.That(model.DeepClone(new Chain { Next = new Chain() }).Next, Is.Not.Null);
    }

    [Test]
    public void A_cycle_through_a_shared_object_is_refused_where_it_comes_back_to_one_that_is_not()
    {
        TypeModel model = Create(typeof(Child));
        var family = new Family();
        family.Children = [new Child { Parent = family }, new Child { Parent = family }];
        Family read = model.DeepClone(family);
        Assert.That(read.Children!.Select(child => child.Parent), Is.All.SameAs(read));
        Assert.That(() => model.Serialize(family.Children[1]), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.Cycle));
    }

    [Test]
    public void A_box_that_contains_itself_is_refused()
    {
        TypeModel model = TypeModel.Create([typeof(Holder)], Options(typeof(Holder)));
        object box = new Holder();
        ((Loop)box).Hold(box);
        Assert.That(() => model.Serialize(box), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.Cycle));
    }

    [Test]
    public void The_limit_on_depth_holds_for_writer_and_reader([Values] bool isMember)
    {
        const int limit = 20;
        TypeModel deep = Create(typeof(Chain), typeof(object[])),
            model = TypeModel.Create(s_roots, Options(typeof(Chain), typeof(object[])) with { Limits = SerializerLimits.Default with { MaxDepth = limit } });
        Assert.That(() => model.DeepClone(Nested(limit)), Throws.Nothing);
        object value = Nested(limit + 1);
        Assert.Multiple(() =>
        {
            Assert.That(() => model.Serialize(value), Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.ValueTooDeep));
            Assert.That(() => model.Deserialize<object>(deep.Serialize(value)),
                Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.DataTooDeep));
        });

        object Nested(int levels)
        {
            object? inner = null;
            for (int i = 0; i < levels; i++)
            {
                inner = isMember ? new Chain { Next = (Chain?)inner } : new object?[] { inner };
            }
            return inner!;
        }
    }

    [TestCase("03" + "400202" + "01", 7, TestName = "the number that it would have")]
    [TestCase("04" + "400202" + "320278" + "03", 10, TestName = "the number behind that of the text after it")]
    public void No_number_refers_to_it(string hex, long offset)
    {
        TypeModel model = TypeModel.Create([typeof(Posting)], Options(typeof(object[]), typeof(Posting)));
        // An object[], whose id is 16154.
        byte[] bytes = Convert.FromHexString("B4FC01" + hex);
        Assert.That(() => model.Deserialize<object>(bytes), Throws.TypeOf<MalformedDataException>()
            .With.Property("Code").EqualTo(ErrorCode.ReferenceOutOfRange).And.Property("Offset").EqualTo(offset));
    }

    [Test]
    public void The_values_of_a_name_may_be_of_such_a_type()
    {
        TypeModel model = TypeModel.Create([typeof(NameValueCollection), typeof(object[])], Options(typeof(string[])));
        var names = new NameValueCollection { { "one", "two" }, { "one", "one" }, { "two", "one" } };
        var read = (NameValueCollection)((object[])model.DeepClone<object>(new object[] { names, names, new[] { "one" } }))[1];
        Assert.That(read.GetValues("one"), Is.EqualTo(new[] { "two", "one" }));
    }

    [Test]
    public void An_object_that_is_written_as_another_type_is_shared_as_that_one()
    {
        Type[] roots = [typeof(Ticket), typeof(PlainTicket)];
        object value = new object[] { new Ticket(), new Ticket(), "text", "text" };
        TypeModel both = TypeModel.Create(roots, Options(typeof(Ticket), typeof(PlainTicket))), one = TypeModel.Create(roots, Options(typeof(Ticket)));
        Assert.Multiple(() =>
        {
            var read = (object[])both.DeepClone(value);
            Assert.That(read[0], Is.TypeOf<PlainTicket>());
            Assert.That(read[3], Is.EqualTo("text").And.SameAs(read[2]));
            Assert.That(() => one.Serialize(value),
                Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.ValueNotEncodable));
        });
    }

    private static TypeModel Create(params Type[] unshared) => TypeModel.Create(s_roots, Options(unshared));

    private static SerializerOptions Options(params Type[] unshared) =>
        new() { References = ReferenceHandling.Preserve, NeverShared = new HashSet<Type>(unshared).Contains };

    [Serializable]
    private class Entry
    {
        public int Amount;
    }

    [Serializable]
    private sealed class Posting : Entry
    {
        public string? Text;
    }

    [Serializable]
    private sealed class Owner
    {
        public string? Name;
    }

    [Serializable]
    private sealed class Account
    {
        public Posting? First, Second;
        public object? Any, AnyData, AnyOwner;
        public Entry? Base;
        public byte[]? Data;
        public Owner? Owner, SameOwner;
    }

    [Serializable]
    private sealed class Family
    {
        public List<Child>? Children;
    }

    [Serializable]
    private sealed class Child
    {
        public Family? Parent;
    }

    [Serializable]
    private sealed class Chain
    {
        public Chain? Next;
        public object? Any;
    }

    private interface Loop
    {
        void Hold(object value);
    }

    [Serializable]
    private struct Holder : Loop
    {
        public object? Held;

        public void Hold(object value) => Held = value;
    }

    [Serializable]
    private class PlainTicket
    {
        public int Number = 1;
    }

    [Serializable]
    private sealed class Ticket : PlainTicket, ISerializable
    {
        public Ticket()
        {
        }

        private Ticket(SerializationInfo info, StreamingContext context)
        {
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.SetType(typeof(PlainTicket));
            info.AddValue("Number", 7);
        }
    }
}
