using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.ComponentModel;
using System.Dynamic;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>
/// Of a stream that does not say how long it is, no announced count is believed: collections are made for a part of it and grow while elements come.
/// All of them, in trees and in graphs.
/// </summary>
[TestFixture]
internal sealed class GrowingCollectionTests
{
    private const int Count = 3_000;

    private static IEnumerable<TestCaseData> Collections()
    {
        foreach (object value in (object[])
        [
            Texts().ToArray(), Texts().ToList(), new Queue<string>(Texts()), new Stack<string>(Texts()), new LinkedList<string>(Texts()),
            new HashSet<string>(Texts()), new SortedSet<string>(Texts(), StringComparer.Ordinal),
            Texts().ToDictionary(text => text, text => text.Length), new SortedDictionary<string, int>(Lengths(), StringComparer.Ordinal),
            new SortedList<string, int>(Lengths(), StringComparer.Ordinal),
            new PriorityQueue<string, int>(Texts().Select((text, i) => (text, i * 7 % 1000))), new OrderedDictionary<string, int>(Lengths()),
            new ReadOnlyDictionary<string, int>(Lengths()), new ReadOnlySet<string>(new HashSet<string>(Texts())),
            new ReadOnlyCollection<string>([.. Texts()]), new Collection<string>([.. Texts()]), new ObservableCollection<string>(Texts()),
            new BindingList<string>([.. Texts()]),
            Texts().ToImmutableArray(), Texts().ToImmutableList(), ImmutableQueue.CreateRange(Texts()), ImmutableStack.CreateRange(Texts()),
            Texts().ToImmutableHashSet(), Texts().ToImmutableSortedSet(StringComparer.Ordinal),
            Lengths().ToImmutableDictionary(), Lengths().ToImmutableSortedDictionary(StringComparer.Ordinal), Texts().ToFrozenSet(),
            Lengths().ToFrozenDictionary(),
            new ConcurrentQueue<string>(Texts()), new ConcurrentStack<string>(Texts()), new ConcurrentBag<string>(Texts()),
            new ConcurrentDictionary<string, int>(Lengths()),
            new ArrayList(Texts().ToArray()), Filled(new Hashtable(), (all, text) => all.Add(text, text.Length), 2_000), new Queue(Texts().ToArray()),
            new Stack(Texts().ToArray()), new SortedList(Lengths(), StringComparer.Ordinal),
            Filled(new StringCollection(), (all, text) => all.Add(text)), Filled(new StringDictionary(), (all, text) => all.Add(text, "x"), 2_000),
            Filled(new NameValueCollection(), (all, text) => all.Add(text, "x")),
            Filled(new ExpandoObject(), (all, text) => ((IDictionary<string, object?>)all).Add(text, text.Length), 1_000),
            Numbers().ToArray(), Numbers().ToList(), new Queue<long>(Numbers()), new HashSet<long>(Numbers()), Numbers().ToDictionary(i => i, i => i),
            Enumerable.Range(0, 400_000).Select(i => i % 3 == 0).ToArray(),
            new BitArray([.. Enumerable.Range(0, 400_000).Select(i => i % 3 == 0)]),
            Numbers().Select(i => new DateTimeOffset(i, TimeSpan.Zero)).ToArray(), Numbers().Select(i => (decimal?)i).ToList(),
        ])
        {
            yield return new TestCaseData(value).SetArgDisplayNames(value.GetType().ToString());
        }
    }

    [TestCaseSource(nameof(Collections))]
    public void Collections_grow_while_their_elements_arrive(object value) => Assert.Multiple(() =>
    {
        foreach (ReferenceHandling references in Enum.GetValues<ReferenceHandling>())
        {
            var model = TypeModel.Create([Tests.Equality.OtherCollections.Declared(value.GetType()), typeof(string), typeof(int)], new SerializerOptions
            { References = references, TypeFilter = _ => true });
            // In many chunks, so that only the last one says that it is the last.
            byte[] frames = Cut(model.Serialize(value), 3000), session = Session(model, value);
            foreach (int bytesAtATime in (int[])[977, 1 << 20])
            {
                var arriving = new ArrivingStream([.. frames, 0xEE], bytesAtATime);
                SurfaceCheck.AssertSame($"{references}, {bytesAtATime} bytes at a time", value, model.Deserialize(arriving));
                Assert.That(arriving.Position, Is.EqualTo(frames.Length), "bytes behind the value are taken");
                using ValueReader reader = model.OpenReader(new ArrivingStream(session, bytesAtATime));
                SurfaceCheck.AssertSame($"session, {references}, {bytesAtATime} bytes at a time", value, reader.Read<object>());
            }
        }
    });

    // Where the last step is short of twice the one before, a list that doubled would take more than was charged.
    [Test]
    public void A_list_that_grows_takes_no_more_than_is_charged()
    {
        byte[] session = Session(TypeModel.Create(typeof(List<long>)), Enumerable.Range(0, 33_000).Select(i => (long)i).ToList());
        // Steps of 4,096 to 32,768 longs, and the last one.
        const long Charged = (8L * (4_096 + 8_192 + 16_384 + 32_768 + 33_000)) + 200;
        var model = TypeModel.Create([typeof(List<long>)], new SerializerOptions { Limits = new SerializerLimits { MaxAllocatedBytes = Charged } });
        long allocated = 0;
        for (int round = 0; round < 2; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            using ValueReader reader = model.OpenReader(new ArrivingStream(session, 4096));
            Assert.That(reader.Read<List<long>>(), Has.Count.EqualTo(33_000));
            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        }
        Assert.That(allocated, Is.LessThanOrEqualTo(Charged + (64 << 10)));
    }

    private static IEnumerable<string> Texts() => Enumerable.Range(0, Count).Select(i => $"element {i}");

    private static Dictionary<string, int> Lengths() => Texts().ToDictionary(text => text, text => text.Length);

    private static IEnumerable<long> Numbers() => Enumerable.Range(0, Count).Select(i => i * 7_919_000_003L);

    private static T Filled<T>(T collection, Action<T, string> add, int count = Count)
    {
        foreach (string text in Texts().Take(count))
        {
            add(collection, text);
        }
        return collection;
    }

    private static byte[] Cut(byte[] plain, int length)
    {
        var frames = new MemoryStream();
        for (int at = 0; at < plain.Length; at += length)
        {
            int count = Math.Min(length, plain.Length - at);
            frames.Write(Frames.Chunk(plain.AsSpan(at, count), isLast: at + count == plain.Length));
        }
        return frames.ToArray();
    }

    private static byte[] Session(TypeModel model, object value)
    {
        var sent = new MemoryStream();
        using (ValueWriter writer = model.OpenWriter(sent, leaveOpen: true))
        {
            writer.Write(value);
        }
        return sent.ToArray();
    }
}
