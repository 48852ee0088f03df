using System.Collections.Frozen;
using System.Collections.Immutable;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>Collections that are made of their whole content, with keys that lead back to them: docs/object-model.md, Graphs.</summary>
[TestFixture]
internal sealed class KeyCycleTests
{
    private static readonly SerializerOptions s_graphs = new() { References = ReferenceHandling.Preserve };

    [Test]
    public void Keys_that_are_told_apart_by_identity_may_lead_back()
    {
        var parent = new Person();
        var child = new Person { Parent = parent };
        parent.Set = [child, parent];
        parent.Frozen = new[] { child, parent }.ToFrozenSet();
        parent.Map = ImmutableDictionary<Person, int>.Empty.Add(child, 1).Add(parent, 2);
        parent.FrozenMap = new Dictionary<Person, int> { [child] = 3, [parent] = 4 }.ToFrozenDictionary();
        Person copy = TypeModel.Create([typeof(Person)], s_graphs).DeepClone(parent);
        Person childCopy = copy.Set!.Single(person => person.Parent != null);
        Assert.Multiple(() =>
        {
            Assert.That(childCopy.Parent, Is.SameAs(copy));
            Assert.That(copy.Set, Is.EquivalentTo((Person[])[copy, childCopy]));
            Assert.That(copy.Set!.Contains(copy) && copy.Frozen!.Contains(copy) && copy.Frozen.Contains(childCopy));
            Assert.That((copy.Map![childCopy], copy.Map[copy], copy.FrozenMap![childCopy], copy.FrozenMap[copy]), Is.EqualTo((1, 2, 3, 4)));
        });
    }

    [TestCase(typeof(Named<ImmutableHashSet<Key>>))]
    [TestCase(typeof(Named<ImmutableDictionary<Key, int>>))]
    [TestCase(typeof(Named<ImmutableSortedSet<Key>>))]
    [TestCase(typeof(Named<ImmutableSortedDictionary<Key, int>>))]
    [TestCase(typeof(Named<FrozenSet<Key>>))]
    [TestCase(typeof(Named<FrozenDictionary<Key, int>>))]
    [TestCase(typeof(Named<ImmutableHashSet<Plain>>), Description = "a class that is compared by another one's equality")]
    [TestCase(typeof(Named<ImmutableHashSet<object>>), Description = "keys of any type")]
    [TestCase(typeof(Ordered), Description = "an order is no identity")]
    public void Other_keys_that_may_lead_back_are_refused(Type root)
    {
        TypeModelException failure = Assert.Throws<TypeModelException>(() => TypeModel.Create([root, typeof(Key), typeof(Derived)], s_graphs));
        TypeModelProblem problem = failure.Problems.Single();
        Assert.That(problem.Code, Is.EqualTo(ErrorCode.TypeNotSupported));
        Assert.That(problem.Path, Does.Contain(root.IsGenericType ? root.GetGenericArguments()[0].Name.Split('`')[0] : "ImmutableSortedSet"));
        Assert.That(problem.Message, Does.Contain("lead back").And.Contain("Dictionary, HashSet"));
        // In trees nothing leads back.
        Assert.That(TypeModel.Create([root, typeof(Key), typeof(Derived)]), Is.Not.Null);
    }

    [Test]
    public void Keys_of_a_class_derived_from_a_dictionary_may_lead_back_to_it()
    {
        var book = new AddressBook { Owner = "Ada" };
        book.Add(new Entry { Name = "a", Book = book }, "first");
        book.Add(new Entry { Name = "b" }, null);
        AddressBook copy = TypeModel.Create([typeof(AddressBook)], s_graphs).DeepClone(book);
        Assert.That((copy.Owner, copy.Count, copy[new Entry { Name = "a" }], copy[new Entry { Name = "b" }]), Is.EqualTo(("Ada", 2, "first", (string?)null)));
        Assert.That(copy.Keys.Single(entry => entry.Name == "a").Book, Is.SameAs(copy));
    }

    [Test]
    public void A_set_of_structs_that_lead_back_may_hold_a_null()
    {
        var team = new Team();
        team.Members = [null, new Member { Of = team }, new Member { Of = "none" }];
        Team copy = TypeModel.Create([typeof(Team)], s_graphs).DeepClone(team);
        Assert.That(copy.Members, Has.Count.EqualTo(3));
        Assert.That(copy.Members!.Contains(null) && copy.Members.Contains(new Member { Of = copy }));
    }

    [Test]
    public void Keys_that_do_not_lead_back_are_taken()
    {
        var model = TypeModel.Create([typeof(ImmutableHashSet<Leaf>), typeof(Pair)], s_graphs);
        Leaf shared = new("b");
        Pair copy = model.DeepClone(new Pair { First = shared, All = [new Leaf("a"), shared] });
        Assert.That(copy.All, Does.Contain(new Leaf("a")).And.Contain(new Leaf("b")));
        Assert.That(copy.All!.TryGetValue(new Leaf("b"), out Leaf? found) && ReferenceEquals(found, copy.First));
    }

    [Serializable]
    internal class Person
    {
        public Person? Parent;
        public ImmutableHashSet<Person>? Set;
        public FrozenSet<Person>? Frozen;
        public ImmutableDictionary<Person, int>? Map;
        public FrozenDictionary<Person, int>? FrozenMap;
    }

    [Serializable]
    internal sealed class Ordered : IComparable<Ordered>
    {
        public ImmutableSortedSet<Ordered>? All { get; set; }

        public int CompareTo(Ordered? other) => 0;
    }

    [Serializable]
    internal sealed class Named<T>
    {
        public T? Value { get; set; }
    }

    [Serializable]
    internal sealed class Key : IComparable<Key>
    {
        public string? Name { get; set; }

        public object? Any { get; set; }

        public int CompareTo(Key? other) => string.CompareOrdinal(Name, other?.Name);

        public override bool Equals(object? obj) => obj is Key key && key.Name == Name;

        public override int GetHashCode() => Name?.Length ?? 0;
    }

    [Serializable]
    internal class Plain
    {
        public object? Any { get; set; }
    }

    [Serializable]
    internal sealed class Derived : Plain
    {
        public override bool Equals(object? obj) => obj is Derived;

        public override int GetHashCode() => 1;
    }

    [Serializable]
    internal sealed record Leaf(string Name);

    [Serializable]
    internal sealed class Pair
    {
        public ImmutableHashSet<Leaf>? All;
        public Leaf? First;
    }

    [Serializable]
    private sealed class Team
    {
        public HashSet<Member?>? Members { get; set; }
    }

    [Serializable]
    private struct Member
    {
        public object? Of { get; set; }
    }

    [Serializable]
    private sealed class AddressBook : Dictionary<Entry, string?>
    {
        public string? Owner;
    }

    [Serializable]
    private sealed record Entry
    {
        public string? Name { get; init; }

        public AddressBook? Book { get; init; }

        public bool Equals(Entry? other) => other?.Name == Name;

        public override int GetHashCode() => string.GetHashCode(Name, StringComparison.Ordinal);
    }
}
