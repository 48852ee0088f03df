using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.ComponentModel;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Runtime.Serialization;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// Collections that grow while their elements trickle into a session: what is charged is at least what they take on the way. Of several lengths,
/// since what a collection makes room for by itself, twice as much or up to a prime, is furthest from what was asked where the last step is a short
/// one.
/// </summary>
[TestFixture]
internal sealed class GrowingBudgetTests
{
    private const long Slack = 64 << 10;
    private static readonly int[] s_counts = [90, 2_100, 8_300, 17_000];

    private static IEnumerable<TestCaseData> Collections()
    {
        yield return Case("nulls in an array", count => new object?[count]);
        yield return Case("nulls in a list", count => new List<object?>(new object?[count]));
        yield return Case("large structs in a list", count => new List<(object?, object?, object?, object?)>(new (object?, object?, object?, object?)[count]));
        yield return Case("nulls in a view", count => ImmutableArray.Create(new object?[count]));
        yield return Case("numbers in an array", Longs);
        yield return Case("numbers in a list", count => Longs(count).ToList());
        yield return Case("bits", count => new BitArray(16 * count));
        yield return Case("text", count => new string('\u0416', count));
        yield return Case("a queue", count => new Queue<object?>(new object?[count]));
        yield return Case("a stack", count => new Stack<object?>(new object?[count]));
        yield return Case("a linked list", count => new LinkedList<object?>(new object?[count]));
        yield return Case("a priority queue", count => new PriorityQueue<object?, int>(Enumerable.Range(0, count).Select(i => ((object?)null, i))));
        yield return Case("a collection", count => new Collection<object?>(new object?[count]));
        yield return Case("an observable collection", count => new ObservableCollection<object?>(new object?[count]));
        yield return Case("a binding list", count => new BindingList<object?>(new object?[count].ToList()));
        yield return Case("a keyed collection", count => Filled(new ByTicks(), Longs(count), (all, i) => all.Add(new(i))));
        yield return Case("a set", count => Longs(count).ToHashSet());
        yield return Case("a dictionary", count => Longs(count).ToDictionary(i => i, _ => (object?)null));
        yield return Case("a dictionary of large values", count => Longs(count).ToDictionary(i => i, _ => default((object?, object?, object?, object?))));
        yield return Case("a set of late keys", count => Longs(count).Select(i => new Late { Number = i }).ToHashSet());
        yield return Case("a dictionary of late keys", count => Longs(count).ToDictionary(i => new Late { Number = i }, _ => (object?)null));
        yield return Case("a dictionary of late keys and large values", count =>
            Longs(count).ToDictionary(i => new Late { Number = i }, _ => default((object?, object?, object?, object?))));
        yield return Case("an ordered dictionary", count => new OrderedDictionary<long, object?>(Longs(count).ToDictionary(i => i, _ => (object?)null)));
        yield return Case("a sorted list", count => new SortedList<long, object?>(Longs(count).ToDictionary(i => i, _ => (object?)null)));
        yield return Case("a sorted set", count => new SortedSet<long>(Longs(count)));
        yield return Case("a sorted dictionary", count => new SortedDictionary<long, object?>(Longs(count).ToDictionary(i => i, _ => (object?)null)));
        yield return Case("an immutable list", count => ImmutableList.Create(new object?[count]));
        yield return Case("an immutable set", count => Longs(count).ToImmutableHashSet());
        yield return Case("an immutable dictionary", count => Longs(count).ToImmutableDictionary(i => i, _ => (object?)null));
        yield return Case("an immutable sorted set", count => Longs(count).ToImmutableSortedSet());
        yield return Case("a frozen set", count => Longs(count).ToFrozenSet());
        yield return Case("a frozen dictionary", count => Longs(count).ToFrozenDictionary(i => i, _ => (object?)null));
        yield return Case("a concurrent queue", count => new ConcurrentQueue<object?>(new object?[count]));
        yield return Case("a concurrent stack", count => new ConcurrentStack<object?>(new object?[count]));
        yield return Case("a concurrent bag", count => new ConcurrentBag<object?>(new object?[count]));
        yield return Case("a concurrent dictionary", count => new ConcurrentDictionary<long, object?>(Longs(count).ToDictionary(i => i, _ => (object?)null)));
        yield return Case("an untyped list", count => new ArrayList(new object?[count]));
        yield return Case("an untyped queue", count => new Queue(new object?[count]));
        yield return Case("an untyped stack", count => new Stack(new object?[count]));
        yield return Case("an untyped table", count => Filled(new Hashtable(), Enumerable.Range(0, count), (all, i) => all.Add(i, null)));
        yield return Case("an untyped sorted list", count => new SortedList(Enumerable.Range(0, count).ToDictionary(i => i, _ => (object?)null)));
        yield return Case("a list of strings", count => Filled(new StringCollection(), new string?[count], (all, text) => all.Add(text)));
        yield return Case("a dictionary of strings", count => Filled(new StringDictionary(), Enumerable.Range(0, count), (all, i) => all.Add($"{i}", null)));
        yield return Case("names and values", count => Filled(new NameValueCollection(), Enumerable.Range(0, count / 4), (all, i) => all.Add($"{i}", null)));
        yield return Case("texts of two letters", count => Enumerable.Repeat("ab", count).ToArray());
        yield return Case("arrays of one byte", count => Enumerable.Repeat(0, count).Select(_ => new byte[1]).ToArray());
        yield return Case("queues of one element", count => Enumerable.Repeat(0, count).Select(_ => new Queue<byte>([1])).ToArray());
        yield return Case("priority queues of one element", count =>
            Enumerable.Repeat(0, count).Select(_ => new PriorityQueue<object?, int>([(null, 1)])).ToArray());
        yield return Case("sets of one element", count => Enumerable.Repeat(0, count).Select(_ => new HashSet<byte>([1])).ToArray());
        yield return Case("lists of one byte", count => Enumerable.Repeat(0, count).Select(_ => new List<byte>([1])).ToArray());
        yield return Case("grids of one byte", count => Enumerable.Repeat(0, count).Select(_ => new byte[1, 1]).ToArray());
        yield return Case("bit arrays of one", count => Enumerable.Repeat(0, count).Select(_ => new BitArray(1)).ToArray());
        yield return Case("sorted lists of one", count => Enumerable.Repeat(0, count).Select(_ => new SortedList<byte, byte> { [1] = 2 }).ToArray());
        yield return Case("stacks of one element", count => Enumerable.Repeat(0, count).Select(_ => new Stack<byte>([1])).ToArray());
        yield return Case("dictionaries of one element", count => Enumerable.Repeat(0, count).Select(_ => new Dictionary<byte, byte> { [1] = 2 }).ToArray());
        yield return Case("colliding texts in a set", count => CollidingTexts(count).ToHashSet());
        yield return Case("colliding texts in a dictionary", count => CollidingTexts(count).ToDictionary(text => text, _ => (object?)null));
        yield return Case("colliding texts in an ordered dictionary", count =>
            new OrderedDictionary<string, object?>(CollidingTexts(count).ToDictionary(text => text, _ => (object?)null)));
        yield return Case("a keyed collection of texts", count => Filled(new ByText(), CollidingTexts(count), (all, text) => all.Add(text)));
    }

    [TestCaseSource(nameof(Collections))]
    public void WhatGrowsTakesNoMoreThanIsCharged(Grown grown) => grown.Check();

    // One for all of them: what a collection is charged does not depend on what else there is.
    private static readonly Lazy<TypeModel[]> s_models = new(() => [.. Enum.GetValues<ReferenceHandling>().Select(references =>
        TypeModel.Create(Collections().Select(test => ((Grown)test.Arguments[0]!).Type), new SerializerOptions
        { TypeFilter = _ => true, References = references }))]);

    private static TestCaseData Case<T>(string name, Func<int, T> make) => new TestCaseData(new Grown<T>(make)).SetArgDisplayNames(name);

    private static long[] Longs(int count) => [.. Enumerable.Range(0, count).Select(i => i * 7_919_000_003L)];

    private static T Filled<T, TElement>(T collection, IEnumerable<TElement> elements, Action<T, TElement> add)
    {
        foreach (TElement element in elements)
        {
            add(collection, element);
        }
        return collection;
    }

    // The first of them have the same hash in a table that does not yet hash at random.
    private static string[] CollidingTexts(int count)
    {
        const int colliding = 200;
        const uint seed = (5381 << 16) + 5381, wanted = 0x0041_0041;
        var texts = new List<string>();
        for (uint first = 0x0041_0041; texts.Count < Math.Min(colliding, count); first++)
        {
            uint hash = (BitOperations.RotateLeft(seed, 5) + seed) ^ first, second = (BitOperations.RotateLeft(hash, 5) + hash) ^ wanted;
            string text = new(MemoryMarshal.Cast<uint, char>([first, 0x0041_0041, second, 0x0041_0041]));
            if (!text.Any(char.IsSurrogate))
            {
                texts.Add(text);
            }
        }
        return [.. texts, .. Enumerable.Range(0, Math.Max(0, count - colliding)).Select(i => $"{i}")];
    }

    public sealed class ByText : KeyedCollection<string, string>
    {
        protected override string GetKeyForItem(string item) => item;
    }

    public sealed class ByTicks : KeyedCollection<long, TimeSpan>
    {
        protected override long GetKeyForItem(TimeSpan item) => item.Ticks;
    }

    /// <summary>A key that is whole when its callback has run, at the end.</summary>
    [Serializable]
    public sealed class Late : IEquatable<Late>
    {
        public long Number;

        [OnDeserialized]
        private void Deserialized(StreamingContext context) => Number = -Number;

        [OnSerializing]
        private void Serializing(StreamingContext context) => Number = -Number;

        [OnSerialized]
        private void Serialized(StreamingContext context) => Number = -Number;

        public bool Equals(Late? other) => other?.Number == Number;

        public override bool Equals(object? other) => Equals(other as Late);

        public override int GetHashCode() => Number.GetHashCode();
    }

    /// <summary>Values of one collection type.</summary>
    public abstract class Grown
    {
        internal abstract Type Type { get; }

        internal abstract void Check();
    }

    private sealed class Grown<T>(Func<int, T> make) : Grown
    {
        internal override Type Type => typeof(T);

        internal override void Check() => Assert.Multiple(() =>
        {
            foreach (int count in s_counts)
            {
                T value = make(count);
                foreach (ReferenceHandling references in Enum.GetValues<ReferenceHandling>())
                {
                    TypeModel model = s_models.Value[(int)references];
                    byte[] bytes = model.Serialize(value);
                    // The first reads make what is made once: code, the pooled buffers.
                    foreach (int bytesAtATime in (int[])[1_000, 1_000, 1 << 20])
                    {
                        LimitedRead.Result result = LimitedRead.RunSession<T>(model, SerializerLimits.Default, bytes, bytesAtATime);
                        Assert.That(result.Failure, Is.Null);
                        Assert.That(result.Allocated, Is.LessThanOrEqualTo(result.Charged + Slack),
                            $"{count} elements, references {references}, {bytesAtATime} bytes at a time: {result.Charged} charged");
                    }
                }
            }
        });
    }
}
