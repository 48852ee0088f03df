using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Runtime.Serialization;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Streams;
using NUnit.Framework;
using Called = NetSerializer.Tests.Hostile.BucketBoundTests.Called;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// <see cref="SerializerLimits.MaxKeyCollisions"/>: honest tables whose hashes repeat, coordinates packed into one number above all, are refused by
/// default, are read under a raised limit, and are copied whatever the limit is; the limit is exact, and what it takes to hold it is charged.
/// </summary>
[TestFixture]
internal sealed class KeyCollisionTests
{
    private const int Side = 105;
    private const long Slack = 64 << 10;

    private static readonly Type[] s_types =
    [
        typeof(HashSet<long>), typeof(Dictionary<long, int>), typeof(ImmutableHashSet<long>), typeof(ImmutableDictionary<long, int>),
        typeof(FrozenSet<long>), typeof(FrozenDictionary<long, int>), typeof(ConcurrentDictionary<long, int>), typeof(OrderedDictionary<long, int>),
        typeof(Hashtable), typeof(HashSet<Cell>), typeof(Dictionary<Cell, int>), typeof(HashSet<object>), typeof(Dictionary<object, int>), typeof(ByTicks),
        typeof(HashSet<Called>), typeof(Dictionary<Called, int>),
    ];

    private static readonly ConcurrentDictionary<(int Limit, ReferenceHandling References), TypeModel> s_models = new();

    /// <summary>The fixture lives as long as the run, and a model for each limit with it.</summary>
    [OneTimeTearDown]
    public void ReleaseModels() => s_models.Clear();

    private static IEnumerable<TestCaseData> Tables()
    {
        yield return Case("a set", keys => keys.ToHashSet());
        yield return Case("a dictionary", keys => keys.ToDictionary(key => key, Value));
        yield return Case("an immutable set", keys => keys.ToImmutableHashSet());
        yield return Case("an immutable dictionary", keys => keys.ToImmutableDictionary(key => key, Value));
        yield return Case("a frozen set", keys => keys.ToFrozenSet());
        yield return Case("a frozen dictionary", keys => keys.ToFrozenDictionary(key => key, Value));
        yield return Case("a concurrent dictionary", keys => new ConcurrentDictionary<long, int>(keys.ToDictionary(key => key, Value)));
        yield return Case("an ordered dictionary", keys => new OrderedDictionary<long, int>(keys.ToDictionary(key => key, Value)));
        yield return Case("a hash table", keys => new Hashtable(keys.ToDictionary(key => key, Value)));
        yield return Case("a set of structs", keys => keys.Select(key => new Cell(key)).ToHashSet());
        yield return Case("a dictionary of structs", keys => keys.ToDictionary(key => new Cell(key), Value));
        yield return Case("a set of objects", keys => keys.Cast<object>().ToHashSet());
        yield return Case("a dictionary of objects", keys => keys.ToDictionary(key => (object)key, Value));
        yield return Case("a keyed collection", Keyed);
        yield return Case("a set of called keys", keys => keys.Select(key => new Called { Number = key }).ToHashSet());
        yield return Case("a dictionary of called keys", keys => keys.ToDictionary(key => new Called { Number = key }, Value));

        static int Value(long key) => (int)key;

        static ByTicks Keyed(long[] keys)
        {
            var all = new ByTicks();
            Array.ForEach(keys, key => all.Add(new TimeSpan(key)));
            return all;
        }

        static TestCaseData Case(string name, Func<long[], IEnumerable> make) => new TestCaseData(make).SetArgDisplayNames(name);
    }

    [TestCaseSource(nameof(Tables))]
    public void Packed_coordinates_are_read_when_the_limit_is_raised_and_copied_in_any_case(Func<long[], IEnumerable> make) => Assert.Multiple(() =>
    {
        long[] keys = [.. from x in Enumerable.Range(0, Side) from y in Enumerable.Range(0, Side) select ((long)x << 32) | (uint)y];
        IEnumerable table = make(keys);
        HashSet<object> entries = [.. Entries(table)];
        foreach (ReferenceHandling references in Enum.GetValues<ReferenceHandling>())
        {
            TypeModel strict = Model(new SerializerLimits().MaxKeyCollisions, references);
            byte[] bytes = strict.Serialize<object>(table);
            foreach ((int surface, Func<TypeModel, object?> read) in Readers(bytes).Index())
            {
                MalformedDataException refused = Malformed.AssertRejected("packed coordinates", () => read(strict));
                Assert.That(refused.Code, Is.EqualTo(ErrorCode.KeyCollisions));
                Assert.That(refused.Message, Does.Contain("More than 100 keys").And.Contain("raise MaxKeyCollisions"));
                // The limits take turns: each surface meets both.
                int limit = (surface + (int)references) % 2 == 0 ? 1000 : SerializerLimits.Trusted.MaxKeyCollisions;
                AssertSame(entries, table, read(Model(limit, references)));
            }
            AssertSame(entries, table, strict.DeepClone<object>(table));
            AssertSame(entries, table, Model(1, references).DeepClone<object>(table));
        }
    });

    [TestCaseSource(nameof(Tables))]
    public void The_limit_is_exact(Func<long[], IEnumerable> make) => Assert.Multiple(() =>
    {
        foreach (int limit in (int[])[1, 100, 254, 255, 256, 300, 600])
        {
            foreach (ReferenceHandling references in Enum.GetValues<ReferenceHandling>())
            {
                // As many keys as make no table grow on the way: the colliding ones have the hash 0, the others one of their own.
                IEnumerable most = make(Colliding(limit, 700)), oneMore = make(Colliding(limit + 1, 700));
                TypeModel model = Model(limit, references);
                foreach (Func<TypeModel, object?> read in Readers(model.Serialize<object>(most)))
                {
                    AssertSame(most, read(model));
                }
                foreach (Func<TypeModel, object?> read in Readers(model.Serialize<object>(oneMore)))
                {
                    MalformedDataException refused = Malformed.AssertRejected($"{limit + 1}", () => read(model));
                    Assert.That(refused.Code, Is.EqualTo(ErrorCode.KeyCollisions));
                    Assert.That(refused.Message, Does.Contain($"More than {limit} keys"));
                }
            }
        }
    });

    [TestCaseSource(nameof(Tables))]
    public void All_keys_of_one_hash_are_read_where_the_limit_is_their_number(Func<long[], IEnumerable> make) => Assert.Multiple(() =>
    {
        foreach (ReferenceHandling references in Enum.GetValues<ReferenceHandling>())
        {
            IEnumerable table = make(Colliding(300, 300));
            foreach (Func<TypeModel, object?> read in Readers(Model(300, references).Serialize<object>(table)))
            {
                AssertSame(table, read(Model(300, references)));
                Assert.That(Malformed.AssertRejected("299", () => read(Model(299, references))).Code, Is.EqualTo(ErrorCode.KeyCollisions));
            }
        }
    });

    [TestCaseSource(nameof(Tables))]
    public void What_is_allocated_is_charged(Func<long[], IEnumerable> make) => Assert.Multiple(() =>
    {
        foreach (int colliding in (int[])[2, 400])
        {
            IEnumerable table = make(Colliding(colliding, 10_000));
            foreach (ReferenceHandling references in Enum.GetValues<ReferenceHandling>())
            {
                // What is written does not depend on the limit.
                byte[] bytes = Model(100, references).Serialize<object>(table);
                foreach (int limit in (int[])[100, 400, int.MaxValue])
                {
                    TypeModel model = Model(limit, references);
                    SerializerLimits limits = SerializerLimits.Default with { MaxKeyCollisions = limit };
                    foreach (int bytesAtATime in (int[])[1_000, 1_000, 1 << 20])
                    {
                        LimitedRead.Result result = LimitedRead.RunSession<object>(model, limits, bytes, bytesAtATime);
                        Assert.That(result.Failure?.Code, Is.EqualTo(colliding > limit ? ErrorCode.KeyCollisions : (ErrorCode?)null));
                        Assert.That(result.Allocated, Is.LessThanOrEqualTo(result.Charged + Slack), $"{references}, {limit}, {bytesAtATime} at a time");
                    }
                }
            }
        }
    });

    /// <summary>A byte for each bucket; for a limit that a byte does not count to, four bytes more; nothing for one that cannot be exceeded.</summary>
    [TestCaseSource(nameof(Tables))]
    public void The_counters_are_charged_to_the_byte(Func<long[], IEnumerable> make) => Assert.Multiple(() =>
    {
        foreach (ReferenceHandling references in Enum.GetValues<ReferenceHandling>())
        {
            foreach (int count in (int[])[300, 3_000])
            {
                byte[] bytes = Model(100, references).Serialize<object>(make(Colliding(2, count)));
                (long none, long leastOfNone) = Read(count);
                (long bytewise, long leastOfBytes) = Read(Math.Min(count - 1, 254));
                (long wide, long leastOfWide) = Read(255);
                Assert.That(Read(100).Charged, Is.EqualTo(bytewise));
                Assert.That(Read(2).Charged, Is.EqualTo(bytewise));
                Assert.That(Read(int.MaxValue).Charged, Is.EqualTo(none));
                Assert.That(Read(count - 1).Charged, Is.EqualTo(wide));
                Assert.That(bytewise - none, Is.InRange(count, (5 * count) + 32), "a byte for each bucket");
                Assert.That(wide - bytewise, Is.InRange(4L * count, (25 * count) + 32), "an int for each bucket");
                // The late tables round up what they charge.
                Assert.That(leastOfBytes - leastOfNone, Is.InRange(count, bytewise - none + (count / 4) + 32), "allocated for bytes");
                Assert.That(leastOfWide - leastOfBytes, Is.InRange(4L * count, wide - bytewise), "allocated for ints");

                (long Charged, long Allocated) Read(int limit)
                {
                    SerializerLimits limits = SerializerLimits.Default with { MaxKeyCollisions = limit };
                    // A collection takes what the reader keeps for the next one, who makes it anew: the second of two with no collection between.
                    LimitedRead.Result result;
                    int collections;
                    do
                    {
                        collections = GC.CollectionCount(0);
                        LimitedRead.Run<object>(Model(100, references), limits, bytes);
                        result = LimitedRead.Run<object>(Model(100, references), limits, bytes);
                        Assert.That(result.Failure, Is.Null);
                    }
                    while (GC.CollectionCount(0) != collections);
                    return (result.Charged, result.Allocated);
                }
            }
        }
    });

    [Test]
    public void The_default_is_a_hundred_and_no_limit_is_below_one() => Assert.Multiple(() =>
    {
        Assert.That(SerializerLimits.Default.MaxKeyCollisions, Is.EqualTo(100));
        Assert.That(SerializerLimits.Trusted.MaxKeyCollisions, Is.EqualTo(int.MaxValue));
        Assert.That(() => new SerializerLimits { MaxKeyCollisions = 0 }, Throws.TypeOf<ArgumentOutOfRangeException>());
    });

    /// <summary>docs/errors.md: what DeepClone cannot read back is malformed data.</summary>
    [Test]
    public void A_copy_of_what_cannot_be_read_back_is_malformed_data() => Assert.Multiple(() =>
    {
        TypeModel model = TypeModel.Create([typeof(ByText), typeof(Throwing)]);
        var all = new ByText { new Named { Name = "a" }, new Named { Name = "b" } };
        all[1].Name = "a";
        Assert.That(() => model.DeepClone(all), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.DuplicateKey));
        Assert.That(() => model.DeepClone(new Throwing()), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.UserCodeFailed));
    });

    private static long[] Colliding(int colliding, int count) =>
    [
        .. Enumerable.Range(0, colliding).Select(i => ((long)i << 32) | (uint)i),
        .. Enumerable.Range(1, count - colliding).Select(i => (long)i),
    ];

    private static TypeModel Model(int limit, ReferenceHandling references) => s_models.GetOrAdd((limit, references), _ => TypeModel.Create(
        s_types, new SerializerOptions { References = references, Limits = SerializerLimits.Default with { MaxKeyCollisions = limit } }));

    // In a session of few bytes at a time the table grows on the way.
    private static Func<TypeModel, object?>[] Readers(byte[] bytes) =>
    [
        model => model.Deserialize<object>((ReadOnlySpan<byte>)bytes),
        model => model.Deserialize<object>(new MemoryStream(Frames.Of(bytes))),
        model =>
        {
            using ValueReader reader = model.OpenReader(new ArrivingStream(bytes, 500));
            return reader.Read<object>();
        },
    ];

    private static void AssertSame(IEnumerable expected, object? actual) => AssertSame([.. Entries(expected)], expected, actual);

    private static void AssertSame(HashSet<object> entries, IEnumerable expected, object? actual)
    {
        Assert.That(actual, Is.TypeOf(expected.GetType()));
        object[] read = [.. Entries((IEnumerable)actual!)];
        Assert.That(read, Has.Length.EqualTo(entries.Count));
        Assert.That(entries.SetEquals(read), Is.True);
    }

    // Tuples, whose hash mixes that of the key with the place of its value.
    private static IEnumerable<object> Entries(IEnumerable table)
    {
        foreach (object? entry in table)
        {
            yield return entry switch
            {
                DictionaryEntry pair => (Spread(pair.Key), pair.Value),
                KeyValuePair<long, int> pair => (Spread(pair.Key), pair.Value),
                KeyValuePair<Cell, int> pair => (Spread(pair.Key), pair.Value),
                KeyValuePair<Called, int> pair => (Spread(pair.Key), pair.Value),
                KeyValuePair<object, int> pair => (Spread(pair.Key), pair.Value),
                _ => Spread(entry!),
            };
        }

        static object Spread(object key) => key switch
        {
            long number => ((int)(number >> 32), (int)number),
            Cell cell => (cell.X, cell.Y),
            Called called => Spread(called.Number),
            TimeSpan time => Spread(time.Ticks),
            _ => key,
        };
    }

    /// <summary>What a textbook makes of coordinates.</summary>
    [Serializable]
    private readonly struct Cell(long packed) : IEquatable<Cell>
    {
        public readonly int X = (int)(packed >> 32), Y = (int)packed;

        public bool Equals(Cell other) => X == other.X && Y == other.Y;

        public override bool Equals(object? obj) => obj is Cell other && Equals(other);

        public override int GetHashCode() => X ^ Y;
    }

    [Serializable]
    private sealed class ByTicks : KeyedCollection<long, TimeSpan>
    {
        protected override long GetKeyForItem(TimeSpan item) => item.Ticks;
    }

    [Serializable]
    private sealed class ByText : KeyedCollection<string, Named>
    {
        protected override string GetKeyForItem(Named item) => item.Name;
    }

    [Serializable]
    private sealed class Named
    {
        public string Name = "";
    }

    [Serializable]
    private sealed class Throwing : ISerializable
    {
        public Throwing()
        {
        }

        private Throwing(SerializationInfo info, StreamingContext context) => throw new FormatException("no");

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("number", 1);
    }
}
