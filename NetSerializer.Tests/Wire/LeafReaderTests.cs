using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using NetSerializer.Dispatch;
using NetSerializer.Families;
using NetSerializer.IO;
using NetSerializer.Tests.Wire.Bulk;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Wire;

/// <summary>
/// Values that a LeafWriter writes and a LeafReader reads: the latter out of a MemoryStream with bytes behind them, and out of arrays without any,
/// against a whole reader.
/// </summary>
internal sealed partial class LeafReaderTests
{
    private static readonly Type[] s_leaves =
        [typeof(One), typeof(Several), typeof(Struct), typeof(Nested), typeof(Struct?), typeof(int), typeof(Guid), typeof(decimal), typeof(Level),
            typeof(DateTimeOffset), typeof(WithClass), typeof(Tree), typeof(Longs5), typeof(WithBranch?), typeof(WithText), typeof(WithTextInside),
            typeof(Texts), typeof(TwelveTexts), typeof(Shapes), typeof(WithPart)];

    private static readonly Type[] s_others =
    [
        typeof(ManyTexts), typeof(WithTextAndObject), typeof(Longs6), typeof(WithObject), typeof(WithCallback), typeof(WithFinalizer), typeof(Derived),
        typeof(Data), typeof(Notified), typeof(Chain), typeof(Large), typeof(int[]), typeof(string), typeof(StructWithCallback), typeof(DataStruct),
        typeof(WithStructWithCallback), typeof(WithOpenShape), typeof(WithNine), typeof(WithSequence),
    ];

    // What stands behind interfaces: leaves, but for Shape3.
    private static readonly Type[] s_behind =
    [
        typeof(Circle), typeof(Dot), typeof(Label), typeof(Dash), typeof(LargePart), typeof(SmallPart), typeof(Sequence<int>), typeof(Sequence<long>),
        typeof(Shape3), typeof(Nine<int>), typeof(Nine<long>), typeof(Nine<byte>), typeof(Nine<short>), typeof(Nine<uint>),
        typeof(Nine<ulong>), typeof(Nine<bool>), typeof(Nine<double>), typeof(Nine<Guid>),
    ];

    private static readonly object[] s_values =
    [
        new One { Value = 300 }, new Several
            { A = true, B = -5, C = 'x', D = 1.5m, E = DateTime.UnixEpoch, F = Level.High, G = null, H = 7, I = 2.5, J = new Struct
                { A = 1u << 30, B = long.MinValue } },
        new Nested { First = new Struct { A = 5 }, Second = new Struct { B = -1 } }, new Struct
            { A = 1, B = 1L << 40 }, 1 << 29, Guid.Empty, -1.25m, Level.Low, new DateTimeOffset(2026, 11, 22, 7, 0, 0, TimeSpan.FromHours(-3)), new WithClass
            { Inner = new One { Value = -9 } }, new WithClass(),
        new Tree { Left = new Branch { Only = new One { Value = 5 } }, Right = new Branch { Flag = true }, Pair = new Struct { A = 300, B = 2 } }, new Tree
            { Right = new Branch { Only = new One { Value = 1 << 20 } } },
        new WithText { Text = "short" }, new WithText { Text = "" }, new WithText { Text = "wide Ā" }, new WithTextInside
            { Value = 1 << 22, Inner = new WithText { Text = "inside" } },
        new TwelveTexts { A = { A = "a", D = "Ā" }, C = { D = "end" } }, new Texts
            { First = new string('Ā', 40), Flag = true, Number = 300, Second = "x", Inner = new WithText() }, new Texts
            { First = new string('n', 70), Second = "Āā", Flag = true },
        new Shapes(), new Shapes { First = new Circle { Radius = 2.5, Center = new Dot { X = 300 } }, Second = new Dot { X = -5, Y = 1 << 20 }, Number = 7 },
        new WithPart { Part = new LargePart { B = 300 } }, new WithPart { Part = new SmallPart() },
        new Shapes { First = new Label { Text = "wide Ā" }, Second = new Circle(), Last = new Dot { Y = 9 } },
    ];

    private static readonly Dictionary<StringHandling, TypeModel> s_models =
        Enum.GetValues<StringHandling>()
            .ToDictionary(strings => strings, strings =>
                TypeModel.Create([.. s_leaves, .. s_others, .. s_behind], new SerializerOptions { Strings = strings }));

    private static readonly TypeModel s_model = s_models[default];

    [Test]
    public void Reader_and_writer_fit_in() => Assert.That(LeafReader.IsLargeEnough && LeafWriter.IsLargeEnough);

    [Test]
    public unsafe void Wherever_they_lie_both_begin_at_a_cache_line_and_keep_to_their_room()
    {
        byte* memory = stackalloc byte[4 * CacheLine.Length + Unsafe.SizeOf<LeafBuffer>()];
        for (int offset = 0; offset < CacheLine.Length; offset += 8)
        {
            byte* room = memory + offset;
            byte* reader = (byte*)LeafReader.Make((LeafReader*)room, room, 1, SerializerLimits.Trusted);
            Assert.That((int)((nuint)reader % CacheLine.Length), Is.Zero);
            Assert.That(reader - room, Is.InRange(0, sizeof(LeafReader) - Unsafe.SizeOf<WireReader>()));
            byte* writer = (byte*)LeafWriter.Make((LeafWriter*)room, room);
            Assert.That((int)((nuint)writer % CacheLine.Length), Is.Zero);
            Assert.That(writer - room, Is.InRange(0, sizeof(LeafWriter) - Unsafe.SizeOf<WireWriter>()));
        }
    }

    [Test]
    public unsafe void A_writer_without_room_has_somewhere_to_write()
    {
        byte* memory = stackalloc byte[CacheLine.Length + sizeof(LeafBuffer)];
        for (int offset = 0; offset < CacheLine.Length; offset++)
        {
            var buffer = (LeafBuffer*)(memory + offset);
            byte* value = LeafBuffer.ValueIn(buffer), end = LeafBuffer.EndOf(buffer);
            Assert.That((int)((nuint)(value - 1) % CacheLine.Length), Is.Zero);
            Assert.That(value - (byte*)buffer, Is.GreaterThanOrEqualTo(Chunk.MaxHeader));
            Assert.That(end - value, Is.GreaterThan(WireWriter.MaxReserve));
            Assert.That(end - (byte*)buffer, Is.EqualTo(sizeof(LeafBuffer)));
        }
    }

    [TestCaseSource(nameof(s_leaves))]
    public void Types_of_a_few_numbers_are_leaves(Type type) => Assert.That(new Leaves(s_model.Core.Plans).Has(s_model.Core.Plans[type]));

    [TestCaseSource(nameof(s_others))]
    public void Types_that_ask_for_more_are_not(Type type) => Assert.That(new Leaves(s_model.Core.Plans).Has(s_model.Core.Plans[type]), Is.False);

    [Test]
    public void What_stands_behind_an_interface_is_a_leaf_itself() =>
        Assert.That(s_behind.Where(type => !new Leaves(s_model.Core.Plans).Has(s_model.Core.Plans[type])), Is.EqualTo([typeof(Shape3)]));

    [TestCase(StringHandling.Table, false)]
    [TestCase(StringHandling.Values, true)]
    [TestCase(default(StringHandling), true)]
    public void Texts_with_numbers_are_not(StringHandling strings, bool isLeaf) =>
        Assert.That(new Leaves(s_models[strings].Core.Plans).Has(s_models[strings].Core.Plans[typeof(WithText)]), Is.EqualTo(isLeaf));

    [Test]
    public void Ids_of_leaves_lead_to_them_in_a_tree_only()
    {
        Assert.That(HasLeaf(s_model, typeof(One)));
        var graphs = new SerializerOptions { References = ReferenceHandling.Preserve };
        Assert.That(HasLeaf(TypeModel.Create([typeof(One)], graphs), typeof(One)), Is.False);

        static bool HasLeaf(TypeModel model, Type type) => model.Core.CompleteDispatch().Admit(type).LowLeaves.Any(reader => reader != 0);
    }

    [TestCaseSource(nameof(s_values))]
    public void Every_prefix_and_every_changed_byte_give_the_same_with_bytes_behind_them(object value)
    {
        byte[] bytes = s_model.Serialize(value);
        Compare<object>(bytes);
        for (int length = 0; length <= bytes.Length; length++)
        {
            Compare<object>(bytes[..length]);
            Compare<object>([.. bytes[..length], 0]);
        }
        for (int at = 0; at < bytes.Length; at++)
        {
            for (int bit = 0; bit < 8; bit++)
            {
                byte[] changed = [.. bytes];
                changed[at] ^= (byte)(1 << bit);
                Compare<object>(changed);
            }
            Compare<object>([.. bytes[..at], 0, .. bytes[(at + 1)..]]);
            Compare<object>([.. bytes[..at], 0xFF, .. bytes[(at + 1)..]]);
        }
    }

    [Test]
    public void A_stream_gets_the_bytes_that_an_array_gets([ValueSource(nameof(s_values))] object value, [Values] StringHandling strings)
    {
        TypeModel model = s_models[strings];
        byte[] bytes = model.Serialize(value);
        var stream = new MemoryStream();
        model.Serialize(stream, value);
        Assert.That(stream.ToArray(), Is.EqualTo(Frame(bytes).ToArray()[..^1000]));
        Compare<object>(bytes, model);
    }

    // Narrow and wide, with headers of one byte and more, up to texts that fill the room of a leaf and those that do not fit.
    [Test]
    public void Texts_of_all_lengths(
        [Values(0, 1, 3, 15, 16, 31, 32, 63, 64, 65, 127, 128, 500, 1000, 1024, 1025, 1500, 2020, 2030, 2031, 2032, 2033, 2034, 2040, 2050, 5000,
            70_000)] int length, [Values('a', 'ÿ', 'Ā')] char unit, [Values] StringHandling strings)
    {
        TypeModel model = s_models[strings];
        string text = new('a', Math.Max(0, length - 1));
        text += length == 0 ? "" : unit;
        foreach (Texts value in new Texts[]
        {
            new() { First = text, Flag = true, Inner = new WithText { Text = "end" } }, new()
                { First = "ab", Number = -7, Second = text, Inner = new WithText { Text = text } }, new() { Second = text },
        })
        {
            byte[] bytes = model.Serialize(value);
            var stream = new MemoryStream();
            model.Serialize(stream, value);
            model.Serialize<object>(stream, value);
            stream.Position = 0;
            AssertSame(model.Deserialize<Texts>(stream)!, value);
            AssertSame((Texts)model.Deserialize(stream)!, value);
            if (bytes.Length < 5000)
            {
                byte[] frame = Frame(bytes).ToArray()[..^1000];
                Assert.That(stream.ToArray(), Is.EqualTo((byte[])[.. frame, .. frame]));
                Compare<Texts>(bytes, model);
                Compare<Texts>([.. bytes, 0], model);
                Compare<Texts>(bytes[..^1], model);
                Compare<Texts>(bytes[..(bytes.Length / 2)], model);
            }
        }

        static void AssertSame(Texts read, Texts value) =>
            Assert.That((read.First, read.Flag, read.Number, read.Second, read.Inner?.Text),
                Is.EqualTo((value.First, value.Flag, value.Number, value.Second, value.Inner?.Text)));
    }

    [Test]
    public void A_long_text_in_front_of_what_is_wrong_is_no_leafs()
    {
        const int Length = 1_000_000;
        byte[] bytes = s_model.Serialize(new Texts { First = new string('a', Length), Inner = new WithText() });
        MemoryStream stream = Frame(bytes[..^1]);
        Assert.That(() => s_model.Deserialize<Texts>(stream), Throws.TypeOf<MalformedDataException>());
        stream.Position = 0;
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.That(() => s_model.Deserialize<Texts>(stream), Throws.TypeOf<MalformedDataException>());
        // Once by the reader, once to find the path.
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(5L * Length));
    }

    [Test]
    public void Long_texts_are_limited()
    {
        foreach (int length in new[] { 10, 20, 31, 32, 40 })
        {
            string text = new('a', length);
            foreach (int limit in new[] { 2 * length - 2, 2 * length - 1, 2 * length })
            {
                TypeModel model = TypeModel.Create([typeof(WithText)], new SerializerOptions { Limits = new SerializerLimits { MaxStringBytes = limit } });
                foreach (string some in new[] { text, text[..^1] + 'Ā', text[1..] })
                {
                    Compare<WithText>(TypeModel.Create(typeof(WithText)).Serialize(new WithText { Text = some }), model);
                }
            }
        }
    }

    [Test]
    public void The_longest_leaf_has_room()
    {
        var longest = new Longest
        {
            A = decimal.MinValue,
            B = decimal.MaxValue,
            C = decimal.MinValue,
            D = decimal.MaxValue,
            E = decimal.MinValue,
            F = decimal.MaxValue,
            G = decimal.MinValue,
            H = decimal.MaxValue,
            I = decimal.MinValue,
            J = decimal.MaxValue,
            K = decimal.MinValue,
            L = decimal.MaxValue,
            M = decimal.MinValue,
            N = decimal.MaxValue,
            O = long.MinValue
        };
        TypeModel model = TypeModel.Create(typeof(Longest));
        Assert.That(new Leaves(model.Core.Plans).Has(model.Core.Plans[typeof(Longest)]));
        var stream = new MemoryStream();
        model.Serialize(stream, longest);
        model.Serialize<object>(stream, longest);
        stream.SetLength(2000);
        stream.Position = 0;
        Assert.That(model.Deserialize<Longest>(stream), Is.EqualTo(longest));
        Assert.That(model.Deserialize(stream), Is.EqualTo(longest));
    }

    [Test]
    public void The_largest_tree_has_room()
    {
        static Fifty Full() => new() { A = long.MinValue, B = long.MinValue, C = long.MinValue, D = long.MinValue, E = long.MinValue };
        var stream = new MemoryStream();
        s_model.Serialize(stream, new Longs5 { A = Full(), B = Full(), C = Full(), D = Full(), E = Full() });
        Assert.That(stream.Length, Is.EqualTo(2 + 1 + (5 * 51)));
        stream.SetLength(2000);
        stream.Position = 0;
        Longs5 read = s_model.Deserialize<Longs5>(stream)!;
        Assert.That(new[] { read.A, read.B, read.C, read.D, read.E }.SelectMany(item => new[] { item!.A, item.B, item.C, item.D, item.E }),
            Is.All.EqualTo(long.MinValue));
    }

    [Test]
    public void A_leaf_with_an_object_that_is_not_in_the_model_is_refused_and_named()
    {
        var stream = new MemoryStream();
        ValueNotSerializableException? failure =
            Assert.Throws<ValueNotSerializableException>(() => s_model.Serialize(stream, new Tree { Left = new OtherBranch() }));
        Assert.That(failure!.Code, Is.EqualTo(ErrorCode.TypeNotRegistered));
        Assert.That(failure.Path, Does.EndWith(".Left"));
        Assert.That(stream.Length, Is.Zero);
    }

    [Test]
    public void A_leaf_with_an_object_of_another_type_than_the_few_is_refused_and_named()
    {
        var stream = new MemoryStream();
        ValueNotSerializableException? failure =
            Assert.Throws<ValueNotSerializableException>(() => s_model.Serialize(stream, new Shapes { First = new Circle(), Second = new OtherShape() }));
        Assert.That(failure!.Code, Is.EqualTo(ErrorCode.TypeNotRegistered));
        Assert.That(failure.Path, Does.EndWith(".Second"));
        Assert.That(stream.Length, Is.Zero);
    }

    [Test]
    public void A_leaf_that_is_refused_leaves_no_trace_and_is_named()
    {
        TypeModel model = TypeModel.Create([typeof(Several)], new SerializerOptions { NonFiniteFloats = NonFiniteFloats.Reject });
        var stream = new MemoryStream();
        var several = new Several { I = double.NaN };
        ValueNotSerializableException? failure = Assert.Throws<ValueNotSerializableException>(() => model.Serialize<object>(stream, several));
        Assert.That(failure!.Code, Is.EqualTo(ErrorCode.NonFiniteFloat));
        Assert.That(failure.Path, Does.EndWith(".I"));
        Assert.That(stream.Length, Is.Zero);
    }

    [Test]
    public void What_the_stream_throws_is_the_callers()
    {
        var closed = new MemoryStream(new byte[2]);
        Assert.That(() => s_model.Serialize(closed, Guid.Empty), Throws.TypeOf<NotSupportedException>());
        Assert.That(() => s_model.Serialize<object>(closed, new One { Value = 1 << 30 }), Throws.TypeOf<NotSupportedException>());
        Assert.That(() => s_model.Serialize((Stream)null!, 5), Throws.ArgumentNullException);
        Assert.That(() => s_model.Serialize<object>((Stream)null!, new One()), Throws.ArgumentNullException);
    }

    [Test]
    public void Static_types_too()
    {
        CompareAll<One>(new One { Value = -70000 });
        CompareAll<Struct>(new Struct { A = 7, B = 1L << 60 });
        CompareAll<Nested>(new Nested { First = new Struct { A = 5 } });
        CompareAll<int>(-1_000_000);
        CompareAll<Guid>(new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
        CompareAll<decimal>(1.5m);
        CompareAll<Level>(Level.High);
        CompareAll<DateTime>(DateTime.UnixEpoch);
        CompareAll<Struct?>(new Struct { A = 9 });
        CompareAll<Struct?>(null);
        CompareAll<WithBranch?>(new WithBranch { Only = new Branch { Flag = true }, Value = 3 });
        CompareAll<WithBranch?>(null);
        CompareAll<Shapes>(new Shapes
        {
            First = new Dot { X = 1 << 20 },
            Second = new Circle { Radius = 1, Center = new Dot() },
            Number = -300,
            Last = new Label
            { Text = "text" }
        });
        CompareAll<FourTexts>(new FourTexts { A = "narrow", B = "", D = "wide Ā" });
        CompareAll<FourTexts>(new FourTexts { C = new string('Ā', 70), D = "n" });
        CompareAll<Tree>(new Tree { Right = new Branch { Only = new One { Value = 300 } } });

        static void CompareAll<T>(T value)
        {
            byte[] bytes = s_model.Serialize(value);
            for (int length = 0; length <= bytes.Length; length++)
            {
                Compare<T>(bytes[..length]);
                Compare<T>([.. bytes[..length], 0]);
                Compare<T>([.. bytes[..length], 0xFF]);
            }
        }
    }

    [Test]
    public void Arrays_up_to_the_longest_copy_and_beyond([Range(0, 9)] int length)
    {
        var model = TypeModel.Create(typeof(Long));
        var value = new Long { A = Guid.NewGuid(), B = Guid.NewGuid(), C = Guid.NewGuid(), D = 1.5, E = length == 0 ? 0 : 1ul << 7 * length };
        byte[] bytes = model.Serialize(value);
        Assert.That(bytes, Has.Length.EqualTo(ShortCopy.Longest - 7 + length));
        Assert.That(model.Deserialize<Long>(bytes), Is.EqualTo(value));
        for (int cut = 0; cut < bytes.Length; cut++)
        {
            byte[] start = bytes[..cut];
            Assert.That(() => model.Deserialize<Long>(start),
                Throws.TypeOf<MalformedDataException>().With.Property(nameof(MalformedDataException.Code)).EqualTo(ErrorCode.Truncated));
        }
    }

    [Test]
    public void Structs_of_words_come_back_whole()
    {
        Assert.That(GatheredCopy.IsFor(typeof(Words3)) && GatheredCopy.IsFor(typeof(Words4)));
        foreach (Type other in new[] { typeof(Struct), typeof(Nested), typeof(Long), typeof(Guid), typeof(int), typeof(Ints8), typeof(TextAndWords) })
        {
            Assert.That(GatheredCopy.IsFor(other), Is.False, other.Name);
        }
        RoundTrip(new Words3 { A = 1L << 62, B = { First = 2.5, Second = ulong.MaxValue } });
        RoundTrip(new Words4 { A = -1, B = TimeSpan.FromTicks(77), C = 3, D = { Value = long.MinValue } });
        RoundTrip(new Ints8 { A = 1, B = -2, C = 3, D = -4, E = 5, F = -6, G = 7, H = -8 });

        static void RoundTrip<T>(T value)
        {
            TypeModel model = TypeModel.Create(typeof(T));
            Assert.That(GatheredCopy.Take(ref value), Is.EqualTo(value));
            byte[] bytes = model.Serialize(value);
            Assert.That(model.Deserialize<T>(bytes), Is.EqualTo(value));
            Assert.That(model.Deserialize<T>(Frame(bytes)), Is.EqualTo(value));
            var stream = new MemoryStream();
            using (ValueWriter writer = model.OpenWriter(stream, leaveOpen: true))
            {
                writer.Write(value);
                writer.Write(value);
            }
            stream.Position = 0;
            using ValueReader reader = model.OpenReader(stream);
            Assert.That(reader.Read<T>(), Is.EqualTo(value));
            Assert.That(reader.TryRead(out T? second));
            Assert.That(second, Is.EqualTo(value));
        }
    }

    [Test]
    public void Limits_hold()
    {
        var one = new One { Value = 300 };
        foreach (SerializerLimits limits in new[] { new SerializerLimits { MaxInputBytes = 2 }, new SerializerLimits { MaxAllocatedBytes = 8 } })
        {
            TypeModel model = TypeModel.Create([typeof(One), typeof(Struct)], new SerializerOptions { Limits = limits });
            Compare<object>(model.Serialize<object>(one), model);
            Compare<One>(model.Serialize(one), model);
            Compare<Struct>(model.Serialize(new Struct { A = 7 }), model);
            Assert.That(Read<One>(Frame(model.Serialize(one)), model), Does.StartWith(nameof(MalformedDataException)));
        }
    }

    private static void Compare<T>(byte[] bytes, TypeModel? model = null)
    {
        model ??= s_model;
        string expected;
        try
        {
            expected = Text(model.Core.Root<T>().DeserializeWhole(model.Core, bytes, hasSlack: false), model);
        }
        catch (MalformedDataException failure)
        {
            expected = Text(failure);
        }
        Assert.That(Read<T>(Frame(bytes), model), Is.EqualTo(expected), () => $"{Convert.ToHexString(bytes)} in a stream");
        using var memory = new GuardedMemory();
        Assert.That(Read(() => model.Deserialize<T>(memory.Place<byte>(bytes)), model), Is.EqualTo(expected), () =>
            $"{Convert.ToHexString(bytes)} in an array");
        Assert.That(Read(() => model.Deserialize<T>(new ReadOnlySequence<byte>(bytes)), model), Is.EqualTo(expected), () =>
            $"{Convert.ToHexString(bytes)} in a sequence");
        // Numbers without end, texts of 31 wide characters and of 63 narrow ones, nothing: behind the slack no byte can be read.
        foreach (byte filler in new byte[] { 0xFF, 0x3F, 0x7E, 1, 0 })
        {
            byte[] padded = [.. bytes, .. Enumerable.Repeat(filler, ByteSource.Slack)];
            RootSlot<T> slot = model.Core.Root<T>();
            if (slot.TryFindLeaf(padded.AsSpan(0, bytes.Length), out nint leaf))
            {
                Assert.That(Read(() => slot.DeserializeLeaf(model.Core, memory.Place<byte>(padded)[..bytes.Length], leaf), model), Is.EqualTo(expected), () =>
                    $"{Convert.ToHexString(bytes)} in front of {filler}");
            }
        }
    }

    private static string Read<T>(MemoryStream stream, TypeModel model) => Read(() => model.Deserialize<T>(stream), model);

    private static string Read<T>(Func<T?> read, TypeModel model)
    {
        try
        {
            return Text(read(), model);
        }
        catch (MalformedDataException failure)
        {
            return Text(failure);
        }
    }

    private static string Text(object? value, TypeModel model) => value == null ? "null" : $"{value.GetType()} {Convert.ToHexString(model.Serialize(value))}";

    private static string Text(MalformedDataException failure) =>
        $"{nameof(MalformedDataException)} {failure.Code} {failure.Path} {failure.Offset} {failure.Message}";

    private static MemoryStream Frame(byte[] value)
    {
        var stream = new MemoryStream();
        uint header = (uint)value.Length << 1 | 1;
        for (; header >= 0x80; header >>= 7)
        {
            stream.WriteByte((byte)(header | 0x80));
        }
        stream.WriteByte((byte)header);
        stream.Write(value);
        stream.SetLength(stream.Length + 1000);
        stream.Position = 0;
        return stream;
    }
}
