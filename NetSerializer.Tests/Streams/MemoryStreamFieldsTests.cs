using NetSerializer.IO;
using NetSerializer.Wire;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>Messages taken out of a MemoryStream by its fields and by its public members are the same.</summary>
internal sealed class MemoryStreamFieldsTests
{
    // Headers are length << 1 | last.
    private static readonly byte[][] s_starts =
    [
        [], [0], [1], [2], [5], [5, 7], [5, 7, 8], [5, 7, 8, 9], [0x7F], [0x80], [0x81], [0x81, 0], [0x81, 0, 0], [0x81, 1], [0x81, 1, 0], [0x80, 1, 0],
        [0xFF, 3, 1], [0xFF, 0x7F, 1],
        [0x81, 0x80, 0], [0x81, 0x80, 1], [0x81, 0x80, 0x80], [0x81, 0x80, 0x80, 1], [0x80, 0x80, 1],
    ];

    [Test]
    public void The_fields_of_this_runtime_are_known() => Assert.That(MemoryStreamFields.AreKnown);

    [Test]
    public void All_ways_take_the_same([ValueSource(nameof(s_starts))] byte[] start, [Values] bool isShown)
    {
        foreach (int more in new[] { 0, 3, 80, 300, 1000 })
        {
            byte[] content = [.. start, .. Enumerable.Range(0, more).Select(i => (byte)i)];
            foreach ((int origin, int behind) in new[] { (0, 0), (0, 256), (5, 10), (5, 255), (5, 319), (5, 600) })
            {
                foreach (int position in new[] { 0, 1, content.Length, content.Length + 2 })
                {
                    MemoryStream Stream() => Fixed(content, origin, behind, isShown, position);
                    MemoryTakes.AreAlike(Stream, $"{origin}, {behind}, {position}");
                }
            }
        }
    }

    [Test]
    public void All_ways_take_the_same_of_a_stream_that_grew([ValueSource(nameof(s_starts))] byte[] start)
    {
        MemoryStream Grown()
        {
            var stream = new MemoryStream();
            stream.Write(new byte[70]);
            stream.Write(start);
            stream.Write(new byte[1500]);
            stream.Position = 70;
            return stream;
        }
        MemoryTakes.AreAlike(Grown, "grown");
    }

    [Test]
    public void Both_ways_write_the_same([Range(1, ShortCopy.Longest)] int count, [Values(0, 3)] int origin)
    {
        byte[] bytes = new byte[count];
        new Random(count).NextBytes(bytes);
        foreach (int room in new[] { count - 1, count, count + 1, count + 40 })
        {
            for (int content = 0; content <= Math.Min(room, 20); content += 4)
            {
                foreach (int position in new[] { 0, content / 2, content, content + 3, room - count })
                {
                    MemoryStream Fixed() => new(Filled(origin + room + 9), origin, room, writable: true, publiclyVisible: true);
                    // SetLength leaves what lies behind the length as it is.
                    Write(Fixed, content, Math.Max(0, position), bytes);
                    Write(() => new MemoryStream(room), content, Math.Max(0, position), bytes);
                }
            }
        }
    }

    [Test]
    public void A_stream_without_room_or_leave_to_write_says_so()
    {
        TypeModel model = TypeModel.Create(typeof(int));
        Assert.That(() => model.Serialize(new MemoryStream(new byte[9], writable: false), 5), Throws.TypeOf<NotSupportedException>());
        Assert.That(() => model.Serialize(new MemoryStream(new byte[1]), 500), Throws.TypeOf<NotSupportedException>());
        var closed = new MemoryStream(9);
        closed.Dispose();
        Assert.That(() => model.Serialize(closed, 5), Throws.TypeOf<ObjectDisposedException>());
    }

    [Test]
    public void A_closed_stream_gives_nothing_and_says_so()
    {
        TypeModel model = TypeModel.Create(typeof(int));
        var stream = new MemoryStream(1000);
        model.Serialize(stream, 5);
        stream.Position = 0;
        stream.Dispose();
        Assert.That(Chunk.TryTakeByFields(stream, out _), Is.False);
        Assert.That(Chunk.TryTakeWithSlack(stream, out _), Is.False);
        Assert.That(() => model.Deserialize<int>(stream), Throws.TypeOf<ObjectDisposedException>());
    }

    private static byte[] Filled(int count)
    {
        byte[] bytes = new byte[count];
        Array.Fill(bytes, (byte)0xEE);
        return bytes;
    }

    private static void Write(Func<MemoryStream> create, int content, int position, byte[] bytes)
    {
        MemoryStream direct = create(), other = create();
        foreach (MemoryStream stream in new[] { direct, other })
        {
            stream.SetLength(content);
            stream.Position = position;
        }
        if (!Chunk.TryPutByFields(direct, ref bytes[0], bytes.Length))
        {
            Assert.That(position > content || position + bytes.Length > direct.Capacity, "there is room");
            Assert.That(direct.Position, Is.EqualTo(position));
            Assert.That(direct.Length, Is.EqualTo(content));
            return;
        }
        other.Write(bytes);
        Assert.That(direct.GetBuffer(), Is.EqualTo(other.GetBuffer()));
        Assert.That(direct.Position, Is.EqualTo(other.Position));
        Assert.That(direct.Length, Is.EqualTo(other.Length));
        Assert.That(direct.Capacity, Is.EqualTo(other.Capacity));
    }

    private static MemoryStream Fixed(byte[] content, int origin, int behind, bool isShown, int position)
    {
        byte[] bytes = [.. new byte[origin], .. content, .. new byte[behind]];
        return new MemoryStream(bytes, origin, content.Length, writable: true, isShown) { Position = position };
    }
}
