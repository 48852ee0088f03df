using System.Runtime.Serialization;
using NetSerializer.Graph;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// Lists of objects, and their texts, of which pieces lie in memory in the order in which they are written, and these pieces in any order. The same types in
/// a model whose writing runs code of theirs, which keeps a list of its objects always, tell what the bytes must be.
/// </summary>
[NonParallelizable]
internal sealed class GapTests
{
    private const int PoolLength = 8_200;

    private static readonly SerializerOptions s_options = new() { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Trusted };
    private static readonly TypeModel s_listing = TypeModel.Create([typeof(Album), typeof(Notified)], s_options);

    // Two old ones below all others, mostly.
    private static readonly string[] s_old = [new('o', 3), new('p', 3)];
    private static readonly Tag[] s_tags = MakeOld(_ => new Tag());
    private static readonly string[] s_texts = MakeOld(i => $"Text {i}");
    // The first ones more than a MiB below the others.
    private static readonly List<byte[]> s_between = [];
    private static readonly string[] s_farTexts = MakeOld(i =>
    {
        for (int piece = 0; i == 130 && piece < 30; piece++)
        {
            s_between.Add(new byte[80_000]);
        }
        return $"Text {i}";
    });
    private static readonly Point[] s_points = MakeOld(_ => new Point());

    private readonly TypeModel _model = TypeModel.Create([typeof(Album)], s_options);

    // What other values were like is not expected of the next one.
    [SetUp]
    public void Forget() => Needs.ExpectNumbersOnly(_model);

    [SetUp]
    public void PutInOrder()
    {
        PutInOrder(s_tags);
        PutInOrder(s_texts);
        PutInOrder(s_farTexts);
        PutInOrder(s_points);
    }

    [Test]
    public void Any_pieces_and_any_sharing_give_the_bytes_of_a_list([Range(1, 400)] int seed)
    {
        var random = new Random(seed);
        int count = 33 + random.Next(1 << random.Next(1, 12));
        int[] cuts = Cuts(random, count);
        // So many that the room for objects is full before the list, or not; objects and texts below those of the list or above.
        int others = random.Next(3) * 25, first = random.Next(2) * others, firstText = random.Next(2) * others;
        string[] otherTexts = s_texts.AsSpan(firstText > 0 ? 0 : count, others).ToArray(), ownTexts = s_texts[firstText..(firstText + count)];
        Tag[] early = [.. s_tags.AsSpan(first > 0 ? 0 : count, others).ToArray().Select((tag, i) => tag.With(i, otherTexts[i]))];
        Tag[] own = s_tags[first..(first + count)], tags = InPieces(own, cuts, random);
        // Mostly each text has moved with the object that refers to it.
        string[] texts = random.Next(4) > 0
            ? [.. tags.Select(tag => ownTexts[Array.IndexOf(own, tag)])] : InPieces(ownTexts, Cuts(random, count), random);
        for (int i = 0; i < count; i++)
        {
            (tags[i].Number, tags[i].Text) = (i, texts[i]);
        }
        for (int i = random.Next(3) * random.Next(5); i > 0; i--)
        {
            tags[Place()].Text = random.Next(7) switch
            {
                0 => null,
                1 => "",
                2 => FreshString.Allocate(0),
                3 => random.Next(2) == 0 ? "a literal" : s_old[0],
                _ => texts[Place()],
            };
        }
        Tag[] more = [.. Enumerable.Range(0, random.Next(3) * 20).Select(_ => tags[Place()])];
        AssertSameBytes(new Album
        {
            Begin = Motto(), Early1 = early[..(early.Length / 2)], Early2 = early[(early.Length / 2)..], Tags = [.. tags],
            More = more, Motto = Motto(), Other = random.Next(2) == 0 ? tags[Place()] : null,
            Points = random.Next(2) == 0 ? InPieces(s_points[..count], cuts, random) : [],
            Upper = [.. early.Reverse().Take(random.Next(3) * 10).Concat(tags.Take(random.Next(3)))], Verse = Motto(),
        });

        // Where a piece begins or ends, as often as not.
        int Place() => Math.Clamp(random.Next(2) == 0 ? random.Next(count) : cuts[random.Next(cuts.Length)] + random.Next(-2, 2), 0, count - 1);

        string? Motto() => random.Next(6) switch { 0 => "a literal", 1 => s_old[0], 2 => s_old[1], 3 => texts[Place()], 4 => new string('n', 4), _ => null };
    }

    // They may lie anywhere, and have no number. Searching all the same would take that behind them for the one above the gap.
    [Test]
    public void A_text_without_a_number_among_those_that_are_searched([Values(null, "", "fresh")] string? empty, [Values(100, 1_000)] int count)
    {
        // The first one behind the gap again.
        string?[] texts = [.. s_texts[..10], empty == "fresh" ? FreshString.Allocate(0) : empty, .. s_texts[20..count], .. s_texts[10..15], s_texts[20]];
        AssertSameBytes(new Album { Tags = [.. texts.Select((text, i) => s_tags[i].With(i, text))] });
    }

    [Test]
    public void A_text_that_appears_again_next_to_a_gap(
        [Values(0, 9, 10, 14, 15, 19, 20, 21, 99)] int again, [Values(0, 1, 5, 6)] int behind, [Values(100, 1_000)] int count, [Values] bool isGapFirst)
    {
        List<string?> texts = isGapFirst
            ? [.. s_texts[10..15], .. s_texts[20..count], .. s_texts[..10], .. s_texts[count..(count + 5)]]
            : [.. s_texts[..10], .. s_texts[20..count], .. s_texts[10..15], .. s_texts[count..(count + 5)]];
        texts.Insert(count - 10 - behind, s_texts[again]);
        texts.Add(s_texts[again]);
        AssertSameBytes(new Album { Tags = [.. texts.Select((text, i) => s_tags[i].With(i, text))] });
    }

    [Test]
    public void An_element_that_appears_again_where_two_pieces_alternate([Values(-1, 0, 1, 2, 3, 4)] int block, [Range(1, 5)] int blocks, [Values] bool isFirst)
    {
        Tag[][] all = [.. s_tags[..100].Select((tag, i) => tag.With(i, s_texts[i])).Chunk(10)];
        List<Tag> one = [.. Enumerable.Range(0, 5).SelectMany(i => all[2 * i])], other = [.. Enumerable.Range(0, blocks).SelectMany(i => all[(2 * i) + 1])];
        if (block >= 0)
        {
            Tag again = all[2 * block][5];
            int place = other.FindIndex(tag => tag.Number > again.Number);
            other.Insert(place < 0 ? other.Count : place, again);
        }
        AssertSameBytes(new Album { Tags = isFirst ? [.. one, .. other] : [.. other, .. one] });
    }

    // Behind the room, one half way up and one below it leave a gap between them, which a piece that lies below both closes.
    [Test]
    public void The_lowest_text_in_front_of_the_list_is_known_behind_a_piece_below_it([Values(33, 40, 60)] int count)
    {
        Tag[] without = [.. s_tags[..70].Select((tag, i) => tag.With(i, null))];
        string[] texts = [.. s_texts[210..(210 + count)], .. s_texts[20..(20 + count)]];
        AssertSameBytes(new Album
        {
            Begin = s_texts[200], Early1 = without[..31], Early2 = without[31..62], Motto = s_texts[150],
            Tags = [.. texts.Select((text, i) => s_tags[100 + i].With(i, text))], Verse = s_texts[150],
        });
    }

    [Test]
    public void Texts_in_front_of_the_list_are_known([Values("old", "first", "middle", "last", "literal")] string begin, [Values(40, 400)] int count)
    {
        string text = begin switch
        {
            "old" => s_old[0],
            "first" => s_texts[10],
            "middle" => s_texts[count / 2],
            "last" => s_texts[count - 1],
            _ => "a literal",
        };
        foreach (int place in (int[])[0, 1, count / 2, count - 12, count - 11])
        {
            Tag[] tags = [.. s_texts[10..count].Concat(s_texts[..10]).Select((other, i) => s_tags[i].With(i, other))];
            tags[place].Text = text;
            AssertSameBytes(new Album { Begin = text, Tags = [.. tags], Verse = text });
        }
    }

    [Test]
    public void Eight_pieces_in_any_order_need_no_marks([Range(0, 12)] int seed, [Values(null, "old", "literal")] string? begin, [Values(200, 8_000)] int count)
    {
        var random = new Random(seed);
        int[] cuts = [.. Enumerable.Range(1, 7).Select(i => i * count / 8)];
        AssertNeedsNoMarks(() =>
        {
            // Backwards, so that none goes on where the one before it ends, or in any order.
            Tag[] tags = seed == 0 ? [.. s_tags[..count].Chunk(count / 8).Reverse().SelectMany(piece => piece)] : InPieces(s_tags[..count], cuts, random);
            for (int i = 0; i < count; i++)
            {
                tags[i].With(i, s_texts[1 + Array.IndexOf(s_tags, tags[i])]);
            }
            // The one behind the list lies above all others, or below.
            return new Album { Begin = BeginOf(begin), Tags = [.. tags], Verse = s_texts[begin == null ? 0 : count + 1] };
        });
    }

    // Those behind it lie far below, or all above, and are no list that is looked at by itself.
    [Test]
    public void A_literal_in_front_of_texts_makes_no_marks_necessary() => AssertNeedsNoMarks(() =>
    {
        Tag[] tags = [.. s_tags[..60].Select((tag, i) => tag.With(i, s_texts[i]))];
        return new Album { Begin = BeginOf("literal"), Early1 = tags[..30], Early2 = tags[30..] };
    });

    [Test]
    public void A_literal_in_front_of_lists_makes_no_marks_necessary([Values] bool isInPieces, [Values(40, 600)] int count) => AssertNeedsNoMarks(() =>
    {
        Tag[] tags = [.. s_tags[..(2 * count)].Select((tag, i) => tag.With(i, s_texts[i]))];
        int start = isInPieces ? count / 3 : 0;
        return new Album { Begin = BeginOf("literal"), Tags = [.. tags[start..count], .. tags[..start]], Upper = tags[count..], Verse = s_texts[2 * count] };
    });

    // The objects in front of the list lie below its elements, and are none, fewer than there is room for, or more.
    [Test]
    public void Texts_that_appear_again_behind_the_list_are_known(
        [Values(null, "literal")] string? begin, [Values(0, 20, 60)] int before, [Values("above", "below", "around", "above first")] string where) =>
        TextsThatAppearAgainAreKnown(begin, before, where, s_texts);

    [Test]
    public void Texts_far_above_others_that_appear_again_are_known([Values(null, "literal")] string? begin, [Values(0, 20, 60)] int before,
        [Values("above", "below", "around", "above first")] string where) =>
        TextsThatAppearAgainAreKnown(begin, before, where, s_farTexts);

    // The list of the first objects ends in front of one or another of them.
    [Test]
    public void One_below_all_others_that_appears_again_is_known([Values(36, 40)] int count, [Values] bool isText, [Values] bool areFarApart)
    {
        string[] all = areFarApart ? s_farTexts : s_texts;
        for (int at = 0; at < count; at++)
        {
            int TextOf(int i) => isText && i == at ? 5 : 150 + i;
            Tag[] tags = [.. Enumerable.Range(0, count).Select(i => s_tags[!isText && i == at ? 5 : 150 + i].With(i, all[TextOf(i)]))];
            var album = new Album { Early1 = tags[..(count / 2)], Early2 = tags[(count / 2)..] };
            AssertSameBytes(isText ? album.With(all[5], null) : album.With(null, tags[at]));
        }
    }

    private void TextsThatAppearAgainAreKnown(string? begin, int before, string where, string[] all)
    {
        string[] texts = where switch
        {
            "above" => all[200..260],
            "below" => all[20..80],
            // Of both halves, or all of one and then all of the other, so that one of them lies below all before it.
            "around" => [.. all[20..80].Select((text, i) => i % 2 == 0 ? text : all[200 + i])],
            _ => [.. all[200..(200 + (before / 2))], .. all[20..80]],
        };
        Tag[] early = [.. s_tags[..before].Select((tag, i) => tag.With(i, texts[i]))];
        foreach (int[] order in (int[][])[[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
        {
            string[] own = [.. order.SelectMany(piece => all[(100 + (20 * piece))..(120 + (20 * piece))])];
            Tag[] tags = [.. s_tags[60..120].Select((tag, i) => tag.With(i, own[i]))];
            IEnumerable<string> some = new[] { 0, 1, 18, 19, 20, 39, 40, 58, 59 }.Select(i => own[i]);
            foreach (string again in some.Concat(texts[..before].Take(2)).Concat(texts[..before].TakeLast(2)))
            {
                var album = new Album { Begin = BeginOf(begin), Early1 = early[..(before / 2)], Early2 = early[(before / 2)..] };
                (album.Tags, album.Verse) = ([.. tags], again);
                AssertSameBytes(album);
                album.Upper = [.. s_tags[120..125].Select((tag, i) => tag.With(i, all[165 + i]))];
                AssertSameBytes(album);
            }
        }
    }

    [Test]
    public void Elements_that_refer_to_nothing_are_numbered_at_once([Values(32, 63, 64, 65, 3_000)] int count, [Values(0, 1, 31, 62, 63, 64, 70)] int before)
    {
        Point?[] points = s_points[..count];
        Tag[] tags = [.. Enumerable.Range(0, before / 2).Select(i => s_tags[i].With(i, s_texts[i]))];
        string? begin = before % 2 == 0 ? null : "one more";
        foreach (int again in (int[])[0, count / 2, count - 1])
        {
            AssertSameBytes(new Album { Begin = begin, More = tags, Points = points, Zenith = points[again] });
            AssertSameBytes(new Album { Begin = begin, More = tags, Points = [.. points, null, points[again]], Zenith = s_points[count] });
            AssertSameBytes(new Album { Begin = begin, More = tags, Points = [.. points[again..], .. points[..again]], Zenith = points[again] });
            AssertSameBytes(new Album { Begin = begin, More = tags, Points = [.. points[..again], null, .. points[again..]], Zenith = points[again] });
        }
    }

    [Test]
    public void Elements_whose_texts_have_no_numbers_are_numbered_at_once([Values(40, 600)] int count, [Values(0, 20)] int again)
    {
        SerializerOptions values = s_options with { Strings = StringHandling.Values };
        TypeModel model = TypeModel.Create([typeof(Album)], values), listing = TypeModel.Create([typeof(Album), typeof(Notified)], values);
        Assert.That(model.ListGeneratedCode(), Does.Contain("w.AddAscending(").And.Not.Contain("w.AreNewAscending("));
        Tag[] tags = [.. s_tags[..count].Select((tag, i) => tag.With(i, i % 7 == 3 ? null : s_texts[i / 2]))];
        var album = new Album { Tags = [.. tags], More = [.. tags[again..], .. tags[..again]], Other = tags[again], Points = s_points[..40] };
        byte[] bytes = model.Serialize(album);
        Assert.That(bytes.AsSpan().SequenceEqual(listing.Serialize(album)));
        Assert.That(model.Serialize(model.Deserialize<Album>(bytes)!).AsSpan().SequenceEqual(bytes));
    }

    [Test]
    public void An_element_that_another_thread_takes_away_is_told()
    {
        Point?[] points = s_points[..20];
        var w = new WireWriter(_model.Core.Dispatch, null, new byte[VarInt.Max32]);
        WriterNumbers numbers = default;
        w.BeginNumbers(ref numbers);
        Assert.That(w.IsNew(ref w.Start, new Album()));
        Assert.That(w.AreAscending(ref Elements.AddressesOf(points.AsSpan()), points.Length));
        points[7] = null;
        ValueNotSerializableException? failure = null;
        try
        {
            w.AddAscending(ref Elements.AddressesOf(points.AsSpan()), points.Length);
        }
        catch (ValueNotSerializableException exception)
        {
            failure = exception;
        }
        Assert.That(failure?.Code, Is.EqualTo(ErrorCode.CollectionChanged));
        w.EndNumbers();
    }

    // Marks would be made known to the model. A collection in between may change the order.
    private void AssertNeedsNoMarks(Func<Album> make)
    {
        Assert.That(Enumerable.Range(0, 5).Any(_ => !NeedsMarks(make())));

        bool NeedsMarks(Album album)
        {
            Forget();
            _model.Serialize(album);
            LearnedNeed? need = _model.Core.Dispatch.MarkNeeds[TopAddresses.KindOf(AddressSet.TypeWord(album), _model.Core.Dispatch.KindFactor)];
            // Nobody asks where there are marks before the room for the objects is full.
            return need?.Take() ?? true;
        }
    }

    private void AssertSameBytes(Album album)
    {
        // What the one before needed would be expected.
        Forget();
        byte[] bytes = _model.Serialize(album), expected = s_listing.Serialize(album);
        Assert.That(bytes.AsSpan().SequenceEqual(expected));
        Assert.That(_model.Serialize(album).AsSpan().SequenceEqual(expected), "once more");
        Assert.That(_model.Serialize(_model.Deserialize<Album>(bytes)!).AsSpan().SequenceEqual(expected), "the copy");
    }

    // An argument of a test is no literal when it comes.
    private static string? BeginOf(string? name) => name switch { "old" => s_old[0], "literal" => "a literal", _ => null };

    private static int[] Cuts(Random random, int count) =>
        [.. Enumerable.Range(0, 1 + random.Next(9)).Select(_ => random.Next(1, count)).Distinct().Order()];

    private static T[] InPieces<T>(T[] all, int[] cuts, Random random)
    {
        Range[] pieces = [.. cuts.Prepend(0).Zip(cuts.Append(all.Length), (start, end) => start..end)];
        random.Shuffle(pieces);
        return [.. pieces.SelectMany(piece => all[piece])];
    }

    // They are old, so that they stay where they are unless a test makes a collection compact the heap.
    private static T[] MakeOld<T>(Func<int, T> create)
        where T : class
    {
        T[] all = [.. Enumerable.Range(0, PoolLength).Select(create)];
        for (int i = 0; i < 2; i++)
        {
            GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true);
        }
        return all;
    }

    private static void PutInOrder<T>(T[] all)
        where T : class
    {
        if (all.Zip(all.Skip(1)).Any(pair => AddressSet.AddressOf(pair.First) >= AddressSet.AddressOf(pair.Second)))
        {
            Array.Sort(all, (one, other) => AddressSet.AddressOf(one).CompareTo(AddressSet.AddressOf(other)));
        }
    }

    [Serializable]
    private sealed class Tag
    {
        public int Number { get; set; }

        public string? Text { get; set; }

        public Tag With(int number, string? text)
        {
            (Number, Text) = (number, text);
            return this;
        }
    }

    [Serializable]
    private sealed class Point
    {
        public int X { get; set; }
    }

    // In the order of names, which is that of the wire.
    [Serializable]
    private sealed class Album
    {
        public string? Begin { get; set; }

        public Tag?[]? Early1 { get; set; }

        public Tag?[]? Early2 { get; set; }

        public Tag?[] More { get; set; } = [];

        public string? Motto { get; set; }

        public object? Other { get; set; }

        public Point?[] Points { get; set; } = [];

        public List<Tag?> Tags { get; set; } = [];

        public Tag?[]? Upper { get; set; }

        public string? Verse { get; set; }

        public Point? Zenith { get; set; }

        public Album With(string? verse, Tag? other)
        {
            (Verse, Other) = (verse, other);
            return this;
        }
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
