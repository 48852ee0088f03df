using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Globalization;
using System.Runtime.Serialization;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Models;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>What collections keep and what they refuse, beyond the conformance of each.</summary>
public class CollectionTests
{
    /// <summary>A key that is a nullable struct may be null on the wire, and in no dictionary.</summary>
    [TestCase(typeof(Dictionary<,>))]
    [TestCase(typeof(OrderedDictionary<,>))]
    [TestCase(typeof(SortedDictionary<,>))]
    [TestCase(typeof(SortedList<,>))]
    [TestCase(typeof(ConcurrentDictionary<,>))]
    [TestCase(typeof(ImmutableDictionary<,>))]
    [TestCase(typeof(ImmutableSortedDictionary<,>))]
    [TestCase(typeof(FrozenDictionary<,>))]
    public void A_null_key_of_a_nullable_type_is_rejected_as_one(Type definition)
    {
        Type type = definition.MakeGenericType(typeof(int?), typeof(byte));
        foreach (ReferenceHandling references in Enum.GetValues<ReferenceHandling>())
        {
            TypeModel model = TypeModel.Create([type], new SerializerOptions { References = references });
            byte id = (byte)model.TypeIds[type];
            byte[] bytes = [references == ReferenceHandling.Preserve ? (byte)(id << 1) : id, 3, 1, 2, 7, 0, 7];
            MalformedDataException failure = Assert.Throws<MalformedDataException>(() => model.Deserialize<object>(bytes));
            Assert.That((failure.Code, failure.Offset), Is.EqualTo((ErrorCode.NullKey, 5L)), $"{references}: {failure.Message}");
        }
    }

    [Test]
    public void Elements_leave_a_priority_queue_in_the_same_order()
    {
        var random = new Random(3);
        var queue = new PriorityQueue<int, int>(Enumerable.Range(0, 500).Select(i => (i, random.Next(100))));
        var copy = Copy(queue)!;
        while (queue.TryDequeue(out int element, out int priority))
        {
            Assert.That(copy.TryDequeue(out int copied, out int copiedPriority), Is.True);
            Assert.That((copied, copiedPriority), Is.EqualTo((element, priority)));
        }
        Assert.That(copy.Count, Is.Zero);
    }

    [Test]
    public void Collections_can_be_changed_after_reading()
    {
        var queue = Copy(new Queue<int>([1, 2]))!;
        queue.Enqueue(3);
        var stack = Copy(new Stack<int>([1, 2]))!;
        stack.Push(3);
        var links = Copy(new LinkedList<int>([1, 2]))!;
        links.Find(1)!.List!.AddLast(3);
        var sorted = Copy(new SortedList<int, int> { [1] = 1, [3] = 3 })!;
        sorted.Add(2, 2);
        var observed = Copy(new ObservableCollection<int> { 1 })!;
        int changes = 0;
        observed.CollectionChanged += (_, _) => changes++;
        observed.Add(2);
        var parts = Copy(new PartList(StringComparer.OrdinalIgnoreCase) { new Part { Number = "a" } })!;
        parts.Add(new Part { Number = "B" });
        Assert.Multiple(() =>
        {
            Assert.That(queue, Is.EqualTo((int[])[1, 2, 3]));
            Assert.That(stack, Is.EqualTo((int[])[3, 2, 1]));
            Assert.That(links, Is.EqualTo((int[])[1, 2, 3]));
            Assert.That(sorted.Values, Is.EqualTo((int[])[1, 2, 3]));
            Assert.That(changes, Is.EqualTo(1));
            Assert.That(parts["b"].Number, Is.EqualTo("B"));
            Assert.That(() => parts.Add(new Part { Number = "A" }), Throws.ArgumentException);
        });
    }

    [Test]
    public void Covers_keep_the_comparer_of_what_they_cover()
    {
        StringComparer comparer = StringComparer.OrdinalIgnoreCase;
        IDictionary<string, int>[] tables =
        [
            new Dictionary<string, int>(comparer), new OrderedDictionary<string, int>(comparer), new SortedDictionary<string, int>(comparer),
            new SortedList<string, int>(comparer),
            new System.Collections.Concurrent.ConcurrentDictionary<string, int>(comparer),
            new ReadOnlyDictionary<string, int>(new Dictionary<string, int>(comparer)),
        ];
        ISet<string>[] sets = [new HashSet<string>(comparer), new SortedSet<string>(comparer), new ReadOnlySet<string>(new HashSet<string>(comparer))];
        Assert.Multiple(() =>
        {
            foreach (IDictionary<string, int> table in tables.Where(table => !table.IsReadOnly))
            {
                table.Add("a", 1);
                Assert.That(Copy(new ReadOnlyDictionary<string, int>(table))!.ContainsKey("A"), Is.True, table.GetType().Name);
            }
            foreach (ISet<string> set in sets.Where(set => !set.IsReadOnly))
            {
                set.Add("a");
                Assert.That(Copy(new ReadOnlySet<string>(set))!.Contains("A"), Is.True, set.GetType().Name);
            }
            Assert.That(Copy(new ReadOnlyDictionary<string, int>(new ReadOnlyDictionary<string, int>(tables[0])))!.ContainsKey("A"), Is.True);
        });
    }

    [Test]
    public void Unknown_comparers_are_refused()
    {
        var swedish = StringComparer.Create(CultureInfo.GetCultureInfo("sv-SE"), ignoreCase: false);
        var descending = Comparer<int>.Create((left, right) => right.CompareTo(left));
        Assert.Multiple(() =>
        {
            AssertRefused(new SortedSet<int>(descending));
            AssertRefused(new SortedDictionary<int, int>(descending));
            AssertRefused(new SortedList<int, int>(descending));
            AssertRefused(new PriorityQueue<int, int>(descending));
            AssertRefused(new SortedSet<string>(swedish));
            AssertRefused(new OrderedDictionary<string, int>(swedish));
            AssertRefused(new ReadOnlyDictionary<int, int>(new SortedList<int, int>(descending)));
            AssertRefused(new PartList(swedish));
            AssertRefused(new Catalogue(swedish));
        });
    }

    [Test]
    [NonParallelizable]
    public void Sorted_by_one_culture_read_by_another()
    {
        CultureInfo before = CultureInfo.CurrentCulture;
        string[] words = ["zebra", "\u00F6l", "ol", "a", "\u00E5"];
        try
        {
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("sv-SE");
            var model = TypeModel.Create([typeof(SortedSet<string>), typeof(SortedList<string, int>), typeof(SortedDictionary<string, int>)]);
            byte[] set = model.Serialize(new SortedSet<string>(words)),
                list = model.Serialize(new SortedList<string, int>(words.ToDictionary(word => word, _ => 1)));
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("de-DE");
            Assert.That(model.Deserialize<SortedSet<string>>(set), Is.EqualTo(words.Order()));
            Assert.That(model.Deserialize<SortedList<string, int>>(list)!.Keys, Is.EqualTo(words.Order()));
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Test]
    public void Derived_classes_must_be_marked_and_are_told_of_serialization()
    {
        var problem = Assert.Throws<TypeModelException>(() => TypeModel.Create([typeof(MemberOf<Unmarked>)]))!;
        var copy = Copy(new Told { 1, 2 })!;
        Assert.Multiple(() =>
        {
            Assert.That(problem.Problems.Single().Code, Is.EqualTo(ErrorCode.TypeNotSerializable));
            Assert.That(problem.Problems.Single().Path, Does.EndWith("Value -> " + typeof(Unmarked).FullName!.Replace('+', '.')));
            Assert.That(copy, Is.EqualTo((int[])[1, 2]));
            Assert.That(copy.Heard, Is.EqualTo("deserializing 0, deserialized 2"));
            Assert.That(TypeModel.Create([typeof(Unmarked)], new SerializerOptions { TypeFilter = _ => true }).Describe(), Does.Contain("class+sequence"));
        });
    }

    [Test]
    public void Members_of_the_collections_bases_stay_behind()
    {
        string schema = TypeModel.Create([typeof(ObservedParts), typeof(PartList), typeof(Backlog), typeof(Catalogue)]).Describe();
        Assert.That(schema, Does.Not.Contain("member System."));
    }

    /// <summary>As the message says, and docs/custom-serializers.md.</summary>
    [Test]
    public void Collections_with_comparers_of_their_own_travel_by_a_surrogate()
    {
        var table = new Dictionary<Place, int>(new PlaceComparer()) { [new(1, 2)] = 3 };
        ValueNotSerializableException refused = Assert.Throws<ValueNotSerializableException>(() => Copy(table))!;
        Assert.That(refused.Message, Does.Contain("CustomSerializer.Surrogate"));
        TypeModel model = TypeModel.Create(
            [typeof(Dictionary<Place, int>), typeof(object[])],
            new SerializerOptions
            {
                Serializers =
                    [CustomSerializer.Surrogate<Dictionary<Place, int>, KeyValuePair<Place, int>[]>(from => [.. from], pairs =>
                        new(pairs, new PlaceComparer()))]
            });
        Dictionary<Place, int> copy = model.DeepClone(table)!;
        Assert.That((copy.Comparer, copy[new(1, 5)]),
            Is.EqualTo((table.Comparer, 3)).Using<IEqualityComparer<Place>>((left, right) => left.GetType() == right.GetType()));
    }

    private static T? Copy<T>(T value)
    {
        var model = TypeModel.Create([typeof(T)]);
        return model.Deserialize<T>(model.Serialize(value));
    }

    private static void AssertRefused<T>(T value) =>
        Assert.That(() => Copy(value), Throws.TypeOf<ValueNotSerializableException>().With.Property(nameof(NetSerializerException.Code)).EqualTo(
            ErrorCode.UnknownComparer), typeof(T).Name);

    internal sealed class Unmarked : List<int>;

    [Serializable]
    internal readonly record struct Place(int Row, int Column);

    /// <summary>Places of one row are equal.</summary>
    private sealed class PlaceComparer : IEqualityComparer<Place>
    {
        public bool Equals(Place x, Place y) => x.Row == y.Row;

        public int GetHashCode(Place obj) => obj.Row;
    }

    [Serializable]
    internal sealed class Told : List<int>
    {
        [NonSerialized]
        public string Heard = "";

        [OnDeserializing]
        private void Begin(StreamingContext context) => Heard = "deserializing 0";

        [OnDeserialized]
        private void End(StreamingContext context) => Heard += $", deserialized {Count}";
    }
}
