using NetSerializer.Graph;
using NetSerializer.Tests.Emit;
using NetSerializer.Tests.Oracle;
using NetSerializer.Tests.Oracle.Schema;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>
/// Objects that are asked for with all that they refer to, wherever that lies in memory and whatever of it has appeared before: the slow writer, which looks
/// for each object and text by itself, tells what the bytes must be.
/// </summary>
[NonParallelizable]
internal sealed class WholeTests
{
    private const int PoolLength = 3_000;

    private static readonly SerializerOptions s_options = new() { References = ReferenceHandling.Preserve, Limits = SerializerLimits.Trusted };
    private static readonly Type[] s_types =
        [typeof(Register), typeof(Person), typeof(Worker), typeof(User), typeof(Both), typeof(object[])];

    // They lie one above the other: each person before its home, and texts in the order of the members, which is not that of the wire.
    private static readonly Person[] s_people = [.. Enumerable.Range(0, PoolLength).Select(Person.Create)];
    private static readonly Worker[] s_workers = [.. Enumerable.Range(0, PoolLength).Select(Worker.Create)];
    private static readonly User[] s_users = [.. Enumerable.Range(0, PoolLength).Select(User.Create)];
    private static readonly Both[] s_boths = [.. Enumerable.Range(0, PoolLength).Select(_ => new Both { A = new Spot(), B = new Spot() })];
    private static readonly string[] s_texts = [.. Enumerable.Range(0, 100).Select(i => $"later {i}")];

    private readonly TypeModel _model = TypeModel.Create(s_types, s_options);
    private readonly OracleModel _oracle;

    public WholeTests() => _oracle = new OracleModel(_model.Describe(), _model.TypeIds.Select(pair => (pair.Value, pair.Key)));

    // What other values were like is not expected of the next one.
    [SetUp]
    public void Forget() => Needs.Forget(_model);

    [TestCase(typeof(Person), true)]
    [TestCase(typeof(Worker), true, Description = "two of the same class, which is not sealed")]
    [TestCase(typeof(User), true, Description = "four texts")]
    [TestCase(typeof(Both), true, Description = "no texts")]
    [TestCase(typeof(Spot), false, Description = "it refers to nothing")]
    [TestCase(typeof(Desk), false, Description = "one text, which is asked for as a pair")]
    [TestCase(typeof(Wordy), false, Description = "five texts")]
    [TestCase(typeof(Linked), false, Description = "it leads to objects of its type")]
    [TestCase(typeof(Told), false, Description = "its code may change what it refers to")]
    [TestCase(typeof(Loose), false, Description = "it refers to whatever there is")]
    [TestCase(typeof(Crowd), false, Description = "five objects")]
    public void Is_asked_for_as_a_whole(Type type, bool isWhole)
    {
        string code = TypeModel.Create([type], s_options).ListGeneratedCode();
        Assert.That(code.Contains($"w.{nameof(WireWriter.HasPlaces)}(", StringComparison.Ordinal), Is.EqualTo(isWhole));
        SerializerOptions table = s_options with { Strings = StringHandling.Table }, trees = s_options with { References = ReferenceHandling.None };
        foreach (SerializerOptions options in (SerializerOptions[])[table, trees, s_options with { Strings = StringHandling.Values }])
        {
            Assert.That(TypeModel.Create([type], options).ListGeneratedCode(), Does.Not.Contain($"w.{nameof(WireWriter.HasPlaces)}("));
        }
    }

    // Where there are texts, RaiseTexts asks.
    [TestCase(typeof(Both), nameof(WireWriter.HasStayed))]
    [TestCase(typeof(Person), nameof(WireWriter.RaiseTexts))]
    public void Is_asked_whether_anything_has_moved(Type type, string question) =>
        Assert.That(GeneratedCSharp.Decompile(GeneratedCode.Of(s_options, isTraced: false, type))[$"WriteTagged_{type.Name}"], Does.Contain($"w.{question}("));

    [Test]
    public void Any_order_and_any_sharing_give_the_bytes_of_the_slow_writer([Range(1, 250)] int seed)
    {
        var random = new Random(seed);
        double sharing = random.Next(3) switch { 0 => 0, 1 => 0.01, _ => 0.2 };
        int most = 1 << random.Next(1, 11);
        var register = new Register
        {
            Boths = Some(s_boths), Early = Some(s_people), Later = [.. Some(s_users)], One = random.Next(2) == 0 ? Some(s_people).LastOrDefault() : null,
            People = [.. Some(s_people)], Spots = random.Next(2) == 0 ? [.. s_boths.Take(most).Select(both => both.A!)] : [], Users = [.. Some(s_users)],
            Workers = Some(s_workers), Zero = random.Next(2) == 0 ? s_texts[0] : "a literal",
        };
        string?[] texts = ["", FreshString.Allocate(0), null, "a literal", .. s_texts[..5], register.Zero];
        foreach (Person person in register.People.Concat(register.Early).OfType<Person>())
        {
            person.Restore();
            Change(() => person.Home = random.Next(3) == 0 ? null : Any(s_people)?.Home);
            Change(() => person.Name = Text());
            if (person.Home is { } home)
            {
                Change(() => home.City = random.Next(3) == 0 ? null : Any(s_people)?.Town);
                Change(() => home.Street = Text());
            }
        }
        foreach (User user in register.Users.Concat(register.Later).OfType<User>())
        {
            user.Restore();
            Change(() => user.First = Text());
            Change(() => user.Last = random.Next(2) == 0 ? user.Email : Text());
            Change(() => user.Nick = Text());
            Change(() => user.Email = Text());
        }
        foreach (Worker worker in register.Workers.OfType<Worker>())
        {
            worker.Restore();
            Change(() => worker.Second = random.Next(2) == 0 ? worker.First : Any(s_workers)?.First);
            Change(() => worker.First = null);
            Change(() => worker.Title = random.Next(2) == 0 ? worker.Name : Text());
        }
        foreach (Both both in register.Boths.OfType<Both>())
        {
            both.B ??= new Spot();
            Change(() => both.A = both.B);
            Change(() => both.B = null);
        }
        AssertBytes(register);
        object?[] parts = [register.Early.FirstOrDefault(), register, .. register.Users, .. register.Workers];
        AssertBytes(parts);

        T?[] Some<T>(T[] pool)
            where T : class
        {
            int count = random.Next(most), start = random.Next(PoolLength - count);
            T?[] some = pool[start..(start + count)];
            switch (random.Next(6))
            {
                case 0:
                    random.Shuffle(some);
                    break;
                case 1 when count > 0:
                    some[random.Next(count)] = null;
                    break;
                case 2 when count > 0:
                    some[random.Next(count)] = some[random.Next(count)];
                    break;
                case 3:
                    some = [.. some[(count / 3)..], .. some[..(count / 3)]];
                    break;
            }
            return some;
        }

        T? Any<T>(T[] pool)
            where T : class => pool[random.Next(Math.Min(PoolLength, most))];

        string? Text() => random.Next(2) == 0 ? texts[random.Next(texts.Length)] : Any(s_users)?.First;

        void Change(Action change)
        {
            if (random.NextDouble() < sharing)
            {
                change();
            }
        }
    }

    [Test]
    public void Where_the_room_for_the_first_objects_ends_does_not_matter([Range(50, 70)] int before, [Values] Kind kind, [Values(0, 1, 2)] int again)
    {
        Both[] boths = [.. s_boths[..20].Select(_ => new Both())];
        object[] all = [.. Enumerable.Range(0, before).Select(_ => new object()), .. Of(kind), .. boths.Select(_ => new Spot()), .. Of(kind)[..10]];
        AssertBytes(all);
        object?[] behind = [all, new Spot[] { new(), new(), new() }, again == 0 ? all[before + 1] : again == 1 ? all[2] : s_texts[1], .. all];
        AssertBytes(behind);
    }

    // A text that is empty takes no place of those that a whole has asked for.
    [Test]
    public void Empty_texts_where_the_room_ends([Range(56, 66)] int before, [Values] bool areNull)
    {
        string? empty = areNull ? null : FreshString.Allocate(0);
        User[] users = [.. s_users[..40].Select((user, i) => new User { Id = i, Email = user.Email, First = empty, Last = empty, Nick = empty })];
        Spot[] spots = [.. Enumerable.Range(0, 50).Select(_ => new Spot())];
        object[] others = [.. Enumerable.Range(0, before).Select(_ => new object())];
        AssertBytes(new object[] { others, users[0], spots, spots[3], users[1], users[0], others[1] });
        AssertBytes(new object[] { others, users[0], spots, s_users[5], s_users[1], s_users[2], users[1], users[0], others[1], spots });
    }

    // The lowest of a kind need not be the first.
    [Test]
    public void What_the_first_ones_refer_to_is_known_behind_the_room([Values] Kind kind, [Values(1, 2, 13, 30)] int others, [Range(0, 5)] int part)
    {
        object[] all = [.. Of(kind).Take(40).Select(Copy)];
        object?[] parts = all[0] switch
        {
            Person person => [person.Name, person.Home, person.Home!.Street, person.Town, person.Town!.Name, person],
            Worker worker => [worker.First, worker.Second, worker.Name, worker.Title, worker.First!.Label, worker.Second!.Label],
            User user => [user.First, user.Last, user.Email, user.Nick, user, user.First],
            Both both => [both.A, both.B, both, both.A, both.B, both],
            _ => [],
        };
        object?[] behind = [.. all, parts[part], .. Of(kind)[..others], parts[part], .. parts];
        AssertBytes(behind);
    }

    // Nothing is known of texts by then.
    [Test]
    public void The_first_texts_come_behind_the_room([Values(60, 64, 70, 300)] int before, [Values(0, 1, 2, 3)] int again, [Values] bool areNull)
    {
        string? empty = areNull ? null : "";
        User[] users = [.. Enumerable.Range(0, before).Select(i => new User { Id = i, Email = empty, First = empty, Last = empty, Nick = empty })];
        string[] texts = [.. Enumerable.Range(0, 4).Select(i => $"text {i}")];
        Array.Sort(texts, (one, two) => AddressSet.AddressOf(one).CompareTo(AddressSet.AddressOf(two)));
        object[] behind = [.. users, texts[2], texts[0], texts[again], texts[1], texts[3], .. texts];
        AssertBytes(behind);
    }

    // Whatever was asked for before may have given its place to another, until somebody has seen that things have moved.
    [Test]
    public void Nothing_counts_as_new_after_a_collection()
    {
        GC.Collect();
        var w = new WireWriter(_model.Core.Dispatch, null, new byte[VarInt.Max32]);
        WriterNumbers numbers = default;
        w.BeginNumbers(ref numbers);
        string[] texts = [.. Enumerable.Range(0, 4).Select(i => $"text {i}")];
        Assert.That(w.HasStayed(), Is.False);
        int[] counts =
            [w.RaiseTexts(texts[0]), w.RaiseTexts(texts[0], texts[1]), w.RaiseTexts(texts[0], texts[1], texts[2]), Raise(in w, texts, 4), w.RaiseTexts(null)];
        Assert.That(counts, Is.All.EqualTo(-1));
        Assert.That(w.IsNew(ref w.Start, new object()));
        Assert.That((w.HasStayed(), Raise(in w, texts, 4), Raise(in w, texts, 4)), Is.EqualTo((true, 4, -1)));
        w.EndNumbers();
    }

    [Test]
    public void Texts_are_new_if_they_lie_above_all_others_and_are_different([Values(1, 2, 3, 4)] int count, [Values(-1, 0, 1, 2, 3)] int old)
    {
        string[] texts = [.. Enumerable.Range(0, 8).Select(i => $"{i} of {count}")];
        Array.Sort(texts, (one, two) => AddressSet.AddressOf(one).CompareTo(AddressSet.AddressOf(two)));
        var w = new WireWriter(_model.Core.Dispatch, null, new byte[VarInt.Max32]);
        WriterNumbers numbers = default;
        w.BeginNumbers(ref numbers);
        Assert.That(w.IsNew(ref w.Start, new object()), "whatever has moved before is forgotten");
        Assert.That(w.RaiseTexts(texts[3]), Is.EqualTo(1));
        for (int first = 0; first < count; first++)
        {
            for (int second = 0; second < count; second++)
            {
                string?[] asked = [.. texts[4..].Reverse()];
                asked[second] = asked[first];
                if (first != second && second < count)
                {
                    Assert.That(Raise(in w, asked, count), Is.EqualTo(-1), $"{first} and {second} are one");
                }
            }
        }
        string?[] last = [.. texts[4..].Reverse()];
        if (old >= 0)
        {
            last[old] = texts[old];
        }
        Assert.That(Raise(in w, last, count), Is.EqualTo(old >= 0 && old < count ? -1 : count));
        Assert.That(Raise(in w, [null, "", FreshString.Allocate(0), null], count), Is.Zero, "they have no numbers");
        w.EndNumbers();
    }

    private static int Raise(scoped ref readonly WireWriter w, string?[] some, int count) => count switch
    {
        1 => w.RaiseTexts(some[0]),
        2 => w.RaiseTexts(some[0], some[1]),
        3 => w.RaiseTexts(some[0], some[1], some[2]),
        _ => w.RaiseTexts(some[0], some[1], some[2], some[3]),
    };

    // As the only one of a call no object is asked for: what it refers to is compared with each other.
    [Test]
    public void One_alone_gives_the_bytes_of_the_slow_writer_whatever_it_shares([Range(1, 60)] int seed)
    {
        var random = new Random(seed);
        string?[] texts = ["one", "zwei", "one "[..3], "", null, FreshString.Allocate(0), "Ω", new string('x', 300), new string('y', 9_000)];
        Spot?[] spots = [new(), new(), null];
        Desk?[] desks = [new() { Label = Text() }, new() { Label = Text() }, null];
        for (int i = 0; i < 40; i++)
        {
            var town = new Town { Name = Text(), Zip = i };
            object[] roots =
            [
                new User { Id = i, Email = Text(), First = Text(), Last = Text(), Nick = Text() },
                new Person { Name = Text(), Home = random.Next(4) == 0 ? null : new Home { Street = Text(), City = random.Next(3) == 0 ? null : town } },
                new Worker { First = desks[random.Next(3)], Second = desks[random.Next(3)], Name = Text(), Title = Text() },
                new Both { A = spots[random.Next(3)], B = spots[random.Next(3)] }, town, new Spot { X = i },
            ];
            foreach (object root in roots)
            {
                AssertAlone(root, Expected(root));
            }
        }

        string? Text() => texts[random.Next(random.Next(2) == 0 ? 3 : texts.Length)];
    }

    // A reader without numbers reads what refers to nothing; whatever else there is, a whole one tells.
    [Test]
    public void Every_prefix_and_every_other_byte_of_one_alone_give_what_the_whole_reader_gives([Range(0, 7)] int which)
    {
        var spot = new Spot { X = 5 };
        string text = new('t', 3);
        object root = ((object[])
        [
            new Person { Name = "N", Home = new Home { Street = "", City = new Town { Name = "Ω", Zip = 300 } } },
            new Person { Name = text, Home = new Home { Street = text } }, new User { Id = 70, Email = "e", First = null, Last = "", Nick = "n" },
            new User { Email = text, First = text }, new Both { A = spot, B = spot }, new Both { A = spot, B = new Spot() },
            new Worker { First = new Desk { Label = "d" }, Name = "w" }, new Town { Name = new string('x', 70), Zip = -1 },
        ])[which];
        byte[] bytes = _model.Serialize(root);
        new ReadOutcomes(_model).AssertSameForEveryPrefixAndOtherByte(bytes);
    }

    [TestCase(typeof(Person), true)]
    [TestCase(typeof(Spot), true)]
    [TestCase(typeof(Desk), true)]
    [TestCase(typeof(Corner), true, Description = "one of a class that is not sealed")]
    [TestCase(typeof(Wordy), true, Description = "five texts")]
    [TestCase(typeof(Linked), true, Description = "it leads to objects of its type")]
    [TestCase(typeof(Crowd), true, Description = "five objects")]
    [TestCase(typeof(Told), false)]
    [TestCase(typeof(Loose), false)]
    public void Can_be_written_alone(Type type, bool canBeAlone)
    {
        string name = $"WriteAlone_{type.Name}";
        foreach (SerializerOptions options in (SerializerOptions[])[s_options, s_options with { Strings = StringHandling.Values }])
        {
            Assert.That(TypeModel.Create([type], options).ListGeneratedCode().Contains(name, StringComparison.Ordinal), Is.EqualTo(canBeAlone));
        }
        SerializerOptions table = s_options with { Strings = StringHandling.Table }, trees = s_options with { References = ReferenceHandling.None };
        foreach (SerializerOptions options in (SerializerOptions[])[table, trees])
        {
            Assert.That(TypeModel.Create([type], options).ListGeneratedCode(), Does.Not.Contain(name));
        }
    }

    private void AssertAlone(object root, byte[] expected)
    {
        Assert.That(_model.Serialize(root), Is.EqualTo(expected));
        var writer = new System.Buffers.ArrayBufferWriter<byte>();
        _model.Serialize(writer, root);
        Assert.That(writer.WrittenSpan.SequenceEqual(expected));
        byte[] room = new byte[expected.Length];
        Assert.That(_model.TrySerialize(room, root, out int written) && written == expected.Length && room.AsSpan().SequenceEqual(expected));
        Assert.That(_model.TrySerialize(room.AsSpan(1), root, out _), Is.False);
        using var stream = new MemoryStream();
        _model.Serialize(stream, root);
        _model.Serialize(stream, root);
        stream.Position = 0;
        Assert.That(_model.Serialize(_model.Deserialize(stream)), Is.EqualTo(expected));
        Assert.That(_model.Serialize(_model.Deserialize(stream)), Is.EqualTo(expected));
        using var session = new MemoryStream();
        using (ValueWriter values = _model.OpenWriter(session, leaveOpen: true))
        {
            values.Write(root);
            values.Write(root);
        }
        Assert.That(session.ToArray(), Is.EqualTo((byte[])[.. expected, .. expected]));
        Assert.That(_model.Serialize(_model.DeepClone(root)), Is.EqualTo(expected));
    }

    [Test]
    public void An_object_of_a_derived_class_is_refused([Values] bool isFirst, [Values(1, 40)] int count)
    {
        Worker[] workers = [.. Enumerable.Range(0, count).Select(Worker.Create)];
        (workers[^1].First, workers[^1].Second) = isFirst ? (new BetterDesk(), null) : (workers[^1].First, new BetterDesk());
        foreach (object root in (object[])[workers, workers[^1], new Register { Workers = workers }])
        {
            ValueNotSerializableException refused = Assert.Throws<ValueNotSerializableException>(() => _model.Serialize(root))!;
            Assert.That(refused.Code, Is.EqualTo(ErrorCode.TypeNotRegistered));
            Assert.That(refused.Path, Does.EndWith(isFirst ? ".First" : ".Second"));
        }
    }

    [Test]
    public void One_alone_of_a_derived_class_is_refused()
    {
        TypeModel model = TypeModel.Create([typeof(Corner)], s_options);
        Assert.That(model.Deserialize<Corner>(model.Serialize(new Corner { Desk = new Desk { Label = "d" } }))!.Desk!.Label, Is.EqualTo("d"));
        var refused = Assert.Throws<ValueNotSerializableException>(() => model.Serialize(new Corner { Desk = new BetterDesk() }))!;
        Assert.That((refused.Code, refused.Path), Is.EqualTo((ErrorCode.TypeNotRegistered, "NetSerializer.Tests.Graphs.Corner.Desk")));
    }

    public enum Kind
    {
        People,
        Workers,
        Users,
        Boths,
    }

    private static object[] Of(Kind kind) => kind switch
    {
        Kind.People => s_people,
        Kind.Workers => s_workers,
        Kind.Users => s_users,
        _ => s_boths,
    };

    private static object Copy(object value, int i) => value switch
    {
        Person => Person.Create(i),
        Worker => Worker.Create(i),
        User => User.Create(i),
        _ => new Both { A = new Spot(), B = new Spot() },
    };

    private byte[] Expected(object value) => new SlowWriter(_oracle).Write(typeof(object), value);

    private void AssertBytes(object value)
    {
        Forget();
        byte[] expected = Expected(value);
        // What the first one needed is expected of the next.
        for (int i = 0; i < 3; i++)
        {
            if (i == 1)
            {
                Needs.ExpectNumbersOnly(_model);
            }
            Assert.That(_model.Serialize(value).AsSpan().SequenceEqual(expected), $"{i}");
        }
        object copy = _model.Deserialize<object>(expected)!;
        Assert.That(_model.Serialize(copy).AsSpan().SequenceEqual(expected), "the copy");
    }
}
