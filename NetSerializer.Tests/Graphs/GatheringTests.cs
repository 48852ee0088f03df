using System.Buffers;
using System.Collections;
using System.Reflection;
using NetSerializer.Graph;
using NetSerializer.Tests.Oracle;
using NetSerializer.Tests.Oracle.Schema;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>Roots in which nothing appears twice are written without numbers, and no others: the bytes are those of the slow writer in any case.</summary>
[NonParallelizable]
internal sealed class GatheringTests
{
    private const int Attempts = 5;

    private static readonly SerializerOptions s_options = new() { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Trusted };
    private static readonly Type[] s_types =
    [
        typeof(Basket), typeof(Case), typeof(Chest), typeof(Crate), typeof(Twig), typeof(Toolbox), typeof(Item[]), typeof(Spot[]), typeof(string[]),
        typeof(int[]), typeof(Tally),
    ];

    private readonly TypeModel _model = TypeModel.Create(s_types, s_options);
    private readonly OracleModel _oracle;

    public GatheringTests() => _oracle = new OracleModel(_model.Describe(), _model.TypeIds.Select(pair => (pair.Value, pair.Key)));

    [SetUp]
    public void Forget() => Needs.Forget(_model);

    [Test]
    public void Any_sharing_gives_the_bytes_of_the_slow_writer([Range(1, 300)] int seed)
    {
        var random = new Random(seed);
        double sharing = random.Next(3) switch { 0 => 0, 1 => 0.03, _ => 0.2 };
        int most = random.Next(2) == 0 ? 3 : 12;
        var items = new List<Item>();
        var texts = new List<string>();
        var tools = new List<Tool>();
        object root = random.Next(8) switch
        {
            0 => Basket(),
            1 => Case() ?? new Case(),
            2 => new Crate { Cases = Many(Case), Wrappings = Many(Wrapping) },
            3 => Twig(4)!,
            4 => new Toolbox { Best = Tool(), Tools = Many(Tool)?.ToList() },
            5 => Many(Item) ?? [],
            6 => new Chest { Best = Item(), Cases = Many(Case), Tags = Many(Text)?.ToList(), Tool = Tool() },
            _ => Many(Text) ?? [],
        };
        bool isShared = AppearTwice(root, out int count);
        AssertBytes(root);
        Needs.ExpectNumbersOnly(_model);
        AssertBytes(root);
        if (count <= 352 || isShared)
        {
            AssertNeedsNumbers(root, isShared);
        }

        bool Again() => random.NextDouble() < sharing;

        T?[]? Many<T>(Func<T?> make) => random.Next(8) == 0 ? null : [.. Enumerable.Range(0, random.Next(most)).Select(_ => make())];

        string? Text()
        {
            if (Again() && texts.Count > 0)
            {
                return texts[random.Next(texts.Count)];
            }
            if (random.Next(6) == 0)
            {
                return random.Next(2) == 0 ? null : "";
            }
            string text = new('t', random.Next(1, 9));
            texts.Add(text);
            return text;
        }

        Item? Item()
        {
            if (Again() && items.Count > 0)
            {
                return items[random.Next(items.Count)];
            }
            if (random.Next(8) == 0)
            {
                return null;
            }
            // Half of them lie above their texts.
            var item = random.Next(2) == 0 ? new Item { Title = Text() } : new Item();
            item.Title ??= random.Next(2) == 0 ? Text() : null;
            items.Insert(random.Next(items.Count + 1), item);
            return items[random.Next(3) == 0 && sharing > 0 ? random.Next(items.Count) : items.IndexOf(item)];
        }

        Tool? Tool()
        {
            if (!Again() || tools.Count == 0)
            {
                tools.Add(new Tool { Name = random.Next(2) == 0 ? Text() : null });
            }
            return tools[^1];
        }

        Wrapping Wrapping() => new() { Label = Text(), Inside = Item() };

        Case? Case()
        {
            string? secret = Text();
            return random.Next(9) == 0 ? null : new Case { Items = Many(Item)?.ToList(), Secret = random.Next(2) == 0 ? secret : Text() };
        }

        Basket Basket() => new()
        {
            Best = Item(), Items = Many(Item)?.ToList(), Name = Text(), Others = Many(Item), Tags = Many(Text)?.ToList(), Wrapping = Wrapping(),
        };

        Twig? Twig(int levels)
        {
            var twig = new Twig { Name = Text(), Left = levels > 0 && random.Next(2) == 0 ? Twig(levels - 1) : null };
            twig.Twigs = levels > 0 ? Many(() => random.Next(3) > 0 ? null : Twig(levels - 1))?.ToList() : null;
            if (Again())
            {
                twig.Left = twig;
            }
            return twig;
        }
    }

    [Test]
    public void Every_prefix_and_every_other_byte_give_what_the_whole_reader_gives([Range(0, 10)] int which)
    {
        var item = new Item { Price = 300, Title = "Ω" };
        string text = new('t', 2);
        object root = ((object[])
        [
            new Basket { Best = item, Items = [new Item { Title = "i" }, null], Name = "", Others = [], Tags = ["a", null, ""] },
            new Basket { Best = item, Others = [item] }, new Case { Items = [item, null, new Item()], Secret = text }, new Case { Items = [item, item] },
            new Crate { Cases = [new Case { Items = [item], Secret = "s" }, null, new Case { Items = [] }] }, new[] { text, "u", text },
            new Toolbox { Best = new Tool { Name = "b" }, Tools = [new Tool(), new Tool { Name = text }] },
            new Item?[] { item, null, new Item { Title = text } },
            new Twig { Name = "n", Left = new Twig(), Twigs = [null, new Twig()] },
            new Chest { Best = new Item(), Cases = [new Case { Items = [item], Secret = "s" }, null], Tags = ["", null, "b"], Tool = new Tool { Name = "t" } },
            new Chest { Cases = [new Case { Items = [], Secret = text }], Tags = [text] },
        ])[which];
        new ReadOutcomes(_model).AssertSameForEveryPrefixAndOtherByte(_model.Serialize(root));
    }

    [Test]
    public void Limits_are_those_of_the_whole_reader([Range(1, 17)] int collectionLength)
    {
        var root = new Case { Items = [.. Enumerable.Range(0, 6).Select(i => new Item { Title = $"{i}" })], Secret = "s" };
        byte[] bytes = With(SerializerLimits.Trusted).Serialize(root);
        new ReadOutcomes(With(SerializerLimits.Trusted with { MaxCollectionLength = collectionLength })).AssertSame(bytes);
        new ReadOutcomes(With(SerializerLimits.Trusted with { MaxInputBytes = 3 * collectionLength })).AssertSame(bytes);
        for (int memory = 1 + (40 * collectionLength); memory < 40 * (collectionLength + 1); memory++)
        {
            new ReadOutcomes(With(SerializerLimits.Trusted with { MaxAllocatedBytes = memory })).AssertSame(bytes);
        }

        static TypeModel With(SerializerLimits limits) => TypeModel.Create([typeof(Case)], s_options with { Limits = limits });
    }

    // No text tells that it is there again.
    [Test]
    public void An_object_that_refers_to_nothing_is_found_again_wherever_it_is([Range(0, 9)] int which)
    {
        var item = new Item();
        var tool = new Tool();
        var twig = new Twig();
        object root = ((object[])
        [
            new Basket { Items = [item, new Item(), item] }, new Basket { Others = [item, null, item] }, new Basket { Best = item, Items = [item] },
            new Basket { Others = [item], Wrapping = new Wrapping { Inside = item } }, new Case { Items = [new Item(), item, item] },
            new Chest { Cases = [new Case { Items = [item] }, new Case { Items = [new Item(), item] }] }, new Toolbox { Best = tool, Tools = [tool] },
            new Toolbox { Tools = [tool, tool] }, new Twig { Left = twig, Twigs = [null, twig] },
            new Crate { Wrappings = [new() { Inside = item }, new() { Inside = item }] },
        ])[which];
        AssertBytes(root);
        AssertNeedsNumbers(root, needsNumbers: true);
    }

    // More of them than there is room for.
    [Test]
    public void Long_values_are_written_with_numbers([Values(17, 63, 64, 65, 351, 352, 353, 400, 5_000)] int count, [Values] bool isInOrder)
    {
        string[] texts = [.. Enumerable.Range(0, count).Select(i => $"text {i}")];
        if (!isInOrder)
        {
            new Random(count).Shuffle(texts);
        }
        AssertBytes(texts);
        AssertNeedsNumbers(texts, needsNumbers: count > 352);
        Item[] items = [.. texts.Select(text => new Item { Title = text })];
        AssertBytes(items);
        AssertBytes(new Basket { Items = [.. items], Tags = [.. texts] });
        AssertBytes(new Crate { Wrappings = [.. items.Select(item => new Wrapping { Inside = item, Label = new string('l', 3) })] });
        AssertBytes(new Crate { Cases = [.. items.Select(item => new Case { Items = [item, null], Secret = new string('s', 3) })] });
        AssertBytes(new Crate { Cases = [new Case { Items = [.. items, .. items] }] });
    }

    [Test]
    public void Deep_values_are_written_with_numbers([Values(31, 32, 33, 400)] int levels)
    {
        Twig? twig = null;
        for (int level = 0; level < levels; level++)
        {
            twig = level % 3 == 0 ? new Twig { Twigs = [null, twig] } : new Twig { Left = twig };
        }
        AssertBytes(twig!);
        AssertNeedsNumbers(twig!, needsNumbers: levels > 32);
    }

    [Test]
    public void Many_objects_of_a_recursive_type_that_are_not_deep_need_no_numbers()
    {
        var twig = new Twig { Twigs = [.. Enumerable.Range(0, 20).Select(_ => new Twig { Left = new Twig() })] };
        AssertBytes(twig);
        AssertNeedsNumbers(twig, needsNumbers: false);
    }

    [Test]
    public void What_is_too_deep_is_refused_without_numbers_too()
    {
        TypeModel model = TypeModel.Create(s_types, s_options with { Limits = SerializerLimits.Trusted with { MaxDepth = 5 } });
        var twig = new Twig { Left = new Twig { Twigs = [new Twig { Left = new Twig() }] } };
        Assert.That(model.Serialize(twig), Is.EqualTo(_model.Serialize(twig)));
        twig.Left.Twigs[0]!.Left!.Left = new Twig();
        var refused = Assert.Throws<ValueNotSerializableException>(() => model.Serialize(twig))!;
        Assert.That((refused.Code, refused.Path), Is.EqualTo((ErrorCode.ValueTooDeep, "NetSerializer.Tests.Graphs.Twig.Left.Twigs[0].Left.Left")));
    }

    [Test]
    public void An_object_of_a_derived_class_is_refused([Values("Best", "Others", "Others[0]", "Tools[0]")] string place)
    {
        var box = new Toolbox { Best = new Tool { Name = "a" }, Others = [new Tool()], Tools = [new Tool { Name = "b" }] };
        AssertBytes(box);
        AssertNeedsNumbers(box, needsNumbers: false);
        switch (place)
        {
            case "Best":
                box.Best = new PowerTool();
                break;
            case "Others":
                box.Others = new PowerTool[1];
                break;
            case "Others[0]":
                box.Others[0] = new PowerTool();
                break;
            default:
                box.Tools[0] = new PowerTool();
                break;
        }
        var refused = Assert.Throws<ValueNotSerializableException>(() => _model.Serialize(box))!;
        Assert.That((refused.Code, refused.Path), Is.EqualTo((ErrorCode.TypeNotRegistered, $"NetSerializer.Tests.Graphs.Toolbox.{place}")));
    }

    [Test]
    public void What_refers_to_nothing_is_not_gathered()
    {
        AssertBytes(new[] { 1, 2, 3 });
        AssertBytes(new Tally { Counts = [1, 300, 70_000], Name = "n" });
        AssertBytes(new Spot[] { new(), new() { X = 3 }, null! });
        var spot = new Spot();
        AssertBytes(new[] { spot, new Spot(), spot });
        AssertNeedsNumbers(new[] { spot, spot }, needsNumbers: true);
    }

    // The bytes cannot be told, but they are those of a value.
    [Test]
    public void Objects_that_another_thread_exchanges_make_no_bytes_that_cannot_be_read()
    {
        var basket = new Basket { Items = [.. Enumerable.Range(0, 8).Select(i => new Item { Price = i, Title = $"{i}" })], Name = "n" };
        Item[] items = [.. basket.Items!];
        bool isDone = false;
        var other = new Thread(() =>
        {
            for (int i = 0; !Volatile.Read(ref isDone); i++)
            {
                basket.Items[i % 8] = items[(i + (i >> 6)) % 8];
                basket.Best = i % 3 == 0 ? items[i % 8] : null;
            }
        });
        other.Start();
        try
        {
            for (int i = 0; i < 3_000; i++)
            {
                Needs.Forget(_model);
                Assert.That(_model.Deserialize<Basket>(_model.Serialize(basket))!.Items, Has.Count.EqualTo(8));
            }
        }
        finally
        {
            Volatile.Write(ref isDone, true);
            other.Join();
        }
    }

    // What a missing object would have asked for is not there.
    [Test]
    public void Behind_an_object_that_may_be_missing_there_is_room_only_for_what_there_was_before()
    {
        TypeModel model = TypeModel.Create([typeof(Wide)], s_options);
        string code = model.ListGeneratedCode();
        Assert.That(code.Split("if (!g.HasRoom(next))"), Has.Length.EqualTo(4));
        Assert.That(code.Split("next = Gathering.AddText("), Has.Length.EqualTo(1 + 23 + 3 + 10));
    }

    [Test]
    public void What_may_have_moved_is_not_known_to_be_new()
    {
        string[] texts = ["a", "b"];
        var w = new WireWriter(_model.Core.Dispatch, null, default);
        Assert.That(IsKnown(ref w, collects: false) || IsKnown(ref w, collects: false) || IsKnown(ref w, collects: false));
        Assert.That(IsKnown(ref w, collects: true), Is.False);
        Assert.That(_model.Core.Dispatch.NumberNeeds, Is.All.Null);

        bool IsKnown(ref WireWriter w, bool collects)
        {
            object watch = w.BeginGathering(texts, out Gathering gathering, out nint next)!;
            next = Gathering.AddText(Gathering.AddText(next, texts[0]), texts[1]);
            if (collects)
            {
                GC.Collect(0, GCCollectionMode.Forced, blocking: true);
            }
            return w.AreAllNew(texts, ref gathering, next, watch);
        }
    }

    [Test]
    public void A_watch_for_all_is_made_anew_when_it_has_run_out()
    {
        CollectionWatch before = CollectionWatch.Current!;
        GC.Collect(0, GCCollectionMode.Forced, blocking: true);
        Assert.That(before.HasRun);
        CollectionWatch after = CollectionWatch.Current!;
        Assert.That(after, Is.Not.SameAs(before));
        Assert.That(before.HasRun, "who holds the old one is not told otherwise");
        // Other threads of the test run may collect.
        Assert.That(Enumerable.Range(0, 100).Any(_ => ReferenceEquals(CollectionWatch.Current, CollectionWatch.Current)));
    }

    // Once it is written without anything known, the model knows. A collection in between says nothing.
    private void AssertNeedsNumbers(object root, bool needsNumbers)
    {
        bool isNeeded = false;
        for (int attempt = 0; attempt < Attempts && isNeeded != needsNumbers | attempt == 0; attempt++)
        {
            Needs.Forget(_model);
            _model.Serialize(root);
            isNeeded = _model.Core.Dispatch.NumberNeeds.Any(need => need != null);
        }
        Assert.That(isNeeded, Is.EqualTo(needsNumbers));
    }

    private void AssertBytes(object root)
    {
        byte[] expected = new SlowWriter(_oracle).Write(typeof(object), root);
        Assert.That(_model.Serialize(root).AsSpan().SequenceEqual(expected));
        var writer = new ArrayBufferWriter<byte>();
        _model.Serialize(writer, root);
        Assert.That(writer.WrittenSpan.SequenceEqual(expected));
        byte[] room = new byte[expected.Length];
        Assert.That(_model.TrySerialize(room, root, out int written) && written == expected.Length && room.AsSpan().SequenceEqual(expected));
        using var stream = new MemoryStream();
        _model.Serialize(stream, root);
        stream.Position = 0;
        Assert.That(_model.Serialize(_model.Deserialize(stream)).AsSpan().SequenceEqual(expected));
        Assert.That(_model.Serialize(_model.DeepClone(root)).AsSpan().SequenceEqual(expected));
    }

    // How many objects and texts with numbers there are in what hangs together, and whether a place leads to one of them again.
    private static bool AppearTwice(object root, out int count)
    {
        var met = new HashSet<object>(ReferenceEqualityComparer.Instance);
        bool isTwice = Visit(root);
        count = met.Count;
        return isTwice;

        bool Visit(object? value)
        {
            if (value is null or "" or int)
            {
                return false;
            }
            if (!value.GetType().IsValueType && !met.Add(value))
            {
                return true;
            }
            return value is string ? false
                : value is IEnumerable elements ? elements.Cast<object?>().Count(Visit) > 0
                : value.GetType().GetFields(BindingFlags.Instance | BindingFlags.NonPublic).Count(field => Visit(field.GetValue(value))) > 0;
        }
    }
}
