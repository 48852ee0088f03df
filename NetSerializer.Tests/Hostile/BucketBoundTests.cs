using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.ObjectModel;
using System.Runtime.Serialization;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// The bound of docs/security.md on keys of one bucket, exactly, in each kind of hash table, those among them that are filled when the value is whole:
/// 256 entries and more, of which a hundred may share a bucket.
/// </summary>
[TestFixture]
internal sealed class BucketBoundTests
{
    private static readonly Type[] s_types =
    [
        typeof(HashSet<object>), typeof(Dictionary<object, int>), typeof(Hashtable), typeof(ConcurrentDictionary<object, int>), typeof(HashSet<Entry>),
        typeof(Dictionary<Entry, int>), typeof(HashSet<long>), typeof(Dictionary<long, int>), typeof(OrderedDictionary<long, int>),
        typeof(ConcurrentDictionary<long, int>), typeof(ByTicks), typeof(FrozenSet<long>), typeof(FrozenDictionary<long, int>),
        typeof(ReadOnlySet<long>), typeof(ReadOnlyDictionary<long, int>), typeof(DerivedSet), typeof(DerivedDictionary), typeof(HashSet<Called>),
        typeof(Dictionary<Called, int>),
    ];

    private static readonly TypeModel s_graphs = TypeModel.Create(s_types, new SerializerOptions { References = ReferenceHandling.Preserve }),
        s_trees = TypeModel.Create(s_types);

    private static IEnumerable<TestCaseData> Tables()
    {
        yield return Case("a set of objects", keys => Boxed(keys).ToHashSet());
        yield return Case("a dictionary of objects", keys => Boxed(keys).ToDictionary(key => key, _ => 1));
        yield return Case("a hash table", keys => new Hashtable(Boxed(keys).ToDictionary(key => key, _ => 1)));
        yield return Case("a concurrent dictionary of objects", keys => new ConcurrentDictionary<object, int>(Boxed(keys).ToDictionary(key => key, _ => 1)));
        yield return Case("a set of constructed keys", keys => keys.Select(key => new Entry(key)).ToHashSet());
        yield return Case("a dictionary of constructed keys", keys => keys.ToDictionary(key => new Entry(key), _ => 1));
        yield return Case("a set of called keys", keys => keys.Select(key => new Called { Number = key }).ToHashSet());
        yield return Case("a dictionary of called keys", keys => keys.ToDictionary(key => new Called { Number = key }, _ => 1));
        yield return Case("a set", keys => keys.ToHashSet());
        yield return Case("a dictionary", keys => keys.ToDictionary(key => key, _ => 1));
        yield return Case("an ordered dictionary", keys => new OrderedDictionary<long, int>(keys.ToDictionary(key => key, _ => 1)));
        yield return Case("a concurrent dictionary", keys => new ConcurrentDictionary<long, int>(keys.ToDictionary(key => key, _ => 1)));
        yield return Case("a keyed collection", keys => Filled(new ByTicks(), keys, (all, key) => all.Add(new TimeSpan(key))));
        yield return Case("a frozen set", keys => keys.ToFrozenSet());
        yield return Case("a frozen dictionary", keys => keys.ToFrozenDictionary(key => key, _ => 1));
        yield return Case("a read-only set", keys => new ReadOnlySet<long>(keys.ToHashSet()));
        yield return Case("a read-only dictionary", keys => new ReadOnlyDictionary<long, int>(keys.ToDictionary(key => key, _ => 1)));
        yield return Case("a derived set", keys => Filled(new DerivedSet(), keys, (all, key) => all.Add(key)));
        yield return Case("a derived dictionary", keys => Filled(new DerivedDictionary(), keys, (all, key) => all.Add(key, 1)));

        static TestCaseData Case(string name, Func<long[], object> make) => new TestCaseData(make).SetArgDisplayNames(name);
    }

    [TestCaseSource(nameof(Tables))]
    public void Is_the_same_for_all_tables(Func<long[], object> make) => Assert.Multiple(() =>
    {
        Check(255, 0, isTaken: true);
        Check(256, 0, isTaken: false);
        Check(100, 200, isTaken: true);
        Check(101, 200, isTaken: false);
        Check(101, 155, isTaken: false);
        Check(101, 154, isTaken: true);

        void Check(int colliding, int others, bool isTaken)
        {
            // The hash of the first ones is 0.
            long[] keys = [.. Enumerable.Range(0, colliding).Select(i => ((long)i << 32) | (uint)i), .. Enumerable.Range(1, others).Select(i => (long)i)];
            foreach (TypeModel model in (TypeModel[])[s_trees, s_graphs])
            {
                string name = $"{colliding} and {others}, {(model == s_graphs ? "in a graph" : "in a tree")}";
                byte[] bytes = model.Serialize(make(keys));
                Verify(name, () => model.Deserialize<object>(bytes));
                // Of a few bytes the table grows on the way.
                using ValueReader reader = model.OpenReader(new ArrivingStream(bytes, 100));
                Verify($"{name}, in a session", () => reader.Read<object>());
            }

            void Verify(string name, Func<object?> read)
            {
                if (isTaken)
                {
                    Assert.That(((IEnumerable)read()!).Cast<object>().Count(), Is.EqualTo(keys.Length), name);
                }
                else
                {
                    Assert.That(Malformed.AssertRejected(name, () => read()).Code, Is.EqualTo(ErrorCode.KeyCollisions), name);
                }
            }
        }
    });

    private static IEnumerable<object> Boxed(long[] keys) => keys.Cast<object>();

    private static T Filled<T>(T collection, long[] keys, Action<T, long> add)
    {
        foreach (long key in keys)
        {
            add(collection, key);
        }
        return collection;
    }

    [Serializable]
    private sealed class ByTicks : KeyedCollection<long, TimeSpan>
    {
        protected override long GetKeyForItem(TimeSpan item) => item.Ticks;
    }

    [Serializable]
    private sealed class DerivedSet : HashSet<long>;

    [Serializable]
    private sealed class DerivedDictionary : Dictionary<long, int>;

    /// <summary>A key that has no hash before its constructor has run.</summary>
    [Serializable]
    private sealed class Entry : ISerializable, IEquatable<Entry>
    {
        private readonly long _number;

        public Entry(long number) => _number = number;

        private Entry(SerializationInfo info, StreamingContext context) => _number = info.GetInt64("number");

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("number", _number);

        public bool Equals(Entry? other) => other?._number == _number;

        public override bool Equals(object? obj) => Equals(obj as Entry);

        public override int GetHashCode() => _number.GetHashCode();
    }

    /// <summary>A key that is whole when its callback has run.</summary>
    [Serializable]
    internal sealed class Called : IEquatable<Called>
    {
        public long Number;

        [OnDeserialized]
        private void Deserialized(StreamingContext context)
        {
        }

        public bool Equals(Called? other) => other?.Number == Number;

        public override bool Equals(object? obj) => Equals(obj as Called);

        public override int GetHashCode() => Number.GetHashCode();
    }
}
