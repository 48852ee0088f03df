using System.Collections;
using System.Collections.ObjectModel;
using System.Text;
using NetSerializer.Tests.Conformance;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>Members declared as interfaces of collections: what they hold without registration, and what they refuse.</summary>
public class InterfaceMemberTests
{
    private static readonly Person[] s_people = [new("a", 1), new("b", 2)];

    public static IEnumerable<object> Unregistered =>
    [
        new MemberOf<IEnumerable<Person>> { Value = s_people }, new MemberOf<IEnumerable<Person>> { Value = s_people.ToList() },
        new MemberOf<ICollection<Person>> { Value = s_people }, new MemberOf<ICollection<Person>> { Value = s_people.ToList() },
        new MemberOf<IList<Person>> { Value = s_people }, new MemberOf<IList<Person>> { Value = s_people.ToList() },
        new MemberOf<IReadOnlyCollection<Person>> { Value = s_people }, new MemberOf<IReadOnlyCollection<Person>>
            { Value = s_people.ToList() }, new MemberOf<IReadOnlyCollection<Person>> { Value = s_people.AsReadOnly() },
        new MemberOf<IReadOnlyList<Person>> { Value = s_people }, new MemberOf<IReadOnlyList<Person>>
            { Value = s_people.ToList() }, new MemberOf<IReadOnlyList<Person>> { Value = s_people.ToList().AsReadOnly() },
        new MemberOf<IReadOnlyList<int>> { Value = Array.AsReadOnly([1, 2]) },
        new MemberOf<ISet<Person>> { Value = s_people.ToHashSet() }, new MemberOf<IReadOnlySet<string>>
            { Value = new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "a" } },
        new MemberOf<IDictionary<string, Person>> { Value = s_people.ToDictionary(person => person.Name!) }, new MemberOf<IReadOnlyDictionary<int, Person>>
            { Value = s_people.ToDictionary(person => person.Age) },
        new MemberOf<IReadOnlyDictionary<int, Person>> { Value = s_people.ToDictionary(person => person.Age).AsReadOnly() },
        new MemberOf<IEnumerable<IEnumerable<DateTime>>> { Value = new IEnumerable<DateTime>[] { new[] { DateTime.UnixEpoch }, new List<DateTime>() } },
        new MemberOf<IEnumerable> { Value = new object[] { 1, "a" } }, new MemberOf<IList> { Value = new List<object> { 1, "a" } }, new MemberOf<ICollection>
            { Value = new[] { 1.5 } },
        new MemberOf<IEnumerable> { Value = new ArrayList { 1, "a", null } }, new MemberOf<IDictionary> { Value = new Hashtable { [1] = "a", ["b"] = 2.5 } },
        new MemberOf<IDictionary> { Value = new Dictionary<string, object> { ["a"] = 1 } },
        new MemberOf<IEnumerable<Person>>(), new MemberOf<IDictionary<string, Person>>(),
    ];

    [TestCaseSource(nameof(Unregistered))]
    public void Everyday_collections_need_no_registration(object value)
    {
        // The member's type is all that the model knows.
        var model = TypeModel.Create([value.GetType()]);
        object? copy = model.Deserialize<object>(model.Serialize<object>(value));
        Assert.That(StructuralEquality.AreEqual(value, copy), Is.True);
    }

    [Test]
    public void Collection_expressions_arrive_as_arrays()
    {
        // The compiler gives each of these a type without a name.
        IReadOnlyList<Person> several = [s_people[0], s_people[1]];
        IEnumerable<Person> one = [s_people[0]];
        IReadOnlyCollection<int> numbers = [1, 2, 3];
        var model = TypeModel.Create([typeof(MemberOf<IReadOnlyList<Person>>), typeof(MemberOf<IEnumerable<Person>>),
            typeof(MemberOf<IReadOnlyCollection<int>>), typeof(MemberOf<object>)]);
        Assert.Multiple(() =>
        {
            Assert.That(several.GetType().Name, Does.StartWith("<>"));
            Assert.That(Copy(model, several), Is.TypeOf<Person[]>().And.EqualTo(several));
            Assert.That(Copy(model, one), Is.TypeOf<Person[]>().And.EqualTo(one));
            Assert.That(Copy(model, numbers), Is.TypeOf<int[]>().And.EqualTo(numbers));
            Assert.That(model.Deserialize<IReadOnlyList<Person>>(model.Serialize(several)), Is.TypeOf<Person[]>().And.EqualTo(several));
            Assert.That(Copy<object>(model, several), Is.TypeOf<Person[]>().And.EqualTo(several));
        });
    }

    private static T? Copy<T>(TypeModel model, T value) => model.Deserialize<MemberOf<T>>(model.Serialize(new MemberOf<T> { Value = value }))!.Value;

    [Test]
    public void Other_collections_join_by_registration()
    {
        var model = TypeModel.Create([typeof(MemberOf<IEnumerable<Person>>), typeof(Queue<Person>), typeof(HashSet<Person>),
            typeof(ObservableCollection<Person>)]);
        foreach (IEnumerable<Person> people in (
            IEnumerable<Person>[])[new Queue<Person>(s_people), new HashSet<Person>(s_people), new ObservableCollection<Person>(s_people)])
        {
            var value = new MemberOf<IEnumerable<Person>> { Value = people };
            Assert.That(StructuralEquality.AreEqual(value, model.Deserialize<object>(model.Serialize<object>(value))), Is.True, people.GetType().Name);
        }
        Assert.That(
            () => TypeModel.Create([typeof(MemberOf<IEnumerable<Person>>)])
                .Serialize(new MemberOf<IEnumerable<Person>> { Value = new Queue<Person>(s_people) }),
            Throws.TypeOf<ValueNotSerializableException>().With.Property(nameof(NetSerializerException.Code)).EqualTo(ErrorCode.TypeNotRegistered)
                .And.Message.Contains("Queue"));
    }

    [Test]
    public void Ids_of_what_an_interface_brings_follow_it()
    {
        var model = TypeModel.Create([typeof(MemberOf<IReadOnlyList<Person>>), typeof(MemberOf<IDictionary<int, Person>>)]);
        Type[] expected =
        [
            typeof(MemberOf<IReadOnlyList<Person>>), typeof(Person[]), typeof(Person), typeof(List<Person>), typeof(ReadOnlyCollection<Person>),
            typeof(MemberOf<IDictionary<int, Person>>), typeof(Dictionary<int, Person>),
        ];
        Assert.That(expected.Select(type => (int)model.TypeIds[type]), Is.EqualTo(Enumerable.Range(32, expected.Length)));
    }

    public static IEnumerable<object> Lazy =>
        [s_people.Where(person => person.Age > 0), s_people.Select(person => person), Iterate(), s_people.OrderBy(person => person.Age), s_people.Skip(1),
            s_people.Reverse<Person>()];

    [TestCaseSource(nameof(Lazy))]
    public void Queries_and_iterators_are_refused_with_the_cure(object lazy)
    {
        var model = TypeModel.Create([typeof(MemberOf<IEnumerable<Person>>), typeof(MemberOf<object>)]);
        Assert.Multiple(() =>
        {
            AssertRefused(() => model.Serialize(new MemberOf<IEnumerable<Person>> { Value = (IEnumerable<Person>)lazy }));
            AssertRefused(() => model.Serialize(new MemberOf<object> { Value = lazy }));
        });
    }

    public static IEnumerable<object> Views =>
    [
        new Dictionary<Person, int>().Keys, new SortedList<int, Person>().Values, new SortedSet<int> { 1, 2 }.GetViewBetween(1, 1),
        System.Collections.Immutable.ImmutableList.CreateBuilder<Person>(),
        ArrayList.Synchronized([]),
    ];

    [TestCaseSource(nameof(Views))]
    public void Views_of_collections_are_refused_with_a_cure_that_works(object view)
    {
        var model = TypeModel.Create([typeof(MemberOf<object>), typeof(ArrayList), typeof(Hashtable), typeof(SortedSet<int>)]);
        AssertRefused(() => model.Serialize(new MemberOf<object> { Value = view }));
    }

    [Test]
    public void Groups_are_refused_with_a_cure_that_works()
    {
        ILookup<int, Person> lookup = s_people.ToLookup(person => person.Age);
        IEnumerable<IGrouping<int, Person>> groups = s_people.GroupBy(person => person.Age);
        var model = TypeModel.Create([typeof(MemberOf<object>), typeof(MemberOf<ILookup<int, Person>>), typeof(List<IGrouping<int, Person>>),
            typeof(Dictionary<int, List<Person>>), typeof(KeyValuePair<int, List<Person>>)]);
        const string table = "ToDictionary(group => group.Key, group => group.ToList())", pair = "KeyValuePair.Create(group.Key, group.ToList())";
        Assert.Multiple(() =>
        {
            AssertRefused(() => model.Serialize(new MemberOf<object> { Value = lookup }), table);
            AssertRefused(() => model.Serialize(new MemberOf<ILookup<int, Person>> { Value = lookup }), table);
            AssertRefused(() => model.Serialize(new MemberOf<object> { Value = groups }), table);
            AssertRefused(() => model.Serialize(new MemberOf<object> { Value = lookup.First() }), pair);
            Assert.That(() => model.Serialize(groups.ToList()),
                Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains(pair).And.Message.Contains(table));
        });
        var cured = (Dictionary<int, List<Person>>)model.DeepClone(
            new MemberOf<object> { Value = lookup.ToDictionary(group => group.Key, group => group.ToList()) }).Value!;
        Assert.That(cured, Has.Count.EqualTo(lookup.Count));
        Assert.That(model.DeepClone(new MemberOf<object> { Value = KeyValuePair.Create(lookup.First().Key, lookup.First().ToList()) }).Value,
            Is.TypeOf<KeyValuePair<int, List<Person>>>());
    }

    [Test]
    public void Tables_in_a_cover_are_refused_with_a_cure_that_works()
    {
        var table = new Hashtable { ["a"] = 1 };
        var sorted = new SortedList { ["b"] = 2 };
        var builder = System.Collections.Immutable.ImmutableDictionary.CreateBuilder<string, int>();
        builder.Add("c", 3);
        var model = TypeModel.Create([typeof(MemberOf<object>), typeof(Hashtable), typeof(SortedList),
            typeof(System.Collections.Immutable.ImmutableDictionary<string, int>)]);
        Assert.Multiple(() =>
        {
            AssertRefused(() => model.Serialize(new MemberOf<object> { Value = Hashtable.Synchronized(table) }),
                "the System.Collections.Hashtable inside, or a copy (new Hashtable(...))");
            AssertRefused(() => model.Serialize(new MemberOf<object> { Value = SortedList.Synchronized(sorted) }),
                "the System.Collections.SortedList inside, or a copy (new SortedList(...))");
            AssertRefused(() => model.Serialize(new MemberOf<object> { Value = builder }), "ToImmutable");
            Assert.That(model.DeepClone(new MemberOf<object> { Value = new Hashtable(Hashtable.Synchronized(table)) }).Value, Is.EqualTo(table));
            Assert.That(model.DeepClone(new MemberOf<object> { Value = new SortedList(SortedList.Synchronized(sorted)) }).Value, Is.EqualTo(sorted));
            Assert.That(model.DeepClone(new MemberOf<object> { Value = builder.ToImmutable() }).Value, Is.EqualTo(builder.ToImmutable()));
        });
    }

    [TestCase(typeof(System.Net.IPAddress))]
    [TestCase(typeof(Encoding))]
    [TestCase(typeof(Type))]
    [TestCase(typeof(System.Collections.Frozen.FrozenSet<int>))]
    public void The_type_to_add_for_a_hidden_class_of_the_framework_is_the_one_that_works(Type type)
    {
        object value = new object[] { System.Net.IPAddress.Any, Encoding.UTF8, typeof(Person),
            System.Collections.Frozen.FrozenSet.ToFrozenSet([1, 2, 3]) }.Single(type.IsInstanceOfType);
        Assert.That(
            () => TypeModel.Create([typeof(MemberOf<object>), typeof(Person)]).Serialize(new MemberOf<object> { Value = value }),
            Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains($"add typeof({Errors.TypeNames.Display(type)})"));
        Assert.That(TypeModel.Create([typeof(MemberOf<object>), typeof(Person), type]).DeepClone(new MemberOf<object> { Value = value }).Value,
            type == typeof(System.Collections.Frozen.FrozenSet<int>) ? Is.EquivalentTo((IEnumerable<int>)value) : Is.EqualTo(value));
    }

    private static void AssertRefused(Action write, string cure = "ToList") =>
        Assert.That(
            write,
            Throws.TypeOf<ValueNotSerializableException>().With.Property(nameof(NetSerializerException.Code)).EqualTo(ErrorCode.TypeNotRegistered)
                .And.Message.Contains(cure).And.Property(nameof(ValueNotSerializableException.Path)).EndsWith(".Value"));

    private static IEnumerable<Person> Iterate()
    {
        foreach (Person person in s_people)
        {
            yield return person;
        }
    }
}
