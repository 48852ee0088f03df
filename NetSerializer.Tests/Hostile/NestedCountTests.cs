using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Immutable;
using NetSerializer.Tests.Model;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>
/// Collections inside of one another that all announce the same bytes for their elements: the second one is refused, so memory stays in proportion to
/// the input.
/// </summary>
internal sealed class NestedCountTests
{
    private const int Levels = 400, Filler = 60_000;

    // Bytes of memory for a byte of input: an entry of a table with its buckets takes the most. The rest is the exception and the search for its path.
    private const int MostForByte = 64, MostBesides = 2 << 20;

    private static readonly object[] s_collections =
    [
        new object?[1], new List<object?> { null }, new Queue<object?>([null]), new Stack<object?>([null]), new LinkedList<object?>([null]),
        new HashSet<object?> { null }, new ArrayList { null }, ImmutableList.Create((object?)null), ImmutableArray.Create((object?)null),
        new Dictionary<int, object?> { [1] = null }, new ConcurrentDictionary<int, object?>([KeyValuePair.Create(1, (object?)null)]),
        new Hashtable { [1] = null }, new SortedList<int, object?> { [1] = null },
    ];

    private static readonly TypeModel s_trees = Model(ReferenceHandling.None), s_graphs = Model(ReferenceHandling.Preserve);

    private static IEnumerable<TestCaseData> Collections() =>
        from collection in s_collections
        from references in Enum.GetValues<ReferenceHandling>()
        select new TestCaseData(collection, references).SetArgDisplayNames(collection.GetType().Name, references.ToString());

    [TestCaseSource(nameof(Collections))]
    public void The_same_bytes_vouch_for_one_collection(object collection, ReferenceHandling references)
    {
        TypeModel model = references == ReferenceHandling.Preserve ? s_graphs : s_trees;
        byte[] bytes = Nested(model.Serialize<object>(collection));
        long most = (long)MostForByte * bytes.Length + MostBesides;
        foreach ((string surface, Func<object?> read) in Surfaces(model, bytes))
        {
            // The first call compiles what finds the path.
            for (int round = 0; round < 2; round++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                Assert.That(() => read(), Throws.TypeOf<MalformedDataException>(), surface);
                long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
                Assert.That(round == 0 || allocated < most, Is.True, $"{surface}: {allocated} bytes for {bytes.Length}");
            }
        }
    }

    [Test]
    public void A_count_over_bytes_of_others_is_refused_where_it_stands()
    {
        byte[] one = s_trees.Serialize<object>(new object?[1]);
        MalformedDataException failure = Assert.Throws<MalformedDataException>(() => s_trees.Deserialize<object>(Nested(one)))!;
        Assert.That(failure.Code, Is.EqualTo(ErrorCode.LengthExceedsInput));
        // The first two collections share all bytes; the third one has none.
        Assert.That(failure.Offset, Is.EqualTo(3 * IdLength(one) + 2 * CountLength));
    }

    private const int CountLength = 3;

    // The element of each collection, a null in the sample, is the next collection. All of them announce half of the filler, which only the last one has.
    private static byte[] Nested(byte[] one)
    {
        const uint header = Filler / 2 + 1;
        int id = IdLength(one);
        byte[] level =
        [
            .. one[..id], (byte)(header & 0x7F | 0x80), (byte)(header >> 7 & 0x7F | 0x80), (byte)(header >> 14), .. one[(id + 1)..^1],
        ];
        return [.. Enumerable.Repeat(level, Levels).SelectMany(part => part), .. new byte[Filler]];
    }

    private static int IdLength(byte[] one) => 1 + Array.FindIndex(one, part => part < 0x80);

    private static IEnumerable<(string Surface, Func<object?> Read)> Surfaces(TypeModel model, byte[] bytes)
    {
        yield return ("array", () => model.Deserialize<object>(bytes));
        yield return ("sequence", () => model.Deserialize<object>(Segments.Cut(bytes, bytes.Length / 3)));
        yield return ("stream", () => model.Deserialize<object>(new MemoryStream(Frames.Of(bytes))));
        yield return ("stream without a length", () => model.Deserialize<object>(new ArrivingStream(Frames.Of(bytes), bytes.Length, endsCleanly: true)));
    }

    private static TypeModel Model(ReferenceHandling references) =>
        TypeModel.Create([.. s_collections.Select(collection => collection.GetType())], new SerializerOptions { References = references });
}
