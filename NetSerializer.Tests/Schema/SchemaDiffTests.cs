using NetSerializer.Tests.Model;
using NUnit.Framework;

namespace NetSerializer.Tests.Schema;

/// <summary>Each change between two schemas is told with its effect on readers of both versions.</summary>
[TestFixture]
internal sealed class SchemaDiffTests
{
    private static readonly (string, Type)[] s_members = [("Count", typeof(int)), ("Name", typeof(string)), ("Prices", typeof(List<float>))];

    [Test]
    public void Equal_schemas_have_no_changes()
    {
        SchemaDiff diff = WireSchema.Compare(Of(s_members), Of(s_members));
        Assert.That((diff.Changes.Count, diff.NewReadsOld, diff.OldReadsNew, diff.ToString()), Is.EqualTo((0, true, true, "")));
    }

    [TestCase("int -> long", typeof(int), typeof(long), true, false)]
    [TestCase("byte -> double", typeof(byte), typeof(double), true, false)]
    [TestCase("int -> float", typeof(int), typeof(float), false, false)]
    [TestCase("int -> uint", typeof(int), typeof(uint), false, false)]
    [TestCase("int -> string", typeof(int), typeof(string), false, false)]
    [TestCase("int -> int?", typeof(int), typeof(int?), true, false)]
    [TestCase("short -> int?", typeof(short), typeof(int?), true, false)]
    [TestCase("int? -> long?", typeof(int?), typeof(long?), true, false)]
    [TestCase("enum -> its number", typeof(DayOfWeek), typeof(int), true, true)]
    [TestCase("enum -> a wider number", typeof(DayOfWeek), typeof(long), true, false)]
    [TestCase("array -> list", typeof(int[]), typeof(List<int>), true, true)]
    [TestCase("array -> queue of wider numbers", typeof(int[]), typeof(Queue<long>), true, false)]
    [TestCase("set -> list", typeof(HashSet<int>), typeof(List<int>), true, false)]
    [TestCase("sorted set -> set", typeof(SortedSet<int>), typeof(HashSet<int>), true, false)]
    [TestCase("dictionary -> sorted dictionary", typeof(Dictionary<int, string>), typeof(SortedDictionary<int, string>), false, true)]
    [TestCase("dictionary -> list", typeof(Dictionary<int, string>), typeof(List<int>), false, false)]
    [TestCase("values of a dictionary", typeof(Dictionary<int, float>), typeof(Dictionary<int, double>), true, false)]
    [TestCase("value tuple -> tuple", typeof((int, string)), typeof(Tuple<int, string>), true, false)]
    [TestCase("tuple with more items", typeof((int, int)), typeof((int, int, int)), false, false)]
    [TestCase("matrix of another rank", typeof(int[,]), typeof(int[,,]), false, false)]
    [TestCase("string -> object", typeof(string), typeof(object), true, true)]
    [TestCase("int -> object", typeof(int), typeof(object), true, false)]
    [TestCase("DateTime -> DateOnly", typeof(DateTime), typeof(DateOnly), false, false)]
    [TestCase("Uri -> Version", typeof(Uri), typeof(Version), false, false)]
    public void A_member_of_another_type(string change, Type old, Type @new, bool newReadsOld, bool oldReadsNew)
    {
        SchemaDiff diff = WireSchema.Compare(Of([("Value", old)]), Of([("Value", @new)]));
        Assert.That((diff.NewReadsOld, diff.OldReadsNew), Is.EqualTo((newReadsOld, oldReadsNew)), $"{change}\n{diff}");
        Assert.That(diff.Changes.Count(change => change.Path == "Dynamic.Message.Value"), Is.EqualTo(1), diff.ToString());
        Assert.That(diff.Changes.Where(change => !(change.NewReadsOld && change.OldReadsNew)).All(change => change.Cure.Length > 0), diff.ToString());
    }

    [Test]
    public void Members_may_be_added_removed_and_moved()
    {
        SchemaDiff diff = WireSchema.Compare(Of(s_members), Of([.. s_members[..2], ("Total", typeof(decimal))]));
        Assert.That(diff.Changes.Select(change => (change.Path, change.NewReadsOld && change.OldReadsNew)),
            Is.EquivalentTo(new[] { ("Dynamic.Message.Prices", true), ("Dynamic.Message.Total", true) }));
        Assert.That(diff.ToString(), Does.Contain("compatible: Dynamic.Message.Prices: The member is removed"));
        var types = new DynamicTypes();
        WireSchema moved = TypeModel.Create(types.Make("Message", types.Make("Base", s_members[0]), s_members[1..])).Schema;
        SchemaDiff move = WireSchema.Compare(Of(s_members), moved);
        Assert.That(move.Changes.Single(change => change.Path == "Dynamic.Message.Count").Message, Does.Contain("moves from Dynamic.Message to Dynamic.Base"));
        Assert.That((move.NewReadsOld, move.OldReadsNew), Is.EqualTo((true, true)), move.ToString());
    }

    [Test]
    public void Each_member_is_told_apart()
    {
        SchemaDiff diff = WireSchema.Compare(Of([("A", typeof(int)), ("B", typeof(int)), ("C", typeof(List<int>)), ("D", typeof(List<int>))]),
            Of([("A", typeof(string)), ("B", typeof(string)), ("C", typeof(List<string>)), ("D", typeof(List<string>))]));
        Assert.That(diff.Changes.Select(change => (change.Path, change.NewReadsOld, change.OldReadsNew)), Is.EquivalentTo(new[]
        {
            ("Dynamic.Message.A", false, false), ("Dynamic.Message.B", false, false), ("Dynamic.Message.C", false, false), ("Dynamic.Message.D", false, false),
        }));
    }

    [Test]
    public void An_unchanged_custom_form_is_no_change()
    {
        var options = new SerializerOptions { Serializers = [CustomSerializer.For(new Custom.EverythingSerializer())] };
        WireSchema old = TypeModel.Create([typeof(Custom.Everything)], options).Schema,
            @new = TypeModel.Create([typeof(Custom.Everything), new DynamicTypes().Make("Message", s_members)], options).Schema;
        Assert.That(WireSchema.Compare(old, @new).ToString(), Is.EqualTo("compatible: Dynamic.Message: The class is added.\n"));
        Assert.That(WireSchema.Compare(@new, old).ToString(), Is.EqualTo("compatible: Dynamic.Message: The class is removed.\n"));
    }

    /// <summary>Collections that a hostile schema lets contain one another.</summary>
    [Test]
    public void Endless_collections_come_to_an_end()
    {
        const string Head = "schema 1 integers=varint floats=any\n";
        WireSchema old = WireSchema.Parse(Head + "type 32 class M\n  member M x A?\ntype 33 sequence A\n  element B?\ntype 34 sequence B\n  element A?\n"),
            @new = WireSchema.Parse(Head + "type 32 class M\n  member M x A?\ntype 33 sequence A\n  element B?\ntype 34 set B\n  element A?\n");
        Assert.That(WireSchema.Compare(old, old).Changes, Is.Empty);
        Assert.That(WireSchema.Compare(@new, old).NewReadsOld);
        Assert.That(WireSchema.Compare(old, @new).NewReadsOld, Is.False, "a sequence does not become a set");
    }

    [Test]
    public void A_class_is_known_by_its_name()
    {
        SchemaDiff diff = WireSchema.Compare(WithPart("Part"), WithPart("Piece"));
        Assert.That((diff.NewReadsOld, diff.OldReadsNew), Is.EqualTo((false, false)));
        Assert.That(diff.Changes.Select(change => change.Path), Is.EquivalentTo((string[])["Dynamic.Message.Part", "Dynamic.Part", "Dynamic.Piece"]));
        Assert.That(diff.Changes[0].Cure, Does.Contain("Keep the type under its name."));

        static WireSchema WithPart(string name)
        {
            var types = new DynamicTypes();
            return TypeModel.Create(types.Make("Message", ("Part", types.Make(name, ("X", typeof(int)))))).Schema;
        }
    }

    [Test]
    public void A_class_may_become_a_struct_where_null_is_dealt_with()
    {
        WireSchema isClass = With(types => types.Make("Part", ("X", typeof(int)))), isStruct = With(types => types.MakeStruct("Part", ("X", typeof(int))));
        Assert.That(WireSchema.Compare(isStruct, isClass).NewReadsOld);
        SchemaDiff diff = WireSchema.Compare(isClass, isStruct);
        Assert.That(diff.NewReadsOld, Is.False);
        Assert.That(diff.ToString(), Does.Contain("Declare it nullable."));

        static WireSchema With(Func<DynamicTypes, Type> part)
        {
            var types = new DynamicTypes();
            return TypeModel.Create(types.Make("Message", ("Part", part(types)))).Schema;
        }
    }

    [Test]
    public void Options_may_change_but_from_graph_to_tree()
    {
        WireSchema tree = Of(s_members), graph = Of(s_members, new SerializerOptions { References = ReferenceHandling.Preserve }),
            isFixed = Of(s_members, new SerializerOptions { Integers = IntegerEncoding.Fixed });
        Assert.That(WireSchema.Compare(tree, isFixed).ToString(), Is.EqualTo("compatible: Integers: Varint becomes Fixed.\n"));
        SchemaDiff diff = WireSchema.Compare(tree, graph);
        Assert.That((diff.NewReadsOld, diff.OldReadsNew), Is.EqualTo((true, false)));
        Assert.That(diff.ToString(), Does.StartWith("backward only: References: None becomes Preserve. Give the reader's model References = Preserve."));
    }

    [Test]
    public void An_added_subclass_is_told_and_does_not_break_what_is_there()
    {
        SchemaDiff diff = WireSchema.Compare(With(false), With(true));
        Assert.That((diff.NewReadsOld, diff.OldReadsNew), Is.EqualTo((true, true)), diff.ToString());
        Assert.That(diff.Changes.Select(change => change.Path), Does.Contain("Dynamic.Special"));

        static WireSchema With(bool special)
        {
            var types = new DynamicTypes();
            Type part = types.Make("Part", ("X", typeof(int))), message = types.Make("Message", ("Part", part));
            return (special ? TypeModel.Create(message, types.Make("Special", part)) : TypeModel.Create(message)).Schema;
        }
    }

    private static WireSchema Of((string, Type)[] members, SerializerOptions? options = null) =>
        TypeModel.Create([new DynamicTypes().Make("Message", members)], options).Schema;
}
