using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// Elements of lists and arrays, and their texts, that appear again. What is read is written again: the bytes are those of the original only if each
/// object and each text was found that the number stands for.
/// </summary>
[TestFixture]
internal sealed class KnownElementTests
{
    private static readonly SerializerOptions s_options = new() { References = ReferenceHandling.Preserve };
    private static readonly TypeModel s_model = TypeModel.Create([typeof(Library)], s_options);
    private static readonly TypeModel s_values = TypeModel.Create([typeof(Library)], s_options with { Strings = StringHandling.Values });

    [Test]
    public void Lists_that_keys_put_into_another_order_are_looked_up_as_they_were_read()
    {
        TypeModel model = TypeModel.Create([typeof(Sorted)], s_options);
        List<Card> cards = [.. Enumerable.Range(0, 200).Select(i => new Card { Number = i, Text = "text " + i })];
        var value = new Sorted { A = [new Sorting { Cards = cards }], Behind = [.. cards] };
        int[] expected = [.. value.Behind.Select(card => card.Number)];
        Assert.That(model.Deserialize<Sorted>(model.Serialize(value))!.Behind!.Select(card => card.Number), Is.EqualTo(expected));
    }

    /// <summary>Elements in lists of all lengths, interrupted by what has no number, one, or another one; and looked up from everywhere.</summary>
    [Test]
    public void What_appears_again_is_what_appeared([Range(1, 40)] int seed)
    {
        var random = new Random(seed);
        Library library = Make(random);
        foreach (TypeModel model in (TypeModel[])[s_model, s_values])
        {
            byte[] bytes = model.Serialize(library);
            AssertSame(model, model.Deserialize<Library>(bytes)!, bytes);
            AssertSame(model, model.Deserialize<Library>(Model.Segments.Cut(bytes, 1 + random.Next(40)))!, bytes);
            var stream = new MemoryStream();
            model.Serialize(stream, library);
            stream.Position = 0;
            AssertSame(model, model.Deserialize<Library>(stream)!, bytes);
            using ValueReader reader = model.OpenReader(new MemoryStream(bytes));
            AssertSame(model, reader.Read<Library>()!, bytes);
        }
    }

    /// <summary>With objects of other types in front of them.</summary>
    [Test]
    public void So_it_is_behind_other_objects([Range(0, 70)] int before)
    {
        for (int count = 25; count < 75; count++)
        {
            Card[] cards = [.. Enumerable.Range(0, count).Select(i => new Card { Number = i, Text = "text " + i })];
            var library = new Library { Before = [.. Enumerable.Range(0, before).Select(_ => new object())], Array = cards };
            library.Behind = [.. cards, .. cards.Select(card => card.Text)];
            byte[] bytes = s_model.Serialize(library);
            AssertSame(s_model, s_model.Deserialize<Library>(bytes)!, bytes);
        }
    }

    [Test]
    public void A_value_that_failed_in_a_list_leaves_no_numbers()
    {
        byte[] failing = s_model.Serialize(new Library { Array = [.. Enumerable.Range(0, 200).Select(i => new Card { Number = i, Text = "text " + i })] });
        object[] texts = [.. Enumerable.Range(0, 300).Select(i => "text " + i)];
        byte[] bytes = s_model.Serialize(new Library { Before = texts, Behind = texts.ToArray() });
        for (int length = 10; length < failing.Length; length += 50)
        {
            Assert.That(() => s_model.Deserialize<Library>(failing.AsSpan(0, length)), Throws.TypeOf<MalformedDataException>());
            AssertSame(s_model, s_model.Deserialize<Library>(bytes)!, bytes);
        }
    }

    /// <summary>Each number is that of its card or text, and there is none behind the last.</summary>
    [Test]
    public void A_number_that_is_none_is_rejected([Values(40, 4_000)] int count)
    {
        Card[] cards = [.. Enumerable.Range(0, count).Select(i => new Card { Number = i, Text = "text " + i })];
        TypeModel model = TypeModel.Create([typeof(Shelf), typeof(Ended)], s_options);
        // The shelf, the array, the cards with their texts, the array behind; the number of the first card is one byte at the end.
        byte[] front = model.Serialize(new Shelf { Array = cards, Behind = [cards[0]] })[..^1];
        foreach (int number in (int[])[2, 3, 4, 61, 62, 63, 64, 65, 66, 67, 2 * count, 2 * count + 1])
        {
            Shelf shelf = model.Deserialize<Shelf>([.. front, .. Varint((uint)number << 1 | 1)])!;
            Card of = shelf.Array![(number - 2) / 2];
            Assert.That(of.Number, Is.EqualTo((number - 2) / 2));
            Assert.That(shelf.Behind![0], Is.SameAs(number % 2 == 0 ? of : (object?)of.Text));
        }
        Assert.That(() => model.Deserialize<Shelf>([.. front, .. Varint((uint)(2 * count + 3) << 1 | 1)]),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.ReferenceOutOfRange));
        byte[] text = [.. model.Serialize(new Ended { Array = cards, Last = cards[1] })[..^1], 3 + 2];
        Assert.That(() => model.Deserialize<Ended>(text),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.ReferenceNotAdmitted), "a text where a card must be");
    }

    private static void AssertSame(TypeModel model, Library copy, byte[] bytes) => Assert.That(model.Serialize(copy).AsSpan().SequenceEqual(bytes));

    private static Library Make(Random random)
    {
        var cards = new List<Card?>();
        var points = new List<Point?>();
        // From nearly all regular to nearly none.
        int oneIn = 1 + random.Next(random.Next(3) switch { 0 => 5, 1 => 60, _ => 3_000 });
        string? Text(int i) => random.Next(oneIn) > 0 || i == 0 ? "text " + i
            : random.Next(4) switch { 0 => null, 1 => "", 2 => cards[random.Next(i)]?.Text, _ => "x" };
        int count = random.Next(random.Next(2) == 0 ? 100 : 5_000);
        for (int i = 0; i < count; i++)
        {
            bool isRegular = random.Next(oneIn) > 0 || i == 0;
            cards.Add(isRegular || random.Next(2) == 0 ? new Card { Number = i, Text = Text(i) } : random.Next(2) == 0 ? null : cards[random.Next(i)]);
            points.Add(isRegular ? new Point { X = i, Y = -i } : random.Next(2) == 0 ? null : points[random.Next(i)]);
        }
        var library = new Library
        {
            Before = [.. Enumerable.Range(0, random.Next(200)).Select(i => random.Next(2) == 0 ? i : (object)("before " + i))],
            List = [.. cards.Take(random.Next(count + 1))],
            Points = [.. points],
            Array = [.. cards],
        };
        object?[] all = [.. library.Before, .. cards, .. points, .. cards.Select(card => card?.Text), library.List, library.Points, library.Array];
        library.Behind = [.. Enumerable.Range(0, random.Next(3_000)).Select(i => random.Next(10) == 0 ? "behind " + i : all[random.Next(all.Length)])];
        library.More = [.. Enumerable.Range(0, random.Next(300)).Select(i => new Card { Number = i, Text = "more " + i })];
        library.Last = count > 0 ? cards[random.Next(count)] : null;
        return library;
    }

    private static byte[] Varint(uint value) => value < 0x80 ? [(byte)value] : [(byte)(value | 0x80), .. Varint(value >> 7)];

    // In the order in which they are written: by name, and what has no bound behind the others.
    [Serializable]
    private sealed class Library
    {
        public Card?[]? Array;
        public object?[]? Before;
        public object?[]? Behind;
        public Card? Last;
        public List<Card?>? List;
        public List<Card>? More;
        public List<Point?>? Points;
    }

    [Serializable]
    private sealed class Shelf
    {
        public Card[]? Array;
        public object?[]? Behind;
    }

    [Serializable]
    private sealed class Ended
    {
        public Card[]? Array;
        public Card? Last;
    }

    [Serializable]
    private sealed class Card
    {
        public int Number;
        public string? Text;
    }

    [Serializable]
    private sealed class Point
    {
        public double X;
        public double? Y;
    }

    [Serializable]
    private sealed class Sorted
    {
        public HashSet<Sorting>? A;
        public Card[]? Behind;
    }

    /// <summary>Has its cards in another order whenever a table asks for it.</summary>
    [Serializable]
    private sealed class Sorting : IComparable<Sorting>
    {
        public List<Card>? Cards;

        public int CompareTo(Sorting? other) => 0;

        public override bool Equals(object? obj) => ReferenceEquals(this, obj);

        public override int GetHashCode()
        {
            Cards?.Reverse();
            return 1;
        }
    }
}
