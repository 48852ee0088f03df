using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Runtime.CompilerServices;
using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>Read-only covers in graphs: after reading they show the very collection that others hold, as before.</summary>
public sealed class SharedCoverTests
{
    private static readonly SerializerOptions s_preserve = new() { References = ReferenceHandling.Preserve };
    private static readonly TypeModel s_model =
        TypeModel.Create([typeof(Team), typeof(Frozen), typeof(ReadOnlyCollection<int>), typeof(ReadOnlyCollection<object>)], s_preserve);

    [Test]
    public void A_cover_shows_the_collection_that_its_owner_goes_on_to_change()
    {
        Team copy = s_model.DeepClone(new Team("Ada", "Grace"))!;
        copy.Change("Edsger");
        AssertShown(copy, "Ada", "Grace", "Edsger");
    }

    [Test]
    public void So_it_does_where_the_cover_comes_first()
    {
        var team = new Team("Ada");
        var copy = (object[])s_model.DeepClone<object>(new object[] { team.Names, team.ByName, team.Set, team.Observable, team })!;
        ((Team)copy[4]).Change("Grace");
        AssertShown((Team)copy[4], "Ada", "Grace");
        Assert.That(GraphComparer.FirstDifference(new object[] { team.Names, team.ByName, team.Set, team.Observable }, copy[..4]), Is.Not.Null,
            "the copy has one more");
        Assert.That(copy[0], Is.SameAs(((Team)copy[4]).Names));
    }

    [Test]
    public void BinaryFormatter_shares_it_too()
    {
        var list = new List<string> { "Ada" };
        var table = new Dictionary<string, int> { ["Ada"] = 1 };
        object[] graph = [list, list.AsReadOnly(), table, new ReadOnlyDictionary<string, int>(table), list.AsReadOnly()];
        object[] expected = BinaryFormatterPeer.Clone(graph),
            copy = (object[])TypeModel.Create([typeof(ReadOnlyCollection<string>), typeof(ReadOnlyDictionary<string, int>)], s_preserve)
            .DeepClone<object>(graph)!;
        Assert.That(GraphComparer.FirstDifference(expected, copy), Is.Null);
        foreach (object[] either in (object[][])[expected, copy])
        {
            ((List<string>)either[0]).Add("Grace");
            ((Dictionary<string, int>)either[2]).Add("Grace", 2);
            Assert.That((((ReadOnlyCollection<string>)either[1]).Count, ((ReadOnlyDictionary<string, int>)either[3]).Count,
                ((ReadOnlyCollection<string>)either[4]).Count), Is.EqualTo((2, 2, 2)));
        }
    }

    [Test]
    public void A_cover_of_an_observable_collection_tells_of_its_changes()
    {
        Team copy = s_model.DeepClone(new Team("Ada"))!;
        var seen = new List<NotifyCollectionChangedAction>();
        ((INotifyCollectionChanged)copy.Observable).CollectionChanged += (_, change) => seen.Add(change.Action);
        copy.Change("Grace");
        Assert.That(seen, Is.EqualTo(new[] { NotifyCollectionChangedAction.Add }));
    }

    [Test]
    public void A_cover_may_lie_in_what_it_shows()
    {
        List<object> list = [];
        list.Add(list.AsReadOnly());
        list.Add(((ReadOnlyCollection<object>)list[0]).AsReadOnly());
        foreach (object root in (object[])[list, list[0], list[1]])
        {
            object copy = s_model.DeepClone<object>(root)!;
            Assert.That(GraphComparer.FirstDifference(root, copy), Is.Null);
        }
    }

    [Test]
    public void A_cover_of_covers_shows_what_the_innermost_one_does()
    {
        var list = new List<int> { 1 };
        var copy = (object[])s_model.DeepClone<object>(new object[] { list.AsReadOnly().AsReadOnly().AsReadOnly(), list })!;
        ((List<int>)copy[1]).Add(2);
        Assert.That(copy[0], Is.TypeOf<ReadOnlyCollection<int>>().And.EqualTo(new[] { 1, 2 }));
    }

    [Test]
    public void So_do_covers_of_covers_of_tables()
    {
        var table = new Dictionary<string, int> { ["Ada"] = 1 };
        var set = new HashSet<string> { "Ada" };
        ReadOnlyDictionary<string, int> inner = new(table);
        ReadOnlySet<string> innerSet = new(set);
        var copy = (object[])s_model.DeepClone<object>(
            new object[] { new ReadOnlyDictionary<string, int>(new ReadOnlyDictionary<string, int>(inner)), new ReadOnlySet<string>(innerSet), table, set })!;
        ((Dictionary<string, int>)copy[2]).Add("Grace", 2);
        ((HashSet<string>)copy[3]).Add("Grace");
        Assert.That(copy[0], Is.TypeOf<ReadOnlyDictionary<string, int>>().With.Property("Keys").EquivalentTo(new[] { "Ada", "Grace" }));
        Assert.That(copy[1], Is.TypeOf<ReadOnlySet<string>>().And.EquivalentTo(new[] { "Ada", "Grace" }));
    }

    [Test]
    public void A_class_derived_from_a_cover_has_its_own_members_too()
    {
        var shown = new List<string> { "a" };
        var copy = (object[])s_model.DeepClone<object>(new object[] { shown, new Frozen(shown) { Title = "t", Owner = shown } })!;
        var frozen = (Frozen)copy[1];
        ((List<string>)copy[0]).Add("b");
        Assert.That((frozen.Title, frozen.Owner, frozen.Calls), Is.EqualTo(("t", copy[0], 1)));
        Assert.That(frozen, Is.EqualTo(new[] { "a", "b" }));
    }

    [Test]
    public void Keys_that_lead_back_to_the_cover_of_their_table_are_asked_when_they_are_whole()
    {
        var table = new Dictionary<Named, object>();
        var cover = new ReadOnlyDictionary<Named, object>(table);
        table.Add(new Named("a") { Back = cover }, cover);
        TypeModel model = TypeModel.Create([typeof(ReadOnlyDictionary<Named, object>), typeof(Named)], s_preserve);
        ReadOnlyDictionary<Named, object> copy = model.DeepClone(cover)!;
        Assert.That(copy[new Named("a")], Is.SameAs(copy));
        Assert.That(copy.Keys.Single().Back, Is.SameAs(copy));
    }

    [Test]
    public void What_is_shown_must_be_in_the_model_as_behind_any_interface()
    {
        var list = new Logged { 1 };
        var failure = Assert.Throws<ValueNotSerializableException>(() => s_model.Serialize<object>(new ReadOnlyCollection<int>(list)))!;
        Assert.That(failure.Code, Is.EqualTo(ErrorCode.TypeNotRegistered));
        Assert.That(failure.Message, Does.Contain($"add typeof({typeof(Logged).FullName!.Replace('+', '.')}) to"));
        TypeModel model = TypeModel.Create([typeof(ReadOnlyCollection<int>), typeof(Logged)], s_preserve);
        var copy = (object[])model.DeepClone<object>(new object[] { new ReadOnlyCollection<int>(list), list })!;
        ((Logged)copy[1]).Add(2);
        Assert.That(copy[0], Is.EqualTo(new[] { 1, 2 }));
    }

    [Test]
    public void A_cover_whose_constructor_has_not_run_is_not_written()
    {
        foreach (Type type in (Type[])[typeof(ReadOnlyCollection<int>), typeof(ReadOnlyDictionary<string, int>), typeof(ReadOnlySet<string>)])
        {
            object cover = RuntimeHelpers.GetUninitializedObject(type);
            Assert.That(() => s_model.Serialize(cover),
                Throws.TypeOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.ValueNotEncodable)
                .And.Message.Contain("covers no collection"), type.Name);
        }
    }

    /// <summary>Two covers of strings in an array: what the second one shows is taken for something else.</summary>
    [TestCase("00", ErrorCode.NullNotAllowed, TestName = "Nothing is no collection to show")]
    [TestCase("03", ErrorCode.NotCanonical, TestName = "A cover shows no cover, which could go on without end")]
    [TestCase("07", ErrorCode.NotCanonical, TestName = "A cover does not show itself")]
    [TestCase("01", ErrorCode.ReferenceNotAdmitted, TestName = "What holds it is no list of strings")]
    [TestCase("09", ErrorCode.ReferenceOutOfRange, TestName = "A number that nothing has is not shown")]
    public void Is_rejected(string shown, ErrorCode code)
    {
        var list = new List<string>();
        byte[] bytes = s_model.Serialize<object>(new object[] { list.AsReadOnly(), list.AsReadOnly() });
        Assert.That(bytes[^1], Is.EqualTo(5), "the number of the list, the third object");
        byte[] changed = [.. bytes[..^1], .. Convert.FromHexString(shown)];
        Assert.That(() => s_model.Deserialize<object>(changed), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(code));
    }

    [TestCase("00", ErrorCode.NullNotAllowed)]
    [TestCase("03", ErrorCode.NotCanonical)]
    [TestCase("07", ErrorCode.NotCanonical)]
    public void Neither_is_what_a_cover_of_a_table_or_a_set_shows(string shown, ErrorCode code)
    {
        var table = new Dictionary<string, int>();
        var set = new HashSet<string>();
        ReadOnlyDictionary<string, int>[] tables = [new(table), new(table)];
        ReadOnlySet<string>[] sets = [new(set), new(set)];
        foreach (object[] covers in (object[][])[[.. tables], [.. sets]])
        {
            byte[] bytes = s_model.Serialize<object>(covers);
            Assert.That(bytes[^1], Is.EqualTo(5), "the number of the table, the third object");
            byte[] changed = [.. bytes[..^1], .. Convert.FromHexString(shown)];
            Assert.That(() => s_model.Deserialize<object>(changed), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(code));
        }
    }

    [Test]
    public void Nothing_is_nothing_to_observe()
    {
        byte[] bytes = s_model.Serialize<object>(new ReadOnlyObservableCollection<string>([]));
        int content = s_model.TypeIds[typeof(ObservableCollection<string>)];
        Assert.That(bytes, Has.Length.GreaterThan(2).And.Length.LessThan(6), $"the id, then that of what is observed, {content}, or a mark, and its count");
        Assert.That(() => s_model.Deserialize<object>([bytes[0], 0]),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.NullNotAllowed));
    }

    [Test]
    public void Nor_is_a_cover_made_as_what_another_one_shows()
    {
        byte[] plain = s_model.Serialize<object>(new List<string>().AsReadOnly());
        int id = s_model.TypeIds[typeof(ReadOnlyCollection<string>)];
        Assert.That(plain[0], Is.EqualTo(id << 1), "an id of one byte");
        byte[] nested = [plain[0], .. plain];
        Assert.That(() => s_model.Deserialize<object>(nested), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.NotCanonical));
    }

    [Test]
    public void Every_cut_and_every_change_of_a_byte_is_rejected_or_a_value_of_the_model()
    {
        byte[] bytes = s_model.Serialize<object>(new object[] { new Team("Ada", "Grace"), new Frozen(["x"]) { Title = "t" } });
        for (int length = 0; length < bytes.Length; length++)
        {
            Assert.That(() => s_model.Deserialize<object>(bytes[..length]), Throws.TypeOf<MalformedDataException>(), $"{length}");
        }
        for (int at = 0; at < bytes.Length; at++)
        {
            for (int value = 0; value < 256; value++)
            {
                byte[] changed = [.. bytes];
                changed[at] = (byte)value;
                object? read;
                try
                {
                    read = s_model.Deserialize<object>(changed);
                }
                catch (MalformedDataException)
                {
                    continue;
                }
                // Whatever came is whole: every cover can be asked.
                Assert.That(() => s_model.Serialize<object>(read!), Throws.Nothing, $"{at}: {value:X2}");
            }
        }
    }

    [Test]
    public void In_trees_a_cover_is_its_content_still()
    {
        TypeModel trees = TypeModel.Create(typeof(Team));
        Team copy = trees.DeepClone(new Team("Ada"))!;
        copy.Change("Grace");
        Assert.That((copy.Names.Count, copy.ByName.Count, copy.Set.Count, copy.Observable.Count), Is.EqualTo((1, 1, 1, 1)));
    }

    private static void AssertShown(Team team, params string[] names)
    {
        Assert.Multiple(() =>
        {
            Assert.That(team.Names, Is.EqualTo(names));
            Assert.That(team.Names, Is.TypeOf<ReadOnlyCollection<string>>());
            Assert.That(team.ByName.Keys, Is.EquivalentTo(names));
            Assert.That(team.Set, Is.EquivalentTo(names));
            Assert.That(team.Observable, Is.EqualTo(names));
            Assert.That(team.First, Is.EqualTo(names[..1]), "a cover of an array");
        });
    }

    /// <summary>As classes are written that show what they hold, and let nobody change it.</summary>
    [Serializable]
    internal sealed class Team
    {
        private readonly List<string> _names;
        private readonly Dictionary<string, int> _byName;
        private readonly HashSet<string> _set;
        private readonly ObservableCollection<string> _observable;

        public Team(params string[] names)
        {
            (_names, _byName, _set, _observable) = ([.. names], names.Index().ToDictionary(pair => pair.Item, pair => pair.Index), [.. names], [.. names]);
            (Names, ByName, Set, Observable, First) = (_names.AsReadOnly(), new(_byName), new(_set), new(_observable), Array.AsReadOnly(names[..1]));
        }

        public ReadOnlyCollection<string> Names { get; }

        public ReadOnlyDictionary<string, int> ByName { get; }

        public ReadOnlySet<string> Set { get; }

        public ReadOnlyObservableCollection<string> Observable { get; }

        public IReadOnlyList<string> First { get; }

        public void Change(string name)
        {
            _names.Add(name);
            _byName.Add(name, 0);
            _set.Add(name);
            _observable.Add(name);
        }
    }

    [Serializable]
    internal sealed class Frozen(IList<string> list) : ReadOnlyCollection<string>(list)
    {
        public string? Title;
        public object? Owner;

        [NonSerialized]
        public int Calls;

        [System.Runtime.Serialization.OnDeserialized]
        private void Called(System.Runtime.Serialization.StreamingContext context) => Calls = Count > 0 ? Calls + 1 : -1;
    }

    /// <summary>A key that is compared by its name.</summary>
    [Serializable]
    internal sealed class Named(string name) : IEquatable<Named>
    {
        public string Name = name;
        public object? Back;

        public bool Equals(Named? other) => other?.Name == Name;

        public override bool Equals(object? obj) => Equals(obj as Named);

        public override int GetHashCode() => Name.GetHashCode(StringComparison.Ordinal);
    }

    /// <summary>A list of the program's own.</summary>
    [Serializable]
    internal sealed class Logged : IList<int>
    {
        private readonly List<int> _items = [];

        public int Count => _items.Count;

        public bool IsReadOnly => false;

        public int this[int index] { get => _items[index]; set => _items[index] = value; }

        public void Add(int item) => _items.Add(item);

        public void Clear() => _items.Clear();

        public bool Contains(int item) => _items.Contains(item);

        public void CopyTo(int[] array, int arrayIndex) => _items.CopyTo(array, arrayIndex);

        public IEnumerator<int> GetEnumerator() => _items.GetEnumerator();

        public int IndexOf(int item) => _items.IndexOf(item);

        public void Insert(int index, int item) => _items.Insert(index, item);

        public bool Remove(int item) => _items.Remove(item);

        public void RemoveAt(int index) => _items.RemoveAt(index);

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
