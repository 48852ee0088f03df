using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>Values in a MemoryStream: the same bytes however much room it has, and nothing around them is touched.</summary>
[TestFixture]
internal sealed class MemoryStreamWriteTests
{
    private const int Front = 77;

    private const int LongestChunk = 256 << 10;

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
        // Counted from where the writing begins: none, around one and two buffers, the longest chunk and two of them, all, and plenty.
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

    /// <summary>Around the least that is sent in chunks, a header of two bytes, a buffer, and the longest chunk.</summary>
    [Test]
    public void So_are_those_of_about_a_chunk([Values(1_500, 2_020, 8_125, 32_500, 32_630, 130_545)] int shorts)
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
    public void A_value_that_fails_leaves_no_trace_in_an_array_that_the_stream_hides()
    {
        byte[] array = new byte[60_000];
        using var stream = new MemoryStream(array);
        stream.SetLength(0);
        Assert.That(() => s_model.Serialize(stream, new object[] { new byte[5_000], "x", new Version(1, 0) }), Throws.TypeOf<ValueNotSerializableException>());
        Assert.That(array, Is.All.Zero);
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
        Assert.That(end, Is.GreaterThan(1 << 16));
        Assert.That(stream.Length, Is.EqualTo(end));
        // The next value stands behind it and is whole.
        s_model.Serialize<object>(stream, 5);
        stream.Position = 0;
        Assert.That(() => s_model.Deserialize(stream), Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.ValueAborted));
        stream.Position = end;
        Assert.That(s_model.Deserialize(stream), Is.EqualTo(5));
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
