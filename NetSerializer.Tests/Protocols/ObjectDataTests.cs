using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Runtime.Serialization;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Hostile;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>
/// ISerializable: constructors of any visibility, inheritance, structs, entries of any type of the model, SetType, and what hostile bytes can do with
/// it.
/// </summary>
public class ObjectDataTests
{
    private static readonly TypeModel s_model = TypeModel.Create(
        typeof(Archive), typeof(Letter), typeof(Document), typeof(Bag), typeof(Trusting), typeof(Disguised), typeof(DerivedDisguise), typeof(PlainDisguise),
        typeof(DisguisedPlain),
        typeof(Disguised[]), typeof(Shade), typeof(Money), typeof(Money[]), typeof(int[][]), typeof(Dictionary<int, string>));

    [Test]
    public void Private_and_protected_constructors_are_called() => Assert.Multiple(() =>
    {
        Assert.That(s_model.DeepClone(new Temperature(-3.5, "C")), Is.EqualTo(new Temperature(-3.5, "C")));
        Assert.That(s_model.DeepClone(new Document("t")).Title, Is.EqualTo("t"));
    });

    [Test]
    public void Derived_classes_add_to_what_their_base_gives()
    {
        Assert.That(s_model.DeepClone<Document>(new Letter("l", new Temperature(1, "K"))),
            Is.TypeOf<Letter>().With.Property("Title").EqualTo("l").And.Property("Weather").EqualTo(new Temperature(1, "K")));
    }

    [Test]
    public void They_stand_in_every_slot()
    {
        var value = new Archive
        {
            Only = new Temperature(1, "a"),
            Some = new Letter("b", null),
            Any = new Document("c"),
            Behind = new Temperature(2, "d"),
            Angle = new Angle(3),
            Maybe = new Angle(4, new Temperature(5, "e")),
            List = [new Document("f"), null, new Letter("g", new Temperature(6, "h"))],
            ByTemperature = new() { [new Temperature(7, "i")] = "seven", [new Temperature(8, "j")] = "eight" },
            Set = [new Temperature(9, "k"), "text", 5],
        };
        Archive copy = s_model.DeepClone(value);
        Assert.Multiple(() =>
        {
            Assert.That(copy.Only, Is.EqualTo(value.Only));
            Assert.That(copy.Some, Is.TypeOf<Letter>().With.Property("Title").EqualTo("b"));
            Assert.That(copy.Any, Is.TypeOf<Document>().With.Property("Title").EqualTo("c"));
            Assert.That(copy.Behind, Is.EqualTo(value.Behind));
            Assert.That((copy.Angle.Value, copy.Maybe!.Value.Value, copy.Maybe.Value.Note), Is.EqualTo((3.0, 4.0, new Temperature(5, "e"))));
            Assert.That(copy.List!.Select(document => document?.Title), Is.EqualTo((string?[])["f", null, "g"]));
            Assert.That(copy.ByTemperature, Is.EqualTo(value.ByTemperature));
            Assert.That(copy.ByTemperature![new Temperature(7, "i")], Is.EqualTo("seven"), "put in by the hash of the finished key");
            Assert.That(copy.Set, Is.EquivalentTo(value.Set));
            Assert.That(copy.Set, Does.Contain(new Temperature(9, "k")));
        });
        Assert.That(s_model.DeepClone(new Archive()) is
        {
            Only: null, Some: null, Any: null, Behind: null, List: null, ByTemperature: null, Set: null,
            Maybe: null
        });
    }

    [Test]
    public void A_struct_is_constructed_where_it_lies_and_what_is_in_it_before()
    {
        foreach (Angle copy in (Angle[])[s_model.DeepClone(new Angle(1, new Temperature(2, "x"))),
            (Angle)s_model.DeepClone<object>(new Angle(1, new Temperature(2, "x")))!])
        {
            Assert.That((copy.Value, copy.SeenAtConstruction), Is.EqualTo((1.0, "x")));
        }
    }

    [Test]
    public void Entries_may_be_of_every_type_of_the_model()
    {
        object?[] values =
        [
            null, true, (byte)1, 'c', 1, -1L, 1.5f, 2.5, 3.5m, "text", DateTime.UnixEpoch, TimeSpan.FromDays(1), Guid.Empty, Shade.Dark, new Money(1, "EUR"),
            new int[] { 1 }, new int[][] { [1], [] }, new Money[] { new(2, "USD") },
            new List<string> { "x" }, new object[] { 1, "two" }, new Dictionary<string, object> { ["k"] = 1 }, new Dictionary<int, string> { [1] = "one" },
            new Temperature(1, "C"), new Angle(2), new Bag(("inner", new Bag())),
        ];
        Bag copy = s_model.DeepClone(new Bag([.. values.Select((value, i) => ($"entry {i}", value))]));
        Assert.That(copy.Entries.Select(entry => entry.Name), Is.EqualTo(values.Select((_, i) => $"entry {i}")), "in order");
        Assert.That(copy.Entries.Select(entry => entry.Value?.GetType()), Is.EqualTo(values.Select(value => value?.GetType())));
        Assert.That(copy.Entries.Take(24).Select(entry => entry.Value).Where(value => value is not Angle),
            Is.EqualTo(values.Take(24).Where(value => value is not Angle)));
        Assert.That(((Bag)((Bag)copy.Entries[24].Value!).Entries[0].Value!).Entries, Is.Empty);
    }

    [Test]
    public void An_entry_of_another_type_is_refused_with_its_path_and_the_type_to_add()
    {
        ValueNotSerializableException failure =
            Assert.Throws<ValueNotSerializableException>(() => s_model.Serialize(new Bag(("fine", 1), ("inner", new Bag(("secret", new Secret()))))));
        Assert.Multiple(() =>
        {
            Assert.That(failure.Code, Is.EqualTo(ErrorCode.TypeNotRegistered));
            Assert.That(failure.Path, Does.EndWith("Bag.inner.secret"));
            Assert.That(failure.Message, Does.Contain("add typeof(NetSerializer.Tests.Hostile.Secret)"));
        });
    }

    [Test]
    public void Numbers_convert_as_with_BinaryFormatter()
    {
        var lenient = new Bag(("Number", 7L));
        byte[] bytes = s_model.Serialize<object>(lenient);
        // The same entries under the id of a type that asks for an int.
        byte[] renamed = Bytes.Join(Bytes.Id(s_model, typeof(Disguised)), bytes[Bytes.Id(s_model, typeof(Bag)).Length..]);
        Assert.That(((Disguised)s_model.Deserialize(renamed)!).Number, Is.EqualTo(7));
    }

    [Test]
    public void SetType_to_a_type_of_the_model_decides_on_what_is_read()
    {
        Assert.Multiple(() =>
        {
            Assert.That(s_model.Deserialize(s_model.Serialize(new Disguised(1, typeof(DerivedDisguise)))),
                Is.TypeOf<DerivedDisguise>().With.Matches<DerivedDisguise>(value => value is { Number: 1 }));
            Assert.That(s_model.DeepClone(new Disguised[] { new DerivedDisguise(2, typeof(Disguised)), new Disguised(3) }).Select(value =>
                (value.GetType(), value.Number)), Is.EqualTo(new[] { (typeof(Disguised), 2), (typeof(Disguised), 3) }));
            Assert.That(s_model.Deserialize(s_model.Serialize<PlainDisguise>(new DisguisedPlain(4))),
                Is.TypeOf<PlainDisguise>().With.Matches<PlainDisguise>(plain => plain is { Number: 4 }),
                "the entries become fields of a class that is not ISerializable");
        });
    }

    [TestCase(typeof(Secret), "add typeof(NetSerializer.Tests.Hostile.Secret)")]
    [TestCase(typeof(Temperature), "not admitted")]
    public void SetType_to_another_type_is_refused(Type type, string text)
    {
        ValueNotSerializableException failure = Assert.Throws<ValueNotSerializableException>(() => s_model.Serialize<object>(new Disguised(1, type)));
        Assert.That(failure.Message, Does.Contain("Disguised").And.Contain(text));
    }

    [Test]
    public void A_type_named_by_text_is_refused()
    {
        ValueNotSerializableException failure =
            Assert.Throws<ValueNotSerializableException>(() => s_model.Serialize(new Disguised(1) { NamedAs = typeof(DerivedDisguise).FullName }));
        Assert.That((failure.Code, failure.Message), Is.EqualTo((ErrorCode.ValueNotEncodable, failure.Message)));
        Assert.That(failure.Message, Does.Contain("SetType"));
    }

    [Test]
    public void An_assembly_named_by_text_is_refused_unless_it_is_the_type_s_own()
    {
        string own = typeof(Disguised).Assembly.FullName!;
        Assert.That(s_model.DeepClone(new Disguised(1) { AssemblyNamedAs = own, NamedAs = typeof(Disguised).FullName }).Number, Is.EqualTo(1));
        Assert.That(s_model.DeepClone(new Disguised(2) { AssemblyNamedAs = own }).Number, Is.EqualTo(2));
        ValueNotSerializableException failure =
            Assert.Throws<ValueNotSerializableException>(() => s_model.Serialize(new Disguised(3) { AssemblyNamedAs = "Elsewhere" }));
        Assert.That(failure.Code, Is.EqualTo(ErrorCode.ValueNotEncodable));
        Assert.That(failure.Message, Does.Contain("Disguised, Elsewhere by text"));
    }

    [Test]
    public void SetType_where_only_one_type_is_admitted_is_refused()
    {
        TypeModel model = TypeModel.Create(typeof(MemberOf<Disguised>), typeof(PlainDisguise));
        Assert.That(() => model.Serialize(new MemberOf<Disguised> { Value = new Disguised(1, typeof(PlainDisguise)) }),
            Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("not admitted"));
    }

    [TestCase(typeof(WithoutConstructor), ErrorCode.TypeNotSupported, "WithoutConstructor(SerializationInfo, StreamingContext)")]
    [TestCase(typeof(NotMarked), ErrorCode.TypeNotSerializable, "[Serializable]")]
    public void What_cannot_come_back_is_refused_at_Create(Type type, ErrorCode code, string text)
    {
        TypeModelProblem problem = Assert.Throws<TypeModelException>(() => TypeModel.Create(type)).Problems.Single();
        Assert.That(problem.Code, Is.EqualTo(code));
        Assert.That(problem.Message, Does.Contain(text));
    }

    [TestCase("absent", ErrorCode.UserCodeFailed, typeof(SerializationException))]
    [TestCase("text", ErrorCode.UserCodeFailed, typeof(FormatException))]
    [TestCase("wrong type", ErrorCode.UserCodeFailed, typeof(InvalidCastException))]
    [TestCase("negative", ErrorCode.UserCodeFailed, typeof(KeyNotFoundException))]
    [TestCase("twice", ErrorCode.DuplicateKey, null)]
    public void Entries_that_the_constructor_does_not_expect_are_malformed_data(string what, ErrorCode code, Type? cause)
    {
        Bag bag = what switch
        {
            "absent" => new Bag(),
            "text" => new Bag(("number", "five")),
            "wrong type" => new Bag(("number", new Bag())),
            "negative" => new Bag(("number", -1)),
            _ => new Bag(("number", 1), ("numbex", 1)),
        };
        byte[] bytes = s_model.Serialize<object>(bag);
        byte[] hostile = Bytes.Join(Bytes.Id(s_model, typeof(Trusting)), bytes[Bytes.Id(s_model, typeof(Bag)).Length..]);
        hostile = [.. hostile.Select(b => b == 'x' ? (byte)'r' : b)];
        MalformedDataException failure = Assert.Throws<MalformedDataException>(() => s_model.Deserialize(hostile));
        Assert.That((failure.Code, failure.InnerException?.GetType()), Is.EqualTo((code, cause)));
    }

    [Test]
    public void A_name_that_is_null_and_a_body_that_is_null_are_rejected()
    {
        byte[] id = Bytes.Id(s_model, typeof(Trusting));
        Assert.That(() => s_model.Deserialize(Bytes.Join(id, [0])),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.NullNotAllowed));
        Assert.That(() => s_model.Deserialize(Bytes.Join(id, [2, 1, 0])),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.NullNotAllowed));
    }

    [Test]
    public void Keys_that_are_equal_once_they_are_finished_are_rejected()
    {
        TypeModel model = TypeModel.Create(typeof(Dictionary<Temperature, int>), typeof(HashSet<Temperature>));
        byte[] first = model.Serialize(new Dictionary<Temperature, int> { [new Temperature(1, "C")] = 1, [new Temperature(2, "C")] = 2 });
        byte[] second = model.Serialize(new HashSet<Temperature> { new(1, "C"), new(2, "C") });
        foreach ((byte[] bytes, Type type) in new[] { (first, typeof(Dictionary<Temperature, int>)), (second, typeof(HashSet<Temperature>)) })
        {
            // The doubles 1 and 2 become the same.
            byte[] hostile = Convert.FromHexString(Convert.ToHexString(bytes).Replace("0000000000000040", "000000000000F03F", StringComparison.Ordinal));
            Assert.That(hostile, Is.Not.EqualTo(bytes));
            Assert.That(() => model.Deserialize(hostile), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.DuplicateKey),
                type.Name);
        }
    }

    [Test]
    public void A_null_key_of_a_table_that_waits_is_rejected_at_that_key()
    {
        TypeModel model = TypeModel.Create(typeof(ValueTuple<Dictionary<Temperature, int>>));
        // One pair; a key that is null.
        Assert.That(() => model.DeserializeDirect<ValueTuple<Dictionary<Temperature, int>>>([2, 0, 0]),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.NullKey).And.Property("Offset").EqualTo(1));
    }

    [Test]
    public void Tables_that_cannot_wait_get_finished_keys([Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create(
            [
                typeof(SortedSet<Rank>), typeof(SortedDictionary<Rank, Temperature>), typeof(ConcurrentDictionary<Temperature, int>),
                typeof(PriorityQueue<Temperature, Rank>), typeof(Queue<Temperature>),
                // Those that are made of their content are refused in graphs.
                .. references == ReferenceHandling.None ? (Type[])[typeof(ImmutableHashSet<Temperature>), typeof(FrozenSet<Temperature>)] : [],
            ],
            new SerializerOptions { References = references });
        Temperature one = new(1, "C"), two = new(2, "F");
        Assert.Multiple(() =>
        {
            Assert.That(model.DeepClone(new SortedSet<Rank> { new("a"), new("bb") }), Has.Count.EqualTo(2));
            Assert.That(model.DeepClone(new SortedDictionary<Rank, Temperature> { [new("bb")] = two, [new("a")] = one }).Values,
                Is.EqualTo((Temperature[])[one, two]));
            Assert.That(model.DeepClone(new ConcurrentDictionary<Temperature, int> { [one] = 1, [two] = 2 })[new Temperature(2, "F")], Is.EqualTo(2));
            Assert.That(model.DeepClone(new PriorityQueue<Temperature, Rank>([(two, new Rank("bb")), (one, new Rank("a"))])).Dequeue(), Is.EqualTo(one));
            Assert.That(model.DeepClone(new Queue<Temperature>([one, two])), Is.EqualTo((Temperature[])[one, two]));
            if (references == ReferenceHandling.None)
            {
                Assert.That(model.DeepClone(ImmutableHashSet.Create(one, two)), Does.Contain(new Temperature(2, "F")));
                Assert.That(model.DeepClone(new[] { one, two }.ToFrozenSet()), Does.Contain(new Temperature(1, "C")));
            }
        });
    }

    // The constructor of an element would fail; the queue asks its priority only, so the element waits for the end of the value, which is not reached.
    [Test]
    public void Elements_of_a_queue_with_priorities_wait_for_the_end([Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create(
            [typeof(PriorityQueue<Temperature, int>), typeof(List<Temperature>)], new SerializerOptions { References = references });
        Temperature one = new(1, "C"), two = new(2, "F");
        foreach (object value in new object[] { new PriorityQueue<Temperature, int>([(one, 5), (two, 6)]), new List<Temperature> { one, two } })
        {
            byte[] bytes = model.Serialize(value);
            int name = bytes.AsSpan().IndexOf("degrees"u8);
            bytes[name]++;
            Assert.That(() => model.Deserialize(bytes), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.UserCodeFailed));
            Assert.That(() => model.Deserialize(bytes[..^1]),
                Throws.TypeOf<MalformedDataException>().With.Property("Code").AnyOf(ErrorCode.Truncated, ErrorCode.LengthExceedsInput));
        }
    }

    [Test]
    public void A_queue_with_priorities_may_hold_what_refers_to_it()
    {
        var waiting = new Waiting();
        waiting.In.Enqueue(waiting, 2);
        waiting.In.Enqueue(new Waiting { In = waiting.In }, 1);
        Waiting copy = TypeModel.Create([typeof(Waiting)], new SerializerOptions { References = ReferenceHandling.Preserve }).DeepClone(waiting)!;
        Assert.That(copy.In.Dequeue().In, Is.SameAs(copy.In));
        Assert.That(copy.In.Dequeue(), Is.SameAs(copy));
    }

    [Serializable]
    private sealed class Waiting
    {
        public PriorityQueue<Waiting, int> In = new();
    }

    [Test]
    public void Large_tables_with_late_keys_are_filled_through_every_source()
    {
        TypeModel model = TypeModel.Create(typeof(Dictionary<Temperature, int>), typeof(HashSet<object>), typeof(Temperature));
        Dictionary<Temperature, int> table = Enumerable.Range(0, 3000).ToDictionary(i => new Temperature(i, "C"), i => i);
        HashSet<object> set = [.. table.Keys];
        using var stream = new MemoryStream();
        model.Serialize(stream, table);
        stream.Position = 0;
        AssertSame(model.Deserialize<Dictionary<Temperature, int>>(stream));
        Assert.That(model.Deserialize<HashSet<object>>(new Streams.ArrivingStream(Streams.Frames.Of(model.Serialize(set)), 100)),
            Has.Count.EqualTo(3000).And.Matches<HashSet<object>>(copy => set.SetEquals(copy!)));
        // A session does not know how much will come: what waits for the end grows.
        using ValueReader tables = model.OpenReader(new Streams.ArrivingStream(model.Serialize(table), 100)), sets =
            model.OpenReader(new Streams.ArrivingStream(model.Serialize(set), 100));
        AssertSame(tables.Read<Dictionary<Temperature, int>>());
        Assert.That(sets.Read<HashSet<object>>(), Has.Count.EqualTo(3000).And.Matches<HashSet<object>>(copy => set.SetEquals(copy!)));

        // In the same order, and found under their keys: the constraint for dictionaries looks for each key among all of them.
        void AssertSame(Dictionary<Temperature, int>? copy)
        {
            Assert.That(copy, Has.Count.EqualTo(3000));
            Assert.That(copy!.SequenceEqual(table));
            Assert.That(table.All(pair => copy!.TryGetValue(pair.Key, out int value) && value == pair.Value));
        }
    }
}
