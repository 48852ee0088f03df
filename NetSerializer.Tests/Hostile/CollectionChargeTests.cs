using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.ComponentModel;
using System.Dynamic;
using System.Runtime.Serialization;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// What each collection is charged against what it takes, to the byte: thousands of them with few elements or none, less one thousand, so that what
/// is made once does not count. Where <see cref="CollectionBudgetTests"/> holds them to a budget, eight bytes for each that nobody charges show here.
/// </summary>
[TestFixture]
internal sealed class CollectionChargeTests
{
    private static readonly int[] s_counts = [0, 1, 2, 4, 5, 11, 17, 33];

    private static IEnumerable<TestCaseData> Collections()
    {
        yield return Case("array", count => new long[count]);
        yield return Case("array of nulls", count => new object?[count]);
        yield return Case("grid", count => new long[1, count]);
        yield return Case("grid of nulls", count => new object?[count, 1]);
        yield return Case("list", count => new List<long>(new long[count]));
        yield return Case("list of nulls", count => new List<object?>(new object?[count]));
        yield return Case("dictionary", count => Longs(count).ToDictionary(i => i));
        yield return Case("dictionary of texts", count => Texts(count).ToDictionary(text => text, _ => 1));
        yield return Case("set", count => Longs(count).ToHashSet());
        yield return Case("ordered dictionary", count => new OrderedDictionary<long, long>(Longs(count).ToDictionary(i => i)));
        yield return Case("sorted dictionary", count => new SortedDictionary<long, long>(Longs(count).ToDictionary(i => i)));
        yield return Case("sorted list", count => new SortedList<long, long>(Longs(count).ToDictionary(i => i)));
        yield return Case("sorted set", count => new SortedSet<long>(Longs(count)));
        yield return Case("linked list", count => new LinkedList<long>(Longs(count)));
        yield return Case("queue", count => new Queue<long>(Longs(count)));
        yield return Case("queue of nulls", count => new Queue<object?>(new object?[count]));
        yield return Case("stack", count => new Stack<long>(Longs(count)));
        yield return Case("stack of nulls", count => new Stack<object?>(new object?[count]));
        yield return Case("priority queue", count => new PriorityQueue<long, long>(Longs(count).Select(i => (i, i))));
        yield return Case("collection", count => new Collection<long>(Longs(count).ToList()));
        yield return Case("observable collection", count => new ObservableCollection<long>(Longs(count)));
        yield return Case("binding list", count => new BindingList<long>(Longs(count).ToList()));
        yield return Case("keyed collection", count => Filled(new ByTicks(), Longs(count), (all, i) => all.Add(new(i))));
        yield return Case("derived list", count => Filled(new DerivedList(), Longs(count), (all, i) => all.Add(i)));
        yield return Case("derived dictionary", count => Filled(new DerivedDictionary(), Longs(count), (all, i) => all.Add(i, i)));
        yield return Case("derived set", count => Filled(new DerivedSet(), Longs(count), (all, i) => all.Add(i)));
        yield return Case("read-only collection", count => new ReadOnlyCollection<long>(Longs(count).ToList()));
        yield return Case("read-only observable collection", count => new ReadOnlyObservableCollection<long>(new(Longs(count))));
        yield return Case("read-only dictionary", count => new ReadOnlyDictionary<long, long>(Longs(count).ToDictionary(i => i)));
        yield return Case("read-only set", count => new ReadOnlySet<long>(Longs(count).ToHashSet()));
        yield return Case("bits", count => new BitArray(count));
        yield return Case("immutable array", count => ImmutableArray.Create(Longs(count)));
        yield return Case("immutable list", count => ImmutableList.Create(Longs(count)));
        yield return Case("immutable queue", count => ImmutableQueue.Create(Longs(count)));
        yield return Case("immutable stack", count => ImmutableStack.Create(Longs(count)));
        yield return Case("immutable set", count => Longs(count).ToImmutableHashSet());
        yield return Case("immutable dictionary", count => Longs(count).ToImmutableDictionary(i => i));
        yield return Case("immutable sorted set", count => Longs(count).ToImmutableSortedSet());
        yield return Case("immutable sorted dictionary", count => Longs(count).ToImmutableSortedDictionary(i => i, i => i));
        yield return Case("frozen set", count => Longs(count).ToFrozenSet());
        yield return Case("frozen dictionary", count => Longs(count).ToFrozenDictionary(i => i));
        yield return Case("frozen dictionary of texts", count => Texts(count).ToFrozenDictionary(text => text, _ => 1));
        yield return Case("frozen dictionary of numbers close together and large values", count =>
            Enumerable.Range(0, count).ToFrozenDictionary(i => 10 * i, _ => default(Wide)));
        yield return Case("frozen dictionary of small numbers and large values", count =>
            Enumerable.Range(0, count).ToFrozenDictionary(i => (short)(10 * i), _ => default(Wide)));
        yield return Case("frozen dictionary of characters and large values", count =>
            Enumerable.Range(0, count).ToFrozenDictionary(i => (char)(10 * i), _ => default(Wide)));
        yield return Case("frozen dictionary of enum values and large values", count =>
            Enumerable.Range(0, count).ToFrozenDictionary(i => (DayOfWeek)(10 * i), _ => default(Wide)));
        yield return Case("concurrent queue", count => new ConcurrentQueue<long>(Longs(count)));
        yield return Case("concurrent stack", count => new ConcurrentStack<long>(Longs(count)));
        yield return Case("concurrent dictionary", count => new ConcurrentDictionary<long, long>(Longs(count).ToDictionary(i => i)));
        yield return Case("untyped list", count => new ArrayList(new object?[count]));
        yield return Case("untyped queue", count => new Queue(new object?[count]));
        yield return Case("untyped stack", count => new Stack(new object?[count]));
        yield return Case("untyped table", count => Filled(new Hashtable(), Texts(count), (all, text) => all.Add(text, null)));
        yield return Case("list of pairs", count => Filled(new ListDictionary(), Texts(count), (all, text) => all.Add(text, null)));
        yield return Case("list or table", count => Filled(new HybridDictionary(), Texts(count), (all, text) => all.Add(text, null)));
        yield return Case("untyped ordered dictionary", count => Filled(new OrderedDictionary(), Texts(count), (all, text) => all.Add(text, null)));
        yield return Case("untyped sorted list", count => Filled(new SortedList(), Texts(count), (all, text) => all.Add(text, null)));
        yield return Case("list of strings", count => Filled(new StringCollection(), new string?[count], (all, text) => all.Add(text)));
        yield return Case("dictionary of strings", count => Filled(new StringDictionary(), Texts(count), (all, text) => all.Add(text, null)));
        yield return Case("names and values", count => Filled(new NameValueCollection(), Texts(count), (all, text) => all.Add(text, text)));
        yield return Case("object of members", count => Filled(new ExpandoObject(), Texts(Math.Min(count, 33)), (all, text) => all.TryAdd(text, null)));
        yield return Case("set of late keys", count => Longs(count).Select(i => new Late { Number = i }).ToHashSet());
        yield return Case("dictionary of late keys", count => Longs(count).ToDictionary(i => new Late { Number = i }, i => i));
        yield return Case("set of objects", count => Longs(count).Select(i => (object)i).ToHashSet());
        yield return Case("sorted set of objects", count => new SortedSet<object>(Longs(count).Select(i => (object)i)));
        yield return Case("sorted dictionary of objects", count => new SortedDictionary<object, int>(Longs(count).ToDictionary(i => (object)i, _ => 1)));
        yield return Case("priority queue of objects", count => new PriorityQueue<int, object>(Longs(count).Select(i => (1, (object)i))));
    }

    [TestCaseSource(nameof(Collections))]
    public void What_few_elements_take_is_charged(ChargedValues collection) => Assert.Multiple(() =>
    {
        foreach (ReferenceHandling references in Enum.GetValues<ReferenceHandling>())
        {
            foreach (int count in s_counts)
            {
                (double charged, double allocated) = collection.Measure(references, count);
                Assert.That(charged, Is.GreaterThanOrEqualTo(allocated), $"{count} elements, references {references}");
            }
        }
        collection.Release();
    });

    private static IEnumerable<TestCaseData> Wrappers()
    {
        yield return Pair("read-only collection", count => Longs(count).ToList(), all => new ReadOnlyCollection<long>(all));
        yield return Pair("read-only dictionary", count => Longs(count).ToDictionary(i => i), all => new ReadOnlyDictionary<long, long>(all));
        yield return Pair("read-only set", count => Longs(count).ToHashSet(), all => new ReadOnlySet<long>(all));
        yield return Pair("frozen set", count => Longs(count).ToHashSet(), all => all.ToFrozenSet());
        yield return Pair("frozen dictionary", count => Longs(count).ToDictionary(i => i), all => all.ToFrozenDictionary());
        yield return Pair("frozen set of texts", count => Texts(count).ToHashSet(), all => all.ToFrozenSet());
        yield return Pair("frozen dictionary of texts", count => Texts(count).ToDictionary(text => text), all => all.ToFrozenDictionary());
    }

    /// <summary>What is charged for a table is more than most tables take: what is put around one must not live on that.</summary>
    [TestCaseSource(nameof(Wrappers))]
    public void What_is_put_around_a_collection_is_charged_beside_it(ChargedValues inner, ChargedValues outer) => Assert.Multiple(() =>
    {
        foreach (int count in s_counts)
        {
            (double innerCharged, double innerAllocated) = inner.Measure(ReferenceHandling.None, count);
            (double charged, double allocated) = outer.Measure(ReferenceHandling.None, count);
            Assert.That(charged - innerCharged, Is.GreaterThanOrEqualTo(allocated - innerAllocated), $"{count} elements");
        }
        inner.Release();
        outer.Release();
    });

    private static TestCaseData Pair<TInner, TOuter>(string name, Func<int, TInner> make, Func<TInner, TOuter> wrap) =>
        new TestCaseData(new ChargedValues<TInner>(make), new ChargedValues<TOuter>(count => wrap(make(count)))).SetArgDisplayNames(name);

    private static TestCaseData Case<T>(string name, Func<int, T> make) => new TestCaseData(new ChargedValues<T>(make)).SetArgDisplayNames(name);

    private static long[] Longs(int count) => [.. Enumerable.Range(0, count).Select(i => i * 7_919_000_003L)];

    private static string[] Texts(int count) => [.. Enumerable.Range(0, count).Select(i => $"{i}")];

    private static T Filled<T, TElement>(T collection, IEnumerable<TElement> elements, Action<T, TElement> add)
    {
        foreach (TElement element in elements)
        {
            add(collection, element);
        }
        return collection;
    }

    public sealed class ByTicks : KeyedCollection<long, TimeSpan>
    {
        protected override long GetKeyForItem(TimeSpan item) => item.Ticks;
    }

    /// <summary>.NET keeps the values of numbers that lie close together in an array with a place for each number between them.</summary>
    public record struct Wide(Int128 First, Int128 Second, Int128 Third, Int128 Fourth);

    public sealed class DerivedList : List<long>;

    public sealed class DerivedDictionary : Dictionary<long, long>;

    public sealed class DerivedSet : HashSet<long>;

    /// <summary>A key that is whole when its callback has run, at the end.</summary>
    [Serializable]
    public sealed record Late
    {
        public long Number;

        [OnDeserialized]
        private void Deserialized(StreamingContext context) => Number = -Number;

        [OnSerializing]
        private void Serializing(StreamingContext context) => Number = -Number;

        [OnSerialized]
        private void Serialized(StreamingContext context) => Number = -Number;
    }
}
