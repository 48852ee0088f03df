using MemoryPack;
using MessagePack;
using NetSerializer.Benchmarks.Data;
using Orleans;
using ProtoBuf;

namespace NetSerializer.Benchmarks.Suites;

public enum OrderState : byte
{
    New,
    Paid,
    Sent,
}

[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class OrderLine
{
    [Key(0), ProtoMember(1), Id(0)] public string? Article;
    [Key(1), ProtoMember(2), Id(1)] public int Quantity;
    [Key(2), ProtoMember(3), Id(2)] public decimal Price;
}

[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Address
{
    [Key(0), ProtoMember(1), Id(0)] public string? Street;
    [Key(1), ProtoMember(2), Id(1)] public string? City;
    [Key(2), ProtoMember(3), Id(2)] public int PostCode;
}

/// <summary>An order as a shop has it: a few values, an address, lines.</summary>
[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Order
{
    [Key(0), ProtoMember(1), Id(0)] public int Id;
    [Key(1), ProtoMember(2), Id(1)] public string? Customer;
    [Key(2), ProtoMember(3), Id(2)] public DateTime Placed;
    [Key(3), ProtoMember(4), Id(3)] public OrderState State;
    [Key(4), ProtoMember(5), Id(4)] public Address? Delivery;
    [Key(5), ProtoMember(6), Id(5)] public List<OrderLine>? Lines;

    public static Order Create(MixedRandom random) => new()
    {
        Id = random.Below(1_000_000),
        Customer = random.Word(8, 20),
        Placed = new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddMinutes(random.Below(500_000)),
        State = (OrderState)random.Below(3),
        Delivery = new() { Street = random.Word(10, 20), City = random.Word(4, 14), PostCode = random.Below(100_000) },
        Lines = [.. Enumerable.Range(0, 10)
            .Select(_ => new OrderLine { Article = random.Word(6, 12), Quantity = 1 + random.Below(20), Price = random.Below(100_000) / 100m })],
    };
}
