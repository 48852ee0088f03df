using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Models;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>Values that take no byte: in a session they have their id, or are refused, for nobody could tell how many of them were written.</summary>
[TestFixture]
internal sealed class EmptyValueTests
{
    private static readonly TypeModel s_model = TypeModel.Create(
        [typeof(Nothing), typeof(ValueTuple), typeof(Around), typeof(Sparing), typeof(byte[])],
        new SerializerOptions { Serializers = [CustomSerializer.For(new SparingSerializer())] });

    [TestCase(TypeArgs = [typeof(Nothing)])]
    [TestCase(TypeArgs = [typeof(ValueTuple)])]
    [TestCase(TypeArgs = [typeof(Around)])]
    public async Task With_their_id_they_are_read_back<T>() where T : struct
    {
        byte[] sent = Sent(writer =>
        {
            writer.Write(1);
            writer.Write(default(T));
            writer.Write<object>(default(T));
            writer.WriteDirect<T?>(default(T));
        });
        using ValueReader reader = s_model.OpenReader(new ArrivingStream(sent, 1, endsCleanly: true));
        Assert.That(reader.Read<int>(), Is.EqualTo(1));
        Assert.That(reader.TryRead<T>(out _));
        Assert.That((await reader.TryReadAsync<object>()).Value, Is.TypeOf<T>());
        Assert.That(reader.ReadDirect<T?>(), Is.Not.Null);
        Assert.That(reader.TryRead<T>(out _), Is.False);
    }

    [TestCase(TypeArgs = [typeof(Nothing)])]
    [TestCase(TypeArgs = [typeof(ValueTuple)])]
    [TestCase(TypeArgs = [typeof(Around)])]
    [TestCase(TypeArgs = [typeof(Sparing)])]
    public void Direct_ones_are_not_written<T>() where T : struct
    {
        foreach (int before in (int[])[0, 10, (64 << 10) - 8, 64 << 10, 200_000])
        {
            byte[] sent = Sent(writer =>
            {
                writer.Write(new byte[before]);
                Assert.That(() => writer.WriteDirect(default(T)), Throws.TypeOf<ValueNotSerializableException>()
                    .With.Property("Code").EqualTo(ErrorCode.ValueNotEncodable).And.Message.Contains("Write and not WriteDirect"), $"{before} bytes before");
                writer.Write("behind");
            });
            using ValueReader reader = s_model.OpenReader(new MemoryStream(sent));
            Assert.That(reader.Read<byte[]>(), Has.Length.EqualTo(before));
            Assert.That(reader.Read<string>(), Is.EqualTo("behind"));
            Assert.That(reader.TryReadDirect<T>(out _), Is.False, "at the end there is none");
        }
        Assert.That(s_model.SerializeDirect(default(T)), Is.Empty, "an array can be empty");
    }

    /// <summary>A byte would be enough for a reader that never comes to an end.</summary>
    [Test]
    public void Nor_are_they_read([Values] bool isAwaited)
    {
        using ValueReader reader = s_model.OpenReader(new MemoryStream([5, 5]));
        MalformedDataException failure = Malformed.AssertRejected("no byte",
            () => _ = isAwaited ? reader.ReadDirectAsync<Nothing>().AsTask().GetAwaiter().GetResult() : reader.ReadDirect<Nothing>());
        Assert.That(failure.Code, Is.EqualTo(ErrorCode.NotCanonical));
        Assert.That(() => reader.Read<object>(), Throws.InvalidOperationException.With.Message.Contains("broken"));
    }

    [Test]
    public void Where_a_value_decides_those_with_bytes_are_written()
    {
        byte[] sent = Sent(writer => writer.WriteDirect(new Sparing { Number = 5 }));
        using ValueReader reader = s_model.OpenReader(new MemoryStream(sent));
        Assert.That(reader.ReadDirect<Sparing>().Number, Is.EqualTo(5));
    }

    private static byte[] Sent(Action<ValueWriter> write)
    {
        var stream = new MemoryStream();
        using (ValueWriter writer = s_model.OpenWriter(stream))
        {
            write(writer);
        }
        return stream.ToArray();
    }

    [Serializable]
    private struct Around
    {
        public Nothing First { get; set; }

        public Nothing Second { get; set; }
    }

    private struct Sparing
    {
        public byte Number;
    }

    /// <summary>Zero is not written, and cannot be read.</summary>
    private sealed class SparingSerializer : ICustomSerializer<Sparing>
    {
        public void Write(ref WireWriter writer, Sparing value)
        {
            if (value.Number != 0)
            {
                writer.WriteByte(value.Number);
            }
        }

        public Sparing Read(ref WireReader reader) => new() { Number = reader.ReadByte() };
    }
}
