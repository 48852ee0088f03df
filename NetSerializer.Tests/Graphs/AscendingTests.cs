using System.Runtime.Serialization;
using NetSerializer.Graph;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// Lists of objects that refer to nothing but texts and lie in memory in the order in which they are written: that they are new, the list alone tells. The
/// same types in a model whose writing runs code of theirs, which keeps a list of its objects always, and copies of the same shape tell what the bytes
/// must be.
/// </summary>
[NonParallelizable]
internal sealed class AscendingTests
{
    private static readonly SerializerOptions s_options = new() { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Trusted };
    private static readonly TypeModel s_listing = TypeModel.Create([typeof(Shelf), typeof(Note[]), typeof(Notified)], s_options);

    private const int PoolLength = 40_000;

    private static readonly string s_old = new('o', 3);
    private static readonly Book[] s_books = Make(_ => new Book());
    private static readonly string[] s_texts = Make(i => $"Book {i}");

    private readonly TypeModel _model = TypeModel.Create([typeof(Shelf), typeof(Note[])], s_options);
    private int _used;

    [SetUp]
    public void ReuseBooks() => _used = 0;

    // What other values were like is not expected of the next one.
    [SetUp]
    public void Forget() => Needs.ExpectNumbersOnly(_model);

    public enum Order
    {
        Ascending,
        TwoPieces,
        EightPieces,
        NinePieces,
        // The third piece lies between the other two.
        MiddleLast,
        Overlapping,
        Swapped,
        Backwards,
        OneTwice,
        OneAgain,
        OneMissing,
        FirstMissing,
        AllMissing,
    }

    public enum Texts
    {
        Own,
        None,
        Some,
        Shared,
        // In the second piece of the heap, one that has just been written.
        TwiceInARow,
        Backwards,
        OfOthers,
        SecondHalfAgain,
    }

    [Test]
    public void The_bytes_are_those_of_a_list_for_any_order([Values] Order order, [Values] Texts texts)
    {
        foreach (int count in (int[])[31, 32, 33, 65, 600, 5_000])
        {
            Forget();
            Book[] made = MakeBooks(count);
            SetTexts(made, texts);
            AssertSameBytes(new Shelf { Books = [.. Arrange(made, order)] });
        }
    }

    [Test]
    public void The_bytes_are_those_of_a_list_for_what_comes_behind([Values] Order order, [Range(0, 8)] int behind, [Values(40, 700)] int count)
    {
        Book[] made = MakeBooks(2 * count);
        Book?[] books = Arrange(made[count..], order);
        Book?[] more = behind switch
        {
            0 => [made[^1]],
            1 => [made[count], made[^2], made[count]],
            2 => [.. made[count..].Reverse()],
            3 => made[..count],
            4 => [.. made[..count], made[^1]],
            5 => MakeBooks(count),
            6 => [.. MakeBooks(count), .. made[(count / 2)..]],
            7 => [.. MakeBooks(4).Select(book => book.WithTitle(s_old))],
            _ => [.. MakeBooks(4).Select(book => book.WithTitle(made[0].Title)), made[1], MakeBooks(1)[0].WithTitle("a literal")],
        };
        AssertSameBytes(new Shelf { Books = [.. books], More = more, Motto = made[^1].Title });
    }

    // The room for the objects gets full behind a list in pieces, so that nobody keeps the lowest one.
    [Test]
    public void The_bytes_are_those_of_a_list_for_few_objects_in_pieces_and_more_above_them(
        [Values(Order.TwoPieces, Order.EightPieces)] Order order, [Values(32, 40, 60)] int count, [Values(Texts.None, Texts.Own)] Texts texts)
    {
        Book[] made = MakeBooks(count + 300);
        SetTexts(made, texts);
        foreach (int again in (int[])[0, 1, count / 2, count - 1, count, made.Length - 1])
        {
            AssertSameBytes(new Shelf { Books = [.. Arrange(made[..count], order)], More = made[count..], Other = made[again], Motto = made[again].Title });
        }
    }

    [Test]
    public void Any_pieces_and_any_sharing_give_the_bytes_of_a_list([Range(1, 200)] int seed)
    {
        var random = new Random(seed);
        Book[] made = MakeBooks(33 + random.Next(1 << random.Next(11)));
        List<Book[]> pieces = [.. made.Chunk(1 + random.Next(made.Length))];
        if (random.Next(3) > 0)
        {
            pieces.Reverse();
        }
        else
        {
            pieces = [.. pieces.OrderBy(_ => random.Next())];
        }
        List<Book?> books = [.. pieces.SelectMany(piece => piece)];
        for (int i = random.Next(3) * random.Next(4); i > 0; i--)
        {
            made[random.Next(made.Length)].Title = random.Next(3) switch { 0 => null, 1 => "", _ => made[random.Next(made.Length)].Title };
            made[random.Next(made.Length)].Author = made[random.Next(made.Length)].Title;
        }
        if (random.Next(4) == 0)
        {
            books.Insert(random.Next(books.Count), random.Next(2) == 0 ? null : books[random.Next(books.Count)]);
        }
        Book?[] more = [.. Enumerable.Range(0, random.Next(3) * 40).Select(_ => books[random.Next(books.Count)])];
        AssertSameBytes(new Shelf { Books = books, More = more, Others = [.. made.Take(random.Next(100)).Select(book => new Plain { Id = book.Id })] });
    }

    [Test]
    public void Elements_without_texts_are_counted([Values] Order order, [Values(32, 64, 65, 3_000)] int count)
    {
        Plain?[] plain = Arrange(InOrder(Enumerable.Range(0, count).Select(i => new Plain { Id = i })), order);
        AssertSameBytes(new Shelf { Others = plain, Other = plain[count / 2], Books = [.. MakeBooks(20)] });
    }

    [Test]
    public void Elements_that_lead_to_others_are_asked_for([Values] Order order, [Values(40, 700)] int count)
    {
        Note[] notes = InOrder(Enumerable.Range(0, count).Select(i => new Note { Title = $"Note {i}" }));
        for (int i = 0; i < count; i++)
        {
            notes[i].Next = i % 3 == 0 && i + 7 < count ? notes[i + 7] : null;
        }
        Note?[] copy = (Note?[])_model.DeepClone(new Shelf { Other = Arrange(notes, order) })!.Other!;
        AssertSameShape([.. Arrange(notes, order)], copy);
        Note?[] first = [.. copy.DistinctBy(note => note?.Title)];
        Assert.That(first.Where(note => note?.Next != null).All(note => first.Contains((Note)note!.Next!)));
    }

    [Test]
    public void Collections_in_between_change_nothing(
        [Values(Order.Ascending, Order.TwoPieces, Order.Swapped)] Order order, [Values(Texts.Own, Texts.Some, Texts.Shared, Texts.SecondHalfAgain)] Texts texts,
        [Values] bool areFew)
    {
        for (int attempt = 0; attempt < 4; attempt++)
        {
            Forget();
            // So long that collections come before the room for the objects is full.
            Book[] made = areFew ? MakeYoung(60, 8_000) : MakeYoung(20_000, 5);
            SetTexts(made, texts);
            Book?[] books = Arrange(made, order);
            Shelf shelf = new() { Books = [.. books], More = [.. made[10..50], made[^1]], Motto = made[^2].Title };
            int collections = 0;
            byte[] bytes = Written(_model, shelf, () => GC.Collect(collections++ % 2, GCCollectionMode.Forced, blocking: true, compacting: true));
            Assert.That(bytes.AsSpan().SequenceEqual(Written(s_listing, shelf, () => { })), $"attempt {attempt}");
            Assert.That(collections, Is.GreaterThan(1));
        }

        static byte[] Written(TypeModel model, Shelf shelf, Action onWrite)
        {
            using var stream = new InterruptedStream(onWrite);
            model.Serialize(stream, shelf);
            return stream.Written;
        }

        // What dies in between lets the others move.
        static Book[] MakeYoung(int count, int length) => [.. Enumerable.Range(0, count).Select(i =>
        {
            var book = new Book { Id = i, Title = $"{i}".PadLeft(length) };
            GC.KeepAlive(new byte[i % 50]);
            return book;
        })];
    }

    [Test]
    public void Nothing_is_known_of_what_may_have_moved([Values] bool isBeforeTheList)
    {
        Book[] books = MakeBooks(31);
        var w = new WireWriter(_model.Core.Dispatch, null, new byte[VarInt.Max32]);
        WriterNumbers numbers = default;
        w.BeginNumbers(ref numbers);
        // With the first object it is seen that collections have run since the numbers were in use before.
        Assert.That(w.IsNew(ref w.Start, new Shelf()));
        if (isBeforeTheList)
        {
            GC.Collect();
        }
        Assert.That(w.AreAscending(ref Elements.AddressesOf(books.AsSpan()), books.Length), Is.EqualTo(!isBeforeTheList));
        if (!isBeforeTheList)
        {
            Assert.That(w.AreNewAscending(ref w.Start, books[0], books[0].Title));
            GC.Collect();
            Assert.That(w.AreNewAscending(ref w.Start, books[1], books[1].Title), Is.False);
            Assert.That(w.IsNewAscending(ref w.Start, books[1]));
            Assert.That(w.IsNewText(ref w.Start, books[1].Title!));
        }
        w.EndNumbers();
        w.Complete(ref w.Start);
    }

    // Marks would be made known to the model.
    [Test]
    public void Pieces_need_no_marks(
        [Values(Order.Ascending, Order.TwoPieces, Order.EightPieces)] Order order, [Values] bool isMottoOld)
    {
        // A collection in between may change the order.
        Assert.That(Enumerable.Range(0, 5).Any(_ => !NeedsMarks()));

        bool NeedsMarks()
        {
            Forget();
            Book[] made = MakeBooks(4_000);
            Shelf shelf = new() { Books = [.. Arrange(made, order)] };
            // Above all others, or below.
            shelf.Motto = isMottoOld ? s_old : "a literal";
            _model.Serialize(shelf);
            LearnedNeed need = _model.Core.Dispatch.MarkNeeds[TopAddresses.KindOf(AddressSet.TypeWord(shelf), _model.Core.Dispatch.KindFactor)]!;
            return need.Take();
        }
    }

    [Test]
    public void What_descends_otherwise_has_marks_from_the_beginning([Values] Order order)
    {
        // A collection in between may change the order.
        Assert.That(Enumerable.Range(0, 5).Any(_ => IsTried() == !(order is Order.NinePieces or Order.Overlapping or Order.Backwards
            or Order.OneAgain)));

        // Whether marks may be expected is asked of those only that are tried without.
        bool IsTried()
        {
            Forget();
            _model.Serialize(new Shelf { Books = [.. Arrange(MakeBooks(1_000), order)], Others = [.. Enumerable.Range(0, 500).Select(_ => new Plain())] });
            return _model.Core.Dispatch.MarkNeeds.Any(need => need != null);
        }
    }

    [Test]
    public void Writing_allocates_nothing([Values(Order.Ascending, Order.EightPieces, Order.Swapped)] Order order)
    {
        Shelf shelf = new() { Books = [.. Arrange(MakeBooks(5_000), order)] };
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
    public void A_list_that_got_shorter_is_told()
    {
        Shelf shelf = new() { Books = [.. MakeBooks(40_000)] };
        using var stream = new InterruptedStream(() => shelf.Books.RemoveRange(39_000, shelf.Books.Count - 39_000));
        Assert.That(
            () => _model.Serialize(stream, shelf),
            Throws.InstanceOf<NetSerializerException>().With.Property(nameof(NetSerializerException.Code)).EqualTo(ErrorCode.CollectionChanged));
    }

    private void AssertSameBytes(Shelf shelf)
    {
        byte[] bytes = _model.Serialize(shelf);
        Assert.That(bytes.AsSpan().SequenceEqual(s_listing.Serialize(shelf)));
        Assert.That(bytes.AsSpan().SequenceEqual(_model.Serialize(shelf)), "once more");
        Shelf copy = _model.Deserialize<Shelf>(bytes)!;
        AssertSameShape([.. shelf.Books, .. shelf.More, .. shelf.Others, shelf.Other, shelf.Motto], [.. copy.Books, .. copy.More, .. copy.Others, copy.Other,
            copy.Motto]);
    }

    // By plain comparisons: an assertion for each of thousands of objects takes most of the time.
    private static void AssertSameShape(object?[] expected, object?[] copy)
    {
        Assert.That(copy, Has.Length.EqualTo(expected.Length));
        var copies = new Dictionary<object, object?>(ReferenceEqualityComparer.Instance);
        var seen = new HashSet<object>(ReferenceEqualityComparer.Instance);
        for (int i = 0; i < copy.Length; i++)
        {
            AssertSame(expected[i], copy[i]);
            if (expected[i] is Book book)
            {
                var other = (Book)copy[i]!;
                if ((other.Id, other.Title, other.Author) != (book.Id, book.Title, book.Author))
                {
                    Assert.Fail($"element {i} has other content");
                }
                AssertSame(book.Title, other.Title);
                AssertSame(book.Author, other.Author);
            }
        }

        void AssertSame(object? one, object? other)
        {
            bool isSame = one is null or "" ? Equals(one, other)
                : copies.TryGetValue(one, out object? known) ? ReferenceEquals(known, other)
                : copies.TryAdd(one, other) && seen.Add(other!);
            if (!isSame)
            {
                Assert.Fail("another copy, or one for two");
            }
        }
    }

    // They are old, so that they stay where they are unless a test makes a collection compact the heap.
    private static T[] Make<T>(Func<int, T> create)
        where T : class
    {
        T[] all = [.. Enumerable.Range(0, PoolLength).Select(create)];
        for (int i = 0; i < 2; i++)
        {
            GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true);
        }
        return all;
    }

    private static T[] InOrder<T>(IEnumerable<T> all)
        where T : class => [.. all.OrderBy(AddressSet.AddressOf)];

    // Others than those that the test has made before.
    private Book[] MakeBooks(int count)
    {
        Book[] books = InOrder(s_books.AsSpan(_used, count).ToArray());
        string[] texts = InOrder(s_texts.AsSpan(_used, count).ToArray());
        _used += count;
        for (int i = 0; i < count; i++)
        {
            (books[i].Id, books[i].Title, books[i].Author) = (i, texts[i], null);
        }
        return books;
    }

    private static void SetTexts(Book[] books, Texts texts)
    {
        string?[] titles = [.. books.Select(book => book.Title)];
        for (int i = 0; i < books.Length; i++)
        {
            books[i].Title = texts switch
            {
                Texts.None => null,
                Texts.Some => i % 5 == 1 ? null : i % 5 == 3 ? "" : titles[i],
                Texts.Shared => titles[i / 2],
                Texts.TwiceInARow => titles[i % 3 == 2 ? i - 1 : i],
                Texts.SecondHalfAgain => titles[i % ((books.Length + 1) / 2)],
                Texts.Backwards => titles[^(i + 1)],
                _ => titles[i],
            };
            books[i].Author = texts == Texts.OfOthers ? titles[books.Length / 2 + i / 3] : null;
        }
    }

    private static T?[] Arrange<T>(T[] all, Order order)
        where T : class
    {
        int count = all.Length, half = count / 2, third = count / 3;
        switch (order)
        {
            case Order.TwoPieces:
                return [.. all[half..], .. all[..half]];
            case Order.EightPieces:
                return [.. all.Chunk((count / 8) + 1).Reverse().SelectMany(piece => piece)];
            case Order.NinePieces:
                return [.. all.Chunk((count / 9) + 1).Reverse().SelectMany(piece => piece)];
            case Order.MiddleLast:
                return [.. all[..third], .. all[(2 * third)..], .. all[third..(2 * third)]];
            case Order.Overlapping:
                return [.. all[half..], .. all[..(half + 3)]];
            case Order.Swapped:
                (all[half], all[half + 1]) = (all[half + 1], all[half]);
                return all;
            case Order.Backwards:
                return [.. all.Reverse()];
            case Order.OneTwice:
                return [.. all[..half], all[half - 1], .. all[half..]];
            case Order.OneAgain:
                return [.. all, all[third]];
            case Order.OneMissing:
                return [.. all[..half], null, .. all[half..]];
            case Order.FirstMissing:
                return [null, .. all];
            case Order.AllMissing:
                return new T?[count];
            default:
                return all;
        }
    }

    [Serializable]
    private sealed class Book
    {
        public int Id { get; set; }

        public string? Title { get; set; }

        public string? Author { get; set; }

        public Book WithTitle(string? title)
        {
            Title = title;
            return this;
        }
    }

    [Serializable]
    private sealed class Plain
    {
        public int Id { get; set; }
    }

    [Serializable]
    private sealed class Note
    {
        public object? Next { get; set; }

        public string? Title { get; set; }
    }

    // In the order of names, which is that of the wire: the books come first.
    [Serializable]
    private sealed class Shelf
    {
        public List<Book?> Books { get; set; } = [];

        public Book?[] More { get; set; } = [];

        public string? Motto { get; set; }

        public object? Other { get; set; }

        public Plain?[] Others { get; set; } = [];
    }

    [Serializable]
    private sealed class Notified
    {
        [NonSerialized]
        private int _calls;

        [OnSerializing]
        private void Before(StreamingContext context) => _calls++;
    }
}
