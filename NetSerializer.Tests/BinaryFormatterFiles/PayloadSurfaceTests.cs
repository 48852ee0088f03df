using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.BinaryFormatterFiles;

/// <summary>The calls of the package, beside the objects that come out of them.</summary>
public sealed class PayloadSurfaceTests
{
    private static readonly TypeModel s_graph = TypeModel.Create([typeof(Branch), typeof(Coin), typeof(Heard)],
        new SerializerOptions { References = ReferenceHandling.Preserve, Serializers = [CustomSerializer.For(new CoinSerializer())] });

    private static readonly TypeModel s_tree = TypeModel.Create([typeof(Branch)]);

    [Test]
    public void A_payload_is_told_from_the_bytes_of_a_model()
    {
        byte[] payload = BinaryFormatterPeer.Write(new Branch()), bytes = s_tree.Serialize(new Branch());
        using var stream = new MemoryStream(payload);
        Assert.Multiple(() =>
        {
            Assert.That(BinaryFormatterReader.IsPayload(payload));
            Assert.That(BinaryFormatterReader.IsPayload(bytes), Is.False);
            Assert.That(BinaryFormatterReader.IsPayload([]), Is.False);
            Assert.That(BinaryFormatterReader.IsPayload(stream));
            Assert.That(stream.Position, Is.Zero);
        });
    }

    [Test]
    public void No_byte_behind_the_payload_of_a_stream_is_read()
    {
        byte[] first = BinaryFormatterPeer.Write(new Branch { Name = "first" }), second = BinaryFormatterPeer.Write(new Branch { Name = "second" });
        using var stream = new MemoryStream([.. first, .. second]);
        Assert.That(BinaryFormatterReader.Read<Branch>(s_tree, stream)!.Name, Is.EqualTo("first"));
        Assert.That(stream.Position, Is.EqualTo(first.Length));
        Assert.That(BinaryFormatterReader.Read<Branch>(s_tree, stream)!.Name, Is.EqualTo("second"));
    }

    [Test]
    public void Bytes_behind_a_payload_in_memory_are_refused() =>
        Assert.That(() => BinaryFormatterReader.Read<Branch>(s_tree, (byte[])[.. BinaryFormatterPeer.Write(new Branch()), 0]),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.TrailingBytes));

    [Test]
    public void Converted_bytes_are_those_of_the_object()
    {
        var branch = new Branch { Name = "n", Left = new Branch { Name = "l" } };
        byte[] payload = BinaryFormatterPeer.Write(branch);
        Assert.Multiple(() =>
        {
            Assert.That(BinaryFormatterReader.Convert(s_tree, payload), Is.EqualTo(s_tree.Serialize(branch)));
            Assert.That(BinaryFormatterReader.Convert(s_graph, payload), Is.EqualTo(s_graph.Serialize(branch)));
        });
    }

    [Test]
    public void A_cycle_comes_back_through_a_model_of_trees_and_has_no_bytes_of_it()
    {
        var branch = new Branch { Name = "n" };
        branch.Left = branch.Right = branch;
        byte[] payload = BinaryFormatterPeer.Write(branch);
        Branch read = BinaryFormatterReader.Read<Branch>(s_tree, payload)!;
        Assert.That(read.Left, Is.SameAs(read));
        Assert.That(() => BinaryFormatterReader.Convert(s_tree, payload), Throws.TypeOf<MalformedDataException>());
    }

    [Test]
    public void Another_type_than_that_of_the_call_is_refused() =>
        Assert.That(() => BinaryFormatterReader.Read<Coin>(s_graph, BinaryFormatterPeer.Write(new Branch())),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.TypeIdNotAdmitted));

    [Test]
    public void A_type_with_a_custom_serializer_takes_a_function()
    {
        byte[] payload = BinaryFormatterPeer.Write(new Purse { Coins = [new Coin(5), new Coin(7)] });
        TypeModel model = TypeModel.Create([typeof(Purse)], new SerializerOptions { Serializers = [CustomSerializer.For(new CoinSerializer())] });
        var options = new BinaryFormatterOptions { Records = [RecordConversion.For(record => new Coin(record.GetInt32("_value")))] };
        Assert.That(BinaryFormatterReader.Read<Purse>(model, payload, options)!.Coins!.Select(coin => coin.Value), Is.EqualTo((int[])[5, 7]));
        Assert.That(() => BinaryFormatterReader.Read<Purse>(model, payload),
            Throws.TypeOf<MalformedDataException>().With.Message.Contains(nameof(BinaryFormatterOptions.Records)).And.Message.Contains("Purse.Coins[0]"));
        options = new BinaryFormatterOptions { Records = [RecordConversion.For<Coin>(_ => throw new FormatException("no"))] };
        Assert.That(() => BinaryFormatterReader.Read<Purse>(model, payload, options),
            Throws.TypeOf<MalformedDataException>().With.Property("Code").EqualTo(ErrorCode.UserCodeFailed));
    }

    [Test]
    public void The_calls_of_a_model_name_the_package()
    {
        byte[] payload = BinaryFormatterPeer.Write(new Branch());
        Assert.That(() => s_tree.Deserialize<Branch>(payload), Throws.TypeOf<MalformedDataException>().With.Message.Contains("NetSerializer.BinaryFormatter"));
        Assert.That(() => s_tree.Deserialize<Branch>(new MemoryStream(payload)),
            Throws.TypeOf<MalformedDataException>().With.Message.Contains("NetSerializer.BinaryFormatter"));
    }

    [Test]
    public void Callbacks_run_once() =>
        Assert.That(BinaryFormatterReader.Read<Heard>(s_graph, BinaryFormatterPeer.Write(new Heard()))!.Calls, Is.EqualTo(1));

    [Test]
    public void Failures_of_a_stream_pass() =>
        Assert.That(() => BinaryFormatterReader.Read(s_tree, new BrokenStream()), Throws.TypeOf<TimeoutException>());

    [Serializable]
    public sealed class Branch
    {
        public string? Name;
        public Branch? Left, Right;
    }

    [Serializable]
    public sealed class Coin(int value)
    {
        private readonly int _value = value;

        public int Value => _value;
    }

    [Serializable]
    public sealed class Purse
    {
        public Coin[]? Coins;
    }

    [Serializable]
    public sealed class Heard
    {
        public string Text = "t";
        [NonSerialized]
        public int Calls;

        [System.Runtime.Serialization.OnDeserialized]
        private void Hear(System.Runtime.Serialization.StreamingContext context) => Calls++;
    }

    private sealed class CoinSerializer : ICustomSerializer<Coin>
    {
        public void Write(ref WireWriter writer, Coin value) => writer.WriteInt32(value.Value);

        public Coin Read(ref WireReader reader) => new(reader.ReadInt32());
    }

    private sealed class BrokenStream : MemoryStream
    {
        public override int Read(Span<byte> buffer) => throw new TimeoutException();

        public override int Read(byte[] buffer, int offset, int count) => throw new TimeoutException();
    }
}
