using System.Collections.ObjectModel;
using System.Runtime.Serialization;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// Objects in a row in a list or an array are looked up there when they appear again, and their texts in them. What is read is written again: the bytes
/// are those of the original only if each object and each text was found that the number stands for.
/// </summary>
[TestFixture]
internal sealed class RowTests
{
    private static readonly SerializerOptions s_options = new() { References = ReferenceHandling.Preserve };
    private static readonly TypeModel s_model = TypeModel.Create([typeof(Library)], s_options);
    private static readonly TypeModel s_values = TypeModel.Create([typeof(Library)], s_options with { Strings = StringHandling.Values });

    [TestCase(typeof(Card), true)]
    [TestCase(typeof(Point), true)]
    [TestCase(typeof(Told), true, Description = "its code runs when all is read")]
    [TestCase(typeof(TwoTexts), false)]
    [TestCase(typeof(Holder), false, Description = "another object in it has a number")]
    [TestCase(typeof(Boxed), false, Description = "a boxed value has one")]
    [TestCase(typeof(Chain), false, Description = "it leads to objects of its type")]
    [TestCase(typeof(Named), false, Description = "it names another object")]
    public void Is_where_objects_have_numbers_and_a_text(Type type, bool isRow)
    {
        foreach (Type sequence in (Type[])[type.MakeArrayType(), typeof(List<>).MakeGenericType(type)])
        {
            Assert.That(HasRows(TypeModel.Create([sequence], s_options)), Is.EqualTo(isRow));
            Assert.That(HasRows(TypeModel.Create([sequence], s_options with { Strings = StringHandling.Table })), Is.False, "texts have numbers or not");
            Assert.That(HasRows(TypeModel.Create(sequence)), Is.False, "nothing has a number");
        }
    }

    // It could put the elements into another order before they are looked up.
    [TestCase(typeof(SeenStruct))]
    [TestCase(typeof(BuiltStruct))]
    [TestCase(typeof(Named))]
    [TestCase(typeof(HashSet<Sorting>))]
    [TestCase(typeof(Dictionary<Sorting, int>))]
    [TestCase(typeof(SortedDictionary<Sorting, int>))]
    [TestCase(typeof(PriorityQueue<int, Sorting>))]
    [TestCase(typeof(Keyed))]
    [TestCase(typeof(HashSet<object>))]
    public void Is_not_where_code_of_the_user_sees_what_was_read_so_far(Type type)
    {
        Assert.That(HasRows(TypeModel.Create([typeof(Card[]), type], s_options)), Is.False);
        var surrogate = CustomSerializer.Surrogate<Version, string>(version => version.ToString(), text => new Version(text));
        Assert.That(HasRows(TypeModel.Create([typeof(Card[]), typeof(Version)], s_options with { Serializers = [surrogate] })), Is.False);
    }

    [TestCase(typeof(LinkedList<Sorting>))]
    [TestCase(typeof(PriorityQueue<Sorting, int>))]
    [TestCase(typeof(Dictionary<string, Sorting>))]
    [TestCase(typeof(HashSet<DayOfWeek?>))]
    public void Is_where_it_sees_nothing(Type type) => Assert.That(HasRows(TypeModel.Create([typeof(Card[]), type], s_options)));

    [Test]
    public void Lists_that_keys_put_into_another_order_are_looked_up_as_they_were_read()
    {
        TypeModel model = TypeModel.Create([typeof(Sorted)], s_options);
        List<Card> cards = [.. Enumerable.Range(0, 200).Select(i => new Card { Number = i, Text = "text " + i })];
        var value = new Sorted { A = [new Sorting { Cards = cards }], Behind = [.. cards] };
        int[] expected = [.. value.Behind.Select(card => card.Number)];
        Assert.That(model.Deserialize<Sorted>(model.Serialize(value))!.Behind!.Select(card => card.Number), Is.EqualTo(expected));
    }

    /// <summary>Rows of all lengths, interrupted by what has no number, one, or another one; and looked up from everywhere.</summary>
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

    /// <summary>Around the number that goes from the stack to a row, with as many numbers in front of it as there can be.</summary>
    [Test]
    public void So_it_is_around_the_shortest_rows([Range(0, 70)] int before)
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
    public void A_value_that_failed_in_a_row_leaves_none()
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

    [Test]
    public void What_stands_in_rows_takes_none_of_the_budget()
    {
        const int Count = 100_000;
        var library = new Library { Array = [.. Enumerable.Range(0, Count).Select(i => new Card { Number = i, Text = "x" + i })] };
        byte[] bytes = s_model.Serialize(library);
        long withRows = Needed([typeof(Library)], bytes), without = Needed([typeof(Library), typeof(Named)], bytes);
        Assert.That(without - withRows, Is.GreaterThan(2 * Count * nint.Size * 9 / 10));
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

    private static bool HasRows(TypeModel model) => model.ListGeneratedCode().Contains("r.PassElement", StringComparison.Ordinal);

    private static long Needed(Type[] types, byte[] bytes)
    {
        TypeModel model = TypeModel.Create(types, s_options);
        long low = 1, high = 1L << 30;
        while (low < high)
        {
            long middle = (low + high) / 2;
            bool isEnough = LimitedRead.Run<Library>(model, new SerializerLimits { MaxAllocatedBytes = middle }, bytes).Failure is null;
            (low, high) = isEnough ? (low, middle) : (middle + 1, high);
        }
        return low;
    }

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
    private sealed class Told
    {
        public string? Text;

        [OnDeserialized]
        private void Tell(StreamingContext context) => Text += "!";
    }

    [Serializable]
    private sealed class TwoTexts
    {
        public string? First { get; set; }
        public string? Second { get; set; }
    }

    [Serializable]
    private sealed class Holder
    {
        public Card? Card { get; set; }
    }

    [Serializable]
    private sealed class Boxed
    {
        public object? Value { get; set; }
    }

    [Serializable]
    private sealed class Chain
    {
        public Chain? Next { get; set; }
    }

    [Serializable]
    private sealed class Named : IObjectReference
    {
        public int Number { get; set; }

        public object GetRealObject(StreamingContext context) => this;
    }

    [Serializable]
    private struct SeenStruct
    {
        public Card[]? Cards { get; set; }

        [OnDeserialized]
        private readonly void See(StreamingContext context) => Array.Reverse(Cards!);
    }

    [Serializable]
    private struct BuiltStruct : ISerializable
    {
        private BuiltStruct(SerializationInfo info, StreamingContext context)
        {
        }

        public readonly void GetObjectData(SerializationInfo info, StreamingContext context)
        {
        }
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

    [Serializable]
    private sealed class Keyed : KeyedCollection<int, Sorting>
    {
        protected override int GetKeyForItem(Sorting item) => item.Cards?.Count ?? 0;
    }
}
