using System.Collections;
using System.Collections.ObjectModel;
using System.Runtime.Serialization;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Graphs;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// What objects with numbers cost, against a budget: honest values of many times its size in every kind of object that a graph can hold, those that
/// are filled at the end of the value among them, and bytes that promise more than follows.
/// </summary>
[TestFixture]
internal sealed class GraphBudgetTests
{
    private const long Budget = 256 << 10, Slack = 64 << 10;
    private const int Count = 10_000;

    private static readonly SerializerLimits s_limits = SerializerLimits.Default with { MaxAllocatedBytes = Budget };

    private static readonly Type[] s_types =
    [
        .. RandomGraph.Types, typeof(Nothing), typeof(Empty), typeof(Hoarder), typeof(StructHoarder), typeof(Finalized), typeof(Caller), typeof(int[][]),
        typeof(object[][]), typeof(Hashtable), typeof(SortedDictionary<object, object>),
        typeof(SortedList<object, object>), typeof(SortedSet<object>), typeof(SortedList), typeof(ArrayList),
        typeof(System.Collections.Concurrent.ConcurrentDictionary<object, object>), typeof(PriorityQueue<object, object>),
        typeof(System.Collections.Immutable.ImmutableList<object>), typeof(Namesake), typeof(Dictionary<string, string>), typeof(Vertex[][]), typeof(Uri),
        typeof(ReadOnlyCollection<object>), typeof(ReadOnlyObservableCollection<object>), typeof(ReadOnlyDictionary<object, object>),
        typeof(ReadOnlySet<object>),
    ];

    private static readonly List<object> s_list = [];
    private static readonly ObservableCollection<object> s_observed = [];
    private static readonly Dictionary<object, object> s_table = [];
    private static readonly HashSet<object> s_set = [];

    private static readonly (string Name, TypeModel Model)[] s_models =
    [
        ("numbers", Create(ReferenceHandling.Preserve, StringHandling.ByReference)),
        ("numbers, texts in the table", Create(ReferenceHandling.Preserve, StringHandling.Table)),
        ("texts in the table", Create(ReferenceHandling.None, StringHandling.Table)),
    ];

    private static IEnumerable<TestCaseData> Many()
    {
        yield return Case("empty objects", _ => new Nothing());
        yield return Case("plain objects", _ => new object());
        yield return Case("empty boxed structs", _ => (object)default(Empty));
        yield return Case("boxed structs", i => (object)new Edge { Weight = i });
        yield return Case("boxed numbers", i => (object)i);
        yield return Case("boxes that leave most of themselves at home", _ => (object)default(StructHoarder));
        yield return Case("objects that leave most of themselves at home", _ => new Hoarder());
        yield return Case("objects with finalizers", _ => new Finalized { Text = "", Complete = 1 });
        yield return Case("objects with callbacks", _ => new Caller());
        yield return Case("objects of entries", _ => new Carrier());
        yield return Case("objects that name others", _ => new Namesake());
        yield return Case("vertices", _ => new Vertex());
        yield return Case("different texts", i => $"{i}");
        yield return Case("texts that have no number", i => new string('a', 257) + i, 1000);
        yield return Case("empty arrays", _ => new object[0]);
        yield return Case("arrays of arrays", _ => new[] { new object[] { new object[1] } });
        yield return Case("arrays of one object", _ => new Vertex[1]);
        yield return Case("arrays of a number", i => new[] { new[] { i } });
        yield return Case("tuples", _ => Tuple.Create<object, object>(null!, null!));
        yield return Case("empty lists", _ => new List<object>());
        yield return Case("derived lists", _ => new Row());
        yield return Case("covers of one list", _ => s_list.AsReadOnly());
        yield return Case("covers of a list each", _ => new List<object>().AsReadOnly());
        yield return Case("covers of one observable collection", _ => new ReadOnlyObservableCollection<object>(s_observed));
        yield return Case("covers of one table", _ => new ReadOnlyDictionary<object, object>(s_table));
        yield return Case("covers of one set", _ => new ReadOnlySet<object>(s_set));
        yield return Case("linked lists", _ => new LinkedList<object>([null!]));
        yield return Case("keyed collections", i => new Parts { new() { Number = i } });
        yield return Case("exceptions", _ => new Fault(), 1000);
        yield return Case("values of the framework", i => new Uri($"page{i}", UriKind.Relative));
        yield return Case("immutable lists", i => System.Collections.Immutable.ImmutableList.Create<object>(i));
        yield return Case("sets", i => new HashSet<object> { i });
        yield return Case("empty sets", _ => new HashSet<object>());
        yield return Case("dictionaries", i => new Dictionary<object, object> { [i] = i });
        yield return Case("empty dictionaries", _ => new Dictionary<object, object>());
        yield return Case("dictionaries of texts", i => new Dictionary<string, string> { [$"{i}"] = "" });
        yield return Case("hash tables", i => new Hashtable { [i] = i });
        yield return Case("empty hash tables", _ => new Hashtable());
        yield return Case("sorted dictionaries", i => new SortedDictionary<object, object> { [i] = i });
        yield return Case("empty sorted dictionaries", _ => new SortedDictionary<object, object>());
        yield return Case("sorted lists", i => new SortedList<object, object> { [i] = i });
        yield return Case("sorted sets", i => new SortedSet<object> { i });
        yield return Case("untyped sorted lists", i => new SortedList { [i] = i });
        yield return Case("untyped lists", _ => new ArrayList { null });
        yield return Case("concurrent dictionaries", i => new System.Collections.Concurrent.ConcurrentDictionary<object, object> { [i] = i }, 2000);
        yield return Case("priority queues", i => new PriorityQueue<object, object>([(i, i)]));
    }

    private static IEnumerable<TestCaseData> Large()
    {
        yield return Case("a set", () => new HashSet<object>(Numbers()));
        yield return Case("a set of objects", () => new HashSet<object>(Objects()));
        yield return Case("a dictionary", () => Numbers().ToDictionary(number => number));
        yield return Case("a dictionary of texts", () => Numbers().ToDictionary(number => $"{number}", number => $"{number}"));
        yield return Case("a hash table", () => new Hashtable(Numbers().ToDictionary(number => number)));
        yield return Case("a sorted dictionary", () => new SortedDictionary<object, object>(Numbers().ToDictionary(number => number)));
        yield return Case("a sorted list", () => new SortedList<object, object>(Numbers().ToDictionary(number => number)));
        yield return Case("a sorted set", () => new SortedSet<object>(Numbers()));
        yield return Case("an untyped sorted list", () => new SortedList(Numbers().ToDictionary(number => number)));
        yield return Case("a priority queue", () => new PriorityQueue<object, object>(Numbers().Select(number => (number, number))));
        yield return Case("a linked list", () => new LinkedList<object>(Objects()));
        yield return Case("a list of nulls", () => new List<object?>(new object?[400_000]));
    }

    [TestCaseSource(nameof(Many))]
    [TestCaseSource(nameof(Large))]
    public void Honest_graphs_stay_within_the_budget(Func<object> make) => Assert.Multiple(() =>
    {
        object value = make();
        foreach ((string name, TypeModel model) in s_models)
        {
            AssertBounded(name, model, model.Serialize(value), ErrorCode.AllocationTooLarge);
        }
    });

    /// <summary>
    /// What waits for the end of the value is in lists that double: how much more they have taken than they hold depends on how many there are, so
    /// budgets of all sizes are tried.
    /// </summary>
    [Test]
    public void What_waits_for_the_end_stays_within_any_budget(
        [Values(typeof(Caller), typeof(Carrier), typeof(Finalized), typeof(HashSet<object>))] Type type) => Assert.Multiple(() =>
    {
        foreach ((string name, TypeModel model) in s_models[..2])
        {
            byte[] bytes = model.Serialize<object>(Enumerable.Range(0, 40_000).Select(_ => Activator.CreateInstance(type)).ToArray());
            for (double budget = 1 << 20; budget < 2 << 20; budget *= 1.1)
            {
                AssertBounded(name, model, bytes, ErrorCode.AllocationTooLarge, (long)budget);
            }
        }
    });

    [Test]
    public void What_is_there_already_costs_nothing()
    {
        byte[] bytes = s_models[0].Model.Serialize<object>(Enumerable.Repeat(new object(), Count).Append("text").Append("text").ToArray());
        LimitedRead.Result result = LimitedRead.Run<object>(s_models[0].Model, s_limits, bytes);
        Assert.That((result.Failure, result.Charged < 9 * Count), Is.EqualTo(((MalformedDataException?)null, true)));
    }

    /// <summary>Each promises a table as long as what follows, in the first place of the one before: sixty promises over the same bytes.</summary>
    [Test]
    public void Tables_that_promise_more_than_follows_stay_within_the_budget([Values(
        typeof(HashSet<object>), typeof(Dictionary<object, object>), typeof(Hashtable), typeof(SortedDictionary<object, object>),
        typeof(SortedList<object, object>), typeof(SortedSet<object>), typeof(SortedList),
        typeof(List<object>), typeof(object[]), typeof(LinkedList<object>), typeof(Tuple<object, object>), typeof(PriorityQueue<object, object>))] Type type) =>
            Assert.Multiple(() =>
    {
        foreach ((string name, TypeModel model) in s_models[..2])
        {
            AssertBounded(name, model, Promises(model, type), null);
        }
    });

    [Test]
    public void Numbers_that_are_given_away_stay_within_the_budget() => Assert.Multiple(() =>
    {
        foreach ((string name, TypeModel model) in s_models[..2])
        {
            byte[] id = Bytes.VarInt(2ul * model.TypeIds[typeof(object[])]);
            AssertBounded(name, model, Bytes.Join(id, Bytes.VarInt(2_000_001), Bytes.Repeat([1], 2_000_000)), ErrorCode.AllocationTooLarge);
            // What a place of the table of numbers costs is more than the two bytes of an object that has none of its own.
            byte[] list = Bytes.VarInt(2ul * model.TypeIds[typeof(Vertex[][])]);
            AssertBounded(name, model, Bytes.Join(list, Bytes.VarInt(100_001), Bytes.Repeat([1, 1], 100_000)), ErrorCode.AllocationTooLarge);
        }
    });

    private static byte[] Promises(TypeModel model, Type type)
    {
        const int levels = 60, follows = 30_000;
        byte[] comparer = type == typeof(Hashtable) || type == typeof(SortedList) ? [0] : [];
        byte[] promise = [.. Bytes.VarInt(2ul * model.TypeIds[type]), .. Bytes.VarInt(follows), .. comparer];
        return Bytes.Join([.. Enumerable.Repeat(promise, levels), new byte[4 * follows]]);
    }

    private static void AssertBounded(string name, TypeModel model, byte[] bytes, ErrorCode? expected, long budget = Budget)
    {
        SerializerLimits limits = s_limits with { MaxAllocatedBytes = budget };
        LimitedRead.Run<object>(model, limits, bytes);
        LimitedRead.Result result = LimitedRead.Run<object>(model, limits, bytes);
        Assert.That(result.Allocated, Is.LessThanOrEqualTo(budget + Slack),
            $"{name}, {budget}: {result.Failure?.Message ?? "accepted"}, {result.Charged} charged");
        Assert.That(result.Failure, Is.Not.Null, name);
        Assert.That(expected is null || result.Failure?.Code == expected, $"{name}: {result.Failure?.Message}");
    }

    private static TypeModel Create(ReferenceHandling references, StringHandling strings) =>
        TypeModel.Create(s_types, new SerializerOptions { References = references, Strings = strings });

    private static TestCaseData Case<T>(string name, Func<int, T> make, int count = Count) =>
        new TestCaseData((Func<object>)(() => Enumerable.Range(0, count).Select(i => (object?)make(i)).ToArray())).SetArgDisplayNames(name);

    private static TestCaseData Case(string name, Func<object> make) => new TestCaseData(make).SetArgDisplayNames(name);

    private static IEnumerable<object> Numbers() => Enumerable.Range(0, Count).Select(i => (object)i);

    private static IEnumerable<object> Objects() => Enumerable.Range(0, Count).Select(_ => new object());

    /// <summary>Names itself, so that its number is given when its content is known.</summary>
    [Serializable]
    private sealed class Namesake : IObjectReference
    {
        public object GetRealObject(StreamingContext context) => this;
    }

    [Serializable]
    private sealed class Caller : IDeserializationCallback
    {
        [NonSerialized] private int _calls;

        [OnDeserializing]
        [OnDeserialized]
        private void Count(StreamingContext context) => _calls++;

        public void OnDeserialization(object? sender) => _calls++;
    }
}
