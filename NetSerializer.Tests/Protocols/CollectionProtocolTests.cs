using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>
/// The protocols of BinaryFormatter on classes derived from collections, on exceptions and on types that write themselves: what plain classes have,
/// they have too.
/// </summary>
public class CollectionProtocolTests
{
    private static readonly Type[] s_types =
    [
        typeof(HeardSet), typeof(QuietSet), typeof(HeardLetter), typeof(HeardStamp), typeof(KnownFailure), typeof(KnownList), typeof(KnownOwner),
        typeof(KnownLines), typeof(KnownParts), typeof(KnownLetter), typeof(KnownStamp),
        typeof(Temperature), typeof(Playlist), typeof(RatedPlaylist), typeof(Inventory), typeof(CachedInventory), typeof(MemberOf<KnownFailure>),
        typeof(MemberOf<Exception>), typeof(MemberOf<KnownList>), typeof(MemberOf<Playlist>), typeof(MemberOf<KnownStamp>), typeof(InvalidOperationException),
    ];

    private static readonly TypeModel s_trees = TypeModel.Create([.. s_types, typeof(MemberOf<KnownTable>)]),
        s_graphs = TypeModel.Create(s_types, new SerializerOptions { References = ReferenceHandling.Preserve });

    private static IEnumerable<TestCaseData> Replaced()
    {
        (object Value, string Key)[] values =
        [
            (new KnownFailure("a"), "failure a"), (new KnownList { "a", "b" }, "list a b"), (new KnownOwner { 1, 2 }, "owner 1 2"),
            (new KnownLines().With("a", 1), "lines a 1"), (new KnownParts { "a", "b" }, "parts a b"),
            (new KnownTable { [new Temperature(1, "C")] = 5, [new Temperature(2, "C")] = 6 }, "table 5 6"), (new KnownLetter { Text = "a" }, "letter a"),
        ];
        return from one in values
               from isGraph in (bool[])[false, true]
               where !isGraph
            || one.Value is not KnownTable
               select new TestCaseData(one.Value, one.Key, isGraph)
            .SetArgDisplayNames(one.Value.GetType().Name, isGraph ? "in a graph" : "in a tree");
    }

    [Test]
    public void A_notification_that_SortedSet_passes_on_arrives_as_with_BinaryFormatter()
    {
        HeardSet value = [3, 1, 2];
        Assert.Multiple(() =>
        {
            Assert.That(Journal.Of(() => s_trees.DeepClone(value)), Is.EqualTo((string[])["notified with 3"]));
            Assert.That(Journal.Of(() => BinaryFormatterPeer.Clone(value)), Has.Member("notified with 3"));
            Assert.That(s_trees.DeepClone(new QuietSet { 2, 1 }), Is.EqualTo((int[])[1, 2]));
        });
    }

    [Test]
    public void What_writes_itself_hears_of_it_as_with_BinaryFormatter()
    {
        var value = new HeardLetter { Text = "x" };
        string[] expected = ["serializing x", "serialized x", "deserializing", "deserialized x", "notified x"];
        Assert.Multiple(() =>
        {
            Assert.That(Journal.Of(() => s_trees.DeepClone(value)), Is.EqualTo(expected));
            Assert.That(Journal.Of(() => s_graphs.DeepClone<object>(value)), Is.EqualTo(expected));
            Assert.That(Journal.Of(() => BinaryFormatterPeer.Clone(value)), Is.EqualTo(expected));
            Assert.That(s_trees.DeepClone(new HeardStamp { Value = 4 }), Is.EqualTo(new HeardStamp { Value = 5, Doubled = 10 }));
            Assert.That(s_trees.DeepClone<object>(new HeardStamp { Value = 4 }), Is.EqualTo(new HeardStamp { Value = 5, Doubled = 10 }));
        });
    }

    [Test]
    public void Bad_bytes_of_what_writes_itself_are_heard_of_by_OnDeserializing_alone()
    {
        byte[] bytes = s_trees.Serialize(new HeardLetter { Text = "x" });
        Assert.That(Journal.Of(() => Assert.Throws<MalformedDataException>(() => s_trees.Deserialize<HeardLetter>(bytes.AsSpan(..^1)))),
            Is.EqualTo((string[])["deserializing"]));
    }

    [TestCaseSource(nameof(Replaced))]
    public void They_are_exchanged_for_what_they_name_as_with_BinaryFormatter(object value, string key, bool isGraph)
    {
        TypeModel model = isGraph ? s_graphs : s_trees;
        byte[] bytes = model.Serialize(value);
        object own = model.DeepClone(value);
        Assert.That(own, Is.TypeOf(value.GetType()), "it names itself");
        object named = isGraph ? "named in a graph" : "named";
        lock (Known.Objects)
        {
            Known.Objects[key] = named;
            try
            {
                Assert.Multiple(() =>
                {
                    // BinaryFormatter asks a dictionary before it has filled it, and CollectionBase is not marked any more.
                    Assert.That(value is KnownTable or KnownLines ? named : BinaryFormatterPeer.Clone(value), Is.SameAs(named));
                    Assert.That(model.DeepClone(value), Is.SameAs(named));
                    Assert.That(model.DeepClone<object[]>([value, value]), Is.All.SameAs(named));
                    Assert.That(Journal.Of(() => model.DeepClone(value)).Where(line => line.StartsWith("asked", StringComparison.Ordinal)),
                        Is.EqualTo((string[])[$"asked {key}"]));
                });
            }
            finally
            {
                Known.Objects.Remove(key);
            }
        }
        for (int cut = 0; cut < bytes.Length; cut++)
        {
            byte[] prefix = bytes[..cut];
            Assert.That(() => model.Deserialize<object>(prefix), Throws.TypeOf<MalformedDataException>(), $"{cut}");
        }
    }

    [Test]
    public void They_are_exchanged_in_slots_of_their_own_type([Values] bool isGraph)
    {
        TypeModel model = isGraph ? s_graphs : s_trees;
        var failure = new KnownFailure("real");
        KnownList list = ["real"];
        lock (Known.Objects)
        {
            (Known.Objects["failure slot"], Known.Objects["list slot"], Known.Objects["failure slot of slot"]) = (failure, list, failure);
            try
            {
                Assert.Multiple(() =>
                {
                    Assert.That(model.DeepClone(new MemberOf<KnownFailure> { Value = new KnownFailure("slot") }).Value, Is.SameAs(failure));
                    Assert.That(model.DeepClone(new MemberOf<Exception> { Value = new KnownFailure("slot") }).Value, Is.SameAs(failure));
                    Assert.That(model.DeepClone(new MemberOf<Exception> { Value = new InvalidOperationException("outer", new KnownFailure("slot")) })
                        .Value!.InnerException, Is.SameAs(failure));
                    Assert.That(model.DeepClone(new MemberOf<KnownList> { Value = ["slot"] }).Value, Is.SameAs(list));
                    Assert.That(s_trees.DeepClone(new MemberOf<KnownTable> { Value = new() { [new Temperature(1, "C")] = 5 } }).Value![new Temperature(1, "C")],
                        Is.EqualTo(5));
                    Assert.That(model.DeepClone(new MemberOf<KnownStamp> { Value = new KnownStamp { Value = 20 } }).Value.Value, Is.EqualTo(10));
                    Assert.That(model.DeepClone<object>(new KnownStamp { Value = 20 }), Is.EqualTo(new KnownStamp { Value = 10 }));
                });
            }
            finally
            {
                Known.Objects.Clear();
            }
        }
    }

    [Test]
    public void One_that_does_not_fit_is_malformed_data()
    {
        lock (Known.Objects)
        {
            Known.Objects["failure wrong"] = "text";
            try
            {
                Assert.That(() => s_trees.DeepClone(new MemberOf<Exception> { Value = new KnownFailure("wrong") }),
                    Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.TypeIdNotAdmitted));
            }
            finally
            {
                Known.Objects.Clear();
            }
        }
    }

    [Test]
    public void A_table_that_names_another_cannot_have_keys_that_lead_back_to_it()
    {
        Assert.That(
            () => TypeModel.Create([typeof(KnownAnything)], new SerializerOptions { References = ReferenceHandling.Preserve }),
            Throws.TypeOf<TypeModelException>().With.Message.Contains("names another object in its place").And.Message.Contains(nameof(KnownAnything)));
        Assert.That(TypeModel.Create(typeof(KnownAnything)).DeepClone(new KnownAnything { ["a"] = 1 })["a"], Is.EqualTo(1),
            "there is no leading back in trees");
    }

    [Test]
    public void A_list_that_says_itself_what_it_consists_of_travels_as_that([Values] bool isGraph)
    {
        TypeModel model = isGraph ? s_graphs : s_trees;
        var value = new Playlist("evening") { 3, 1, 2 };
        var rated = new RatedPlaylist("night") { 4 };
        rated.Stars = 5;
        Playlist copy = model.DeepClone(value), peer = BinaryFormatterPeer.Clone(value);
        Playlist[] ratedCopies = [(Playlist)model.DeepClone<object>(rated), model.DeepClone(new MemberOf<Playlist> { Value = rated }).Value!];
        Assert.Multiple(() =>
        {
            Assert.That((copy.Title, peer.Title), Is.EqualTo(("evening", "evening")));
            Assert.That(copy, Is.EqualTo(peer).And.EqualTo((int[])[3, 1, 2]));
            foreach (RatedPlaylist one in ratedCopies.Cast<RatedPlaylist>())
            {
                Assert.That((one.Title, one.Stars, one.Single()), Is.EqualTo(("night", 5, 4)));
            }
            Assert.That(Journal.Of(() => model.DeepClone(value)), Is.EqualTo((string[])["constructed with 3"]));
            Assert.That(model.Describe(), Does.Contain($"serializable {typeof(Playlist).FullName}"));
        });
        copy.Add(9);
        Assert.That(copy, Has.Count.EqualTo(4));
    }

    [Test]
    public void A_list_that_writes_itself_does([Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create([typeof(PackedList), typeof(MemberOf<PackedList>)], new SerializerOptions { References = references });
        PackedList value = [3, 1, 2];
        PackedList copy = model.DeepClone(value);
        Assert.Multiple(() =>
        {
            Assert.That(copy, Is.EqualTo(value));
            Assert.That(copy.Field, Is.Zero, "its constructor does not run, and its fields do not travel");
            Assert.That(model.Serialize(value)[^4..], Is.EqualTo((byte[])[3, 3, 1, 2]));
            Assert.That(model.DeepClone(new MemberOf<PackedList> { Value = value }).Value, Is.EqualTo(value));
        });
        Assert.That(() => TypeModel.Create(typeof(PackedCover)), Throws.TypeOf<TypeModelException>().With.Message.Contains("cannot be made empty"));
    }

    [Test]
    public void Without_the_constructor_it_is_refused_at_Create() =>
        Assert.That(() => TypeModel.Create(typeof(UnreadablePlaylist)),
            Throws.TypeOf<TypeModelException>().With.Message.Contains("implements ISerializable but has no constructor UnreadablePlaylist"));

    [Test]
    public void A_class_whose_base_gives_what_does_not_travel_has_its_fields_and_its_content()
    {
        var value = new Inventory { ["a"] = 1 };
        value.Place = "here";
        Inventory copy = TypeModel.Create([typeof(Inventory)], new SerializerOptions { Delegates = DelegateHandling.Skip }).DeepClone(value);
        Assert.That((copy.Place, copy["a"]), Is.EqualTo(("here", 1)));
        Assert.That((s_trees.DeepClone(new CachedInventory(5) { ["a"] = 1 })["a"], s_trees.DeepClone(new CachedInventory(5)).Cached), Is.EqualTo((1, 0)));
    }

    [TestCase(typeof(HiddenInventory))]
    [TestCase(typeof(HiddenSet))]
    public void It_is_refused_where_GetObjectData_may_give_what_no_field_has(Type type) =>
        Assert.That(() => TypeModel.Create(type),
            Throws.TypeOf<TypeModelException>().With.Message.Contains(type.Name).And.Message.Contains("[NonSerialized] fields"));
}
