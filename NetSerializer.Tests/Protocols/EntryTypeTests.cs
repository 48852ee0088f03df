using System.Runtime.Serialization;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Protocols;

/// <summary>The types of the fields of a class with entries, and arrays of them, are in the model with it, where they can travel.</summary>
public sealed class EntryTypeTests
{
    [Test]
    public void They_need_no_registration([Values] ReferenceHandling references)
    {
        TypeModel model = TypeModel.Create([typeof(Company), typeof(OrderFault)], new SerializerOptions { References = references });
        var value = new Company(new Address("a"), [new Address("b"), new Address("c")], new() { ["d"] = new Address("e") }, Kind.Large);
        Company copy = model.DeepClone(value), theirs = BinaryFormatterPeer.Clone(value);
        Assert.That(copy.Text, Is.EqualTo(value.Text).And.EqualTo(theirs.Text));
        OrderFault fault = model.DeepClone(new OrderFault(new Address("f"), [new Address("g")]));
        Assert.That((fault.First.Street, fault.More[0].Street), Is.EqualTo(("f", "g")));
    }

    [Test]
    public void Elements_of_a_collection_that_gives_them_itself_need_none()
    {
        TypeModel model = TypeModel.Create(typeof(Addresses));
        Assert.That(model.DeepClone(new Addresses { new("a"), new("b") }).Select(address => address.Street), Is.EqualTo(new[] { "a", "b" }));
    }

    [Test]
    public void Types_that_lead_back_and_types_without_a_way_are_no_problem()
    {
        TypeModel model = TypeModel.Create(typeof(Node));
        var value = new Node("root") { Children = { new Node("left"), new Node("right") { Children = { new Node("leaf") } } } };
        Node copy = model.DeepClone(value);
        Assert.That((copy.Children[1].Name, copy.Children[1].Children[0].Name), Is.EqualTo(("right", "leaf")));
        Assert.That(model.TypeIds.Select(pair => pair.Key), Has.None.EqualTo(typeof(Stream)).And.None.EqualTo(typeof(Unmarked)));
    }

    [Test]
    public void A_generic_class_without_end_is_no_problem() =>
        Assert.That(TypeModel.Create(typeof(Growing<int>)).DeepClone(new Growing<int>()), Is.TypeOf<Growing<int>>());

    [Test]
    public void The_filter_is_asked_once_for_each_type()
    {
        List<Type> asked = [];
        TypeModel.Create([typeof(Node)], new SerializerOptions
        {
            TypeFilter = type =>
            {
                asked.Add(type);
                return false;
            },
        });
        Assert.That(asked, Is.Unique.And.Member(typeof(Unmarked)));
    }

    [Serializable]
    internal sealed class Address(string street)
    {
        public string Street = street;
    }

    internal enum Kind : byte
    {
        Small,
        Large,
    }

    [Serializable]
    internal sealed class Company : ISerializable
    {
        private readonly Address _seat;
        private readonly List<Address> _branches;
        private readonly Dictionary<string, Address> _byName;
        private readonly Kind? _kind;

        public Company(Address seat, List<Address> branches, Dictionary<string, Address> byName, Kind? kind) =>
            (_seat, _branches, _byName, _kind) = (seat, branches, byName, kind);

        private Company(SerializationInfo info, StreamingContext context)
        {
            _seat = (Address)info.GetValue("seat", typeof(Address))!;
            _branches = [.. (Address[])info.GetValue("branches", typeof(Address[]))!];
            _byName = new(((KeyValuePair<string, Address>[])info.GetValue("names", typeof(object))!));
            _kind = (Kind)info.GetValue("kind", typeof(Kind))!;
        }

        public string Text => $"{_seat.Street} {string.Join(' ', _branches.Select(branch => branch.Street))} {_byName.Single().Value.Street} {_kind}";

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.AddValue("seat", _seat);
            info.AddValue("branches", _branches.ToArray());
            info.AddValue("names", _byName.ToArray());
            info.AddValue("kind", _kind!.Value);
        }
    }

    [Serializable]
    internal sealed class OrderFault : Exception
    {
        public OrderFault(Address first, List<Address> more) => (First, More) = (first, more);

        private OrderFault(SerializationInfo info, StreamingContext context) : base(info, context)
        {
            First = (Address)info.GetValue("first", typeof(Address))!;
            More = [.. (Address[])info.GetValue("more", typeof(Address[]))!];
        }

        public Address First { get; }

        public List<Address> More { get; }

        public override void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            base.GetObjectData(info, context);
            info.AddValue("first", First);
            info.AddValue("more", More.ToArray());
        }
    }

    [Serializable]
    internal sealed class Addresses : List<Address>, ISerializable
    {
        public Addresses()
        {
        }

        private Addresses(SerializationInfo info, StreamingContext context) => AddRange((Address[])info.GetValue("all", typeof(Address[]))!);

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("all", ToArray());
    }

    [Serializable]
    internal sealed class Node : ISerializable
    {
        private readonly Stream? _stream;
        private readonly Unmarked? _unmarked;
        private readonly Action? _action;

        public Node(string name) => (Name, _stream, _unmarked, _action) = (name, null, null, null);

        private Node(SerializationInfo info, StreamingContext context)
        {
            Name = info.GetString("name")!;
            Children = [.. (Node[])info.GetValue("children", typeof(Node[]))!];
        }

        public string Name { get; }

        public List<Node> Children { get; } = [];

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.AddValue("name", Name);
            info.AddValue("children", Children.ToArray());
            info.AddValue("nothing", _stream as object ?? _unmarked as object ?? _action);
        }
    }

    internal sealed class Unmarked;

    [Serializable]
    internal sealed class Growing<T> : ISerializable
    {
        private readonly Growing<T[]>? _next;

        public Growing() => _next = null;

        private Growing(SerializationInfo info, StreamingContext context) => _next = (Growing<T[]>?)info.GetValue("next", typeof(object));

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("next", _next);
    }
}
