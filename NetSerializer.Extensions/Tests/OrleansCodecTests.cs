using System.Buffers;
using System.Runtime.Serialization;
using Microsoft.Extensions.DependencyInjection;
using NUnit.Framework;
using Orleans;
using Orleans.Serialization;

namespace NetSerializer.Extensions.Tests;

/// <summary>The serializer of Orleans with types of a model: every place of a value, copies, and bytes that are changed or of another model.</summary>
public class OrleansCodecTests
{
    private static readonly TypeModel s_model = TypeModel.Create(
        [typeof(V1.Order), typeof(Circle), typeof(Square), typeof(Point), typeof(Node), typeof(Entries), typeof(NoTeaException), typeof(DayOfWeek)],
        SerializerOptions.Default with { References = ReferenceHandling.Preserve });

    private ServiceProvider _services = null!;

    [OneTimeSetUp]
    public void Start() => _services = Services(s_model);

    [OneTimeTearDown]
    public void Stop() => _services.Dispose();

    [Test]
    public void A_value_comes_as_it_went()
    {
        V1.Order order = RoundTrip(Versions.Sample(7));
        Assert.That((order.Id, order.Customer, order.Lines.Single()), Is.EqualTo((7, "Ada", new V1.Line("Tea", 2))));
        Assert.That(RoundTrip<V1.Order?>(null), Is.Null);
        Assert.That(RoundTrip(new Point(3, 4)), Is.EqualTo(new Point(3, 4)));
        Assert.That(RoundTrip<Point?>(new Point(3, 4)), Is.EqualTo(new Point(3, 4)));
        Assert.That(RoundTrip<Point?>(null), Is.Null);
    }

    [Test]
    public void A_value_comes_as_its_type_behind_another_one()
    {
        Assert.That(RoundTrip<object>(Versions.Sample(7)), Is.TypeOf<V1.Order>());
        Assert.That(RoundTrip<object>(new Point(3, 4)), Is.EqualTo(new Point(3, 4)));
        Assert.That(RoundTrip<IShape>(new Square { Name = "s", Side = 2 }), Is.TypeOf<Square>().With.Property("Side").EqualTo(2));
        Assert.That(RoundTrip(new Circle { Name = "c" }), Is.TypeOf<Circle>());
        Assert.That(RoundTrip<Circle>(new Square { Name = "s", Side = 2 }), Is.TypeOf<Square>().With.Property("Side").EqualTo(2));
        Assert.That(RoundTrip<Exception>(new NoTeaException("green")), Is.TypeOf<NoTeaException>().With.Property("Kind").EqualTo("green"));
        Assert.That(RoundTrip(new Entries(5)).Value, Is.EqualTo(5), "Orleans has a codec for such types too, which takes any type in their entries");
    }

    [Test]
    public void Values_stand_in_collections_and_classes_of_Orleans()
    {
        V1.Order order = Versions.Sample(7);
        List<V1.Order> list = RoundTrip<List<V1.Order>>([order, Versions.Sample(8), order]);
        Assert.That(list.Select(item => item.Id), Is.EqualTo((int[])[7, 8, 7]));
        Assert.That(list[2], Is.SameAs(list[0]));
        Assert.That(RoundTrip<object>(new V1.Order[] { order }), Is.TypeOf<V1.Order[]>());
        Assert.That(RoundTrip(new Dictionary<Point, object> { [new Point(1, 2)] = order })[new Point(1, 2)], Is.TypeOf<V1.Order>());

        Basket basket = RoundTrip(new Basket { First = order, Again = order, Behind = order, Where = new Point(1, 2), Day = DayOfWeek.Friday });
        Assert.That(basket.First!.Id, Is.EqualTo(7));
        Assert.That(basket.Again, Is.SameAs(basket.First));
        Assert.That(basket.Behind, Is.SameAs(basket.First));
        Assert.That((basket.Where, basket.Day), Is.EqualTo((new Point(1, 2), DayOfWeek.Friday)));
    }

    [Test]
    public void Shared_references_and_cycles_within_a_value_are_kept()
    {
        Node read = RoundTrip(Cycle());
        Assert.That(read.Next!.Next, Is.SameAs(read));
        Node copy = _services.GetRequiredService<DeepCopier<Node>>().Copy(read);
        Assert.That(copy, Is.Not.SameAs(read));
        Assert.That(copy.Next!.Next, Is.SameAs(copy));
    }

    [Test]
    public void A_copy_is_another_object_and_one_for_each()
    {
        V1.Order order = Versions.Sample(7);
        DeepCopier copier = _services.GetRequiredService<DeepCopier>();
        object?[] copies = copier.Copy(new object?[] { order, order, new Square { Side = 2 }, new Point(1, 2), null });
        Assert.That(copies[0], Is.TypeOf<V1.Order>().And.Not.SameAs(order));
        Assert.That(copies[1], Is.SameAs(copies[0]));
        Assert.That(copies[2], Is.TypeOf<Square>());
        Assert.That(copies[3], Is.EqualTo(new Point(1, 2)));
        Assert.That(copier.Copy<Circle>(new Square { Side = 2 }), Is.TypeOf<Square>().With.Property("Side").EqualTo(2));
        Assert.That(copier.Copy(new Basket { First = order, Behind = order }), Has.Property("First").Not.SameAs(order));
    }

    [Test]
    public void A_value_that_cannot_be_written_says_so()
    {
        var order = new Node { Content = new Unlisted() };
        Assert.That(() => Bytes(order), Throws.TypeOf<ValueNotSerializableException>());
        Assert.That(() => _services.GetRequiredService<DeepCopier<Node>>().Copy(order), Throws.TypeOf<ValueNotSerializableException>());
        Assert.That(() => Bytes(new Unlisted()), Throws.TypeOf<CodecNotFoundException>(), "a type outside of the model is no business of it");
    }

    [Test]
    public void Values_of_another_model_are_the_protocol_s_own_error()
    {
        using ServiceProvider next = Services(Versions.Second);
        byte[] old = Services(Versions.First).GetRequiredService<Serializer<V1.Order>>().SerializeToArray(Versions.Sample(7));
        Assert.That(() => next.GetRequiredService<Serializer<V2.Order>>().Deserialize(old), Throws.TypeOf<SerializerException>()
            .With.Message.Contains(Versions.Tag(Versions.First)).And.Message.Contains(Versions.Tag(Versions.Second)));
        byte[] young = next.GetRequiredService<Serializer<V2.Order>>().SerializeToArray(Versions.NextSample(7));
        Assert.That(() => Services(Versions.First).GetRequiredService<Serializer<V1.Order>>().Deserialize(young), Throws.TypeOf<SerializerException>());
        Assert.That(() => Read<V1.Order>(old), Throws.TypeOf<SerializerException>(), "the same type in another model");
    }

    [Test]
    public void Values_of_another_model_are_read_where_its_schema_is_known()
    {
        using ServiceProvider first = Services(Versions.FirstStore), second = Services(Versions.SecondStore), unknown = Services(Versions.Unknown);
        Serializer<V1.Order> old = first.GetRequiredService<Serializer<V1.Order>>();
        Serializer<V2.Order> young = second.GetRequiredService<Serializer<V2.Order>>();
        V2.Order order = young.Deserialize(old.SerializeToArray(Versions.Sample(7)))!;
        Assert.That((order.Id, order.Lines.Single(), order.Note), Is.EqualTo((7, new V2.Line("Tea", 2), default(string))));
        byte[] bytes = young.SerializeToArray(Versions.NextSample(8));
        Assert.That(old.Deserialize(bytes)!.Lines.Single(), Is.EqualTo(new V1.Line("Tea", 2)));
        Assert.That(() => old.Deserialize(unknown.GetRequiredService<Serializer<V2.Order>>().SerializeToArray(Versions.NextSample(9))),
            Throws.TypeOf<SerializerException>().With.Message.Contains(Versions.Tag(Versions.Unknown)));
        for (int i = bytes.AsSpan().IndexOf(Versions.Second.Fingerprint.Span[..TypeModel.TagLength]) - 1; i < bytes.Length; i++)
        {
            byte[] changed = [.. bytes];
            changed[i] ^= 0x55;
            RequireHarmless(changed, old);
        }
    }

    // Orleans reads what stands before the length, and has exceptions of its own for it.
    [Test]
    public void A_changed_byte_makes_no_other_type_and_no_other_exception()
    {
        byte[] bytes = Bytes(Versions.Sample(7));
        int length = Tag(bytes) - 1;
        for (int i = length; i < bytes.Length; i++)
        {
            for (int value = 0; value < 256; value++)
            {
                byte[] changed = [.. bytes];
                changed[i] = (byte)value;
                RequireHarmless(changed);
            }
        }
        for (int end = length + 1; end < bytes.Length - 1; end++)
        {
            Assert.That(() => Read<V1.Order>(bytes[..end]), Throws.TypeOf<SerializerException>());
        }
    }

    [Test]
    public void Another_type_of_the_model_is_refused_before_it_is_made()
    {
        Node.Made = 0;
        byte[] bytes = Bytes(new Node());
        // Once the field is declared as an order, and once as the node that it is.
        byte[] order = Bytes(Versions.Sample(7));
        byte[] disguised = [.. order[..(Tag(order) - 1)], .. bytes[(Tag(bytes) - 1)..]];
        Assert.That(() => Read<V1.Order>(disguised), Throws.TypeOf<SerializerException>().With.Message.Contains(nameof(ErrorCode.TypeIdNotAdmitted)));
        byte[] named = _services.GetRequiredService<Serializer<object>>().SerializeToArray(new Node());
        Assert.That(() => Read<V1.Order>(named), Throws.TypeOf<SerializerException>());
        Assert.That(Node.Made, Is.Zero);
    }

    [Test]
    public void A_length_that_is_not_there_costs_nothing()
    {
        byte[] bytes = Bytes(Versions.Sample(7));
        int length = Tag(bytes) - 1;
        // A varint of Orleans: the number of zeros below the lowest one is the number of further bytes.
        byte[] huge = [.. bytes[..length], 0xF0, 0xFF, 0xFF, 0xFF, 0x0F, .. bytes[(length + 1)..]];
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.That(() => Read<V1.Order>(huge), Throws.TypeOf<SerializerException>());
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(1 << 20));
    }

    [Test]
    public void The_limits_of_the_model_hold()
    {
        SerializerOptions small = SerializerOptions.Default with { Limits = SerializerLimits.Default with { MaxInputBytes = 100 } };
        using ServiceProvider strict = Services(TypeModel.Create([typeof(V1.Order)], small));
        Serializer<V1.Order> serializer = strict.GetRequiredService<Serializer<V1.Order>>();
        Assert.That(serializer.Deserialize(serializer.SerializeToArray(Versions.Sample(7)))!.Id, Is.EqualTo(7));
        byte[] large = serializer.SerializeToArray(Versions.Sample(7) with { Customer = new string('a', 200) });
        Assert.That(() => serializer.Deserialize(large), Throws.TypeOf<SerializerException>().With.Message.Contains(nameof(ErrorCode.InputTooLong)));
    }

    [Test]
    public void Bytes_come_in_pieces_and_from_streams()
    {
        Serializer<V1.Order> serializer = _services.GetRequiredService<Serializer<V1.Order>>();
        byte[] bytes = Bytes(Versions.Sample(7));
        Assert.That(serializer.Deserialize(Pieces(bytes))!.Id, Is.EqualTo(7));
        Assert.That(serializer.Deserialize(new MemoryStream(bytes))!.Id, Is.EqualTo(7));
    }

    [Test]
    public void Models_come_from_the_services_and_stand_beside_one_another()
    {
        var services = new ServiceCollection();
        services.AddNetSerializer(o => o.Types(typeof(V1.Order)));
        services.AddNetSerializer("shapes", o => o.Types(typeof(Circle), typeof(Square)));
        services.AddSerializer(serializer => serializer.AddNetSerializer().AddNetSerializer("shapes"));
        using ServiceProvider provider = services.BuildServiceProvider();
        Serializer<object> any = provider.GetRequiredService<Serializer<object>>();
        Assert.That(any.Deserialize(any.SerializeToArray(Versions.Sample(7))), Is.TypeOf<V1.Order>());
        Assert.That(any.Deserialize(any.SerializeToArray(new Square { Side = 2 })), Is.TypeOf<Square>());
    }

    private static ServiceProvider Services(TypeModel model) => Services(serializer => serializer.AddNetSerializer(model));

    private static ServiceProvider Services(SchemaStore schemas) => Services(serializer => serializer.AddNetSerializer(schemas));

    private static ServiceProvider Services(Action<ISerializerBuilder> configure)
    {
        var services = new ServiceCollection();
        services.AddSerializer(configure);
        return services.BuildServiceProvider();
    }

    private T RoundTrip<T>(T value) => Read<T>(Bytes(value));

    private byte[] Bytes<T>(T value) => _services.GetRequiredService<Serializer<T>>().SerializeToArray(value);

    private T Read<T>(byte[] bytes) => _services.GetRequiredService<Serializer<T>>().Deserialize(bytes)!;

    private static int Tag(byte[] bytes) => bytes.AsSpan().IndexOf(s_model.Fingerprint.Span[..TypeModel.TagLength]);

    private void RequireHarmless(byte[] bytes, Serializer<V1.Order>? serializer = null)
    {
        try
        {
            Assert.That((serializer ?? _services.GetRequiredService<Serializer<V1.Order>>()).Deserialize(bytes), Is.TypeOf<V1.Order>());
        }
        catch (SerializerException)
        {
            return;
        }
    }

    private static Node Cycle()
    {
        var node = new Node { Next = new Node() };
        node.Next.Next = node;
        return node;
    }

    private static ReadOnlySequence<byte> Pieces(byte[] bytes)
    {
        Piece first = new(bytes.AsMemory(0, 1)), last = first;
        for (int i = 1; i < bytes.Length; i++)
        {
            last = last.Append(bytes.AsMemory(i, 1));
        }
        return new ReadOnlySequence<byte>(first, 0, last, 1);
    }

    private sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        public Piece(ReadOnlyMemory<byte> memory) => Memory = memory;

        public Piece Append(ReadOnlyMemory<byte> memory)
        {
            var next = new Piece(memory) { RunningIndex = RunningIndex + Memory.Length };
            Next = next;
            return next;
        }
    }

    internal interface IShape;

    [Serializable]
    internal class Circle : IShape
    {
        public string? Name { get; set; }
    }

    [Serializable]
    internal sealed class Square : Circle
    {
        public int Side { get; set; }
    }

    [Serializable]
    internal readonly record struct Point(int X, int Y);

    [Serializable]
    internal sealed class Node
    {
        public static int Made;
        public Node? Next;
        public object? Content;

        [OnDeserializing]
        private void Count(StreamingContext context) => Made++;
    }

    [Serializable]
    internal sealed class Entries(int value) : ISerializable
    {
        private Entries(SerializationInfo info, StreamingContext context) : this(info.GetInt32("value"))
        {
        }

        public int Value { get; } = value;

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("value", Value);
    }

    [Serializable]
    internal sealed class NoTeaException(string kind) : Exception("There is no tea.")
    {
        public string Kind { get; } = kind;
    }

    internal sealed class Unlisted;
}

/// <summary>A class with a generated codec, with members of types of a model.</summary>
[GenerateSerializer]
internal sealed class Basket
{
    [Id(0)]
    public V1.Order? First { get; set; }

    [Id(1)]
    public V1.Order? Again { get; set; }

    [Id(2)]
    public object? Behind { get; set; }

    [Id(3)]
    public OrleansCodecTests.Point Where { get; set; }

    [Id(4)]
    public DayOfWeek Day { get; set; }
}
