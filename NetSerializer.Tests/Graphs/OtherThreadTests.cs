using System.Buffers;
using NetSerializer.Tests.Oracle.Values;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>Graphs that are written while another thread collects garbage, or exchanges objects in them.</summary>
// Each collection stops all threads of the process, and looks through their stacks: beside deep values nobody would get on.
[NonParallelizable]
internal sealed class OtherThreadTests
{
    private const int Graphs = 32, LargestGraph = 600, Collections = 12, Elements = 2_000, FirstPlace = 700, SecondPlace = 1_400, Parts = 40;

    private static readonly SerializerOptions s_options = new() { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Trusted };
    private static readonly TypeModel s_graphs = TypeModel.Create(RandomGraph.Types, s_options);
    private static readonly TypeModel s_shelves = TypeModel.Create([typeof(Shelf)], s_options);

    [Test]
    public void Collections_without_end_change_no_byte([Values] bool usesHashCodes)
    {
        object[] graphs = [.. Enumerable.Range(0, Graphs).Select(seed => RandomGraph.Create(new Sample(seed, seed * LargestGraph / Graphs)))];
        byte[][] expected = [.. graphs.Select(graph => s_graphs.Serialize(graph))];
        int wrong = 0;
        using var beside = new Beside(i => GC.Collect(i % 2, GCCollectionMode.Forced, blocking: true, compacting: true));
        var writing = new Thread(() =>
        {
            // The tables of a thread are made when it writes its first graph.
            using (new HeaderHashes(usesHashCodes))
            {
                s_graphs.Serialize(graphs[0]);
            }
            int before = GC.CollectionCount(0);
            do
            {
                for (int i = 0; i < graphs.Length; i++)
                {
                    wrong += s_graphs.Serialize(graphs[i]).AsSpan().SequenceEqual(expected[i]) ? 0 : 1;
                }
            }
            while (GC.CollectionCount(0) < before + Collections);
        });
        writing.Start();
        writing.Join();
        beside.Dispose();
        Assert.That(wrong, Is.Zero);
    }

    // The exchange comes when the buffer is asked for room: in front of both places, between them, and behind them.
    [Test]
    public void Two_elements_exchanged_in_the_middle_of_writing_lead_to_no_other_object([Range(0, Parts - 1)] int part, [Values] bool toFirst)
    {
        Shelf shelf = Create(toFirst ? FirstPlace : SecondPlace);
        Book[] before = [.. shelf.Books];
        int calls = 0, until = int.MaxValue;
        Write(shelf, Count);
        (calls, until) = (0, calls * part / Parts);
        byte[] bytes = Write(shelf, Count);
        Assert.That(calls, Is.GreaterThan(Parts).And.GreaterThan(until));
        Assert.That(shelf.Books[FirstPlace], Is.SameAs(before[SecondPlace]));
        RequireOneOfTheStates(before, shelf, s_shelves.Deserialize<Shelf>(bytes)!);

        void Count()
        {
            if (calls++ == until)
            {
                Exchange(shelf);
            }
        }
    }

    [Test]
    public void Two_elements_that_another_thread_exchanges_all_the_time_lead_to_no_other_object([Values] bool toFirst)
    {
        Shelf shelf = Create(toFirst ? FirstPlace : SecondPlace);
        Book[] before = [.. shelf.Books];
        using var beside = new Beside(_ => Exchange(shelf));
        for (int i = 0; i < 300; i++)
        {
            RequireOneOfTheStates(before, shelf, s_shelves.DeepClone(shelf)!);
        }
    }

    private static byte[] Write(Shelf shelf, Action asked)
    {
        var destination = new ArrayBufferWriter<byte>();
        s_shelves.Serialize(new SmallPieces(destination, asked), shelf);
        return destination.WrittenSpan.ToArray();
    }

    private static void Exchange(Shelf shelf) =>
        (shelf.Books[FirstPlace], shelf.Books[SecondPlace]) = (shelf.Books[SecondPlace], shelf.Books[FirstPlace]);

    // Members are written in the order of their names.
    private static Shelf Create(int last)
    {
        Book[] books = [.. Enumerable.Range(0, Elements).Select(i => new Book { Number = i, Title = $"title {i}" })];
        return new Shelf { Books = books, Last = books[last], Titles = [.. books.Select(book => book.Title)] };
    }

    private static void RequireOneOfTheStates(Book[] before, Shelf sent, Shelf arrived)
    {
        Assert.That(arrived.Last!.Number, Is.EqualTo(sent.Last!.Number), "the object referred to later");
        Assert.That(arrived.Last.Title, Is.EqualTo(sent.Last.Title));
        Assert.That(arrived.Books, Has.Length.EqualTo(Elements));
        for (int i = 0; i < Elements; i++)
        {
            Book book = arrived.Books[i];
            bool isHere = book.Number == i || (i, book.Number) is (FirstPlace, SecondPlace) or (SecondPlace, FirstPlace);
            bool isOne = book.Number != arrived.Last.Number || ReferenceEquals(book, arrived.Last);
            bool hasItsTitle = book.Title == before[book.Number].Title && ReferenceEquals(book.Title, arrived.Titles[book.Number]);
            if (!isHere || !isOne || !hasItsTitle)
            {
                Assert.Fail($"element {i}: number {book.Number}, title {book.Title}, is the one referred to later: {isOne}");
            }
        }
    }

    [Serializable]
    private sealed class Book
    {
        public int Number { get; set; }

        public string? Title { get; set; }
    }

    [Serializable]
    private sealed class Shelf
    {
        public Book[] Books { get; set; } = [];

        public Book? Last { get; set; }

        public string?[] Titles { get; set; } = [];
    }

    /// <summary>Gives no more room than it is asked for, and tells each time.</summary>
    private sealed class SmallPieces(ArrayBufferWriter<byte> destination, Action asked) : IBufferWriter<byte>
    {
        public void Advance(int count) => destination.Advance(count);

        public Memory<byte> GetMemory(int sizeHint = 0) => throw new NotSupportedException();

        public Span<byte> GetSpan(int sizeHint = 0)
        {
            asked();
            return destination.GetSpan(sizeHint)[..Math.Max(1, sizeHint)];
        }
    }

    /// <summary>A thread that does something over and over, until it is disposed of.</summary>
    private sealed class Beside : IDisposable
    {
        private readonly Thread _thread;
        private bool _isDone;

        public Beside(Action<int> action)
        {
            using var started = new ManualResetEventSlim();
            _thread = new Thread(() =>
            {
                for (int i = 0; !Volatile.Read(ref _isDone); i++)
                {
                    action(i);
                    started.Set();
                }
            });
            _thread.Start();
            started.Wait();
        }

        public void Dispose()
        {
            Volatile.Write(ref _isDone, true);
            _thread.Join();
        }
    }
}
