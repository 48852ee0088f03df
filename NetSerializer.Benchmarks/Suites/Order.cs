using NetSerializer.Benchmarks.Data;

namespace NetSerializer.Benchmarks.Suites;

public enum OrderState : byte
{
    New,
    Paid,
    Sent,
}

[Serializable]
public sealed class OrderLine
{
    public string? Article;
    public int Quantity;
    public decimal Price;
}

[Serializable]
public sealed class Address
{
    public string? Street;
    public string? City;
    public int PostCode;
}

/// <summary>An order as a shop has it: a few values, an address, lines.</summary>
[Serializable]
public sealed class Order
{
    public int Id;
    public string? Customer;
    public DateTime Placed;
    public OrderState State;
    public Address? Delivery;
    public List<OrderLine>? Lines;

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
