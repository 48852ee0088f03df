using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Custom;

/// <summary>
/// A custom serializer that catches what a nested value or a primitive throws, and goes on: the value fails all the same, and nothing outside of the
/// bytes of the call is read or written.
/// </summary>
[TestFixture(ReferenceHandling.None)]
[TestFixture(ReferenceHandling.Preserve)]
internal sealed class CaughtFailureTests(ReferenceHandling references)
{
    private readonly TypeModel _catching = Model(references, new LetterSerializer(catches: true)),
        _honest = Model(references, new LetterSerializer(catches: false));

    private static IEnumerable<object?> Bodies() =>
        [null, "text", new ushort[] { 1, 2, 3 }, Enumerable.Range(0, 3000).Select(i => (object)$"item {i}").ToArray(), new byte[5000], 12345L];

    [TestCaseSource(nameof(Bodies))]
    public void What_is_cut_short_is_rejected_on_every_surface(object? body)
    {
        byte[] bytes = _honest.Serialize(new Letter { Body = body, Note = "the note", Length = 500 });
        Assert.That(_catching.Deserialize<Letter>(bytes)!.Note, Is.EqualTo("the note"));
        int step = Math.Max(1, bytes.Length / 60);
        for (int cut = 1; cut < bytes.Length; cut += step)
        {
            byte[] prefix = bytes[..cut];
            Rejected(() => _catching.Deserialize<Letter>(prefix));
            Rejected(() => _catching.Deserialize<Letter>(prefix, out _));
            Rejected(() => _catching.Deserialize<Letter>(Segments.Split(prefix, Enumerable.Range(1, Math.Max(0, cut - 1)).Where(i => i % 7 == 0))));
            Rejected(() => _catching.Deserialize<Letter>(new ArrivingStream(Frames.Of(prefix), 5)));
            Rejected(() => _catching.Deserialize<Letter>(
                new MemoryStream([.. Frames.Chunk(prefix.AsSpan(0, cut / 2), isLast: false), .. Frames.Chunk(prefix.AsSpan(cut / 2), isLast: true)])));
            Rejected(() => _catching.OpenReader(new ArrivingStream(prefix, 5, endsCleanly: true)).Read<Letter>());
        }
    }

    [Test]
    public void Bytes_that_are_wrong_are_rejected()
    {
        byte id = _honest.Serialize(new Letter())[0];
        // An array of ushort that is cut off; what is read behind it is nothing but bytes of the input.
        Rejected(() => _catching.Deserialize<Letter>([id, 0x86, 0x7E, 0xFF], out _));
        Assert.That(LetterSerializer.LastNote, Is.Null.Or.Length.LessThan(4));
        Rejected(() => _catching.Deserialize<Letter>([id, 0x86, 0x7E, 0xFF]));
        Assert.That(LetterSerializer.LastNote, Is.Null.Or.Length.LessThan(4));
    }

    [TestCase(1)]
    [TestCase(2_000)]
    [TestCase(5_000)]
    [TestCase(60_000)]
    public void A_nested_value_that_cannot_be_written_fails_the_whole(int count)
    {
        object[] body = [.. Enumerable.Range(0, count).Select(i => (object)$"item {i}"), new Unknown()];
        var value = new object[] { new string('x', count), new Letter { Body = body, Note = "the note" } };
        foreach (Action write in (Action[])
        [
            () => _catching.Serialize(value), () => _catching.Serialize(new MemoryStream(), value), () =>
                _catching.Serialize(new System.Buffers.ArrayBufferWriter<byte>(), value),
            () => _catching.TrySerialize(new byte[100], value, out _), () => _catching.OpenWriter(new MemoryStream()).Write(value), () =>
                _catching.DeepClone(value),
        ])
        {
            ValueNotSerializableException failure = Assert.Throws<ValueNotSerializableException>(() => write());
            Assert.That(failure.Code, Is.EqualTo(ErrorCode.ValueNotEncodable));
            Assert.That(failure.Message, Does.Contain("went on"));
        }
    }

    [Test]
    public void A_stream_that_throws_fails_the_value_whoever_catches_it([Values(0, 70_000)] int before)
    {
        var value = new Letter { Body = new byte[before], Note = new string('n', 100_000) };
        Assert.That(() => _catching.Serialize(new Refusing(), value), Throws.InstanceOf<Exception>());
        Assert.That(() => _catching.OpenWriter(new Refusing()).Write(value), Throws.InstanceOf<Exception>());
    }

    [TestCase(true)]
    [TestCase(false)]
    public void What_the_inner_of_two_serializers_throws_fails_the_outer_one(bool isItsOwn)
    {
        object thrower = isItsOwn ? new Thrower() : new Letter { Body = new Unknown(), Note = "inner" };
        Assert.That(() => _catching.Serialize(new Letter { Body = thrower, Note = "outer" }),
            Throws.TypeOf<ValueNotSerializableException>().With.Message.Contains("went on"));
        byte[] bytes = _honest.Serialize(new Letter { Body = new Thrower { IsHarmless = true }, Note = "outer", Length = 500 });
        Rejected(() => _catching.Deserialize<Letter>(bytes));
    }

    [Test]
    public void A_stream_that_has_thrown_gets_nothing_more([Values] bool inSession)
    {
        var stream = new Refusing { Takes = 10 };
        var value = new Letter { Body = new byte[40_000], Note = new string('n', 40_000), Length = 60_000 };
        using ValueWriter writer = _catching.OpenWriter(stream, leaveOpen: true);
        if (inSession)
        {
            writer.Write<object>("first");
        }
        Assert.That(() =>
        {
            if (inSession)
            {
                writer.Write(value);
            }
            else
            {
                _catching.Serialize(stream, value);
            }
        }, Throws.TypeOf<IOException>());
        Assert.That(stream.Length, Is.EqualTo(10));
        if (inSession)
        {
            Assert.That(() => writer.Write<object>("second"), Throws.InvalidOperationException.With.Message.Contains("broken"));
            writer.Dispose();
            Assert.That(stream.Length, Is.EqualTo(10));
        }
    }

    [Test]
    public void A_source_that_has_thrown_gives_nothing_more([Values] bool inSession, [Values(5, 300, 6_000)] int before)
    {
        byte[] bytes = _honest.Serialize(new Blob { Bytes = new byte[9_000] });
        TypeModel model = _catching;
        using ValueReader reader = model.OpenReader(new Breaking(bytes, before));
        Assert.That(() => inSession ? reader.Read<Blob>() : model.Deserialize<Blob>(new Breaking(Frames.Of(bytes), before)), Throws.TypeOf<IOException>());
        if (inSession)
        {
            Assert.That(() => reader.Read<Blob>(), Throws.InvalidOperationException.With.Message.Contains("broken"));
        }
    }

    /// <summary>What follows is a header no more.</summary>
    [Test]
    public void Nor_does_one_that_has_thrown_in_the_header_of_a_chunk([Values(2, 300, 6_000)] int first, [Values(0, 1)] int ofHeader)
    {
        byte[] bytes = _honest.Serialize(new Blob { Bytes = new byte[9_000] }), chunk = Frames.Chunk(bytes.AsSpan(0, first), isLast: false);
        var breaking = new Breaking([.. chunk, .. Frames.Of(bytes.AsSpan(first))], chunk.Length + ofHeader);
        Assert.That(() => _catching.Deserialize<Blob>(breaking), Throws.TypeOf<IOException>());
        Assert.That(breaking.Position, Is.EqualTo(chunk.Length + ofHeader));
    }

    [TestCase(3)]
    [TestCase(6)]
    [TestCase(9)]
    public async Task Nothing_is_awaited_behind_a_value_whose_serializer_reads_again(int first)
    {
        byte[] bytes = _honest.Serialize(new Pair { Value = 1.5 });
        using ValueReader reader = _catching.OpenReader(new ArrivingStream(bytes, first));
        Task<Pair?> reading = reader.ReadAsync<Pair>().AsTask();
        Assert.That(await Task.WhenAny(reading, Task.Delay(TimeSpan.FromSeconds(20))), Is.SameAs(reading));
        Assert.That((await reading)!.Value, Is.EqualTo(1.5));
    }

    // What a primitive refuses has left nothing behind: the serializer may write another.
    [Test]
    public void A_primitive_that_is_refused_may_be_replaced()
    {
        TypeModel finite = TypeModel.Create(
            [typeof(Ratio)], new SerializerOptions
            { References = references, NonFiniteFloats = NonFiniteFloats.Reject, Serializers = [CustomSerializer.For(new RatioSerializer())] });
        Assert.That(finite.DeepClone(new Ratio { Value = double.NaN }).Value, Is.Zero);
    }

    private static TypeModel Model(ReferenceHandling references, LetterSerializer serializer) =>
        TypeModel.Create(
            [typeof(Letter), typeof(Thrower), typeof(Blob), typeof(Pair), typeof(object[]), typeof(ushort[]), typeof(byte[])], new SerializerOptions
            {
                References = references,
                Serializers =
                    [CustomSerializer.For(serializer), CustomSerializer.For(new ThrowerSerializer()), CustomSerializer.For(new BlobSerializer()),
                        CustomSerializer.For(new PairSerializer())]
            });

    private static void Rejected(Func<object?> read) => Assert.That(() => read(), Throws.TypeOf<MalformedDataException>());

    [Serializable]
    private sealed class Unknown;

    private sealed class Thrower
    {
        public bool IsHarmless { get; set; }
    }

    private sealed class ThrowerSerializer : ICustomSerializer<Thrower>
    {
        public void Write(ref WireWriter writer, Thrower value)
        {
            writer.WriteByte(1);
            if (!value.IsHarmless)
            {
                throw new InvalidOperationException("not today");
            }
        }

        public Thrower Read(ref WireReader reader)
        {
            reader.ReadByte();
            throw new InvalidOperationException("not today");
        }
    }

    private sealed class Letter
    {
        public object? Body;
        public string? Note;
        public int Length;
    }

    private sealed class LetterSerializer(bool catches) : ICustomSerializer<Letter>
    {
        [field: ThreadStatic]
        public static string? LastNote { get; private set; }

        public string Format => "letter";

        public IReadOnlyList<Type> NestedTypes => [typeof(object)];

        public void Write(ref WireWriter writer, Letter value)
        {
            try
            {
                writer.Write(value.Body);
            }
            catch (Exception) when (catches)
            {
                writer.Write<object?>(null);
            }
            try
            {
                writer.WriteString(value.Note);
                writer.WriteBytes(new byte[value.Length]);
                writer.WriteInt32(value.Length);
            }
            catch (Exception) when (catches)
            {
                writer.WriteByte(1);
            }
        }

        public Letter Read(ref WireReader reader)
        {
            var letter = new Letter();
            try
            {
                letter.Body = reader.Read<object>();
            }
            catch (MalformedDataException) when (catches)
            {
            }
            try
            {
                LastNote = null;
                LastNote = letter.Note = reader.ReadString();
                byte[] padding = new byte[letter.Note == null ? 0 : 500];
                reader.ReadBytes(padding);
                letter.Length = reader.ReadInt32();
            }
            catch (MalformedDataException) when (catches)
            {
                try
                {
                    letter.Length = reader.ReadByte();
                }
                catch (MalformedDataException)
                {
                    letter.Note = "gone";
                }
            }
            return letter;
        }
    }

    private struct Ratio
    {
        public double Value;
    }

    private sealed class RatioSerializer : ICustomSerializer<Ratio>
    {
        public void Write(ref WireWriter writer, Ratio value)
        {
            try
            {
                writer.WriteDouble(value.Value);
            }
            catch (ValueNotSerializableException)
            {
                writer.WriteDouble(0);
            }
        }

        public Ratio Read(ref WireReader reader) => new() { Value = reader.ReadDouble() };
    }

    private sealed class Blob
    {
        public byte[] Bytes = [];
    }

    private sealed class BlobSerializer : ICustomSerializer<Blob>
    {
        public void Write(ref WireWriter writer, Blob value)
        {
            writer.WriteBytes(value.Bytes);
            writer.WriteByte(7);
        }

        public Blob Read(ref WireReader reader)
        {
            var blob = new Blob { Bytes = new byte[9_000] };
            for (int i = 0; i < 2; i++)
            {
                try
                {
                    reader.ReadBytes(blob.Bytes);
                    break;
                }
                catch (IOException)
                {
                }
            }
            try
            {
                reader.ReadByte();
            }
            catch (IOException)
            {
            }
            return blob;
        }
    }

    private sealed class Pair
    {
        public double Value;
    }

    private sealed class PairSerializer : ICustomSerializer<Pair>
    {
        public void Write(ref WireWriter writer, Pair value)
        {
            writer.WriteByte(1);
            writer.WriteDouble(value.Value);
        }

        public Pair Read(ref WireReader reader)
        {
            reader.ReadByte();
            try
            {
                return new Pair { Value = reader.ReadDouble() };
            }
            catch (Exception)
            {
                return new Pair { Value = reader.ReadDouble() };
            }
        }
    }

    // Throws once, in the middle of a call or in front of one.
    private sealed class Refusing : MemoryStream
    {
        private bool _hasThrown;

        public int Takes { get; init; }

        public override void Write(byte[] buffer, int offset, int count)
        {
            if (!_hasThrown)
            {
                _hasThrown = true;
                base.Write(buffer, offset, Math.Min(Takes, count));
                throw new IOException("full");
            }
            base.Write(buffer, offset, count);
        }

        public override void Write(ReadOnlySpan<byte> buffer) => Write(buffer.ToArray(), 0, buffer.Length);
    }

    // Throws once, when it has given so many bytes.
    private sealed class Breaking(byte[] bytes, int before) : MemoryStream(bytes)
    {
        private bool _hasThrown;

        public override int Read(byte[] buffer, int offset, int count)
        {
            if (Position >= before && !_hasThrown)
            {
                _hasThrown = true;
                throw new IOException("broken");
            }
            return base.Read(buffer, offset, _hasThrown ? count : Math.Min(count, before - (int)Position));
        }

        public override int Read(Span<byte> buffer)
        {
            byte[] bytes = new byte[buffer.Length];
            int read = Read(bytes, 0, bytes.Length);
            bytes.AsSpan(0, read).CopyTo(buffer);
            return read;
        }

        public override int ReadByte()
        {
            byte[] one = new byte[1];
            return Read(one, 0, 1) == 0 ? -1 : one[0];
        }
    }
}
