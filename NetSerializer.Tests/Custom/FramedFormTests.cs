using System.Buffers;
using NetSerializer.Tests.Conformance.Checks;
using NetSerializer.Tests.Model;
using NetSerializer.Tests.Streams;
using NUnit.Framework;
using static NetSerializer.Tests.Versions.VersionPairs;

namespace NetSerializer.Tests.Custom;

/// <summary>Custom forms with their length in front: readers take exactly so many bytes, and those of other schemas go past them.</summary>
[TestFixture]
internal sealed class FramedFormTests
{
    [Test]
    public void The_length_stands_in_front_of_the_bytes()
    {
        TypeModel plain = Model(new Blob(), isFramed: false), framed = Model(new Blob(), isFramed: true);
        byte[] bytes = plain.Serialize(new Bytes([1, 2, 3]));
        Assert.That(framed.Serialize(new Bytes([1, 2, 3])), Is.EqualTo((byte[])[bytes[0], 4, .. bytes[1..]]));
        Assert.That(framed.Describe(), Does.StartWith("schema 1 integers=varint floats=any customs=framed\n"));
        Assert.That(plain.Describe(), Does.StartWith("schema 1 integers=varint floats=any\n"));
        Assert.That(WireSchema.Parse(framed.Schema.ToBytes()).Options.FrameCustomForms);
        Assert.That(WireSchema.Parse(framed.Describe()).Text, Is.EqualTo(framed.Describe()));
        Assert.That(WireSchema.Compare(plain.Schema, framed.Schema).Changes.Single().Path, Is.EqualTo(nameof(SerializerOptions.FrameCustomForms)));
    }

    [Test]
    public void Values_of_any_length_go_through_every_form([Values(0, 200, 300_000)] int length)
    {
        TypeModel model = TypeModel.Create([typeof(Bytes), typeof(Bytes[])], Framed(new Blob()));
        Bytes[] value = [new(new byte[length]), new([5]), new(new byte[length])];
        byte[] bytes = model.Serialize(value);
        var buffer = new ArrayBufferWriter<byte>();
        model.Serialize(buffer, value);
        Assert.That(buffer.WrittenSpan.SequenceEqual(bytes));
        byte[] room = new byte[bytes.Length];
        Assert.That(model.TrySerialize(room, value, out int written));
        Assert.That(room[..written], Is.EqualTo(bytes));
        Assert.That(model.TrySerialize(room.AsSpan(1), value, out _), Is.False);
        using var stream = new MemoryStream();
        model.Serialize(stream, value);
        using (ValueWriter writer = model.OpenWriter(stream, leaveOpen: true))
        {
            writer.Write(value);
            writer.Write(value);
        }
        stream.Position = 0;
        Check(model.Deserialize<Bytes[]>(stream)!);
        using ValueReader reader = model.OpenReader(new ArrivingStream(stream.ToArray()[(int)stream.Position..], 1_000), leaveOpen: true);
        Check(reader.Read<Bytes[]>()!);
        Check(reader.Read<Bytes[]>()!);

        void Check(Bytes[] read) => Assert.That(read.Select(each => each.Content), Is.EqualTo(value.Select(each => each.Content)));
    }

    [TestCase(-1)]
    [TestCase(1)]
    public void A_serializer_takes_what_was_written_and_no_other_number_of_bytes(int more)
    {
        TypeModel model = Model(new Blob { ReadsMore = more }, isFramed: true);
        byte[] bytes = model.Serialize(new Bytes([1, 2, 3]));
        MalformedDataException refused = Malformed.AssertRejected("bytes", () => model.Deserialize<Bytes>([.. bytes, 0], out _));
        Assert.That((refused.Code, refused.Offset), Is.EqualTo((ErrorCode.CustomValueRejected, 2L)));
    }

    [TestCase("FF FF FF FF 0F", ErrorCode.LengthExceedsInput)]
    [TestCase("06 03 01 02 03", ErrorCode.LengthExceedsInput)]
    [TestCase("FF FF FF FF FF FF", ErrorCode.MalformedVarInt)]
    [TestCase("84 00 03 01 02 03", ErrorCode.MalformedVarInt)]
    [TestCase("03 03 01 02 03", ErrorCode.CustomValueRejected)]
    public void Hostile_lengths_are_refused(string hex, ErrorCode code)
    {
        TypeModel model = Model(new Blob(), isFramed: true);
        byte[] bytes = [32, .. Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal))];
        Assert.That(Malformed.AssertRejected(hex, () => model.Deserialize<Bytes>(bytes)).Code, Is.EqualTo(code));
        using ValueReader reader = model.OpenReader(new ArrivingStream(bytes, 1, endsCleanly: true));
        Malformed.AssertRejected(hex, () => reader.Read<Bytes>());
    }

    [Test]
    public void A_failure_within_a_frame_leaves_the_session_as_it_was()
    {
        TypeModel model = TypeModel.Create([typeof(Bytes), typeof(Bytes[])], Framed(new Blob()));
        using var stream = new MemoryStream();
        using (ValueWriter writer = model.OpenWriter(stream, leaveOpen: true))
        {
            writer.Write(new Bytes([1]));
            Assert.That(() => writer.Write<Bytes[]>([new(new byte[1_000]), new(null!)]), Throws.InstanceOf<NullReferenceException>());
            writer.Write(new Bytes([2]));
        }
        Assert.That(stream.ToArray(), Is.EqualTo((byte[])[.. model.Serialize(new Bytes([1])), .. model.Serialize(new Bytes([2]))]));
    }

    [Test]
    public void A_form_whose_serializer_is_gone_is_passed([Values] ReferenceHandling references, [Values] bool isFramed)
    {
        TypeModel old = WithMessage([("Gone", typeof(Bytes)), ("More", typeof(object)), ("Value", typeof(int))], references, isFramed, new Blob()),
            @new = WithMessage([("More", typeof(object)), ("Value", typeof(int))], references, isFramed);
        if (!isFramed)
        {
            Assert.That(() => @new.ReaderFor(old.Schema), Throws.InstanceOf<SchemaMismatchException>());
            return;
        }
        object value = Make(old, ("Gone", new Bytes([1, 2, 3])), ("Value", 7));
        Assert.That(Get(Read(old, value, @new), "Value"), Is.EqualTo(7));
        object kept = Make(old, ("Gone", new Bytes([1, 2, 3])), ("More", new Bytes([4])), ("Value", 7));
        ModelReader strict = @new.ReaderFor(old.Schema), loose = @new.ReaderFor(old.Schema, new ResolveOptions { UnknownTypes = UnknownTypes.Null });
        byte[] bytes = old.Serialize(kept);
        Assert.That(Malformed.AssertRejected("a lost type", () => strict.Deserialize(bytes)).Code, Is.EqualTo(ErrorCode.ForeignDataMismatch));
        Assert.That((Get(loose.Deserialize(bytes)!, "More"), Get(loose.Deserialize(bytes)!, "Value")), Is.EqualTo(((object?)null, 7)));
        for (int cut = 0; cut < bytes.Length; cut++)
        {
            Malformed.AssertRejected($"{cut} bytes", () => loose.Deserialize(bytes.AsSpan(0, cut)));
        }
    }

    [Test]
    public void A_form_that_is_gone_with_its_member_may_still_be_in_the_model([Values] ReferenceHandling references)
    {
        TypeModel old = WithMessage([("Gone", typeof(Bytes)), ("Value", typeof(int))], references, isFramed: true, new Blob());
        TypeModel @new = TypeModel.Create(
            [new DynamicTypes().Make("Message", ("Value", typeof(long))), typeof(Bytes)], Framed(new Blob()) with { References = references });
        Assert.That(Get(Read(old, Make(old, ("Gone", new Bytes([1, 2, 3])), ("Value", 7)), @new), "Value"), Is.EqualTo(7L));
    }

    /// <summary>The objects in it would have no numbers, to which the rest of the value may refer.</summary>
    [Test]
    public void A_form_with_nested_values_is_passed_in_a_tree_only([Values] ReferenceHandling references)
    {
        CustomSerializer chains = CustomSerializer.ForGeneric(typeof(Chain<>), typeof(ChainSerializer<>));
        var options = new SerializerOptions { FrameCustomForms = true, References = references, Serializers = [chains] };
        TypeModel old = TypeModel.Create([new DynamicTypes().Make("Message", ("Gone", typeof(Chain<string>)), ("Value", typeof(int)))], options);
        TypeModel @new = WithMessage([("Value", typeof(int))], references, isFramed: true);
        if (references == ReferenceHandling.Preserve)
        {
            Assert.That(() => @new.ReaderFor(old.Schema), Throws.InstanceOf<SchemaMismatchException>());
            return;
        }
        Assert.That(Get(Read(old, Make(old, ("Gone", new Chain<string>("a", new Chain<string>("b", null))), ("Value", 7)), @new), "Value"), Is.EqualTo(7));
    }

    private static SerializerOptions Framed(Blob serializer) => new() { FrameCustomForms = true, Serializers = [CustomSerializer.For(serializer)] };

    private static TypeModel Model(Blob serializer, bool isFramed) =>
        TypeModel.Create([typeof(Bytes)], Framed(serializer) with { FrameCustomForms = isFramed });

    private static TypeModel WithMessage((string, Type)[] members, ReferenceHandling references, bool isFramed, Blob? serializer = null) =>
        TypeModel.Create([new DynamicTypes().Make("Message", members)], new SerializerOptions
        {
            FrameCustomForms = isFramed,
            References = references,
            Serializers = serializer == null ? null : [CustomSerializer.For(serializer)],
        });

    /// <summary>Some bytes.</summary>
    internal sealed class Bytes(byte[] content)
    {
        public byte[] Content => content;
    }

    /// <summary>A count and the bytes; perhaps another number of them than were written.</summary>
    private sealed class Blob : ICustomSerializer<Bytes>
    {
        public int ReadsMore { get; init; }

        public void Write(ref WireWriter writer, Bytes value)
        {
            writer.WriteCount(value.Content.Length);
            writer.WriteBytes(value.Content);
        }

        public Bytes Read(ref WireReader reader)
        {
            int count = reader.ReadCount(minimumSize: 1) + ReadsMore;
            reader.Charge(64 + count);
            byte[] content = new byte[count];
            reader.ReadBytes(content);
            return new Bytes(content);
        }
    }
}
