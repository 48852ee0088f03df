using System.Buffers;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>Sessions: plain values one after the other.</summary>
[TestFixture]
internal sealed class SessionTests
{
    private static readonly TypeModel s_model =
        TypeModel.Create([typeof(Message), typeof(Doomed), typeof(int[]), typeof(List<string>), typeof(Dictionary<int, string>), typeof(long[,]),
            typeof(object[])]);

    [Test]
    public void ManyValuesOfEverySize()
    {
        var random = new Random(3);
        Message[] values = [.. Enumerable.Range(0, 300).Select(i => Message.Filled(i % 50 == 7 ? 150_000 : random.Next(900)))];
        using var stream = new MemoryStream();
        using (ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true))
        {
            foreach (Message value in values)
            {
                writer.Write(value);
            }
        }
        SurfaceCheck.AssertBytes("a session's bytes are the plain values", stream.ToArray(), [.. values.SelectMany(s_model.Serialize<Message>)]);
        foreach (int step in (int[])[333, 65_536])
        {
            using ValueReader reader = s_model.OpenReader(new ArrivingStream(stream.ToArray(), step, endsCleanly: true));
            foreach (Message value in values)
            {
                SurfaceCheck.AssertSame($"{step} bytes at a time", value, reader.Read<Message>());
            }
            Assert.That(reader.TryRead<Message>(out _), Is.False);
            Assert.That(reader.TryRead<Message>(out _), Is.False, "the end stays the end");
            Assert.That(() => reader.Read<Message>(), Throws.TypeOf<EndOfStreamException>());
        }
    }

    [TestCaseSource(typeof(StreamModels), nameof(StreamModels.LargeValues))]
    public void LargeValuesWaitForNoByteBehindThem(object value)
    {
        byte[] bytes = s_model.Serialize<object>(value);
        foreach (int step in (int[])[1_000, 64 << 10, bytes.Length])
        {
            using ValueReader reader = s_model.OpenReader(new ArrivingStream(bytes, step));
            SurfaceCheck.AssertSame($"{step} bytes at a time", value, reader.Read<object>());
        }
    }

    [Test]
    public void TypesMayChangeFromValueToValue()
    {
        using var stream = new MemoryStream();
        using (ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true))
        {
            writer.Write(300);
            writer.Write("text");
            writer.Write<object?>(null);
            writer.Write(Guid.Empty);
            writer.Write<int?>(null);
            writer.Write(Message.Filled(3));
        }
        using ValueReader reader = s_model.OpenReader(new ArrivingStream(stream.ToArray(), 1));
        Assert.That(reader.Read<int>(), Is.EqualTo(300));
        Assert.That(reader.Read<string>(), Is.EqualTo("text"));
        Assert.That(reader.Read<object>(), Is.Null);
        Assert.That(reader.Read<Guid>(), Is.EqualTo(Guid.Empty));
        Assert.That(reader.Read<int?>(), Is.Null);
        Assert.That(reader.Read<Message>()!.Number, Is.EqualTo(3));
    }

    [Test]
    public void ACutInsideAValueIsMalformedAndBreaksTheSession()
    {
        byte[] bytes = s_model.Serialize(Message.Filled(100));
        for (int cut = 1; cut < bytes.Length; cut += 9)
        {
            using ValueReader reader = s_model.OpenReader(new ArrivingStream([.. bytes, .. bytes[..cut]], 40, endsCleanly: true));
            Assert.That(reader.Read<Message>()!.Number, Is.EqualTo(100));
            MalformedDataException cutShort = Malformed.AssertRejected($"{cut} bytes", () => reader.TryRead<Message>(out _));
            Assert.That(cutShort.Code, Is.EqualTo(ErrorCode.Truncated));
            Assert.That(() => reader.TryRead<Message>(out _), Throws.InvalidOperationException);
        }
    }

    [Test]
    public void AValueThatFailsBeforeAnyOfItWasSentLeavesTheSessionUsable()
    {
        using var stream = new MemoryStream();
        using (ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true))
        {
            writer.Write(Message.Filled(10));
            Assert.That(() => writer.Write(new Doomed { Before = "b", Refused = new Version(1, 0) }), Throws.TypeOf<ValueNotSerializableException>());
            writer.Write(Message.Filled(60_000));
            Assert.That(() => writer.Write(new object[] { new byte[10_000], new Version(1, 0) }), Throws.TypeOf<ValueNotSerializableException>(),
                "a value that moves the earlier ones out");
            writer.Write(Message.Filled(12));
        }
        stream.Position = 0;
        using ValueReader reader = s_model.OpenReader(stream);
        Assert.That(reader.Read<Message>()!.Number, Is.EqualTo(10));
        Assert.That(reader.Read<Message>()!.Number, Is.EqualTo(60_000));
        Assert.That(reader.Read<Message>()!.Number, Is.EqualTo(12));
        Assert.That(reader.TryRead<Message>(out _), Is.False);
    }

    [Test]
    public void AValueThatFailsAfterAPartOfItWasSentBreaksTheSession()
    {
        using var stream = new MemoryStream();
        ValueWriter writer = s_model.OpenWriter(stream, leaveOpen: true);
        writer.Write(Message.Filled(10));
        Assert.That(() => writer.Write(new object[] { new byte[200_000], new Version(1, 0) }), Throws.TypeOf<ValueNotSerializableException>());
        Assert.That(() => writer.Write(1), Throws.InvalidOperationException);
        long sent = stream.Length;
        writer.Dispose();
        Assert.That(stream.Length, Is.EqualTo(sent), "a broken session sends nothing more");
        stream.Position = 0;
        using ValueReader reader = s_model.OpenReader(stream);
        Assert.That(reader.Read<Message>()!.Number, Is.EqualTo(10));
        Malformed.AssertRejected("a value that never ends", () => reader.Read<object>());
    }

    [TestCase(true)]
    [TestCase(false)]
    public void ClosingClosesTheStreamUnlessItIsToStayOpen(bool leaveOpen)
    {
        var written = new CallStream();
        ValueWriter writer = s_model.OpenWriter(written, leaveOpen);
        writer.Write(5);
        writer.Dispose();
        writer.Dispose();
        Assert.That(written.IsDisposed, Is.EqualTo(!leaveOpen));
        Assert.That(written.Written, Is.EqualTo(s_model.Serialize(5)));
        Assert.That(() => writer.Write(5), Throws.TypeOf<ObjectDisposedException>());
        Assert.That(writer.Flush, Throws.TypeOf<ObjectDisposedException>());

        var read = new CallStream(written.Written);
        ValueReader reader = s_model.OpenReader(read, leaveOpen);
        Assert.That(reader.Read<int>(), Is.EqualTo(5));
        reader.Dispose();
        reader.Dispose();
        Assert.That(read.IsDisposed, Is.EqualTo(!leaveOpen));
        Assert.That(() => reader.Read<int>(), Throws.TypeOf<ObjectDisposedException>());
    }

    [TestCase(1)]
    [TestCase(1_000)]
    [TestCase(1 << 20)]
    public void TheInputLimitHoldsForEachValueOfASession(int step)
    {
        TypeModel limited = TypeModel.Create([typeof(Message)], new SerializerOptions { Limits = new SerializerLimits { MaxInputBytes = 500 } });
        byte[] within = limited.Serialize(Message.Filled(480)), beyond = limited.Serialize(Message.Filled(501));
        byte[] sent = [.. Enumerable.Repeat(within, 5).SelectMany(bytes => bytes), .. beyond, .. within];
        using ValueReader reader = limited.OpenReader(new ArrivingStream(sent, step, endsCleanly: true));
        for (int i = 0; i < 5; i++)
        {
            Assert.That(reader.Read<Message>()!.Number, Is.EqualTo(480), "the limit is that of a value, not of the session");
        }
        Assert.That(Malformed.AssertRejected("too long", () => reader.Read<Message>()).Code, Is.EqualTo(ErrorCode.InputTooLong));
    }

    [Test]
    public void TheInputLimitOfTheConsumingOverloadIsThatOfTheValue()
    {
        TypeModel limited = TypeModel.Create([typeof(Message)], new SerializerOptions { Limits = new SerializerLimits { MaxInputBytes = 500 } });
        byte[] many = [.. Enumerable.Repeat(limited.Serialize(Message.Filled(480)), 5).SelectMany(bytes => bytes)];
        Assert.That(limited.Deserialize<Message>(many, out int consumed)!.Number, Is.EqualTo(480));
        Assert.That(consumed, Is.EqualTo(many.Length / 5));
        ReadOnlySequence<byte> sequence = Segments.Split(many, [10]);
        Assert.That(limited.Deserialize<Message>(in sequence, out long ofSequence)!.Number, Is.EqualTo(480));
        Assert.That(ofSequence, Is.EqualTo(many.Length / 5));
        byte[] longer = s_model.Serialize(Message.Filled(600));
        sequence = Segments.Split([.. longer, .. many], [10, 300]);
        Assert.That(Malformed.AssertRejected("a value that is longer", () => limited.Deserialize<Message>(in sequence, out _)).Code,
            Is.EqualTo(ErrorCode.InputTooLong));
    }
}
