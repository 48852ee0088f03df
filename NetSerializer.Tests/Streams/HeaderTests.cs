using System.Buffers;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Streams;

/// <summary>The optional header of streams and buffers, and the tag of values.</summary>
[TestFixture]
internal sealed class HeaderTests
{
    private static readonly TypeModel s_model = StreamModels.Messages;

    [Test]
    public void IsMarkVersionAndFingerprint()
    {
        using var stream = new MemoryStream();
        s_model.WriteHeader(stream);
        Assert.That(stream.ToArray(), Is.EqualTo((byte[])[0x4E, 0x53, 0x45, 0x52, 1, .. s_model.Fingerprint.Span]));
        s_model.Serialize(stream, 5);
        var arriving = new ArrivingStream(stream.ToArray(), 3);
        s_model.ReadHeader(arriving);
        Assert.That(arriving.Position, Is.EqualTo(37));
        Assert.That(s_model.Deserialize<int>(arriving), Is.EqualTo(5));
    }

    [Test]
    public void EveryChangedByteIsRefused()
    {
        using var stream = new MemoryStream();
        s_model.WriteHeader(stream);
        byte[] header = stream.ToArray();
        for (int at = 0; at < header.Length; at++)
        {
            byte[] changed = [.. header];
            changed[at] ^= 0x40;
            Assert.That(Malformed.AssertRejected($"byte {at}", () => s_model.ReadHeader(new MemoryStream(changed))).Code, Is.EqualTo(ErrorCode.HeaderMismatch));
        }
    }

    [Test]
    public void EveryPrefixIsTruncatedAndSaysWhere()
    {
        using var stream = new MemoryStream();
        s_model.WriteHeader(stream);
        byte[] header = stream.ToArray();
        for (int cut = 0; cut < header.Length; cut++)
        {
            MalformedDataException malformed = Malformed.AssertRejected($"{cut} bytes", () => s_model.ReadHeader(new MemoryStream(header[..cut])));
            Assert.That(malformed.Code, Is.EqualTo(ErrorCode.Truncated));
            Assert.That(malformed.Offset, Is.EqualTo(cut), "the end of the input");
        }
    }

    [Test]
    public void AnotherModelIsRefused()
    {
        using var stream = new MemoryStream();
        TypeModel.Create(typeof(Message)).WriteHeader(stream);
        stream.Position = 0;
        Assert.That(Malformed.AssertRejected("another model", () => s_model.ReadHeader(stream)).Code, Is.EqualTo(ErrorCode.HeaderMismatch));
    }

    [Test]
    public void Buffers_have_the_header_of_streams()
    {
        using var stream = new MemoryStream();
        s_model.WriteHeader(stream);
        var buffer = new ArrayBufferWriter<byte>();
        s_model.WriteHeader(buffer);
        Assert.That(buffer.WrittenSpan.SequenceEqual(stream.ToArray()));
        s_model.SerializeFramed(buffer, 5);
        s_model.ReadHeader(buffer.WrittenSpan, out int consumed);
        Assert.That(consumed, Is.EqualTo(TypeModel.HeaderLength).And.EqualTo(stream.Length));
        ReadOnlySequence<byte> source = Model.Segments.Cut(buffer.WrittenSpan.ToArray(), 5);
        s_model.ReadHeader(ref source);
        Assert.That(s_model.TryDeserializeFramed(ref source, out int value));
        Assert.That(value, Is.EqualTo(5));
        for (int cut = 0; cut < TypeModel.HeaderLength; cut++)
        {
            byte[] header = buffer.WrittenSpan[..cut].ToArray();
            ReadOnlySequence<byte> parts = Model.Segments.Cut(header, 5);
            foreach (Action read in (Action[])[() => s_model.ReadHeader(header, out _), () => s_model.ReadHeader(ref parts)])
            {
                MalformedDataException malformed = Malformed.AssertRejected($"{cut} bytes", read);
                Assert.That((malformed.Code, malformed.Offset, parts.Length), Is.EqualTo((ErrorCode.Truncated, (long)cut, (long)cut)));
            }
        }
    }

    [Test]
    public void The_first_difference_is_named_where_both_texts_are_at_hand()
    {
        TypeModel first = TypeModel.Create(typeof(Message)), second = TypeModel.Create(typeof(Message), typeof(Doomed)),
            isFixed = TypeModel.Create([typeof(Message)], new SerializerOptions { Integers = IntegerEncoding.Fixed });
        Assert.That(Mismatch(first, isFixed, isFixed.Describe()),
            Does.Contain("line 1 ").And.Contain("there 'schema 1 integers=fixed floats=any', here 'schema 1 integers=varint floats=any'"));
        string more = Mismatch(first, second, second.Describe()), less = Mismatch(second, first, first.Describe());
        Assert.That(more, Does.Contain("there 'type ").And.Contain("Doomed', here nothing."));
        Assert.That(less, Does.Contain("there nothing, here 'type ").And.Contain("Doomed'."));
        Assert.That(more, Does.Contain("Doomed: The class is removed."));
        Assert.That(Mismatch(first, second, second.Schema.ToString() + "# kept on Monday\n"), Is.EqualTo(more), "with comments");
        Assert.That(Mismatch(first, second, "a note"), Does.Contain("is no schema"));
        Assert.That(Mismatch(first, second, second.Describe().Replace("\n", "\r\n", StringComparison.Ordinal)), Is.EqualTo(more), "the text of another system");
        Assert.That(Mismatch(first, second, isFixed.Describe()), Does.Contain("not that of the writer"));
        Assert.That(Mismatch(first, second, null), Does.Contain("TypeModel.Describe"));
        first.ReadHeader(Header(first), out _, second.Describe());
    }

    private static string Mismatch(TypeModel reader, TypeModel writer, string? theirs)
    {
        byte[] header = Header(writer);
        var source = new ReadOnlySequence<byte>(header);
        string[] messages =
        [
            .. ((Action[])[() => reader.ReadHeader(new MemoryStream(header), theirs), () => reader.ReadHeader(header, out _, theirs),
                () => reader.ReadHeader(ref source, theirs)]).Select(read => Malformed.AssertRejected("mismatch", read).Message),
        ];
        Assert.That(messages.Distinct().Count(), Is.EqualTo(1));
        return messages[0];
    }

    private static byte[] Header(TypeModel model)
    {
        var buffer = new ArrayBufferWriter<byte>();
        model.WriteHeader(buffer);
        return buffer.WrittenSpan.ToArray();
    }

    [Test]
    public void A_tag_tells_the_values_of_another_model_apart()
    {
        TypeModel other = TypeModel.Create(typeof(Message));
        byte[] ours = s_model.SerializeTagged(Message.Filled(7)), theirs = other.SerializeTagged(Message.Filled(7));
        Assert.That(ours, Is.EqualTo((byte[])[.. s_model.Fingerprint.Span[..8], .. s_model.Serialize(Message.Filled(7))]));
        var buffer = new ArrayBufferWriter<byte>();
        s_model.SerializeTagged(buffer, Message.Filled(7));
        Assert.That(buffer.WrittenSpan.SequenceEqual(ours));
        Assert.That(s_model.TryDeserializeTagged(ours, out Message? read));
        Assert.That(read!.Number, Is.EqualTo(7));
        Assert.That(s_model.TryDeserializeTagged(Model.Segments.Cut(ours, 3), out read));
        Assert.That(read!.Number, Is.EqualTo(7));
        foreach (byte[] foreign in (byte[][])[theirs, [], ours[..7], s_model.Serialize(Message.Filled(70)), [.. theirs[..8], .. ours]])
        {
            Assert.That(s_model.TryDeserializeTagged(foreign, out read), Is.False);
            Assert.That(read, Is.Null);
            Assert.That(s_model.TryDeserializeTagged(Model.Segments.Cut(foreign, 3), out read), Is.False);
        }
        for (int cut = 8; cut < ours.Length; cut++)
        {
            Malformed.AssertRejected($"{cut} bytes", () => s_model.TryDeserializeTagged<Message>(ours[..cut], out _));
        }
        Assert.That(Malformed.AssertRejected("another type", () => s_model.TryDeserializeTagged<string>(ours, out _)).Code,
            Is.EqualTo(ErrorCode.TypeIdNotAdmitted));
    }
}
