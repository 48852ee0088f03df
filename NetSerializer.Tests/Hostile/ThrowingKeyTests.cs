using System.Buffers;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// Code of the user that reading runs without being asked to, the hash of a key and the order of an element: what it throws is a verdict on the
/// bytes, on every surface.
/// </summary>
[TestFixture]
internal sealed class ThrowingKeyTests
{
    private static readonly Type[] s_types =
    [
        typeof(Key), typeof(Dictionary<Key, int>), typeof(HashSet<Key>), typeof(SortedSet<Key>), typeof(SortedDictionary<Key, int>),
        typeof(SortedList<Key, int>), typeof(PriorityQueue<int, Key>), typeof(OrderedDictionary<Key, int>),
        typeof(ReadOnlyDictionary<Key, int>), typeof(ReadOnlySet<Key>), typeof(ConcurrentDictionary<Key, int>), typeof(ImmutableHashSet<Key>),
        typeof(ImmutableDictionary<Key, int>), typeof(ImmutableSortedSet<Key>),
        typeof(ImmutableSortedDictionary<Key, int>), typeof(FrozenSet<Key>), typeof(FrozenDictionary<Key, int>), typeof(Dictionary<object, int>),
        typeof(HashSet<object>), typeof(Hashtable), typeof(System.Collections.SortedList),
    ];

    private static readonly TypeModel[] s_models =
        [.. Enum.GetValues<ReferenceHandling>().Select(references => TypeModel.Create(s_types, new SerializerOptions { References = references }))];

    // Graphs fill tables of objects when all else has been read.
    private static IEnumerable<TestCaseData> Values() => (
        from value in (object[])
        [
            Table(), new HashSet<Key>(Table().Keys), new SortedSet<Key>(Table().Keys), new SortedDictionary<Key, int>(Table()),
            new SortedList<Key, int>(Table()), Queue(), new OrderedDictionary<Key, int>(Table()),
            new ReadOnlyDictionary<Key, int>(Table()), new ReadOnlySet<Key>(new HashSet<Key>(Table().Keys)), new ConcurrentDictionary<Key, int>(Table()),
            ImmutableHashSet.CreateRange(Table().Keys), ImmutableDictionary.CreateRange(Table()),
            ImmutableSortedSet.CreateRange(Table().Keys), ImmutableSortedDictionary.CreateRange(Table()), Table().Keys.ToFrozenSet(),
            Table().ToFrozenDictionary(),
            Table().ToDictionary(pair => (object)pair.Key, pair => pair.Value), new HashSet<object>(Table().Keys), new Hashtable(Table()),
            new System.Collections.SortedList(Table()),
        ]
        from model in s_models
        select new TestCaseData(model, value).SetArgDisplayNames(model.Options.References.ToString(), value.GetType().ToString()));

    [TestCaseSource(nameof(Values))]
    public void WhatItThrowsIsMalformedData(TypeModel model, object value)
    {
        byte[] bytes = model.Serialize(value), frames = Frames.Of(bytes);
        using var visible = new MemoryStream();
        visible.Write(frames);
        Assert.That(model.Deserialize(bytes), Is.Not.Null);
        Key.Refuses = true;
        try
        {
            Assert.Multiple(() =>
            {
                Check(() => model.Deserialize(bytes));
                Check(() => model.Deserialize<object>(new ReadOnlySequence<byte>(bytes)));
                Check(() => model.Deserialize<object>(Segments.Split(bytes, Enumerable.Range(1, bytes.Length - 1))));
                Check(() => model.Deserialize(new ArrivingStream(frames, 3)));
                Check(() =>
                {
                    visible.Position = 0;
                    return model.Deserialize(visible);
                });
                Check(() =>
                {
                    using ValueReader reader = model.OpenReader(new ArrivingStream(bytes, 3));
                    return reader.Read<object>();
                });
            });
        }
        finally
        {
            Key.Refuses = false;
        }
    }

    [TestCaseSource(nameof(Values))]
    public void WhatCallsTheWorkOffIsNoVerdictOnTheBytes(TypeModel model, object value)
    {
        byte[] bytes = model.Serialize(value);
        (Key.Refuses, Key.IsCancelled) = (true, true);
        try
        {
            Assert.That(() => model.Deserialize(bytes), Throws.TypeOf<OperationCanceledException>());
        }
        finally
        {
            (Key.Refuses, Key.IsCancelled) = (false, false);
        }
    }

    [TestCaseSource(nameof(Values))]
    public void WhatItThrowsOnlyWhenThePathIsSoughtChangesNothing(TypeModel model, object value)
    {
        byte[] cut = model.Serialize(value)[..^1];
        MalformedDataException failure = Malformed.AssertRejected("cut", () => model.Deserialize(cut));
        Key.Refuses = true;
        try
        {
            Assert.That(model.Core.Locate(failure, model.Core.Root<object>(), cut).Code, Is.EqualTo(failure.Code));
        }
        finally
        {
            Key.Refuses = false;
        }
    }

    private static Dictionary<Key, int> Table() => new() { [new(1)] = 1, [new(2)] = 2, [new(3)] = 3 };

    private static PriorityQueue<int, Key> Queue() => new(Table().Select(pair => (pair.Value, pair.Key)));

    private static void Check(Func<object?> read)
    {
        MalformedDataException failure = Malformed.AssertRejected("a key that throws", () => read());
        Assert.That(failure.Code, Is.AnyOf(ErrorCode.UserCodeFailed, ErrorCode.KeyNotComparable));
        Assert.That(failure.Code == ErrorCode.KeyNotComparable || failure.InnerException is InvalidOperationException, failure.ToString());
    }

    [Serializable]
    internal sealed class Key(int number) : IComparable<Key>, IEquatable<Key>, IComparable
    {
        [field: ThreadStatic]
        public static bool Refuses { get; set; }

        [field: ThreadStatic]
        public static bool IsCancelled { get; set; }

        public int Number => number;

        public int CompareTo(Key? other)
        {
            Refuse();
            return number.CompareTo(other?.Number);
        }

        public int CompareTo(object? obj) => CompareTo((Key?)obj);

        public bool Equals(Key? other) => other?.Number == number;

        public override bool Equals(object? obj) => Equals(obj as Key);

        public override int GetHashCode()
        {
            Refuse();
            return number;
        }

        private static void Refuse()
        {
            if (Refuses)
            {
                throw IsCancelled ? new OperationCanceledException() : new InvalidOperationException("not today");
            }
        }
    }
}
