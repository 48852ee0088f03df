using System.Collections.Immutable;
using System.Collections.ObjectModel;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Models;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>Bytes that no honest collection has. A value tuple of one item has the bytes of the item alone.</summary>
public class CollectionThreatTests
{
    private static readonly TypeModel s_model = TypeModel.Create(
    [
        typeof(ValueTuple<SortedSet<int>>), typeof(ValueTuple<SortedSet<string>>), typeof(ValueTuple<SortedSet<object>>),
        typeof(ValueTuple<SortedDictionary<string, int>>), typeof(ValueTuple<SortedList<int, int>>),
        typeof(ValueTuple<SortedList<string, int>>), typeof(ValueTuple<OrderedDictionary<string, int>>), typeof(ValueTuple<ReadOnlyDictionary<int, int>>),
        typeof(ValueTuple<ReadOnlySet<int>>), typeof(ValueTuple<PriorityQueue<int, object>>),
        typeof(ValueTuple<SortedSet<Grumpy>>), typeof(ValueTuple<Queue<int>>), typeof(ValueTuple<NumberList>), typeof(ValueTuple<TitledList>),
        typeof(ValueTuple<PartList>), typeof(ValueTuple<KeyedByText>), typeof(ValueTuple<ImmutableSortedSet<string>>),
        typeof(ValueTuple<ImmutableSortedDictionary<string, int>>), typeof(ValueTuple<SortedSet<Near>>), typeof(ValueTuple<ImmutableSortedSet<Near>>),
        typeof(ValueTuple<SortedDictionary<Near, int>>), typeof(ValueTuple<ImmutableSortedDictionary<Near, int>>), typeof(ValueTuple<SortedList<Near, int>>),
    ]);

    public static IEnumerable<TestCaseData> Rejections =>
    [
        Case<SortedSet<int>>("the same key again", ErrorCode.DuplicateKey, 2, 3, 2, 2),
        Case<SortedSet<int>>("descending keys", ErrorCode.NotCanonical, 2, 3, 4, 2),
        Case<SortedSet<string>>("descending ordinal keys", ErrorCode.NotCanonical, 4, 3, 1, 2, (byte)'b', 2, (byte)'a'),
        Case<SortedSet<string>>("keys that are equal without regard of case", ErrorCode.DuplicateKey, 4, 3, 2, 2, (byte)'a', 2, (byte)'A'),
        Case<SortedSet<string>>("an unknown comparer", ErrorCode.UnknownComparerId, 1, 1, 5),
        Case<SortedSet<string>>("the first key again behind another one", ErrorCode.DuplicateKey, 6, 4, 0, 2, (byte)'b', 2, (byte)'a', 2, (byte)'b'),
        Case<SortedSet<object>>("an integer and a string", ErrorCode.KeyNotComparable, 3, 3, 7, 2, 25, 0),
        Case<SortedSet<Grumpy>>("a comparison that throws", ErrorCode.KeyNotComparable, 3, 3, 1, 0, 1, 0),
        Case<SortedDictionary<string, int>>("a null key", ErrorCode.NullKey, 2, 2, 0, 1, 0),
        Case<SortedDictionary<string, int>>("the same key again", ErrorCode.DuplicateKey, 5, 3, 0, 2, (byte)'a', 0, 2, (byte)'a', 0),
        Case<SortedList<int, int>>("descending keys", ErrorCode.NotCanonical, 3, 3, 4, 0, 2, 0),
        Case<SortedList<string, int>>("a null key", ErrorCode.NullKey, 2, 2, 0, 1, 0),
        Case<SortedList<string, int>>("the first key again behind another one", ErrorCode.DuplicateKey, 11, 4, 0, 2, (byte)'b', 0, 2, (byte)'a', 0, 2,
            (byte)'b', 0),
        Case<SortedDictionary<string, int>>("another key than the last again", ErrorCode.DuplicateKey, 8, 4, 0, 2, (byte)'b', 0, 2, (byte)'a', 0, 2, (byte)'a',
            0),
        Case<ImmutableSortedSet<string>>("another key than the last again", ErrorCode.DuplicateKey, 6, 4, 0, 2, (byte)'b', 2, (byte)'a', 2, (byte)'a'),
        Case<ImmutableSortedDictionary<string, int>>("another key than the last again", ErrorCode.DuplicateKey, 8, 4, 0, 2, (byte)'b', 0, 2, (byte)'a', 0, 2,
            (byte)'a', 0),
        Case<SortedSet<Near>>("a comparison that throws in the tree", ErrorCode.KeyNotComparable, 7, 5, 1, 2, 1, 4, 1, 6, 1, 14),
        Case<ImmutableSortedSet<Near>>("a comparison that throws in the tree", ErrorCode.KeyNotComparable, 7, 5, 1, 2, 1, 4, 1, 6, 1, 14),
        Case<SortedDictionary<Near, int>>("a comparison that throws in the tree", ErrorCode.KeyNotComparable, 10, 5, 1, 2, 0, 1, 4, 0, 1, 6, 0, 1, 14, 0),
        Case<ImmutableSortedDictionary<Near, int>>("a comparison that throws in the tree", ErrorCode.KeyNotComparable, 10, 5, 1, 2, 0, 1, 4, 0, 1, 6, 0, 1,
            14, 0),
        Case<SortedList<Near, int>>("a comparison that throws in the search", ErrorCode.KeyNotComparable, 10, 5, 1, 2, 0, 1, 4, 0, 1, 6, 0, 1, 14, 0),
        Case<SortedList<Near, int>>("a comparison that throws while they are sorted", ErrorCode.KeyNotComparable, 13, 5, 1, 8, 0, 1, 6, 0, 1, 12, 0, 1, 2, 0),
        Case<OrderedDictionary<string, int>>("a null key", ErrorCode.NullKey, 2, 2, 0, 1, 0),
        Case<OrderedDictionary<string, int>>("the same key again", ErrorCode.DuplicateKey, 5, 3, 0, 2, (byte)'a', 0, 2, (byte)'a', 0),
        Case<ReadOnlyDictionary<int, int>>("the same key again", ErrorCode.DuplicateKey, 3, 3, 2, 0, 2, 0),
        Case<ReadOnlySet<int>>("the same element again", ErrorCode.DuplicateKey, 2, 3, 2, 2),
        Case<PriorityQueue<int, object>>("an integer and a string as priorities", ErrorCode.KeyNotComparable, 4, 3, 0, 7, 2, 0, 25, 0),
        Case<Queue<int>>("more elements than bytes", ErrorCode.LengthExceedsInput, 0, 1 + (31 << 2)),
        Case<NumberList>("no content", ErrorCode.NullNotAllowed, 3, 1, 0, 1, 0),
        Case<TitledList>("no content", ErrorCode.NullNotAllowed, 4, 1, 0, 1, 1, 0),
        Case<PartList>("the same key again", ErrorCode.DuplicateKey, 7, 1, 1, 3, 0, 1, 0, 1, 1, 0, 1),
        Case<KeyedByText>("an element whose key throws", ErrorCode.UserCodeFailed, 3, 1, 2, 0, 1, 0, 1),
    ];

    [TestCaseSource(nameof(Rejections))]
    public void Rejected(Func<byte[], object> read, byte[] bytes, ErrorCode code, int offset)
    {
        var rejection = Assert.Throws<MalformedDataException>(() => read(bytes))!;
        Assert.That((rejection.Code, rejection.Offset), Is.EqualTo((code, (long)offset)), rejection.Message);
    }

    /// <summary>Cut anywhere, garbage behind the end included, the same bytes are truncated and nothing else.</summary>
    [TestCaseSource(nameof(Rejections))]
    public void Truncated_before_it_is_rejected(Func<byte[], object> read, byte[] bytes, ErrorCode code, int offset)
    {
        for (int length = 0; length < offset; length++)
        {
            var rejection = Assert.Throws<MalformedDataException>(() => read(bytes[..length]))!;
            Assert.That(rejection.Code, Is.AnyOf(ErrorCode.Truncated, ErrorCode.LengthExceedsInput), $"{code} at {offset}, cut at {length}");
        }
    }

    [Test]
    public void Keys_in_another_order_are_sorted_where_cultures_may_differ()
    {
        byte[] bytes = [4, 0, 2, (byte)'c', 2, (byte)'a', 2, (byte)'b'];
        byte[] pairs = [5, 0, 2, (byte)'c', 6, 2, (byte)'a', 2, 2, (byte)'d', 8, 2, (byte)'b', 4];
        Assert.Multiple(() =>
        {
            Assert.That(s_model.DeserializeDirect<ValueTuple<SortedSet<string>>>(bytes).Item1, Is.EqualTo((string[])["a", "b", "c"]));
            Assert.That(s_model.DeserializeDirect<ValueTuple<SortedDictionary<string, int>>>(pairs).Item1.Values, Is.EqualTo((int[])[1, 2, 3, 4]));
            Assert.That(s_model.DeserializeDirect<ValueTuple<SortedList<string, int>>>(pairs).Item1.Values, Is.EqualTo((int[])[1, 2, 3, 4]));
        });
    }

    [Test]
    public void Texts_that_are_one_key_to_the_reader_name_the_cure()
    {
        // Comparer 4 is that of the invariant culture without regard of case.
        byte[] texts = [3, 4, 2, (byte)'a', 2, (byte)'A'], numbers = [3, 2, 2];
        Assert.That(() => s_model.DeserializeDirect<ValueTuple<SortedSet<string>>>(texts),
            Throws.TypeOf<MalformedDataException>().With.Message.Contains("StringComparer.Ordinal"));
        Assert.That(() => s_model.DeserializeDirect<ValueTuple<SortedSet<int>>>(numbers),
            Throws.TypeOf<MalformedDataException>().With.Message.Not.Contains("StringComparer"));
    }

    /// <summary>One by one in the middle of an array, this would take the square of the number of keys.</summary>
    [Test]
    public void Sorted_lists_in_the_worst_order_are_sorted_once()
    {
        const int count = 40_000;
        var descending = new SortedSet<string>(Enumerable.Range(0, count).Select(i => i.ToString("D6", null)), StringComparer.Ordinal).Reverse()
            .ToDictionary(key => key, _ => 1);
        var plain = TypeModel.Create([typeof(ValueTuple<Dictionary<string, int>>)]);
        byte[] bytes = plain.SerializeDirect(ValueTuple.Create(descending));
        SortedList<string, int> list = s_model.DeserializeDirect<ValueTuple<SortedList<string, int>>>(bytes).Item1;
        Assert.That(list.Keys, Is.EqualTo(descending.Keys.Reverse()));
        LimitedRead.Result result = LimitedRead.Run<ValueTuple<SortedList<string, int>>>(s_model, SerializerLimits.Default,
            [(byte)s_model.TypeIds[typeof(ValueTuple<SortedList<string, int>>)], .. bytes]);
        Assert.That(result.Allocated, Is.LessThanOrEqualTo(result.Charged + (64 << 10)), "what waits and what sorts is charged");
    }

    private static TestCaseData Case<T>(string name, ErrorCode code, int offset, params byte[] bytes) =>
        new TestCaseData((byte[] input) => (object)s_model.DeserializeDirect<ValueTuple<T>>(input), bytes, code, offset)
            .SetArgDisplayNames($"{typeof(T).Name}: {name}");

    [Serializable]
    internal sealed class Grumpy : IComparable<Grumpy>
    {
        public int Value { get; set; }

        public int CompareTo(Grumpy? other) => throw new InvalidOperationException("no");
    }

    /// <summary>Is compared with what is near it alone.</summary>
    [Serializable]
    internal sealed class Near : IComparable<Near>
    {
        public int Value { get; set; }

        public int CompareTo(Near? other) =>
            Math.Abs(Value - other!.Value) <= 4 ? Value.CompareTo(other.Value) : throw new InvalidOperationException("too far");
    }

    [Serializable]
    internal sealed class KeyedByText : KeyedCollection<string, Part>
    {
        protected override string GetKeyForItem(Part item) => item.Number!.Trim();
    }
}
