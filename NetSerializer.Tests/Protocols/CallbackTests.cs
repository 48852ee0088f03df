using NetSerializer.Tests.Hostile;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>The four callback attributes and IDeserializationCallback: who is called, when, with what, and what becomes of what they do.</summary>
public class CallbackTests
{
    private static readonly TypeModel s_model =
        TypeModel.Create(typeof(Disc), typeof(Circle), typeof(Marks), typeof(Mark), typeof(Failing), typeof(Failing[]), typeof(Bounded), typeof(PlainNode),
            typeof(Calibrated[]));

    [Test]
    public void Callbacks_of_every_visibility_are_called_and_their_work_is_kept()
    {
        var circle = new Circle { Radius = 3, Note = "stays" };
        Circle copy = s_model.DeepClone(circle);
        Assert.Multiple(() =>
        {
            Assert.That((copy.Area, copy.Note, copy.Written), Is.EqualTo((9.0, "preset", "prepared")));
            Assert.That(circle.Written, Is.Null, "OnSerialized was called on the original");
        });
    }

    [Test]
    public void Overridden_callbacks_are_called_as_what_they_are_overridden_with() =>
        Assert.That(s_model.DeepClone(new Disc { Radius = 2 }).Written, Is.EqualTo("prepared by the disc"));

    [Test]
    public void Callbacks_of_a_base_class_are_inherited() =>
        Assert.That(Journal.Of(() => s_model.DeepClone(new PlainNode("p"))),
            Is.EqualTo((string[])["serializing p All", "serialized p All", "deserializing a node All", "deserialized p All", "notified p by nobody"]));

    [Test]
    public void Structs_keep_what_their_callbacks_do_in_every_position()
    {
        var value = new Marks
        {
            Single = new Mark(1),
            Optional = new Mark(2),
            Boxed = new Mark(3),
            Array = [new Mark(4), new Mark(5)],
            List = [new Mark(6)],
            ByName = new() { ["x"] = new Mark(7) },
            Pair = (0, new Mark(8)),
        };
        Marks copy = s_model.DeepClone(value);
        Mark[] all = [copy.Single, copy.Optional!.Value, (Mark)copy.Boxed!, .. copy.Array!, .. copy.List!, copy.ByName!["x"], copy.Pair.Item2,
            s_model.DeepClone(new Mark(9)), (Mark)s_model.DeepClone<object>(new Mark(10))!];
        Assert.Multiple(() =>
        {
            Assert.That(all.Select(mark => mark.Trace), Is.EqualTo(Enumerable.Range(1, 10).Select(number => $"begun, {number} text, written, notified")));
            Assert.That(value.Array[0].Text, Is.EqualTo("text"), "a struct is a value: its callbacks see a copy");
        });
    }

    [Test]
    public void Structs_hear_of_the_end_of_writing_in_the_state_that_was_written() =>
        Assert.That(Journal.Of(() => s_model.Serialize(new Mark(1))), Is.EqualTo((string[])["serialized 1 text, written"]));

    [Test]
    public void Structs_with_callbacks_are_not_copied_whole()
    {
        Assert.That(s_model.DeepClone(new Bounded { Inner = new Calibrated { Value = 1 }, Number = 1 }) is { Inner.Value: 2, Number: 2 });
        Assert.That(s_model.DeepClone(new Calibrated[] { new() { Value = 5 } })[0].Value, Is.EqualTo(6));
    }

    [Test]
    public void Callbacks_change_neither_the_wire_nor_the_fingerprint()
    {
        string with = TypeModel.Create(typeof(Bounded)).Describe();
        Assert.That(with, Is.EqualTo("""
            schema 1 integers=varint floats=any
            type 32 class NetSerializer.Tests.Protocols.Bounded
              member NetSerializer.Tests.Protocols.Bounded Inner NetSerializer.Tests.Protocols.Calibrated
              member NetSerializer.Tests.Protocols.Bounded Number int32
            type 33 struct NetSerializer.Tests.Protocols.Calibrated
              member NetSerializer.Tests.Protocols.Calibrated Value float

            """.ReplaceLineEndings("\n")));
    }

    [TestCase("serializing")]
    [TestCase("serialized")]
    public void What_a_callback_throws_while_writing_reaches_the_caller_unchanged(string moment) =>
        Assert.That(() => s_model.Serialize(new Failing { Moment = moment }), Throws.TypeOf<TimeoutException>().With.Message.EqualTo(moment));

    [Test]
    public void What_a_callback_throws_while_reading_is_malformed_data_with_the_cause_inside()
    {
        byte[] bytes = s_model.Serialize(new Failing { Moment = "deserialized" });
        MalformedDataException failure = Assert.Throws<MalformedDataException>(() => s_model.Deserialize<Failing>(bytes));
        Assert.Multiple(() =>
        {
            Assert.That(failure.Code, Is.EqualTo(ErrorCode.UserCodeFailed));
            Assert.That(failure.InnerException, Is.TypeOf<TimeoutException>());
            Assert.That(failure.Message, Does.Contain("Protocols.Failing").And.Contain("System.TimeoutException: deserialized"));
            Assert.That(failure.Offset, Is.EqualTo(bytes.Length));
        });
    }

    [Test]
    public void Cancellation_in_a_callback_stays_cancellation()
    {
        byte[] bytes = s_model.Serialize(new Failing { Moment = "cancel deserialized" });
        Assert.That(() => s_model.Deserialize<Failing>(bytes), Throws.TypeOf<OperationCanceledException>());
    }

    [Test]
    public void Nothing_but_OnDeserializing_runs_for_bytes_that_are_bad()
    {
        TypeModel model = TypeModel.Create(typeof(Node[]));
        byte[] bytes = model.Serialize(new Node[] { new("a", new Node("b")), new("c") });
        for (int cut = 0; cut < bytes.Length; cut++)
        {
            byte[] prefix = bytes[..cut];
            IReadOnlyList<string> lines = Journal.Of(() => Assert.That(() => model.Deserialize<Node[]>(prefix), Throws.TypeOf<MalformedDataException>()));
            Assert.That(lines.Where(line => !line.StartsWith("deserializing", StringComparison.Ordinal)), Is.Empty, $"cut at {cut}");
        }
    }

    [Test]
    public void OnSerialized_does_not_run_for_values_that_cannot_be_written()
    {
        TypeModel model = TypeModel.Create(typeof(object[]), typeof(Node));
        IReadOnlyList<string> lines = Journal.Of(() =>
            Assert.That(() => model.Serialize(new object[] { new Node("a"), new Secret() }), Throws.TypeOf<ValueNotSerializableException>()));
        Assert.That(lines, Is.All.StartsWith("serializing a"));
    }

    [Test]
    public void A_method_that_cannot_be_called_is_refused_at_Create(
        [Values(typeof(WrongSignature), typeof(WrongReturn), typeof(WrongInBoth), typeof(WrongStruct), typeof(WrongStatic))] Type type)
    {
        TypeModelException failure = Assert.Throws<TypeModelException>(() => TypeModel.Create(type));
        Assert.That(failure.Problems.Single(),
            Has.Property(nameof(TypeModelProblem.Code)).EqualTo(ErrorCode.TypeNotSupported).And.Property(nameof(TypeModelProblem.Message))
            .Contains($"{type.Name}.Deserialized").And.Property(nameof(TypeModelProblem.Message)).Contains("StreamingContext"));
    }

    [Test]
    public void Callbacks_are_called_through_every_surface()
    {
        string[] written = ["serializing p All", "serialized p All"], read = ["deserializing a node All", "deserialized p All", "notified p by nobody"];
        var value = new PlainNode("p");
        using var session = new MemoryStream();
        using var stream = new MemoryStream();
        byte[] bytes = s_model.Serialize(value);
        Assert.Multiple(() =>
        {
            Assert.That(Journal.Of(() => s_model.Serialize(stream, value)), Is.EqualTo(written));
            Assert.That(Journal.Of(() => s_model.TrySerialize(new byte[100], value, out _)), Is.EqualTo(written));
            Assert.That(Journal.Of(() => s_model.Serialize(new System.Buffers.ArrayBufferWriter<byte>(), value)), Is.EqualTo(written));
            Assert.That(Journal.Of(() =>
            {
                using ValueWriter writer = s_model.OpenWriter(session, leaveOpen: true);
                writer.Write(value);
            }), Is.EqualTo(written));
            stream.Position = session.Position = 0;
            Assert.That(Journal.Of(() => s_model.Deserialize<PlainNode>(bytes, out _)), Is.EqualTo(read));
            Assert.That(Journal.Of(() => s_model.Deserialize<object>(stream)), Is.EqualTo(read));
            Assert.That(Journal.Of(() => s_model.Deserialize<Node>(new System.Buffers.ReadOnlySequence<byte>(bytes))), Is.EqualTo(read));
            Assert.That(Journal.Of(() => s_model.OpenReader(session).Read<PlainNode>()), Is.EqualTo(read));
        });
    }
}
