using System.Collections.Immutable;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using NetSerializer.Graph;
using NetSerializer.Tests.Protocols;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// Lists whose objects lie in no order of addresses, as in a heap that has lived for a while: they are written by methods of their own, and known by other
/// marks. What is written does not tell where anything was.
/// </summary>
[NonParallelizable]
internal sealed class ScatteredTests
{
    // In all: more than bits may take in any case.
    private const int FarApart = 200_000_000;

    // What lies between the books lives as long as their array: a collection that other tests cause would move them together without it.
    private static readonly ConditionalWeakTable<Book?[], byte[][]> s_between = [];

    private static readonly TypeModel[] s_models = [.. Enum.GetValues<ReferenceHandling>().Select(references => TypeModel.Create(
        [typeof(Book[]), typeof(List<Book>), typeof(ImmutableArray<Book>), typeof(object[]), typeof(string[])],
        new SerializerOptions { References = references, Limits = SerializerLimits.Trusted }))];

    private static readonly TypeModel s_open = TypeModel.Create(
        [typeof(object[]), typeof(Book), typeof(Uri), typeof(DisguisedPlain), typeof(PlainDisguise), typeof(ImmutableList<object>), typeof(Collecting)],
        new SerializerOptions { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Trusted });

    private Book?[] _farApart = [];

    // What other values were like is not expected of the next one.
    [SetUp]
    public void Forget()
    {
        foreach (TypeModel model in (TypeModel[])[.. s_models, s_open])
        {
            Needs.ExpectNumbersOnly(model);
        }
    }

    // Fixtures live as long as the run.
    [OneTimeTearDown]
    public void Release() => _farApart = [];

    private static TypeModel Model(ReferenceHandling references) => s_models[(int)references];

    [Test]
    public void Bytes_are_those_of_objects_in_a_row(
        [Values] ReferenceHandling references, [Values(127, 128, 129, 135, 136, 143, 144, 145, 1_000, 6_000)] int count, [Values] Again again)
    {
        TypeModel model = Model(references);
        Book?[] scattered = Scattered(count, Math.Max(40, (1 << 20) / count), again), inRow = InRow(scattered);
        Assert.That(ElementsAhead.AreScattered((ReadOnlySpan<Book?>)scattered), Is.EqualTo(count >= 128 && ElementsAhead.IsSupported));
        Assert.Multiple(() =>
        {
            Assert.That(model.Serialize(scattered).AsSpan().SequenceEqual(model.Serialize(inRow)));
            Assert.That(model.Serialize(scattered.ToList()).AsSpan().SequenceEqual(model.Serialize(inRow.ToList())));
            Assert.That(model.Serialize<object?[]>([.. scattered]).AsSpan().SequenceEqual(model.Serialize<object?[]>([.. inRow])));
            Assert.That(model.Serialize(scattered.ToImmutableArray()).AsSpan().SequenceEqual(model.Serialize(inRow.ToImmutableArray())));
            Assert.That(
                model.Serialize(scattered.Select(book => book?.Title).ToArray()).AsSpan()
                    .SequenceEqual(model.Serialize(inRow.Select(book => book?.Title).ToArray())));
        });
        Book?[] read = model.Deserialize<Book?[]>(model.Serialize(scattered))!;
        Assert.That(read.Select(book => (book?.Id, book?.Title)), Is.EqualTo(scattered.Select(book => (book?.Id, book?.Title))));
    }

    // A few, each of them on a page of its own: their addresses are in a table, which ends where they lie in a row after all, or become many.
    [Test]
    public void Bytes_are_those_of_objects_in_a_row_where_few_lie_far_apart(
        [Values(12, 40, 60, 100, 300, 700, 1_100, 1_700)] int count, [Values] Again again, [Values(0, 50, 2_000)] int inRow)
    {
        TypeModel model = Model(ReferenceHandling.Preserve);
        Book?[] scattered = Scattered(count, 1 << 17, Again.None);
        Book?[] books = [.. scattered, .. Enumerable.Range(0, inRow).Select(i => new Book { Id = i, Title = $"{i}" }), .. scattered[..(count / 4)]];
        Refer(books, again);
        Book?[] copies = InRow(books);
        byte[] expected = model.Serialize(copies);
        Assert.That(model.Serialize(books).AsSpan().SequenceEqual(expected));
        int collections = 0;
        using var stream = new InterruptedStream(() => GC.Collect(collections++ % 2, GCCollectionMode.Forced, blocking: true, compacting: true));
        model.Serialize(stream, books);
        using var whole = new MemoryStream();
        model.Serialize(whole, copies);
        Assert.That(stream.Written.AsSpan().SequenceEqual(whole.ToArray()));
        GC.KeepAlive(scattered);
    }

    // An object and its text that belong in one slot: each has one all the same.
    [Test]
    public void Objects_and_texts_that_belong_in_one_slot_are_both_known()
    {
        const int Slots = 1 << 13;
        TypeModel model = Model(ReferenceHandling.Preserve);
        Book?[] scattered = Scattered(60, 1 << 17, Again.None);
        string[] texts = [.. Enumerable.Range(0, 60_000).Select(i => $"Text {i}")];
        GC.Collect();
        ILookup<ulong, string> bySlot = texts.ToLookup(SlotOf);
        int shared = 0;
        foreach (Book? book in scattered)
        {
            if (book != null && bySlot[SlotOf(book)].FirstOrDefault() is { } text)
            {
                (book.Title, shared) = (text, shared + 1);
            }
        }
        Assert.That(shared, Is.GreaterThan(40));
        Book?[] books = [.. scattered, .. scattered];
        Assert.That(model.Serialize(books).AsSpan().SequenceEqual(model.Serialize(InRow(books))));
        GC.KeepAlive(scattered);

        static ulong SlotOf(object value) => AddressSet.AddressOf(value) * 0x9E3779B97F4A7C15 / (ulong.MaxValue / Slots + 1);
    }

    // So far apart that their marks take more than the index at first, and less once there are many.
    [Test]
    public void Bytes_are_those_of_objects_in_a_row_where_they_lie_far_apart([Values(3_000, 40_000, 140_000)] int count, [Values] Again again)
    {
        TypeModel model = Model(ReferenceHandling.Preserve);
        Book?[] scattered = [.. FarApartOnes(count)];
        Refer(scattered, again);
        Assert.That(model.Serialize(scattered).AsSpan().SequenceEqual(model.Serialize(InRow(scattered))));
    }

    // No list is kept any more when their marks become too many, so it has to be made.
    [Test]
    public void Bytes_are_those_of_objects_in_a_row_where_only_the_later_ones_lie_far_apart([Values(3_000, 40_000, 140_000)] int count, [Values] Again again)
    {
        TypeModel model = Model(ReferenceHandling.Preserve);
        Book?[] books = [.. Enumerable.Range(0, 2_000).Select(i => new Book { Id = i, Title = $"{i}" }), .. FarApartOnes(count)];
        Refer(books, again);
        Assert.That(model.Serialize(books).AsSpan().SequenceEqual(model.Serialize(InRow(books))));
    }

    // The empty text has no mark of its own to look at until others have been met that lie on its page, as do some that .NET makes when it starts.
    [Test]
    public void Bytes_are_those_of_objects_in_a_row_where_empty_texts_lie_among_others([Values(200, 1_000, 6_000)] int count, [Values] Again again)
    {
        TypeModel model = Model(ReferenceHandling.Preserve);
        Book?[] scattered = Scattered(count, 300, again);
        string[] early = [bool.TrueString, bool.FalseString, Environment.NewLine, CultureInfo.InvariantCulture.NumberFormat.NaNSymbol];
        for (int i = 0; i < early.Length; i++)
        {
            scattered[(15 * i) + 50]!.Title = early[i];
        }
        Assert.That(model.Serialize(scattered).AsSpan().SequenceEqual(model.Serialize(InRow(scattered, early))));
    }

    [Test]
    public void Bytes_do_not_tell_where_objects_of_any_kind_lie(
        [Values(130, 400, 1_500, 5_000)] int count, [Values(0, 50, 3)] int oneAgainIn, [Values] bool collects)
    {
        object[] scattered = Items(isScattered: true), inRow = Items(isScattered: false);
        byte[] expected = s_open.Serialize(inRow);
        for (int round = 0; round < 3; round++)
        {
            Assert.That(s_open.Serialize(scattered).AsSpan().SequenceEqual(expected));
        }
        Assert.That(s_open.Deserialize<object[]>(expected), Has.Length.EqualTo(count));

        object[] Items(bool isScattered)
        {
            int[] order = [.. Enumerable.Range(0, count)];
            if (isScattered)
            {
                new Random(count).Shuffle(order);
            }
            var random = new Random(count);
            int[] again = [.. order.Select((_, i) => oneAgainIn > 0 && i > 0 && random.Next(oneAgainIn) == 0 ? random.Next(i) : i)];
            object[] items = new object[count];
            List<byte[]> between = [];
            foreach (int at in order)
            {
                items[at] = Item(at);
                between.Add(new byte[isScattered ? 300 : 0]);
            }
            GC.KeepAlive(between);
            return [.. again.Select(at => items[at])];
        }

        object Item(int at) => (at % 11) switch
        {
            0 => new Uri($"http://example/{at}"),
            1 => new DisguisedPlain(at),
            2 => ImmutableList.Create<object>($"{at}", "", new Book { Id = at }),
            3 => "",
            4 => $"text {at}",
            5 => at,
            6 when collects && at % 500 == 6 => new Collecting(),
            7 => new Book { Id = at, Title = "" },
            _ => new Book { Id = at, Title = $"title {at}" },
        };
    }

    [Test]
    public void A_list_that_changes_meanwhile_is_refused()
    {
        var model = TypeModel.Create([typeof(List<Changing>)]);
        Changing[] all = [.. Enumerable.Range(0, 4_000).Select(_ => new Changing { Number = 1 })];
        new Random(1).Shuffle(all);
        List<Changing> list = [.. all];
        list[2_000].List = list;
        Assert.That(ElementsAhead.AreScattered(list.ToArray().AsSpan()), Is.EqualTo(ElementsAhead.IsSupported));
        Assert.That(
            () => model.Serialize(list),
            Throws.TypeOf<ValueNotSerializableException>().With.Property(nameof(NetSerializerException.Code)).EqualTo(ErrorCode.CollectionChanged));
    }

    [Test]
    public void Objects_in_a_row_are_not_sent_for()
    {
        Book[] books = [.. Enumerable.Range(0, 1_000).Select(i => new Book { Id = i })];
        Assert.That(ElementsAhead.AreScattered(books.AsSpan()), Is.False);
    }

    [Test]
    public void Each_element_comes_once([Values(1, 7, 8, 9, 16, 17, 24, 25, 200)] int count)
    {
        string[] texts = [.. Enumerable.Range(0, count).Select(i => $"{i}")];
        List<string> seen = [];
        for (int start = 0; start < count;)
        {
            seen.AddRange(ElementsAhead.Next((ReadOnlySpan<string>)texts, ref start));
        }
        Assert.That(seen, Is.EqualTo(texts));
    }

    [Test]
    public void Each_element_comes_once_with_what_it_refers_to(
        [Values(1, 17, 4_095, 4_096, 4_097, 4_111, 4_112, 4_113, 4_127, 4_128, 5_000)] int count, [Values] bool isFirstMissing)
    {
        Book?[] books = [.. Enumerable.Range(0, count).Select(i => i % 7 == 3 ? null : new Book { Id = i, Title = i % 5 == 0 ? null : $"Book {i}" })];
        books[0] = isFirstMissing ? null : new Book();
        List<Book?> seen = [];
        Assert.That(ElementsAhead.First(books.AsSpan()), Is.SameAs(books[0]));
        Assert.That(ElementsAhead.First((ReadOnlySpan<Book?>)[]), Is.Null);
        nint member = books[0] is { } first ? MemberOf(first) : ElementsAhead.NoMember;
        for (int start = 0; start < count;)
        {
            seen.AddRange(ElementsAhead.NextWithTargets(books.AsSpan(), ref start, member));
        }
        Assert.That(seen, Is.EqualTo(books));
    }

    [Test]
    public void A_member_lies_where_it_is_said_to()
    {
        var book = new Book { Id = 7, Title = "Book" };
        Assert.That(Unsafe.As<byte, object?>(ref Unsafe.AddByteOffset(ref TypeHandles.StartOf(book), MemberOf(book))), Is.SameAs(book.Title));
    }

    // Where they lie in order, that is tried as with any value; of others it is known beforehand that marks are needed, and nothing has to be tried.
    [Test]
    public void Only_what_lies_in_order_is_tried_without_marks([Values] bool isInOrder)
    {
        // A collection in between may move them. Where nothing is sent for, no elements count as scattered.
        Assert.That(Enumerable.Range(0, 5).Any(_ => IsTried() == (isInOrder || !ElementsAhead.IsSupported)));

        bool IsTried()
        {
            Forget();
            TypeModel model = Model(ReferenceHandling.Preserve);
            Book?[] scattered = Scattered(1_000, 1 << 13, Again.None);
            Book[] books = [.. scattered.OfType<Book>()];
            foreach (Book book in books)
            {
                book.Title = null;
            }
            if (isInOrder)
            {
                books = [.. books.OrderBy(AddressSet.AddressOf)];
            }
            Assert.That(ElementsAhead.AreScattered(books.AsSpan()), Is.EqualTo(ElementsAhead.IsSupported));
            model.Serialize(books);
            GC.KeepAlive(scattered);
            return model.Core.Dispatch.MarkNeeds.Any(need => need != null);
        }
    }

    [Test]
    public void A_few_elements_and_missing_ones_are_in_no_order([Values(0, 1, 7)] int count)
    {
        Assert.That(ElementsAhead.AreInOrder(new string[count].AsSpan()), Is.False);
        Assert.That(ElementsAhead.AreInOrder(new string[100].AsSpan()), Is.False);
    }

    private static nint MemberOf(Book book) => ElementsAhead.MemberOf(book, ref Unsafe.As<string?, object?>(ref book.Title));

    public enum Again
    {
        None,
        Early,
        Late,
    }

    // Every book of which the index is one less than a multiple of 50 is missing; one in 20 has no title.
    private static Book?[] Scattered(int count, int between, Again again)
    {
        var books = new Book?[count];
        int[] order = [.. Enumerable.Range(0, count)];
        new Random(count).Shuffle(order);
        byte[][] kept = new byte[count][];
        foreach (int at in order)
        {
            books[at] = at % 50 == 49 ? null : new Book { Id = at, Title = at % 20 == 13 ? "" : $"Title {at}" };
            kept[at] = new byte[between];
        }
        Refer(books, again);
        s_between.Add(books, kept);
        return books;
    }

    // For one test behind another, until there are to be another number of them.
    private Book?[] FarApartOnes(int count) => _farApart.Length == count ? _farApart : _farApart = Scattered(count, FarApart / count, Again.None);

    private static Book?[] InRow(Book?[] scattered, params string[] early)
    {
        Dictionary<Book, Book> copies = [];
        Book?[] inRow = new Book?[scattered.Length];
        for (int i = 0; i < scattered.Length; i++)
        {
            if (scattered[i] is { } book && !copies.TryGetValue(book, out inRow[i]))
            {
                copies.Add(book, inRow[i] = new Book { Id = book.Id, Title = early.Contains(book.Title) ? book.Title : $"{book.Title}" });
            }
        }
        return inRow;
    }

    private static void Refer(Book?[] books, Again again)
    {
        switch (again)
        {
            case Again.Early:
                books[3] = books[1];
                books[^2] = books[books.Length / 2];
                break;
            case Again.Late:
                books[^1] = books[7];
                books[^2] = books[books.Length / 2];
                break;
        }
    }

    [Serializable]
    private sealed class Collecting
    {
        [OnSerializing]
        private void Collect(StreamingContext context) => GC.Collect(0, GCCollectionMode.Forced, blocking: true, compacting: true);
    }

    [Serializable]
    private sealed class Book
    {
        public int Id;
        public string? Title;
    }

    [Serializable]
    private sealed class Changing
    {
        [NonSerialized]
        public List<Changing>? List;
        public int Number;

        [OnSerializing]
        private void Change(StreamingContext context) => List?.Add(this);
    }
}
