using NetSerializer.Tests.Equality;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>A message that says all by being there: of its class nothing travels, wherever a slot knows it beforehand.</summary>
internal sealed class MemberlessClassTests
{
    [Test]
    public void It_travels_in_every_slot_that_admits_it_alone(
        [Values] ReferenceHandling references, [Values] StringHandling strings, [Values] bool isThere)
    {
        Ping? ping = isThere ? new Ping() : null;
        Marker? marker = isThere ? new Marker() : null;
        var value = new Owner
        {
            Base = ping,
            Interface = marker,
            Own = ping,
            Array = [ping, null, ping],
            List = [marker, marker],
            Table = new() { ["a"] = ping, ["b"] = null },
            Queue = new([marker, null]),
            Grid = new Message?[,] { { ping, null } },
            Tuple = new(marker, ping),
            Struct = (ping, marker),
        };
        TypeModel model = TypeModel.Create(
            [typeof(Owner), typeof(Ping), typeof(Marker)], new SerializerOptions { References = references, Strings = strings });
        byte[] bytes = model.Serialize(value);
        Owner copy = model.Deserialize<Owner>(bytes)!;
        Assert.That(DeepComparer.FirstDifference(value, copy), Is.Null);
        Assert.That(model.Serialize(copy), Is.EqualTo(bytes));
    }

    [Serializable]
    private abstract class Message;

    [Serializable]
    private sealed class Ping : Message
    {
        [NonSerialized]
        private readonly DateTime _received = DateTime.UnixEpoch;

        public override string ToString() => $"{_received}";
    }

    private interface IMarker;

    [Serializable]
    private class Marker : IMarker;

    [Serializable]
    private sealed class Owner
    {
        public Message? Base;
        public IMarker? Interface;
        public Ping? Own;
        public Message?[]? Array;
        public List<IMarker?>? List;
        public Dictionary<string, Message?>? Table;
        public Queue<IMarker?>? Queue;
        public Message?[,]? Grid;
        public Tuple<IMarker?, Message?>? Tuple;
        public (Message? Message, IMarker? Marker) Struct;
    }
}
