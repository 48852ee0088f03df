using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using NetSerializer.Graph;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// A writer keeps no list of objects as long as none appears twice, and goes through the value again when it needs one. The same types in a model
/// whose writing runs code of theirs, for which it keeps the list from the beginning, tell what the bytes must be.
/// </summary>
[NonParallelizable]
public sealed class RecollectionTests
{
    private static readonly SerializerOptions s_options = new() { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Trusted };
    private static readonly TypeModel s_listing = TypeModel.Create([typeof(Shelf), typeof(Notified)], s_options);

    private readonly TypeModel _model = TypeModel.Create([typeof(Shelf)], s_options);

    // A model in which the list was needed keeps it for a while otherwise.
    [SetUp]
    public void Forget() => Needs.ExpectNumbersOnly(_model);

    [Test]
    public void Code_of_types_tells_whether_writing_can_be_repeated()
    {
        Assert.Multiple(() =>
        {
            Assert.That(IsRepeatable(typeof(Shelf), typeof(Dictionary<string, Shelf[,]>), typeof((int, Uri)), typeof(ReadOnlyCollection<Book>)));
            Assert.That(IsRepeatable(typeof(Notified)), Is.False, "callbacks");
            Assert.That(IsRepeatable(typeof(ToldAfterwards)), "callbacks of reading");
            Assert.That(IsRepeatable(typeof(SpeaksForItself)), Is.False, "ISerializable");
            Assert.That(IsRepeatable(typeof(Derived)), Is.False, "a collection of the program's");
            Assert.That(IsRepeatable(typeof(ConcurrentQueue<Book>)), Is.False, "a collection that others change");
            Assert.That(
                TypeModel.Create([typeof(Shelf)], new SerializerOptions
                {
                    References = ReferenceHandling.Preserve,
                    Serializers = [new Surrogate<Book, string>(book => book.Title!, title => new Book { Title = title })],
                }).Core.Dispatch.IsRepeatable,
                Is.False, "a surrogate");
        });
    }

    [Test]
    public void The_bytes_are_those_of_a_list(
        [Values(30, 60, 500, 580, 5_000, 60_000)] int books, [Values("none", "first", "middle", "last", "text", "twice", "deep")] string sharing)
    {
        Shelf shelf = Make(books, sharing);
        byte[] bytes = _model.Serialize(shelf);
        Assert.That(bytes.AsSpan().SequenceEqual(s_listing.Serialize(shelf)));
        Shelf copy = _model.Deserialize<Shelf>(bytes)!;
        Assert.That(copy.Shared.Select(book => copy.Books.IndexOf(book!)), Is.EqualTo(shelf.Shared.Select(book => shelf.Books.IndexOf(book!))));
        Assert.That(copy.Motto == null || ReferenceEquals(copy.Motto, copy.Books[^1].Title));
    }

    [Test]
    public void Collections_in_between_change_nothing([Values("none", "first", "last", "text", "twice")] string sharing)
    {
        Shelf shelf = Make(60_000, sharing);
        byte[] expected = Written(s_listing, shelf, () => { });
        int collections = 0;
        byte[] bytes = Written(_model, shelf, () => GC.Collect(collections++ % 2, GCCollectionMode.Forced, blocking: true, compacting: true));
        Assert.That(bytes.AsSpan().SequenceEqual(expected));
        Assert.That(collections, Is.GreaterThan(2));
    }

    [Test]
    public void What_changed_in_between_is_not_taken_for_what_was_written()
    {
        Shelf shelf = Make(60_000, "last");
        ValueNotSerializableException failure = Assert.Throws<ValueNotSerializableException>(
            () => Written(_model, shelf, () => shelf.Books[10] = new Book { Title = new string('x', 5) }))!;
        Assert.That(failure.Code, Is.EqualTo(ErrorCode.CollectionChanged));
    }

    [Test]
    public void What_got_less_in_between_is_told()
    {
        Shelf shelf = Make(60_000, "last");
        ValueNotSerializableException failure = Assert.Throws<ValueNotSerializableException>(() => Written(_model, shelf, () =>
        {
            shelf.Books.ForEach(book => book.Title = null);
            GC.Collect();
        }))!;
        Assert.That(failure.Code, Is.EqualTo(ErrorCode.CollectionChanged));
    }

    [Test]
    public void A_model_in_which_the_list_was_needed_keeps_it_for_a_while_and_then_tries_again()
    {
        Shelf shelf = Make(2_000, "last");
        byte[] expected = s_listing.Serialize(shelf);
        for (int round = 0; round < 3; round++)
        {
            Assert.That(_model.Serialize(shelf).AsSpan().SequenceEqual(expected));
            int values = 0;
            while (ListNeed(shelf).Take())
            {
                values++;
            }
            Assert.That(values, Is.EqualTo(31));
        }
        for (int value = 0; value < 40; value++)
        {
            Assert.That(_model.Serialize(shelf).AsSpan().SequenceEqual(expected));
        }
        // The first needed it, the next 31 kept it, the 33rd needed it again, so that it is kept for twice as long, and seven more kept it.
        Assert.That(Enumerable.Range(0, 100).Count(_ => ListNeed(shelf).Take()), Is.EqualTo(62 - 7));
    }

    private LearnedNeed ListNeed(Shelf shelf)
    {
        ObjectDispatch dispatch = _model.Core.Dispatch;
        return dispatch.ListNeeds[TopAddresses.KindOf(AddressSet.TypeWord(shelf), dispatch.KindFactor)]!;
    }

    [Test]
    public void Callbacks_are_called_once()
    {
        Notified[] all = [.. Enumerable.Range(0, 3_000).Select(_ => new Notified())];
        // A new model, in which no value has needed its list before.
        TypeModel.Create([typeof(Shelf), typeof(Notified)], s_options).Serialize<object>(new Shelf { Other = (object[])[.. all, all[7], .. all] });
        Assert.That(all.Select(item => item.Calls), Is.All.EqualTo(2));
    }

    [Test]
    public void Without_sharing_nothing_is_allocated()
    {
        Shelf shelf = Make(20_000, "none");
        using var stream = new MemoryStream();
        long least = long.MaxValue;
        for (int i = 0; i < 5; i++)
        {
            stream.Position = 0;
            long before = GC.GetAllocatedBytesForCurrentThread();
            _model.Serialize(stream, shelf);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        Assert.That(least, Is.Zero);
    }

    [Test]
    public void Nothing_that_was_recollected_is_kept_alive([Values(580, 5_000)] int books)
    {
        WeakReference[] all = Write(books);
        GC.Collect();
        Assert.That(all.Count(reference => reference.IsAlive), Is.Zero);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private WeakReference[] Write(int books)
    {
        Shelf shelf = Make(books, "last");
        _model.Serialize(shelf);
        return [.. shelf.Books.Select(book => new WeakReference(book))];
    }

    private static bool IsRepeatable(params Type[] types) => TypeModel.Create(types, s_options).Core.Dispatch.IsRepeatable;

    private static byte[] Written(TypeModel model, Shelf shelf, Action onWrite)
    {
        using var stream = new InterruptedStream(onWrite);
        model.Serialize(stream, shelf);
        return stream.Written;
    }

    private static Shelf Make(int books, string sharing)
    {
        var shelf = new Shelf();
        for (int i = 0; i < books; i++)
        {
            shelf.Books.Add(new Book { Id = i, Title = i % 9 == 0 ? null : i % 10 == 0 ? "" : new string((char)('a' + (i % 26)), 1 + (i % 7)) });
            // Dies, so that the others move.
            GC.KeepAlive(new byte[i % 50]);
        }
        shelf.Books[^1].Title = new string('z', 3);
        switch (sharing)
        {
            case "first":
                shelf.Shared = [shelf.Books[0]];
                break;
            case "middle":
                shelf.Shared = [shelf.Books[books / 2]];
                break;
            case "last":
                shelf.Shared = [shelf.Books[^1]];
                break;
            case "text":
                shelf.Motto = shelf.Books[^1].Title;
                break;
            case "twice":
                shelf.Shared = [shelf.Books[3], shelf.Books[^2], shelf.Books[3], shelf.Books[3]];
                break;
            case "deep":
                shelf.Other = Enumerable.Range(0, 50).Aggregate((object?)shelf.Books[7], (inner, _) => new Shelf { Other = inner });
                break;
        }
        return shelf;
    }

    [Serializable]
    private sealed class Book
    {
        public int Id { get; set; }

        public string? Title { get; set; }
    }

    // In the order of names, which is that of the wire: the books come first.
    [Serializable]
    private sealed class Shelf
    {
        public List<Book> Books { get; set; } = [];

        public string? Motto { get; set; }

        public object? Other { get; set; }

        public Book?[] Shared { get; set; } = [];
    }

    [Serializable]
    private sealed class Notified
    {
        [NonSerialized]
        private int _calls;

        public int Calls => _calls;

        [OnSerializing]
        private void Before(StreamingContext context) => _calls++;

        [OnSerialized]
        private void After(StreamingContext context) => _calls++;
    }

    [Serializable]
    private sealed class ToldAfterwards
    {
        public int Value { get; set; }

        [OnDeserialized]
        private void After(StreamingContext context) => Value++;
    }

    [Serializable]
    private sealed class SpeaksForItself : ISerializable
    {
        public SpeaksForItself()
        {
        }

        private SpeaksForItself(SerializationInfo info, StreamingContext context)
        {
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("x", 1);
    }

    [Serializable]
    private sealed class Derived : List<Book>;
}
