using System.Buffers;
using System.Runtime.Serialization;
using NetSerializer.Graph;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// An object and the text that it refers to first are asked for at once, with a list of the objects and without. That both give the same bytes, and that
/// the same objects and texts are shared in what is read from them, tells that each has the number that it would have by itself.
/// </summary>
[NonParallelizable]
internal sealed class PairTests
{
    private const int Many = 3_000;

    private static readonly SerializerOptions s_options = new() { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Trusted };
    private static readonly TypeModel s_listing = TypeModel.Create([typeof(Shelf), typeof(Notified)], s_options);

    private readonly TypeModel _model = TypeModel.Create([typeof(Shelf)], s_options);

    // A model in which the list was needed keeps it for a while otherwise.
    [SetUp]
    public void Forget() => Needs.ExpectNumbersOnly(_model);

    [TestCase(typeof(Card), true)]
    [TestCase(typeof(Labels), true)]
    [TestCase(typeof(Open), true, Description = "objects of other types are told by their type")]
    [TestCase(typeof(Polymorphic), false, Description = "objects of other types may stand there")]
    [TestCase(typeof(Told), false, Description = "its code may change the text")]
    [TestCase(typeof(Stamped), false, Description = "the code of a struct in it may")]
    [TestCase(typeof(Boxed), false, Description = "another object comes before the text")]
    [TestCase(typeof(Wide), false, Description = "it has many members")]
    [TestCase(typeof(Chain), false, Description = "it leads to objects of its type")]
    public void Is_asked_for_where_nothing_comes_in_between(Type type, bool isPair)
    {
        string code = TypeModel.Create([type.MakeArrayType()], s_options).ListGeneratedCode();
        Assert.That(code.Contains(nameof(WireWriter.AreNew), StringComparison.Ordinal), Is.EqualTo(isPair));
        string tables = TypeModel.Create([type.MakeArrayType()], new SerializerOptions
        {
            References = ReferenceHandling.Preserve, Strings = StringHandling.Table,
        }).ListGeneratedCode();
        Assert.That(tables, Does.Not.Contain(nameof(WireWriter.AreNew)), "texts are told apart by what they say");
        Assert.That(TypeModel.Create(type.MakeArrayType()).ListGeneratedCode(), Does.Not.Contain(nameof(WireWriter.AreNew)), "nothing has a number");
    }

    [Test]
    public void The_bytes_are_those_of_a_list([Range(1, 6)] int seed, [Values] bool collects)
    {
        var random = new Random(seed);
        Shelf shelf = Make(random, shares: seed % 3);
        byte[] expected = s_listing.Serialize(shelf);
        int collections = 0;
        using var stream = new InterruptedStream(() =>
        {
            if (collects)
            {
                GC.Collect(collections++ % 2, GCCollectionMode.Forced, blocking: true, compacting: true);
            }
        });
        _model.Serialize(stream, shelf);
        Assert.That(stream.Written.AsSpan().SequenceEqual(Framed(s_listing, shelf)));
        Assert.That(_model.Serialize(shelf).AsSpan().SequenceEqual(expected));
        Shelf copy = _model.Deserialize<Shelf>(expected)!;
        Assert.That(copy.Cards.Select(card => card?.Text), Is.EqualTo(shelf.Cards.Select(card => card?.Text)));
        Assert.That(Sharing(copy), Is.EqualTo(Sharing(shelf)));
        Assert.That(_model.Serialize(copy).AsSpan().SequenceEqual(expected));
    }

    // They have no number, and the list that is made when something appears again has no room for them.
    [Test]
    public void Empty_texts_that_lie_among_others_are_not_counted([Values(1, 7, 500)] int every, [Values] bool collects)
    {
        var shelf = new Shelf
        {
            Cards = [.. Enumerable.Range(0, Many).Select(i => new Card { Number = i, Text = i % every == 0 ? FreshString.Allocate(0) : "text " + i })],
        };
        shelf.Last = shelf.Cards[^2];
        byte[] expected = s_listing.Serialize(shelf);
        Assert.That(shelf.Cards.Select(card => card!.Text).Where(text => text!.Length == 0), Has.None.SameAs(""));
        if (collects)
        {
            GC.Collect();
        }
        Assert.That(_model.Serialize(shelf).AsSpan().SequenceEqual(expected));
        Assert.That(_model.Deserialize<Shelf>(expected)!, Has.Property(nameof(Shelf.Last)).Not.Null);
    }

    // The list that there is from then on holds what comes behind it.
    [Test]
    public void New_ones_behind_the_first_that_appears_again_have_numbers([Values(1, 40, 700)] int step)
    {
        Card[] cards = [.. Enumerable.Range(0, Many).Select(i => new Card { Number = i, Text = "text " + i })];
        int half = Many / 2;
        IEnumerable<Card> behind = cards[half..].SelectMany((card, i) => new[] { card, cards[half + i - (i % step)] });
        var shelf = new Shelf { Cards = [.. cards[..half], cards[half - 1], .. behind] };
        byte[] bytes = _model.Serialize(shelf);
        Assert.That(bytes.AsSpan().SequenceEqual(s_listing.Serialize(shelf)));
        Card?[] copy = _model.Deserialize<Shelf>(bytes)!.Cards;
        Assert.That(copy.Select(card => card!.Number), Is.EqualTo(shelf.Cards.Select(card => card!.Number)));
        Assert.That(copy.Distinct().Count(), Is.EqualTo(Many));
    }

    [Test]
    public void One_object_many_times([Values(0, 1, Many)] int before, [Values] bool isEmpty)
    {
        var one = new Card { Number = 7, Text = isEmpty ? FreshString.Allocate(0) : "one" };
        IEnumerable<Card> others = Enumerable.Range(0, before).Select(i => new Card { Number = i, Text = "text " + i });
        var shelf = new Shelf { Cards = [.. others, one, one, one, null, one, new Card { Text = one.Text }, one, one, .. Enumerable.Repeat(one, 100)] };
        byte[] expected = s_listing.Serialize(shelf);
        Assert.That(_model.Serialize(shelf).AsSpan().SequenceEqual(expected));
        Card?[] copy = _model.Deserialize<Shelf>(expected)!.Cards;
        Assert.That(copy.Skip(before).Count(card => ReferenceEquals(card, copy[before])), Is.EqualTo(106));
        Assert.That(ReferenceEquals(copy[before + 5]!.Text, copy[before]!.Text));
    }

    // They have grown old with what lies among them, of which some dies each time, so that they move by little.
    [Test]
    public void Objects_that_move_while_they_are_written_keep_their_numbers()
    {
        var model = TypeModel.Create([typeof(Holder[])], s_options);
        var random = new Random(1);
        var cards = new List<Card>();
        var fillers = new List<byte[]>();
        Holder[] holders =
        [
            .. Enumerable.Range(0, 1_500).Select(i =>
            {
                fillers.Add(new byte[random.Next(60)]);
                cards.Add(new Card { Number = i, Text = "text " + i });
                return new Holder { Card = random.Next(2) == 0 ? cards[random.Next(Math.Max(0, i - 40), i)] : cards[i] };
            }),
        ];
        Holder.OnWriting = () => { };
        byte[] expected = model.Serialize(holders);
        GC.Collect();
        GC.Collect();
        int count = 0;
        Holder.OnWriting = () =>
        {
            if (++count % 150 == 0)
            {
                fillers.RemoveRange(0, Math.Min(fillers.Count, 20));
                GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true);
            }
        };
        Assert.That(model.Serialize(holders).AsSpan().SequenceEqual(expected));
        Assert.That(count, Is.EqualTo(holders.Length));
    }

    // There it finds no mark, though it has been seen.
    [Test]
    public void What_moved_within_the_page_at_hand_is_known([Values] Question question)
    {
        var old = new OldCards(200);
        var w = new WireWriter(s_listing.Core.Dispatch, null, new byte[VarInt.Max32]);
        WriterNumbers numbers = default;
        w.BeginNumbers(ref numbers);
        int pairs = 0;
        foreach (Card card in old.FromTheMiddle)
        {
            bool areNew = w.AreNew(ref w.Start, card, card.Text);
            pairs += areNew ? 1 : 0;
            Assert.That(areNew || (w.IsNew(ref w.Start, card) & w.IsNewText(ref w.Start, card.Text!)));
        }
        Assert.That(pairs, Is.GreaterThan(100));
        old.Move();
        foreach (Card card in old.FromTheMiddle)
        {
            bool isNew = question switch
            {
                Question.Pair => w.AreNew(ref w.Start, card, card.Text),
                Question.Text => w.IsNewText(ref w.Start, card.Text!),
                _ => w.IsNew(ref w.Start, card),
            };
            Assert.That(isNew, Is.False);
        }
        w.EndNumbers();
    }

    // They lie so far apart that there is a list of them: those that lie close a collection hardly moves by little.
    [Test]
    public void What_has_moved_within_the_page_at_hand_is_written_once([Values(200, 600)] int count)
    {
        var old = new OldCards(count);
        Card[] first = old.FromTheMiddle, all = [.. first, .. first];
        var model = TypeModel.Create([typeof(Card[])], s_options);
        int length = model.Serialize(first).Length;
        bool hasMoved = false;
        var destination = new TightWriter(written =>
        {
            if (!hasMoved && written >= length)
            {
                hasMoved = true;
                old.Move();
            }
        });
        model.Serialize(destination, all);
        Assert.That(hasMoved);
        Card[] copy = model.Deserialize<Card[]>(destination.Written)!;
        Assert.That(copy.Select(card => card.Number), Is.EqualTo(all.Select(card => card.Number)));
        Assert.That(copy.Take(count).Zip(copy.Skip(count), ReferenceEquals), Is.All.True);
        Assert.That(copy.Distinct().Count(), Is.EqualTo(count));
    }

    [Test]
    public void Texts_of_all_lengths([Values('a', 'ÿ', 'Ā')] char unit)
    {
        var shelf = new Shelf { Cards = [.. Enumerable.Range(0, Many).Select(i => new Card { Number = i, Text = new string(unit, 1 + (i % 150)) })] };
        byte[] expected = s_listing.Serialize(shelf);
        Assert.That(_model.Serialize(shelf).AsSpan().SequenceEqual(expected));
        // Whatever room there is for one of them: each ends somewhere else in a buffer that is sent.
        using var stream = new InterruptedStream(() => { });
        _model.Serialize(stream, shelf);
        Assert.That(stream.Written.AsSpan().SequenceEqual(Framed(s_listing, shelf)));
    }

    // For each object and text, in the order of the wire, how many different ones came before it first did.
    private static int[] Sharing(Shelf shelf)
    {
        var first = new Dictionary<object, int>(ReferenceEqualityComparer.Instance);
        IEnumerable<object?> cards = shelf.Cards.SelectMany(Parts), labels = shelf.Labels.SelectMany(label =>
            (object?[])[label, label?.First, .. Parts(label?.Card), label?.Second]);
        return [.. cards.Append(shelf.Ending).Concat(labels).Concat(Parts(shelf.Last)).Select(item => item is null or "" ? -1 : Number(item))];

        static object?[] Parts(Card? card) => [card, card?.Text];

        int Number(object item)
        {
            first.TryAdd(item, first.Count);
            return first[item];
        }
    }

    private static byte[] Framed(TypeModel model, Shelf shelf)
    {
        using var stream = new InterruptedStream(() => { });
        model.Serialize(stream, shelf);
        return stream.Written;
    }

    private static Shelf Make(Random random, int shares)
    {
        var texts = new List<string?> { null, "", "literal" };
        var cards = new List<Card?>();
        var labels = new List<Labels?>();
        for (int i = 0; i < Many; i++)
        {
            texts.Add(random.Next(20) == 0 ? FreshString.Allocate(0) : new string(random.Next(9) == 0 ? 'Ā' : 'n', random.Next(1, 70)));
            string? text = Text();
            cards.Add(random.Next(30) == 0 ? null : random.Next(200) < shares - 1 && i > 1_500 ? cards[random.Next(i)] : new Card { Number = i, Text = text });
            labels.Add(new Labels { First = Text(), Card = random.Next(5) == 0 ? new Card { Text = Text() } : null, Second = Text() });
            // Dies, so that the others move.
            GC.KeepAlive(new byte[random.Next(100)]);
        }
        return new Shelf
        {
            Cards = [.. cards], Labels = labels, Last = shares == 0 ? null : cards[^5],
            Ending = shares == 2 ? texts[random.Next(texts.Count)] : null,
        };

        // The one just made, or any other where some are shared from the beginning.
        string? Text() =>
            random.Next(10) == 0 ? texts[random.Next(shares == 2 ? 3 : 2)]
            : shares == 2 && random.Next(500) == 0 ? texts[random.Next(texts.Count)]
            : Fresh();

        string? Fresh() => texts[^1] is { } last ? new string(last) : null;
    }

    /// <summary>
    /// Cards among others that have grown old with them. Young objects leave their page with the first collection; these move by little, when some of
    /// the others die: by three of these in the middle, which is to where neither a card nor a text was.
    /// </summary>
    private sealed class OldCards
    {
        // What a collection finds in one piece must be small to be moved by little.
        private const int Piece = 10, Dead = 3;

        private readonly byte[]?[] _others;
        private readonly int _middle;

        public OldCards(int count)
        {
            var cards = new Card[count];
            _others = new byte[count][];
            for (int i = 0; i < count; i++)
            {
                cards[i] = new Card { Number = i, Text = new string('x', 5) };
                _others[i] = new byte[2_088];
            }
            // Until they lie where they stay.
            for (nuint before = 0; before != AddressSet.AddressOf(cards[0]); Collect())
            {
                before = AddressSet.AddressOf(cards[0]);
            }
            _middle = Array.FindIndex(cards, count / 2, card => (AddressSet.AddressOf(card) >> AddressSet.PageBits - 2 & 3) is 1 or 2);
            FromTheMiddle = [.. cards[_middle..], .. cards[.._middle]];
        }

        /// <summary>When all have been asked for, the page at hand is that of the first as well, which lies in the middle of it.</summary>
        public Card[] FromTheMiddle { get; }

        public void Move()
        {
            for (int i = _middle - (Dead * Piece); i < _others.Length; i += Piece)
            {
                _others[i] = null;
            }
            Collect();
        }

        private static void Collect() => GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true);
    }

    /// <summary>What a writer asks.</summary>
    public enum Question
    {
        Pair,
        Object,
        Text,
    }

    /// <summary>Gives no more room than it is asked for, and tells how many bytes have been written before.</summary>
    private sealed class TightWriter(Action<int> onAsked) : IBufferWriter<byte>
    {
        private readonly ArrayBufferWriter<byte> _content = new();

        public ReadOnlySpan<byte> Written => _content.WrittenSpan;

        public void Advance(int count) => _content.Advance(count);

        public Memory<byte> GetMemory(int sizeHint = 0)
        {
            onAsked(_content.WrittenCount);
            return _content.GetMemory(sizeHint)[..Math.Max(1, sizeHint)];
        }

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }

    [Serializable]
    private sealed class Card
    {
        public int Number { get; set; }

        public string? Text { get; set; }
    }

    [Serializable]
    private sealed class Labels
    {
        public string? First { get; set; }

        public Card? Card { get; set; }

        public string? Second { get; set; }
    }

    [Serializable]
    private sealed class Shelf
    {
        public Card?[] Cards { get; set; } = [];

        public string? Ending { get; set; }

        public List<Labels?> Labels { get; set; } = [];

        public Card? Last { get; set; }
    }

    [Serializable]
    private sealed class Holder
    {
        public static Action OnWriting { get; set; } = () => { };

        public Card? Card { get; set; }

        [OnSerializing]
        private void Before(StreamingContext context) => OnWriting();
    }

    [Serializable]
    private class Open
    {
        public string? Text { get; set; }
    }

    [Serializable]
    private class Polymorphic
    {
        public string? Text { get; set; }

        public Derived? Derived { get; set; }
    }

    [Serializable]
    private sealed class Derived : Polymorphic;

    [Serializable]
    private sealed class Told
    {
        public string? Text { get; set; }

        [OnSerializing]
        private void Before(StreamingContext context) => Text += "!";
    }

    [Serializable]
    private struct Stamp
    {
        public int Number { get; set; }

        [OnSerializing]
        private void Before(StreamingContext context) => Number++;
    }

    [Serializable]
    private sealed class Stamped
    {
        public Stamp Stamp { get; set; }

        public string? Text { get; set; }
    }

    [Serializable]
    private sealed class Boxed
    {
        public object? Before { get; set; }

        public string? Text { get; set; }
    }

    [Serializable]
    private sealed class Wide
    {
        public int A { get; set; }

        public int B { get; set; }

        public int C { get; set; }

        public int D { get; set; }

        public int E { get; set; }

        public int F { get; set; }

        public int G { get; set; }

        public int H { get; set; }

        public string? Text { get; set; }
    }

    [Serializable]
    private sealed class Chain
    {
        public Chain? Next { get; set; }

        public string? Its { get; set; }
    }

    [Serializable]
    private sealed class Notified
    {
        [OnSerializing]
        private void Before(StreamingContext context)
        {
        }
    }
}
