using NetSerializer.Graph;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// Graphs whose objects lie in no order on a few pages of the heap or on many, so that each is known by its mark: a byte on the page at hand or on another
/// one, or on one more than there was room for, and a bit or a slot where there are too many. What is written does not tell where anything was.
/// </summary>
[NonParallelizable]
internal sealed class MarkedPageTests
{
    private static readonly TypeModel s_model = TypeModel.Create(
        [typeof(Card[]), typeof(Note[])], new SerializerOptions { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Trusted });

    // What other values were like is not expected of the next one.
    [SetUp]
    public void Forget() => Needs.ExpectNumbersOnly(s_model);

    // Cards lead to each other, so each object is asked for by itself; a note and its text are asked for at once.
    [Test]
    public void Bytes_are_those_of_objects_in_a_row(
        [Values(90, 400, 700, 3_000)] int count, [Values(1, 2, 8, 9, 16, 17, 33, 64, 65, 140)] int pages, [Values] Shares shares, [Values] bool isNear,
        [Values] bool areNotes)
    {
        var random = new Random(count + (pages * 7) + (int)shares);
        Link[] links = MakeLinks(count, shares, random);
        int[] order = Shuffled(count, random, isNear);
        int spacing = (pages << AddressSet.PageBits) / count;
        if (areNotes)
        {
            AssertSameBytes(MakeNotes(links, order, spacing, out object between), MakeNotes(links, InOrder(count), 0, out _), between);
        }
        else
        {
            AssertSameBytes(MakeCards(links, order, spacing, out object between), MakeCards(links, InOrder(count), 0, out _), between);
        }
    }

    // There is room for so many pages; with the next one marks lie elsewhere, or are others.
    [Test]
    public void What_is_marked_around_one_page_more_is_known([Values(8, 16, 32, 64)] int pages)
    {
        (Note[][] byPage, object between) = MakeByPage(pages + 1);
        var w = new WireWriter(s_model.Core.Dispatch, null, new byte[VarInt.Max32]);
        WriterNumbers numbers = default;
        w.BeginNumbers(ref numbers);
        foreach (Note[] page in byPage[..pages])
        {
            foreach (Note note in page[3..].Reverse())
            {
                Assert.That(w.IsNew(ref w.Start, note) & w.IsNewText(ref w.Start, note.Text!));
            }
        }
        foreach (Note[] page in byPage[..pages])
        {
            Assert.That(w.IsNew(ref w.Start, page[2]));
        }
        (Note first, Note second, Note last) = (byPage[pages - 1][0], byPage[pages - 1][1], byPage[pages][0]);
        Assert.That(w.IsNewText(ref w.Start, first.Text!) & w.IsNew(ref w.Start, first));
        Assert.That(w.IsNew(ref w.Start, last), "the first one of the page");
        Assert.That(w.IsNewText(ref w.Start, second.Text!) & w.IsNew(ref w.Start, second), "on the page in front of it");
        Assert.That(w.IsNewText(ref w.Start, byPage[0][0].Text!) & w.IsNew(ref w.Start, byPage[0][0]), "on another one");
        foreach (Note known in (Note[])[first, second, byPage[0][0], byPage[0][5]])
        {
            Assert.That(w.IsNew(ref w.Start, known) | w.IsNewText(ref w.Start, known.Text!), Is.False);
        }
        Assert.That(w.IsNew(ref w.Start, last), Is.False);
        w.EndNumbers();
        GC.KeepAlive(between);
    }

    // Some notes on each of so many pages, with their texts on the same one, in the order of their addresses.
    private static (Note[][] Notes, object Between) MakeByPage(int pages)
    {
        const int Each = 10, Spacing = 1 << 12;
        var notes = new Note[(pages + 3 << AddressSet.PageBits) / Spacing];
        byte[][] others = new byte[notes.Length][];
        for (int i = 0; i < notes.Length; i++)
        {
            (notes[i], others[i]) = (new Note { Number = i, Text = $"{i}" }, new byte[Spacing - 100]);
        }
        for (nuint before = 0; before != AddressSet.AddressOf(notes[0]); GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true))
        {
            before = AddressSet.AddressOf(notes[0]);
        }
        Note[][] byPage = [.. notes.Where(note => Page(note) == Page(note.Text!)).GroupBy(Page).Where(page => page.Count() >= Each)
            .OrderBy(page => page.Key).Select(page => page.OrderBy(AddressSet.AddressOf).Take(Each).ToArray())];
        Assert.That(byPage, Has.Length.GreaterThanOrEqualTo(pages));
        return (byPage[..pages], others);

        static nuint Page(object value) => AddressSet.AddressOf(value) >> AddressSet.PageBits;
    }

    private static void AssertSameBytes<T>(T[] scattered, T[] inRow, object between)
    {
        byte[] expected = s_model.Serialize(inRow);
        for (int again = 0; again < 3; again++)
        {
            Assert.That(s_model.Serialize(scattered).AsSpan().SequenceEqual(expected));
        }
        using var whole = new MemoryStream();
        s_model.Serialize(whole, inRow);
        int collections = 0;
        using var stream = new InterruptedStream(() =>
        {
            if (collections++ < 3)
            {
                GC.Collect(collections % 2, GCCollectionMode.Forced, blocking: true, compacting: true);
            }
        });
        s_model.Serialize(stream, scattered);
        Assert.That(stream.Written.AsSpan().SequenceEqual(whole.ToArray()));
        GC.KeepAlive(between);
    }

    private static int[] InOrder(int count) => [.. Enumerable.Range(0, count)];

    // All of them; or some that are near to each other at a time, so that pages come one after the other.
    private static int[] Shuffled(int count, Random random, bool isNear)
    {
        int[] order = InOrder(count);
        for (int start = 0, length = isNear ? 12 : count; start < count; start += length)
        {
            random.Shuffle(order.AsSpan(start, Math.Min(length, count - start)));
        }
        return order;
    }

    private static Link[] MakeLinks(int count, Shares shares, Random random)
    {
        var links = new Link[count];
        for (int i = 0; i < count; i++)
        {
            bool isShared = shares == Shares.Many ? random.Next(3) == 0 : shares == Shares.Few && random.Next(count / 3) == 0;
            links[i] = new(
                isShared ? random.Next(i + 1) : i,
                isShared ? random.Next(i + 1) : i % 3 == 0 && i + 1 < count ? i + 1 : -1,
                random.Next(20) == 0 ? 0 : 1 + random.Next(30));
        }
        return links;
    }

    private static Card[] MakeCards(Link[] links, int[] order, int spacing, out object between)
    {
        var cards = new Card[links.Length];
        string[] texts = Make(links, order, spacing, i => cards[i] = new Card { Number = i }, out between);
        for (int i = 0; i < links.Length; i++)
        {
            (cards[i].Text, cards[i].Other) = (texts[links[i].Text], links[i].Other < 0 ? null : cards[links[i].Other]);
        }
        return cards;
    }

    private static Note[] MakeNotes(Link[] links, int[] order, int spacing, out object between)
    {
        var notes = new Note[links.Length];
        string[] texts = Make(links, order, spacing, i => notes[i] = new Note { Number = i }, out between);
        for (int i = 0; i < links.Length; i++)
        {
            notes[i].Text = texts[links[i].Text];
        }
        // Some are there twice.
        return [.. notes.Select((note, i) => links[i].Other >= 0 && links[i].Other < i ? notes[links[i].Other] : note)];
    }

    // In the order given, each with its text and with what lies between it and the next one.
    private static string[] Make(Link[] links, int[] order, int spacing, Action<int> makeObject, out object between)
    {
        var texts = new string[links.Length];
        var others = new List<byte[]>();
        foreach (int i in order)
        {
            makeObject(i);
            texts[i] = new string('x', links[i].Length);
            if (spacing > 120)
            {
                others.Add(new byte[spacing - 120]);
            }
        }
        between = others;
        return texts;
    }

    /// <summary>How often objects and texts appear again.</summary>
    public enum Shares
    {
        None,
        Few,
        Many,
    }

    private readonly record struct Link(int Text, int Other, int Length);

    [Serializable]
    private sealed class Card
    {
        public int Number;
        public Card? Other;
        public string? Text;
    }

    [Serializable]
    private sealed class Note
    {
        public int Number;
        public string? Text;
    }
}
