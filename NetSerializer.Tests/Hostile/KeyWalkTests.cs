using System.Collections;
using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using System.Reflection;
using NetSerializer.Tests.Model;
using NUnit.Framework;
using LimitedRead = NetSerializer.Tests.Conformance.Checks.LimitedRead;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// Threat: keys of graphs whose hash or order never ends, or takes the whole stack, or looks at the same objects 2^60 times. The tables are made with
/// harmless keys, which are then turned into such ones behind their backs.
/// </summary>
[TestFixture]
internal sealed class KeyWalkTests
{
    private static readonly Type[] s_types =
    [
        typeof(object[]), typeof(Tuple<object, object>), typeof(Node), typeof(Link), typeof((object, object)), typeof(Named), typeof(HashSet<object>),
        typeof(HashSet<Node>), typeof(Dictionary<object, int>), typeof(SortedSet<object>),
        typeof(SortedDictionary<object, int>), typeof(SortedList<object, int>), typeof(PriorityQueue<int, object>), typeof(ConcurrentDictionary<object, int>),
        typeof(OrderedDictionary<object, int>), typeof(Hashtable), typeof(SortedList),
        typeof(InvalidOperationException), typeof(Register), typeof(HashSet<Link>), typeof(Dictionary<Tuple<object, object>, int>),
    ];

    private static readonly TypeModel s_model = TypeModel.Create(s_types, new SerializerOptions { References = ReferenceHandling.Preserve });

    private static IEnumerable<TestCaseData> Tables()
    {
        yield return Case("HashSet", keys => new HashSet<object>(keys));
        yield return Case("Dictionary", keys => keys.ToDictionary(key => key, _ => 1));
        yield return Case("Dictionary of tuples", keys => keys.Cast<Tuple<object, object>>().ToDictionary(key => key, _ => 1));
        yield return Case("SortedSet", keys => new SortedSet<object>(keys));
        yield return Case("SortedDictionary", keys => new SortedDictionary<object, int>(keys.ToDictionary(key => key, _ => 1)));
        yield return Case("SortedList", keys => new SortedList<object, int>(keys.ToDictionary(key => key, _ => 1)));
        yield return Case("PriorityQueue", keys => new PriorityQueue<int, object>(keys.Select(key => (1, key))));
        yield return Case("ConcurrentDictionary", keys => new ConcurrentDictionary<object, int>(keys.ToDictionary(key => key, _ => 1)));
        yield return Case("OrderedDictionary", keys => new OrderedDictionary<object, int>(keys.ToDictionary(key => key, _ => 1)));
        yield return Case("Hashtable", keys => new Hashtable(keys.ToDictionary(key => key, _ => 1)));
        yield return Case("untyped SortedList", keys => new SortedList(keys.ToDictionary(key => key, _ => 1)));
        yield return Case("the data of an exception", keys =>
        {
            var exception = new InvalidOperationException();
            foreach (object key in keys)
            {
                exception.Data.Add(key, 1);
            }
            return exception;
        });
        yield return Case("KeyedCollection", keys =>
        {
            var register = new Register();
            foreach (object key in keys)
            {
                register.Add(new Named { Name = key });
            }
            return register;
        });

        static TestCaseData Case(string name, Func<object[], object> make) => new TestCaseData(make).SetArgDisplayNames(name);
    }

    [TestCaseSource(nameof(Tables))]
    public void A_tuple_that_holds_itself(Func<object[], object> make) => Refused(make, ErrorCode.DataTooDeep, (first, second) =>
    {
        Set(first, "m_Item2", first);
        Set(second, "m_Item2", second);
    });

    [TestCaseSource(nameof(Tables))]
    public void A_ring_of_tuples(Func<object[], object> make) => Refused(make, ErrorCode.DataTooDeep, (first, second) =>
    {
        Set(first, "m_Item2", second);
        Set(second, "m_Item2", first);
    });

    [TestCaseSource(nameof(Tables))]
    public void A_chain_that_is_not_nested_on_the_wire(Func<object[], object> make)
    {
        var chain = new object[30_000];
        for (int i = 0; i < chain.Length; i++)
        {
            chain[i] = Tuple.Create<object, object?>(i, i == 0 ? null : chain[i - 1]);
        }
        Refused(make, ErrorCode.DataTooDeep, (first, second) => Set(first, "m_Item2", chain[^1]), chain);
    }

    [TestCaseSource(nameof(Tables))]
    public void A_few_tuples_that_are_asked_without_end(Func<object[], object> make)
    {
        var doubled = new object[60];
        for (int i = 0; i < doubled.Length; i++)
        {
            doubled[i] = i == 0 ? Tuple.Create<object, object>(1, 2) : Tuple.Create(doubled[i - 1], doubled[i - 1]);
        }
        Refused(make, ErrorCode.KeyCollisions, (first, second) => Set(first, "m_Item2", doubled[^1]), doubled);
    }

    // Each by itself takes few steps; together they are compared with each other, as deep as they are.
    [TestCaseSource(nameof(Tables))]
    public void Long_keys_of_one_hash_are_not_compared_without_end(Func<object[], object> make)
    {
        object[] keys = [.. Enumerable.Range(1, 240).Select(i => (object)Tuple.Create<object, object>(i, i))];
        object table = make(keys);
        for (int i = 0; i < keys.Length; i++)
        {
            // Only now: the table itself would go through them for each pair.
            Set(keys[i], "m_Item1", Doubled());
            // The hash of each is 0.
            Set(keys[i], "m_Item2", ((long)i << 32) | (uint)i);
        }
        byte[] bytes = s_model.Serialize<object>(table);
        if (table is IEnumerable and not (SortedSet<object> or SortedDictionary<object, int> or SortedList<object, int> or SortedList) or Exception)
        {
            Refused(bytes, ErrorCode.KeyCollisions);
        }
        else
        {
            // A search in an order compares with a few.
            Assert.That(s_model.Deserialize<object>(bytes), Is.Not.Null);
        }

        static object Doubled()
        {
            object tuple = Tuple.Create<object, object>(1, 2);
            for (int i = 0; i < 9; i++)
            {
                tuple = Tuple.Create(tuple, tuple);
            }
            return tuple;
        }
    }

    [Test]
    public void Long_keys_that_are_equal_in_many_tables_travel()
    {
        static object Long(int number)
        {
            object tuple = number;
            for (int i = 0; i < 40; i++)
            {
                tuple = Tuple.Create<object, object>(i, tuple);
            }
            return tuple;
        }
        HashSet<object>[] tables = [.. Enumerable.Range(0, 500).Select(_ => new HashSet<object>(Enumerable.Range(0, 5).Select(Long)))];
        object[] copy = s_model.DeepClone<object[]>([.. tables]);
        Assert.That(copy.Cast<HashSet<object>>().All(table => table.SetEquals(tables[0])));
    }

    [Test]
    public void Records_that_hold_themselves()
    {
        Node first = new(1, null), second = new(2, null);
        var set = new HashSet<Node> { first, second };
        Set(first, "<Next>k__BackingField", second);
        Set(second, "<Next>k__BackingField", first);
        Refused(s_model.Serialize<object>(set), ErrorCode.DataTooDeep);
    }

    [Test]
    public void Structs_that_hold_their_own_box([Values] bool inTuple)
    {
        object box = inTuple ? (new object(), new object()) : new Link { Next = "x", Other = 1 };
        var set = new HashSet<object> { box };
        box.GetType().GetField(inTuple ? "Item1" : "Next")!.SetValue(box, box);
        Refused(s_model.Serialize<object>(set), ErrorCode.DataTooDeep);
    }

    private static IEnumerable<TestCaseData> Boxes()
    {
        object[] keys = [.. Enumerable.Range(0, 6_000).Select(i => (object)i)];
        yield return Boxed("HashSet of value tuples", keys.Select(key => (key, key)).ToHashSet());
        yield return Boxed("Dictionary of nested value tuples", keys.ToDictionary(key => (key, (key, (key, key))), _ => 1));
        yield return Boxed("records that hold value tuples", new HashSet<Pairing>(keys.Select(key => new Pairing((key, key)))));
        yield return Boxed("SortedSet of value tuples", new SortedSet<(object, object)>(keys.Select(key => (key, key))));
        yield return Boxed("objects", new HashSet<object>(keys.Select(key => (object)new Pairing((key, key)))));

        static TestCaseData Boxed<T>(string name, T table) where T : notnull => new TestCaseData(typeof(T), table).SetArgDisplayNames(name);
    }

    // A tuple would itself put the pair into a box to ask for its hash.
    [Serializable]
    private sealed record Pairing((object, object) Pair);

    [TestCaseSource(nameof(Boxes))]
    public void What_the_walk_allocates_is_within_the_budget(Type type, object table) => ((Action<object>)typeof(KeyWalkTests)
        .GetMethod(nameof(StaysWithinTheBudget), BindingFlags.Static | BindingFlags.NonPublic)!.MakeGenericMethod(type).CreateDelegate(typeof(Action<object>)))(
            table);

    private static void StaysWithinTheBudget<T>(object table)
    {
        TypeModel model = TypeModel.Create([typeof(T), typeof(Pairing)], new SerializerOptions { References = ReferenceHandling.Preserve });
        byte[] bytes = model.Serialize((T)table);
        LimitedRead.Run<T>(model, SerializerLimits.Default, bytes);
        LimitedRead.Result whole = LimitedRead.Run<T>(model, SerializerLimits.Default, bytes);
        Assert.That(whole.Failure, Is.Null);
        for (int part = 1; part <= 16; part++)
        {
            long budget = whole.Charged * part / 16;
            LimitedRead.Result limited = LimitedRead.Run<T>(model, SerializerLimits.Default with { MaxAllocatedBytes = budget }, bytes);
            Assert.That(limited.Failure?.Code, part == 16 ? Is.Null : Is.EqualTo(ErrorCode.AllocationTooLarge));
            Assert.That(limited.Allocated, Is.LessThanOrEqualTo(budget + (64 << 10)), $"{part} of 16 parts of {whole.Charged} bytes");
        }
    }

    [Test]
    public void Honest_keys_that_share_their_parts_travel()
    {
        object shared = Tuple.Create<object, object>("a", 1);
        HashSet<object> keys = [.. Enumerable.Range(0, 2_000).Select(i => (object)Tuple.Create<object, object>(i, shared))];
        keys.Add(new Node(1, new Node(2, null)));
        keys.Add((shared, keys.First()));
        var copy = (HashSet<object>)s_model.DeepClone<object>(keys);
        Assert.That(copy.SetEquals(keys));
        Assert.That(copy.OfType<Tuple<object, object>>().Select(tuple => tuple.Item2).Distinct(ReferenceEqualityComparer.Instance).Count(), Is.EqualTo(1));
        // As deep as a key may be.
        object deep = shared;
        for (int i = 0; i < 120; i++)
        {
            deep = Tuple.Create(deep, shared);
        }
        Assert.That(((HashSet<object>)s_model.DeepClone<object>(new HashSet<object> { deep })).Contains(deep));
    }

    [Test]
    public void Keys_told_apart_by_code_of_their_own_may_lead_back()
    {
        var town = new Entity { Id = 1 };
        town.Neighbours.Add(new Entity { Id = 2, Neighbours = { town } });
        TypeModel model = TypeModel.Create([typeof(Entity)], new SerializerOptions { References = ReferenceHandling.Preserve });
        Entity copy = model.DeepClone(town);
        Assert.That(copy.Neighbours.Single().Neighbours.Single(), Is.SameAs(copy));
    }

    private static void Refused(Func<object[], object> make, ErrorCode code, Action<object, object> spoil, object[]? before = null)
    {
        object first = Tuple.Create<object, object>(1, "x"), second = Tuple.Create<object, object>(2, "y");
        object table = make([first, second]);
        spoil(first, second);
        Refused(s_model.Serialize<object>(new object?[] { before, table }), code);
    }

    private static void Refused(byte[] bytes, ErrorCode code)
    {
        Assert.Multiple(() =>
        {
            Assert.That(() => s_model.Deserialize<object>(bytes), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(code));
            Assert.That(() => s_model.Deserialize<object>(Segments.Cut(bytes, 5)), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(code));
        });
    }

    private static void Set(object target, string field, object value) =>
        target.GetType().GetField(field, BindingFlags.Instance | BindingFlags.NonPublic)!.SetValue(target, value);

    [Serializable]
    private sealed record Node(int Number, Node? Next);

    [Serializable]
    private struct Link
    {
        public object? Next;
        public int Other;
    }

    [Serializable]
    private sealed class Named
    {
        public object? Name;
    }

    [Serializable]
    private sealed class Register : KeyedCollection<object, Named>
    {
        protected override object GetKeyForItem(Named item) => item.Name!;
    }

    [Serializable]
    private sealed class Entity
    {
        public int Id;
        public HashSet<Entity> Neighbours = [];

        public override int GetHashCode() => Id;

        public override bool Equals(object? obj) => obj is Entity other && other.Id == Id;
    }
}
