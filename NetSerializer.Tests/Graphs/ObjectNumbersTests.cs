using System.Runtime.CompilerServices;
using NetSerializer.Graph;
using NetSerializer.Tests.Protocols;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// Numbers by identity against a dictionary by reference, in orders of appearance that suit the set of addresses and in such that do not, while
/// collections move the objects.
/// </summary>
[TestFixture]
internal sealed class ObjectNumbersTests
{
    private static readonly TypeModel s_model = TypeModel.Create([typeof(object[])], new SerializerOptions { References = ReferenceHandling.Preserve });

    [Test]
    public void Each_object_has_one_number(
        [Values("as made", "backwards", "shuffled", "interleaved", "in blocks", "again and again", "in a row")] string order,
        [Values(10, 17, 8_000)] int count,
        [Values(0, 4, 40)] int collections)
    {
        var random = new Random(count + collections);
        byte[] buffer = new byte[VarInt.Max32];
        for (int value = 0; value < (collections > 4 ? 1 : 2); value++)
        {
            object[] objects = Make(count, random);
            int[] appearance = Appearance(order, count, random);
            var expected = new Dictionary<object, int>(ReferenceEqualityComparer.Instance);
            int step = collections == 0 ? int.MaxValue : Math.Max(1, appearance.Length / collections);
            var w = new WireWriter(s_model.Core.Dispatch, null, buffer);
            WriterNumbers numbers = default;
            w.BeginNumbers(ref numbers);
            for (int i = 0; i < appearance.Length; i++)
            {
                if (i % step == step - 1)
                {
                    GC.Collect(i % 2, GCCollectionMode.Forced, blocking: true, compacting: true);
                }
                object item = objects[appearance[i]];
                int number = IsNew(ref w, item) ? -1 : NumberIn(buffer, ref w);
                if (number != (expected.TryGetValue(item, out int known) ? known : -1))
                {
                    Assert.Fail($"object {appearance[i]} at step {i}: number {number}, not {known}");
                }
                expected.TryAdd(item, expected.Count);
            }
            w.EndNumbers();
            w.Complete(ref w.Start);
        }

        static int NumberIn(byte[] buffer, ref WireWriter w)
        {
            w.WriteFound(ref w.Start);
            int number = 0, shift = 0;
            foreach (byte part in buffer)
            {
                number |= (part & 127) << shift;
                shift += 7;
                if (part < 128)
                {
                    break;
                }
            }
            return number - 2;
        }
    }

    [Test]
    public void Objects_that_a_collection_has_moved_are_known([Range(0, 39)] int fromLast)
    {
        object[] objects = Make(200, new Random(fromLast));
        var w = new WireWriter(s_model.Core.Dispatch, null, new byte[VarInt.Max32]);
        WriterNumbers numbers = default;
        w.BeginNumbers(ref numbers);
        foreach (object item in objects)
        {
            Assert.That(IsNew(ref w, item));
        }
        GC.Collect(0, GCCollectionMode.Forced, blocking: true, compacting: true);
        Assert.That(IsNew(ref w, objects[^(fromLast + 1)]), Is.False);
        w.EndNumbers();
    }

    [Test]
    public void Pages_at_hand_follow_the_set_when_it_grows()
    {
        string[] texts = [.. Enumerable.Range(0, 60).Select(i => new string('x', 1 + (i % 3)))];
        byte[][] far = [.. texts.Select(_ => new byte[9_000])];
        string other = new('y', 3);
        var w = new WireWriter(s_model.Core.Dispatch, null, new byte[VarInt.Max32]);
        WriterNumbers numbers = default;
        w.BeginNumbers(ref numbers);
        for (int i = 0; i < texts.Length; i++)
        {
            Assert.That(IsNew(ref w, texts[i]));
            Assert.That(IsNew(ref w, far[i]));
        }
        Assert.That(IsNew(ref w, other));
        // Not in the order of their numbers, in which they would be expected.
        new Random(1).Shuffle(texts);
        foreach (string text in texts)
        {
            Assert.That(IsNew(ref w, text), Is.False);
        }
        w.EndNumbers();
    }

    [Test]
    public void An_object_met_again_and_again_keeps_its_number_between_known_texts()
    {
        var model = TypeModel.Create([typeof(object[])], new SerializerOptions { References = ReferenceHandling.Preserve, Strings = StringHandling.Table });
        object item = new();
        object[] copy = model.DeepClone<object[]>([item, item, item, item, "text", new string("text"), item]);
        Assert.That(copy[6], Is.SameAs(copy[0]));
        Assert.That(copy[5], Is.EqualTo("text"));
    }

    [Test]
    public void What_stands_in_for_an_object_has_its_number_on_the_page_of_those_before()
    {
        var model = TypeModel.Create([typeof(object[]), typeof(DisguisedPlain), typeof(PlainDisguise)], new SerializerOptions
        { References = ReferenceHandling.Preserve });
        for (int round = 0; round < 40; round++)
        {
            // Made just before those that stand in, and so mostly on the same page.
            object[] items = [new(), new(), new(), new DisguisedPlain(round), new()];
            object[] copy = model.DeepClone<object[]>([.. items, .. items]);
            for (int i = 0; i < items.Length; i++)
            {
                Assert.That(copy[i + items.Length], Is.SameAs(copy[i]), $"round {round}, item {i}");
            }
            Assert.That(((PlainDisguise)copy[3]).Number, Is.EqualTo(round));
        }
    }

    [Test]
    public void Objects_are_not_kept_alive()
    {
        var numbers = new ObjectNumbers();
        WeakReference[] gone = Number(numbers);
        GC.Collect();
        Assert.That(gone.Where(reference => reference.IsAlive), Is.Empty);
        GC.KeepAlive(numbers);

        static WeakReference[] Number(ObjectNumbers numbers)
        {
            NumberRoom room = default;
            numbers.Begin(ref room);
            object[] objects = Make(5_000, new Random(1));
            foreach (object item in objects)
            {
                numbers.FindOrAdd(item);
            }
            for (int again = 0; again < 3; again++)
            {
                numbers.FindOrAdd(objects[7]);
            }
            numbers.Clear();
            return [.. objects.Select(item => new WeakReference(item))];
        }
    }

    [Test]
    public void No_number_is_given_outside_of_a_call()
    {
        var numbers = new ObjectNumbers();
        Assert.That(() => numbers.FindOrAdd(numbers), Throws.InvalidOperationException);
        NumberRoom room = default;
        numbers.Begin(ref room);
        Assert.That(numbers.FindOrAdd(numbers), Is.EqualTo(-1));
        numbers.Clear();
        Assert.That(() => numbers.FindOrAdd(numbers), Throws.InvalidOperationException);
    }

    [Test]
    public void Objects_that_lie_far_apart_have_numbers_too([Values(200, 900)] int count)
    {
        // A page for each of them.
        byte[][] objects = [.. Enumerable.Range(0, count).Select(_ => new byte[20_000])];
        var numbers = new ObjectNumbers();
        for (int value = 0; value < 2; value++)
        {
            NumberRoom room = default;
            numbers.Begin(ref room);
            for (int round = 0; round < 2; round++)
            {
                for (int i = 0; i < count; i++)
                {
                    Assert.That(numbers.FindOrAdd(objects[i * 7 % count]), Is.EqualTo(round == 0 ? -1 : i));
                }
            }
            numbers.Clear();
        }
    }

    // 300 values: what a byte is that is a mark comes again after 255 of them.
    [Test]
    public void The_set_has_every_address_that_was_added_and_no_other([Values(1, 2, 3)] int seed, [Values(60, 6_000)] int count)
    {
        var random = new Random(seed);
        AddressSet set = new(hasBits: false), others = new(hasBits: true);
        nint watch = 1;
        for (int value = 0; value < (count < 100 ? 300 : 3); value++)
        {
            var added = new HashSet<nuint>();
            nuint last = 1 << 20;
            for (int i = 0; i < count; i++)
            {
                nuint address = random.Next(5) switch
                {
                    0 => (nuint)random.Next(1, 1 << 20) << 13,
                    1 => last - ((nuint)random.Next(100) * 16),
                    2 => ((nuint)random.Next(1, 40) << 32) + 0x1FF0,
                    _ => last + (nuint)(16 * random.Next(2, 20)),
                };
                Assert.That(TryMark(ref set, address), Is.EqualTo(added.Add(address)));
                last = address;
            }
            Assert.That(set.PageCount, Is.EqualTo(added.Select(address => address >> AddressSet.PageBits).Distinct().Count()));
            Assert.That((set.Sum(), set.CountIn(in set)), Is.EqualTo((added.Count, added.Count)));
            AddressSet half = new(hasBits: false), few = new(hasBits: true), bits = new(hasBits: true);
            nuint[] some = [.. added.Where((_, i) => i % 3 == 0), .. Enumerable.Range(1, 50).Select(i => last + (nuint)(i * 320))];
            Mark(ref half, [1 << 20]);
            half.Clear();
            Mark(ref half, some);
            int common = added.Intersect(some).Count();
            Assert.That((half.CountIn(in set), set.CountIn(in half)), Is.EqualTo((common, common)));
            Assert.That(set.TryCopyTo(ref few, set.PageCount - 1), Is.False);
            Assert.That(set.TryCopyTo(ref bits, int.MaxValue));
            Assert.That((few.PageCount, few.CountIn(in bits)), Is.EqualTo((set.PageCount, few.Sum())));
            Assert.That((bits.Sum(), bits.Estimate(), bits.PageCount), Is.EqualTo((added.Count, added.Count, set.PageCount)));
            foreach (nuint address in some.Concat(added).Distinct())
            {
                bits.LeadTo(address);
                Assert.That(bits.Bits.TryMark(address, in watch), Is.EqualTo(!added.Contains(address)));
                Assert.That(bits.Bits.TryMark(address, in watch), Is.False);
            }
            Mark(ref others, some);
            Assert.That(others.Sum(), Is.EqualTo(some.Distinct().Count()));
            Assert.That(others.CountIn(in bits), Is.EqualTo(others.Sum()));
            set.Clear();
            others.Clear();
            Assert.That((set.PageCount, others.PageCount), Is.EqualTo((0, 0)));
            Assert.That(some.Any(address => others.Bits.TryMark(address, in watch) || IsInTable(in set, address)), Is.False);
        }
    }

    [Test]
    public void A_set_of_large_pages_takes_the_marks_of_small_ones([Values(1, 2, 3)] int seed)
    {
        var random = new Random(seed);
        AddressSet small = new(hasBits: false, isSmall: true), large = new(hasBits: false);
        for (int value = 0; value < 300; value++)
        {
            nuint[] some = Addresses(8), others = value % 2 == 0 ? Addresses(40) : [];
            Mark(ref small, some);
            Mark(ref large, others);
            small.CopyToLarge(ref large);
            Assert.That(large.Sum(), Is.EqualTo(some.Union(others).Count()));
            Assert.That(some.Concat(others).Any(address => TryMark(ref large, address)), Is.False);
            Assert.That(some.Any(address => TryMark(ref small, address)), Is.False);
            Assert.That((small.Sum(), small.Estimate()), Is.EqualTo((some.Length, some.Length)));
            Assert.That(small.PageCount, Is.EqualTo(some.Select(address => address >> AddressSet.SmallPageBits).Distinct().Count()));
            small.Clear();
            large.Clear();
            // From here on they differ in what is a mark.
            if (value == 100)
            {
                Mark(ref large, others.Append((nuint)1 << 20).ToArray());
                large.Clear();
            }
        }

        nuint[] Addresses(int pages) => [.. Enumerable.Range(0, 60).Select(_ => Address(pages)).Distinct()];

        nuint Address(int pages) => (nuint)((1 << 20) + (random.Next(pages) << AddressSet.SmallPageBits) + (16 * random.Next(512)));
    }

    [Test]
    public void The_set_grows_for_the_first_address_of_one_page_more_than_it_has_room_for()
    {
        var set = new AddressSet(hasBits: false);
        for (int page = 1, room = 8; page < 70; page++)
        {
            nuint address = (nuint)page << AddressSet.PageBits;
            Assert.That(set.MustGrowFor(address), Is.EqualTo(page == room + 1));
            room = set.MustGrowFor(address) ? 2 * room : room;
            Mark(ref set, [address]);
            Assert.That(Enumerable.Range(1, page).Any(known => set.MustGrowFor(((nuint)known << AddressSet.PageBits) + 320)), Is.False);
            Assert.That((set.PageCount, set.Sum()), Is.EqualTo((page, page)));
        }
    }

    // By the table, which has the first pages, and otherwise on the page itself.
    private static bool TryMark(ref AddressSet set, nuint address)
    {
        nint watch = 1, stale = 0;
        AddressPage page = default;
        Assert.That(set.Bytes.TryMark(address, in stale, ref page), Is.False);
        Assert.That(page.Length == 0);
        AddressPage known = set.PageOf(address);
        ref byte mark = ref Unsafe.Add(ref known.Marks, address - known.Start >> AddressSet.GranuleBits);
        bool isNew = mark != set.Epoch;
        if (set.Bytes.TryMark(address, in watch, ref page))
        {
            Assert.That(isNew && page.Start == known.Start && page.Length == known.Length && Unsafe.AreSame(ref page.Marks, ref known.Marks));
            Assert.That(mark, Is.EqualTo(set.Epoch));
        }
        else if (isNew)
        {
            Assert.That(set.PageCount, Is.GreaterThan(64));
            mark = set.Epoch;
        }
        return isNew;
    }

    private static bool IsInTable(ref readonly AddressSet set, nuint address)
    {
        nint watch = 1;
        AddressPage page = default;
        return set.Bytes.TryMark(address, in watch, ref page);
    }

    private static void Mark(ref AddressSet set, nuint[] addresses)
    {
        nint watch = 1;
        foreach (nuint address in addresses)
        {
            set.LeadTo(address);
            _ = set.HasBits ? set.Bits.TryMark(address, in watch) : TryMark(ref set, address);
        }
    }

    // The table becomes longer with the set, and the first one serves the next value.
    [Test]
    public void Bits_of_many_pages_are_forgotten_with_their_table([Values(1_000, 1_025, 3_000)] int pages)
    {
        var set = new AddressSet(hasBits: true);
        nint watch = 1;
        for (int value = 0; value < 3; value++)
        {
            int first = 1 + (value * 5_000), count = value == 0 ? pages : 600;
            for (int page = first; page < first + count; page++)
            {
                set.LeadTo(AddressOn(page));
                Assert.That(set.Bits.TryMark(AddressOn(page), in watch));
                Assert.That(set.Bits.TryMark(AddressOn(page), in watch), Is.False);
            }
            Assert.That((set.PageCount, set.Sum()), Is.EqualTo((count, count)));
            // No more than 1,024 pages that follow each other have a place each.
            for (int page = Math.Max(first, first + count - 1_024); page < first + count; page++)
            {
                Assert.That(set.Bits.TryMark(AddressOn(page) + 16, in watch), "one page does not hide another");
            }
            Assert.That(Enumerable.Range(1, 4_000).Any(page => value > 0 && set.Bits.TryMark(AddressOn(page), in watch)), Is.False, "there is no such page");
            set.Clear();
        }

        static nuint AddressOn(int page) => ((nuint)page << AddressSet.PageBits) + (16 * ((nuint)page & 0xFFF));
    }

    [Test]
    public void Two_addresses_are_marked_together_or_not_at_all([Values(1, 2, 3)] int seed, [Values] bool hasBits)
    {
        var random = new Random(seed);
        var set = new AddressSet(hasBits);
        HashSet<nuint> marked = [];
        nint watch = 1, stale = 0;
        for (int i = 0; i < 5_000; i++)
        {
            nuint one = Address(), other = Address();
            if (one == other)
            {
                continue;
            }
            set.LeadTo(one);
            set.LeadTo(other);
            bool TryMarkBoth(ref readonly nint state) => set.HasBits ? set.Bits.TryMark(one, other, in state) : set.Bytes.TryMark(one, other, in state);
            Assert.That(TryMarkBoth(in stale), Is.False);
            nuint page = one >> AddressSet.PageBits, otherPage = other >> AddressSet.PageBits;
            bool areAtHand = page == otherPage || (page - otherPage & PageOffsets.LeastLength - 1) != 0;
            bool areNew = areAtHand && !marked.Contains(one) && !marked.Contains(other);
            Assert.That(TryMarkBoth(in watch), Is.EqualTo(areNew));
            if (areNew)
            {
                marked.UnionWith([one, other]);
            }
            Assert.That((Has(ref set, one), Has(ref set, other)), Is.EqualTo((marked.Contains(one), marked.Contains(other))));
        }
        Assert.That(set.Sum(), Is.EqualTo(marked.Count));

        // The pages 1 and 1,025 have one place in the table.
        nuint Address() => ((nuint)(random.Next(4) == 0 ? 1024 : random.Next(3)) + 1 << AddressSet.PageBits) + (16 * (nuint)random.Next(2_000));
    }

    private static bool Has(ref AddressSet set, nuint address)
    {
        AddressSet one = new(set.HasBits);
        Mark(ref one, [address]);
        return one.CountIn(in set) == 1;
    }

    private static bool IsNew(ref WireWriter w, object item) => 
        item is string text ? w.IsNewText(ref w.Start, text) : w.IsNew(ref w.Start, item);

    private static object[] Make(int count, Random random)
    {
        var objects = new object[count];
        for (int i = 0; i < count; i++)
        {
            objects[i] = random.Next(3) switch { 0 => new object(), 1 => new string('x', random.Next(1, 20)), _ => new byte[random.Next(40)] };
            // What lies between them dies, so that a collection has something to move.
            GC.KeepAlive(new byte[random.Next(60)]);
        }
        return objects;
    }

    private static int[] Appearance(string order, int count, Random random)
    {
        int[] indexes = [.. Enumerable.Range(0, count)];
        switch (order)
        {
            case "backwards":
                Array.Reverse(indexes);
                break;
            case "shuffled":
                random.Shuffle(indexes);
                break;
            case "interleaved":
                indexes = [.. indexes.Select(i => i % 2 == 0 ? i / 2 : count - 1 - (i / 2))];
                break;
            case "in blocks":
                int[][] blocks = [.. indexes.Chunk(Math.Max(2, count / 90))];
                random.Shuffle(blocks);
                indexes = [.. blocks.SelectMany(block => block)];
                break;
            case "again and again":
                indexes = [.. indexes.SelectMany(i => (int[])[i, i, random.Next(i + 1), Math.Max(0, i - 1)])];
                break;
            case "in a row":
                indexes = [.. indexes.SelectMany(i => Enumerable.Repeat(i, random.Next(1, 5)).Concat(Enumerable.Repeat(random.Next(i + 1), random.Next(5))))];
                break;
        }
        return indexes;
    }
}
