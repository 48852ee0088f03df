using System.Runtime.Serialization;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>What goes into a MemoryStream is made in its own memory where there is room: nobody must see a difference.</summary>
[TestFixture]
internal sealed class MemoryStreamWriteTests
{
    private const int Front = 77;

    // In the stream's memory. What is in the first one fails without a trace.
    private const int LongestChunk = 256 << 10;

    // So many ints end in the second one.
    private const int IntoSecond = 67_000;

    private static readonly TypeModel s_model =
        TypeModel.Create([typeof(Message), typeof(Doomed), typeof(int[]), typeof(List<string>), typeof(Dictionary<int, string>), typeof(long[,]),
            typeof(object[])]);

    // Long bytes pass by the window that lies in the stream, in front of others.
    private static IEnumerable<TestCaseData> Values() =>
        StreamModels.LargeValues().Append(new object[] { Numbers(60_000), new byte[70_000], Numbers(60_000), new byte[300_000], "end" })
            .Select((value, i) => new TestCaseData(value).SetArgDisplayNames($"{i}: {value.GetType().Name}"));

    private static int[] Numbers(int count) => [.. Enumerable.Range(0, count).Select(i => i * 7919)];

    [TestCaseSource(nameof(Values))]
    public void Values_are_the_same_however_much_room_there_is(object value)
    {
        byte[] plain = s_model.Serialize(value);
        // Counted from where the writing begins: none, around one and two buffers, a chunk, the least that is used of a second one, two, all, and plenty.
        int[] rooms =
        [
            0, 70_000, 81_000, 83_000, 131_000, 131_100, LongestChunk, LongestChunk + 11, LongestChunk + 16_380, LongestChunk + 16_400,
            2 * LongestChunk, 2 * LongestChunk + 11, plain.Length, plain.Length + 11, 3 << 20,
        ];
        foreach (int room in rooms)
        {
            using var stream = new MemoryStream(Front + room);
            AssertWritten($"room {room}", stream, value, plain);
        }
    }

    /// <summary>Around the least that is sent in chunks, a header of two bytes, the least room that is used, a buffer, and a whole chunk.</summary>
    [Test]
    public void So_are_those_of_about_a_chunk([Values(1_500, 4_050, 8_125, 32_500, 32_630, 130_545)] int shorts)
    {
        for (int count = shorts; count < shorts + 30; count++)
        {
            short[] value = [.. Enumerable.Range(0, count).Select(i => (short)(i * 7919 | 0x4000))];
            byte[] plain = s_model.Serialize(value);
            foreach (int room in (int[])[0, 16_386, 16_387, 20_000, plain.Length - 1, plain.Length + 2, plain.Length + 3, 300_000])
            {
                using var stream = new MemoryStream(Front + room);
                AssertWritten($"{count} in {room}", stream, value, plain);
            }
        }
    }

    [Test]
    public void A_value_that_fails_in_its_first_chunk_leaves_no_trace([Values(5_000, 20_000, 60_000)] int length, [Values(17_000, 30_000, 300_000)] int room)
    {
        using var stream = new MemoryStream(room);
        stream.Write([1, 2, 3]);
        Assert.That(() => s_model.Serialize(stream, new object[] { Numbers(length / 4), new Version(1, 0) }), Throws.TypeOf<ValueNotSerializableException>());
        Assert.That((stream.Position, stream.Length), Is.EqualTo((3, 3)));
        stream.SetLength(room);
        Assert.That(stream.ToArray().AsSpan(3).IndexOfAnyExcept((byte)0), Is.EqualTo(-1), "a stream that is made longer is empty there");
    }

    [Test]
    public void Code_that_writes_to_the_stream_of_its_own_value_is_told_so()
    {
        using var stream = new MemoryStream(300_000);
        TypeModel model = TypeModel.Create([typeof(object[]), typeof(Meddling)]);
        Meddling.Meddle = () => stream.Write([1, 2, 3]);
        Assert.That(() => model.Serialize(stream, new object[] { Numbers(5_000), new Meddling() }),
            Throws.InvalidOperationException.With.Message.Contains("The stream was moved"));
        Assert.That(stream.ToArray(), Is.EqualTo(new byte[] { 1, 2, 3 }), "what it wrote stands there");
        using var tight = new MemoryStream(22_000);
        Meddling.Meddle = () => tight.Write([1, 2, 3]);
        Assert.That(() => model.Serialize(tight, new object[] { Numbers(5_000), new Meddling(), Numbers(5_000) }),
            Throws.InvalidOperationException.With.Message.Contains("The stream was moved"));
        Meddling.Meddle = () => stream.Capacity = 400_000;
        object[] value = [Numbers(5_000), new Meddling()];
        stream.SetLength(0);
        model.Serialize(stream, value);
        Assert.That(Frames.Content(stream.ToArray(), out _, out _).SequenceEqual(model.Serialize(value)), "in memory that is no longer the stream's");
    }

    private static readonly Dictionary<string, Action<MemoryStream>> s_meddling = new()
    {
        ["a note that is taken back"] = stream => Back(stream, () => stream.Write(new byte[200])),
        ["a note that is left"] = stream => stream.Position = Noted(stream, [1, 2, 3]),
        ["a message that is taken back"] = stream => Back(stream, () => s_model.Serialize<object>(stream, "taken back")),
        ["a message that fails"] = stream =>
            Assert.That(() => s_model.Serialize(stream, new object[] { Numbers(2_000), new Version(1, 0) }), Throws.TypeOf<ValueNotSerializableException>()),
        ["a message that fails behind the room"] = stream =>
            Assert.That(() => s_model.Serialize(stream, new object[] { Numbers(5_500), new Version(1, 0) }), Throws.TypeOf<ValueNotSerializableException>()),
        ["zeros"] = stream => stream.SetLength(stream.Length + 50),
    };

    /// <summary>Where the stream stands does not tell what has become of its memory.</summary>
    [Test]
    public void So_is_code_that_puts_the_stream_back_where_it_stood(
        [ValueSource(nameof(Meddlings))] string meddling, [Values(4_000, IntoSecond)] int count, [Values(20_000, 300_000)] int more)
    {
        using var stream = new MemoryStream((count == IntoSecond ? LongestChunk : 0) + more);
        stream.Write([7, 7, 7]);
        TypeModel model = TypeModel.Create([typeof(object[]), typeof(Meddling)]);
        // In the first chunk, or in the second one, which are made in the stream's memory.
        object[] value = [Numbers(count), new Meddling(), "end"];
        Meddling.Meddle = () => s_meddling[meddling](stream);
        Exception? failure = Assert.Catch(() => model.Serialize(stream, value));
        Assert.That(failure, Is.TypeOf<InvalidOperationException>().With.Message.Contains("The stream was moved"));
        Assert.That(stream.ToArray().AsSpan(0, 3).IndexOfAnyExcept((byte)7), Is.EqualTo(-1));
        if (count == IntoSecond)
        {
            stream.Position = 3;
            Assert.That(() => s_model.Deserialize(stream), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.ValueAborted),
                "it stands where the next chunk would begin");
        }
    }

    // It begins behind a header of two bytes, and is longer than that can say.
    private static object[] Lengthened() => [new byte[5_000], new Meddling(), new byte[6_000], "end"];

    [Test]
    public void So_is_code_in_a_value_that_turns_out_longer([ValueSource(nameof(Meddlings))] string meddling)
    {
        using var stream = new MemoryStream(60_000);
        stream.Write([7, 7, 7]);
        TypeModel model = TypeModel.Create([typeof(object[]), typeof(Meddling)]);
        Meddling.Meddle = () => s_meddling[meddling](stream);
        Assert.That(() => model.Serialize(stream, Lengthened()), Throws.InvalidOperationException.With.Message.Contains("The stream was moved"));
        Assert.That(stream.ToArray().AsSpan(0, 3).IndexOfAnyExcept((byte)7), Is.EqualTo(-1));
    }

    [Test]
    public void Where_there_is_room_it_is_one_chunk_and_no_buffer_is_rented([Values(100, 6_000, 50_000, 200_000)] int more)
    {
        using var pool = new Faults.CountingPool();
        using var stream = new MemoryStream(300_000);
        object[] value = [new byte[5_000], new byte[more], "end"];
        s_model.Serialize(stream, value);
        Assert.That(pool.Taken, Is.Zero);
        Assert.That(Frames.Content(stream.ToArray(), out List<int> chunks, out _).SequenceEqual(s_model.Serialize(value)));
        Assert.That(chunks, Has.Count.EqualTo(1));
    }

    [Test]
    public void Memory_that_becomes_another_or_ends_is_left([Values(0, 9_000, 400_000)] int capacity)
    {
        using var stream = new MemoryStream(8_000);
        TypeModel model = TypeModel.Create([typeof(object[]), typeof(Meddling)]);
        Meddling.Meddle = () => stream.Capacity = Math.Max(capacity, stream.Capacity);
        object[] value = Lengthened();
        model.Serialize(stream, value);
        Meddling.Meddle = null;
        Assert.That(Frames.Content(stream.ToArray(), out _, out _).SequenceEqual(model.Serialize(value)));
    }

    [Test]
    public void A_stream_that_is_closed_says_so([Values(10, 6_000, 20_000)] int more)
    {
        using var stream = new MemoryStream(60_000);
        TypeModel model = TypeModel.Create([typeof(object[]), typeof(Meddling)]);
        Meddling.Meddle = stream.Dispose;
        Assert.That(() => model.Serialize(stream, new object[] { new byte[5_000], new Meddling(), new byte[more] }), Throws.TypeOf<ObjectDisposedException>());
        Meddling.Meddle = null;
        byte[] memory = stream.GetBuffer();
        Array.Clear(memory);
        Assert.That(() => model.Serialize(stream, Lengthened()), Throws.TypeOf<ObjectDisposedException>());
        Assert.That(memory, Is.All.Zero, "memory of a stream that is closed");
    }

    [Test]
    public void A_value_that_fails_leaves_no_trace_in_an_array_that_the_stream_hides()
    {
        byte[] array = new byte[60_000];
        using var stream = new MemoryStream(array);
        stream.SetLength(0);
        Assert.That(() => s_model.Serialize(stream, new object[] { new byte[5_000], "x", new Version(1, 0) }), Throws.TypeOf<ValueNotSerializableException>());
        Assert.That(array, Is.All.Zero);
    }

    [Test]
    public void What_only_looks_at_the_stream_is_not([Values(5_000, IntoSecond)] int count)
    {
        using var stream = new MemoryStream(300_000);
        stream.Write([7, 7, 7]);
        TypeModel model = TypeModel.Create([typeof(object[]), typeof(Meddling)]);
        Meddling.Meddle = () => Back(stream, () => stream.Position = 0);
        object[] value = [Numbers(count), new Meddling(), "end"];
        model.Serialize(stream, value);
        Meddling.Meddle = null;
        Assert.That(Frames.Content(stream.ToArray()[3..], out _, out _).SequenceEqual(model.Serialize(value)));
    }

    [Test]
    public void Where_the_stream_was_moved_nothing_is_marked()
    {
        using var stream = new MemoryStream(300_000);
        stream.Write([7, 7, 7]);
        TypeModel model = TypeModel.Create([typeof(object[]), typeof(Meddling)]);
        Meddling.Meddle = () => stream.Position = 0;
        Assert.That(() => model.Serialize(stream, new object[] { Numbers(IntoSecond), new Meddling() }), Throws.InvalidOperationException);
        Assert.That(stream.ToArray()[..3], Is.All.EqualTo(7), "what stands where it was moved to");
    }

    private static IEnumerable<string> Meddlings() => s_meddling.Keys;

    private static void Back(MemoryStream stream, Action write)
    {
        long position = stream.Position, length = stream.Length;
        write();
        stream.SetLength(length);
        stream.Position = position;
    }

    private static long Noted(MemoryStream stream, byte[] note)
    {
        long position = stream.Position;
        stream.Write(note);
        return position;
    }

    [Test]
    public void What_stood_there_is_overwritten_and_what_stands_in_front_stays([Values(0, 5)] int origin, [Values] bool isEmpty)
    {
        int[] value = Numbers(60_000);
        byte[] plain = s_model.Serialize<object>(value), array = new byte[400_000];
        Array.Fill(array, (byte)0xEE);
        using var stream = new MemoryStream(array, origin, array.Length - origin - 7, writable: true, publiclyVisible: true);
        if (isEmpty)
        {
            // Then it is made in the stream's own memory.
            stream.SetLength(0);
        }
        AssertWritten("over others", stream, value, plain);
        Assert.That(array[..origin].Concat(array[^7..]), Is.All.EqualTo(0xEE), "around the part that is the stream's");
    }

    [TestCaseSource(nameof(Values))]
    public void What_stands_behind_stays(object value)
    {
        byte[] plain = s_model.Serialize(value);
        using var stream = new MemoryStream();
        byte[] old = new byte[plain.Length + 300_000];
        Array.Fill(old, (byte)0xEE);
        stream.Write(old);
        stream.Position = Front;
        s_model.Serialize(stream, value);
        Assert.That(stream.ToArray().AsSpan((int)stream.Position).IndexOfAnyExcept((byte)0xEE), Is.EqualTo(-1), "behind a value");
        stream.Position = 0;
        stream.Write(old);
        stream.Position = Front;
        Assert.That(() => s_model.Serialize(stream, new object[] { value, new Version(1, 0) }), Throws.TypeOf<ValueNotSerializableException>());
        Assert.That(stream.ToArray().AsSpan((int)stream.Position).IndexOfAnyExcept((byte)0xEE), Is.EqualTo(-1), "behind one that failed");
    }

    [Test]
    public void A_stream_that_cannot_grow_says_so_as_ever([Values(70_000, 140_000, 239_000)] int length)
    {
        object value = Numbers(60_000);
        byte[] array = new byte[length];
        using var stream = new MemoryStream(array, 0, length, writable: true, publiclyVisible: true);
        Assert.That(() => s_model.Serialize(stream, value), Throws.TypeOf<NotSupportedException>());
        using var hidden = new MemoryStream(new byte[length]);
        Assert.That(() => s_model.Serialize(hidden, value), Throws.TypeOf<NotSupportedException>());
    }

    [Test]
    public void A_value_that_fails_late_is_known_to_its_reader([Values(0, 3 << 20)] int room)
    {
        var doomed = new Doomed
        {
            Before = string.Concat(Enumerable.Range(0, 200_000).Select(i => (char)(0x400 + (i % 200)))),
            Refused = new Uri("urn:refused")
        };
        using var stream = new MemoryStream(room);
        Assert.That(() => s_model.Serialize(stream, doomed), Throws.TypeOf<ValueNotSerializableException>());
        long end = stream.Position;
        Assert.That(end, Is.GreaterThan(room == 0 ? 1 << 16 : LongestChunk));
        Assert.That(stream.Length, Is.EqualTo(end));
        // The next value stands behind it and is whole.
        s_model.Serialize<object>(stream, 5);
        stream.Position = 0;
        Assert.That(() => s_model.Deserialize(stream), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.ValueAborted));
        stream.Position = end;
        Assert.That(s_model.Deserialize(stream), Is.EqualTo(5));
    }

    /// <summary>Does as it is told while it is written.</summary>
    [Serializable]
    internal sealed class Meddling
    {
        public static Action? Meddle;

        [OnSerializing]
        private void Told(StreamingContext context) => Meddle?.Invoke();
    }

    private static void AssertWritten(string what, MemoryStream stream, object value, byte[] plain)
    {
        byte[] front = [.. Enumerable.Range(0, Front).Select(i => (byte)(i * 13))];
        stream.Write(front);
        s_model.Serialize(stream, value);
        s_model.Serialize<object>(stream, "behind");
        long end = stream.Position;
        byte[] all = stream.ToArray()[..(int)end];
        Assert.That(all[..Front], Is.EqualTo(front), what);
        Assert.That(Frames.Content(all.AsSpan(Front), out _, out int length).SequenceEqual(plain), $"{what}: the bytes of the value");
        Assert.That(Frames.Content(all.AsSpan(Front + length), out _, out int rest).SequenceEqual(s_model.Serialize<object>("behind")),
            $"{what}: the next one");
        Assert.That(Front + length + rest, Is.EqualTo(end), what);
    }
}
