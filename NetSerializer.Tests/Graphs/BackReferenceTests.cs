using System.Collections.Specialized;
using System.Reflection;
using NetSerializer.Graph;
using NetSerializer.Tests.Model;
using NetSerializer.Tests.Streams;
using NUnit.Framework;

namespace NetSerializer.Tests.Graphs;

/// <summary>Numbers that no writer makes: the code and the offset of each.</summary>
public sealed class BackReferenceTests
{
    private static readonly TypeModel s_model =
        TypeModel.Create([typeof(Pair), typeof(System.Collections.Immutable.ImmutableList<object>)], new SerializerOptions
        { References = ReferenceHandling.Preserve });

    // A new object[], whose id is 16154.
    private const string ArrayOf = "B4FC01";

    [TestCase(ArrayOf + "0203", ErrorCode.ReferenceOutOfRange, 4, TestName = "the next number")]
    [TestCase(ArrayOf + "02FFFFFFFF0F", ErrorCode.ReferenceOutOfRange, 4, TestName = "the largest number")]
    [TestCase("03", ErrorCode.ReferenceOutOfRange, 0, TestName = "a root that is a number")]
    [TestCase(ArrayOf + "0340020200", ErrorCode.ReferenceNotAdmitted, 6, TestName = "an array where a pair is expected, behind the pair itself")]
    [TestCase(ArrayOf + "024001", ErrorCode.ReferenceNotAdmitted, 5, TestName = "an array where a string is expected")]
    public void Is_rejected(string hex, ErrorCode code, long offset)
    {
        var failure = Assert.Throws<MalformedDataException>(() => s_model.Deserialize<object>(Convert.FromHexString(hex)))!;
        Assert.Multiple(() =>
        {
            Assert.That(failure.Code, Is.EqualTo(code), failure.Message);
            Assert.That(failure.Offset, Is.EqualTo(offset), failure.Message);
        });
    }

    [TestCase("40030402610103010233026203", ErrorCode.ReferenceIncomplete, 12, TestName = "the values of a name for another name")]
    [TestCase(ArrayOf + "03400204026101020233" + "05", ErrorCode.ReferenceIncomplete, 13, TestName = "the values of a name elsewhere")]
    [TestCase(ArrayOf + "03B2FC01020233" + "400204026103", ErrorCode.ReferenceNotAdmitted, 13, TestName = "an array from elsewhere as the values of a name")]
    public void Values_of_a_name_are_no_object_of_the_graph(string hex, ErrorCode code, long offset)
    {
        var failure = Assert.Throws<MalformedDataException>(() => CreateNames(StringHandling.Values).Deserialize<object>(Convert.FromHexString(hex)))!;
        Assert.That((failure.Code, failure.Offset), Is.EqualTo((code, offset)), failure.Message);
    }

    [Test]
    public void Names_and_values_with_the_same_texts_come_back([Values] StringHandling strings)
    {
        TypeModel model = CreateNames(strings);
        var names = new NameValueCollection { { "one", "two" }, { "one", "one" }, { "two", "one" }, { "", null }, { null, "two" }, { "three", "" } };
        var read = (NameValueCollection)((object[])model.Deserialize<object>(model.Serialize<object>(new object[] { names, names }))!)[1];
        Assert.That(Content(read), Is.EqualTo(Content(names)));
    }

    [TestCase(1)]
    [TestCase(5_000, Description = "more than the first table holds")]
    public void The_room_for_numbers_goes_back_when_a_read_fails(int arrays)
    {
        var items = new object[arrays];
        for (int i = 0; i < arrays; i++)
        {
            items[i] = new object[1];
        }
        items[^1] = true;
        byte[] bytes = s_model.Serialize<object>(items);
        bytes[^1] = 0xFF;
        ReferenceReader room = ReferenceReader.Rent();
        room.Return();
        var segment = (object?[])typeof(ReferenceReader).GetField("_first", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(room)!;
        foreach (Action read in (Action[])[
            () => s_model.Deserialize<object>(bytes),
            () => s_model.Deserialize<object>(bytes.AsSpan(), out _),
            () => s_model.Deserialize<object>(Segments.Cut(bytes, 7)),
            () => s_model.Deserialize<object>(new ArrivingStream(Frames.Of(bytes), 1_000)),
            () => s_model.OpenReader(new MemoryStream(bytes)).Read<object>()])
        {
            Assert.That(() => read(), Throws.TypeOf<MalformedDataException>());
            ReferenceReader next = ReferenceReader.Rent();
            try
            {
                Assert.Multiple(() =>
                {
                    Assert.That(next, Is.SameAs(room));
                    Assert.That(next.Count, Is.Zero);
                    Assert.That(segment, Is.All.Null, "an object stays in the pool");
                });
            }
            finally
            {
                next.Return();
            }
        }
    }

    private static TypeModel CreateNames(StringHandling strings) =>
        TypeModel.Create([typeof(NameValueCollection)], new SerializerOptions { References = ReferenceHandling.Preserve, Strings = strings });

    private static IEnumerable<string> Content(NameValueCollection names) =>
        Enumerable.Range(0, names.Count).Select(i => $"{names.GetKey(i) ?? "null"}: {string.Join(", ", names.GetValues(i) ?? ["none"])}");

    [Test]
    public void An_array_may_hold_itself()
    {
        var array = (object[])s_model.Deserialize<object>(Convert.FromHexString(ArrayOf + "0201"))!;
        Assert.That(array[0], Is.SameAs(array));
    }

    [Test]
    public void An_immutable_list_within_itself_is_refused_in_both_directions()
    {
        object[] array = [null!];
        System.Collections.Immutable.ImmutableList<object> list = [array];
        array[0] = list;
        Assert.That(() => s_model.Serialize<object>(list),
            Throws.InstanceOf<ValueNotSerializableException>().With.Property("Code").EqualTo(ErrorCode.IncompleteReference));
        byte[] id = Hostile.Bytes.VarInt(2u * s_model.TypeIds[typeof(System.Collections.Immutable.ImmutableList<object>)]);
        byte[] within = [.. id, 2, .. Convert.FromHexString(ArrayOf), 2, 1];
        Assert.That(() => s_model.Deserialize<object>((ReadOnlySpan<byte>)within),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.ReferenceIncomplete).And.Property("Offset")
            .EqualTo(within.Length - 1));
        // It begins elsewhere, which is fine.
        byte[] bytes = s_model.Serialize<object>(array);
        var copy = (object[])s_model.Deserialize<object>(bytes)!;
        Assert.That(((System.Collections.Immutable.ImmutableList<object>)copy[0])[0], Is.SameAs(copy));
    }

    [Serializable]
    private sealed class Pair
    {
        public string? A { get; set; }

        public Pair? B { get; set; }
    }
}
