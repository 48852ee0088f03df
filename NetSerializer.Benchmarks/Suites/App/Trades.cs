using MemoryPack;
using MessagePack;
using NetSerializer.Benchmarks.Data;
using Orleans;
using ProtoBuf;

namespace NetSerializer.Benchmarks.Suites.App;

[GenerateSerializer]
public enum Side
{
    Buy,
    Sell,
}

[GenerateSerializer]
public enum TradeKind
{
    Market,
    Limit,
    Stop,
    Auction,
}

[GenerateSerializer]
public enum Venue
{
    Frankfurt,
    London,
    NewYork,
    Tokyo,
    Zurich,
}

/// <summary>A trade of a day.</summary>
[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Trade
{
    [Key(0), ProtoMember(1), Id(0)] public long Id;
    [Key(1), ProtoMember(2), Id(1)] public string? Symbol;
    [Key(2), ProtoMember(3), Id(2)] public Side Side;
    [Key(3), ProtoMember(4), Id(3)] public TradeKind Kind;
    [Key(4), ProtoMember(5), Id(4)] public Venue Venue;
    [Key(5), ProtoMember(6), Id(5)] public DateTime Time;
    [Key(6), ProtoMember(7), Id(6)] public decimal Price;
    [Key(7), ProtoMember(8), Id(7)] public int Quantity;

    /// <summary>Numbers and times ascend, as they do in a file of a day.</summary>
    public static Trade[] CreateDay(int count, MixedRandom random)
    {
        string[] symbols = AppRandom.Many(200, () => random.Word(3, 4));
        DateTime time = new(2026, 3, 2, 8, 0, 0, DateTimeKind.Utc);
        long id = 5_000_000_000;
        return AppRandom.Many(count, () => new Trade
        {
            Id = id++,
            Symbol = symbols[random.Below(symbols.Length)],
            Side = (Side)random.Below(2),
            Kind = (TradeKind)random.Below(4),
            Venue = (Venue)random.Below(5),
            Time = time = time.AddMilliseconds(random.Below(5_000)),
            Price = (1_000 + random.Below(100_000)) / 100m,
            Quantity = 100 * (1 + random.Below(50)),
        });
    }
}

/// <summary>A price of a moment.</summary>
[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public partial struct Tick
{
    [Key(0), ProtoMember(1), Id(0)] public DateTime Time;
    [Key(1), ProtoMember(2), Id(1)] public int Bid;
    [Key(2), ProtoMember(3), Id(2)] public int Ask;
    [Key(3), ProtoMember(4), Id(3)] public float Volume;

    /// <summary>Ticks by the id of a security.</summary>
    public static Dictionary<Guid, List<Tick>> CreateTable(int securities, int ticks, MixedRandom random)
    {
        Dictionary<Guid, List<Tick>> table = new(securities);
        for (int i = 0; i < securities; i++)
        {
            DateTime time = new(2026, 3, 2, 8, 0, 0, DateTimeKind.Utc);
            int price = 1_000 + random.Below(100_000);
            table.Add(AppRandom.Id(random), [.. AppRandom.Many(ticks, () =>
            {
                price += random.Below(21) - 10;
                time = time.AddMilliseconds(random.Below(2_000));
                return new Tick { Time = time, Bid = price, Ask = price + 1 + random.Below(5), Volume = (float)random.Fraction() * 1_000 };
            })]);
        }
        return table;
    }
}
