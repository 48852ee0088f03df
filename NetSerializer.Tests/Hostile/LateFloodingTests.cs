using System.Collections;
using System.Collections.Concurrent;
using System.Runtime.Serialization;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// As <see cref="HashFloodingTests"/> for tables that are filled when the value is whole, because their keys may lead back to them or wait for their
/// constructors: the count of keys in a bucket is taken there too.
/// </summary>
[TestFixture]
internal sealed class LateFloodingTests
{
    private const int Count = 3_000;

    private static readonly Type[] s_types =
        [typeof(HashSet<object>), typeof(Dictionary<object, int>), typeof(Hashtable), typeof(ConcurrentDictionary<object, int>), typeof(HashSet<Entry>),
            typeof(Dictionary<Entry, int>)];

    private static readonly TypeModel s_graphs = TypeModel.Create(s_types, new SerializerOptions { References = ReferenceHandling.Preserve }),
        s_trees = TypeModel.Create(s_types);

    private static IEnumerable<TestCaseData> Tables()
    {
        yield return Case("a set", keys => new HashSet<object>(keys));
        yield return Case("a dictionary", keys => keys.ToDictionary(key => key, _ => 1));
        yield return Case("a hash table", keys => new Hashtable(keys.ToDictionary(key => key, _ => 1)));
        yield return Case("a concurrent dictionary", keys => new ConcurrentDictionary<object, int>(keys.Select(key => KeyValuePair.Create(key, 1))));
        yield return Case("a set of constructed keys", keys => keys.Select(key => new Entry((long)key)).ToHashSet());
        yield return Case("a dictionary of constructed keys", keys => keys.ToDictionary(key => new Entry((long)key), _ => 1));
    }

    [TestCaseSource(nameof(Tables))]
    public void Colliding_keys_are_refused_and_honest_ones_taken(Func<IEnumerable<object>, object> make) => Assert.Multiple(() =>
    {
        foreach (TypeModel model in (TypeModel[])[s_graphs, s_trees])
        {
            byte[] colliding = model.Serialize(make(Enumerable.Range(0, Count).Select(i => (object)(((long)i << 32) | (uint)i))));
            Assert.That(Malformed.AssertRejected("a flood", () => model.Deserialize<object>(colliding)).Code, Is.EqualTo(ErrorCode.KeyCollisions));
            byte[] honest = model.Serialize(make(Enumerable.Range(0, Count).Select(i => (object)(1000L * i))));
            Assert.That(((IEnumerable)model.Deserialize<object>(honest)!).Cast<object>().Count(), Is.EqualTo(Count));
        }
    });

    private static TestCaseData Case(string name, Func<IEnumerable<object>, object> make) => new TestCaseData(make).SetArgDisplayNames(name);

    /// <summary>A key that has no hash before its constructor has run.</summary>
    [Serializable]
    private sealed class Entry : ISerializable, IEquatable<Entry>
    {
        private readonly long _number;

        public Entry(long number) => _number = number;

        private Entry(SerializationInfo info, StreamingContext context) => _number = info.GetInt64("number");

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("number", _number);

        public bool Equals(Entry? other) => other?._number == _number;

        public override bool Equals(object? other) => Equals(other as Entry);

        public override int GetHashCode() => _number.GetHashCode();
    }
}
