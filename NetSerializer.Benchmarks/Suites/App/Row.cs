using MemoryPack;
using MessagePack;
using NetSerializer.Benchmarks.Data;
using Orleans;
using ProtoBuf;

namespace NetSerializer.Benchmarks.Suites.App;

/// <summary>A row of a wide table: 60 members of twelve types, all of which may be null.</summary>
[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Row
{
    [Key(0), ProtoMember(1), Id(0)] public int? Count1;
    [Key(1), ProtoMember(2), Id(1)] public long? Number1;
    [Key(2), ProtoMember(3), Id(2)] public string? Text1;
    [Key(3), ProtoMember(4), Id(3)] public double? Ratio1;
    [Key(4), ProtoMember(5), Id(4)] public decimal? Amount1;
    [Key(5), ProtoMember(6), Id(5)] public DateTime? Date1;
    [Key(6), ProtoMember(7), Id(6)] public bool? Flag1;
    [Key(7), ProtoMember(8), Id(7)] public Guid? Key1;
    [Key(8), ProtoMember(9), Id(8)] public short? Rank1;
    [Key(9), ProtoMember(10), Id(9)] public float? Weight1;
    [Key(10), ProtoMember(11), Id(10)] public byte? Level1;
    [Key(11), ProtoMember(12), Id(11)] public TimeSpan? Length1;
    [Key(12), ProtoMember(13), Id(12)] public int? Count2;
    [Key(13), ProtoMember(14), Id(13)] public long? Number2;
    [Key(14), ProtoMember(15), Id(14)] public string? Text2;
    [Key(15), ProtoMember(16), Id(15)] public double? Ratio2;
    [Key(16), ProtoMember(17), Id(16)] public decimal? Amount2;
    [Key(17), ProtoMember(18), Id(17)] public DateTime? Date2;
    [Key(18), ProtoMember(19), Id(18)] public bool? Flag2;
    [Key(19), ProtoMember(20), Id(19)] public Guid? Key2;
    [Key(20), ProtoMember(21), Id(20)] public short? Rank2;
    [Key(21), ProtoMember(22), Id(21)] public float? Weight2;
    [Key(22), ProtoMember(23), Id(22)] public byte? Level2;
    [Key(23), ProtoMember(24), Id(23)] public TimeSpan? Length2;
    [Key(24), ProtoMember(25), Id(24)] public int? Count3;
    [Key(25), ProtoMember(26), Id(25)] public long? Number3;
    [Key(26), ProtoMember(27), Id(26)] public string? Text3;
    [Key(27), ProtoMember(28), Id(27)] public double? Ratio3;
    [Key(28), ProtoMember(29), Id(28)] public decimal? Amount3;
    [Key(29), ProtoMember(30), Id(29)] public DateTime? Date3;
    [Key(30), ProtoMember(31), Id(30)] public bool? Flag3;
    [Key(31), ProtoMember(32), Id(31)] public Guid? Key3;
    [Key(32), ProtoMember(33), Id(32)] public short? Rank3;
    [Key(33), ProtoMember(34), Id(33)] public float? Weight3;
    [Key(34), ProtoMember(35), Id(34)] public byte? Level3;
    [Key(35), ProtoMember(36), Id(35)] public TimeSpan? Length3;
    [Key(36), ProtoMember(37), Id(36)] public int? Count4;
    [Key(37), ProtoMember(38), Id(37)] public long? Number4;
    [Key(38), ProtoMember(39), Id(38)] public string? Text4;
    [Key(39), ProtoMember(40), Id(39)] public double? Ratio4;
    [Key(40), ProtoMember(41), Id(40)] public decimal? Amount4;
    [Key(41), ProtoMember(42), Id(41)] public DateTime? Date4;
    [Key(42), ProtoMember(43), Id(42)] public bool? Flag4;
    [Key(43), ProtoMember(44), Id(43)] public Guid? Key4;
    [Key(44), ProtoMember(45), Id(44)] public short? Rank4;
    [Key(45), ProtoMember(46), Id(45)] public float? Weight4;
    [Key(46), ProtoMember(47), Id(46)] public byte? Level4;
    [Key(47), ProtoMember(48), Id(47)] public TimeSpan? Length4;
    [Key(48), ProtoMember(49), Id(48)] public int? Count5;
    [Key(49), ProtoMember(50), Id(49)] public long? Number5;
    [Key(50), ProtoMember(51), Id(50)] public string? Text5;
    [Key(51), ProtoMember(52), Id(51)] public double? Ratio5;
    [Key(52), ProtoMember(53), Id(52)] public decimal? Amount5;
    [Key(53), ProtoMember(54), Id(53)] public DateTime? Date5;
    [Key(54), ProtoMember(55), Id(54)] public bool? Flag5;
    [Key(55), ProtoMember(56), Id(55)] public Guid? Key5;
    [Key(56), ProtoMember(57), Id(56)] public short? Rank5;
    [Key(57), ProtoMember(58), Id(57)] public float? Weight5;
    [Key(58), ProtoMember(59), Id(58)] public byte? Level5;
    [Key(59), ProtoMember(60), Id(59)] public TimeSpan? Length5;

    /// <summary>So many members in a hundred have a value.</summary>
    public static Row Create(MixedRandom random, int percent)
    {
        bool IsSet() => random.Below(100) < percent;
        return new()
        {
            Count1 = IsSet() ? random.Below(1_000) : null,
            Number1 = IsSet() ? (long)random.Mixed() : null,
            Text1 = IsSet() ? random.Word(3, 20) : null,
            Ratio1 = IsSet() ? random.Fraction() : null,
            Amount1 = IsSet() ? random.Below(1_000_000) / 100m : null,
            Date1 = IsSet() ? AppRandom.Date(random) : null,
            Flag1 = IsSet() ? random.Once(2) : null,
            Key1 = IsSet() ? AppRandom.Id(random) : null,
            Rank1 = IsSet() ? (short)random.Mixed() : null,
            Weight1 = IsSet() ? (float)random.Fraction() : null,
            Level1 = IsSet() ? (byte)random.Mixed() : null,
            Length1 = IsSet() ? TimeSpan.FromSeconds(random.Below(100_000)) : null,
            Count2 = IsSet() ? random.Below(1_000) : null,
            Number2 = IsSet() ? (long)random.Mixed() : null,
            Text2 = IsSet() ? random.Word(3, 20) : null,
            Ratio2 = IsSet() ? random.Fraction() : null,
            Amount2 = IsSet() ? random.Below(1_000_000) / 100m : null,
            Date2 = IsSet() ? AppRandom.Date(random) : null,
            Flag2 = IsSet() ? random.Once(2) : null,
            Key2 = IsSet() ? AppRandom.Id(random) : null,
            Rank2 = IsSet() ? (short)random.Mixed() : null,
            Weight2 = IsSet() ? (float)random.Fraction() : null,
            Level2 = IsSet() ? (byte)random.Mixed() : null,
            Length2 = IsSet() ? TimeSpan.FromSeconds(random.Below(100_000)) : null,
            Count3 = IsSet() ? random.Below(1_000) : null,
            Number3 = IsSet() ? (long)random.Mixed() : null,
            Text3 = IsSet() ? random.Word(3, 20) : null,
            Ratio3 = IsSet() ? random.Fraction() : null,
            Amount3 = IsSet() ? random.Below(1_000_000) / 100m : null,
            Date3 = IsSet() ? AppRandom.Date(random) : null,
            Flag3 = IsSet() ? random.Once(2) : null,
            Key3 = IsSet() ? AppRandom.Id(random) : null,
            Rank3 = IsSet() ? (short)random.Mixed() : null,
            Weight3 = IsSet() ? (float)random.Fraction() : null,
            Level3 = IsSet() ? (byte)random.Mixed() : null,
            Length3 = IsSet() ? TimeSpan.FromSeconds(random.Below(100_000)) : null,
            Count4 = IsSet() ? random.Below(1_000) : null,
            Number4 = IsSet() ? (long)random.Mixed() : null,
            Text4 = IsSet() ? random.Word(3, 20) : null,
            Ratio4 = IsSet() ? random.Fraction() : null,
            Amount4 = IsSet() ? random.Below(1_000_000) / 100m : null,
            Date4 = IsSet() ? AppRandom.Date(random) : null,
            Flag4 = IsSet() ? random.Once(2) : null,
            Key4 = IsSet() ? AppRandom.Id(random) : null,
            Rank4 = IsSet() ? (short)random.Mixed() : null,
            Weight4 = IsSet() ? (float)random.Fraction() : null,
            Level4 = IsSet() ? (byte)random.Mixed() : null,
            Length4 = IsSet() ? TimeSpan.FromSeconds(random.Below(100_000)) : null,
            Count5 = IsSet() ? random.Below(1_000) : null,
            Number5 = IsSet() ? (long)random.Mixed() : null,
            Text5 = IsSet() ? random.Word(3, 20) : null,
            Ratio5 = IsSet() ? random.Fraction() : null,
            Amount5 = IsSet() ? random.Below(1_000_000) / 100m : null,
            Date5 = IsSet() ? AppRandom.Date(random) : null,
            Flag5 = IsSet() ? random.Once(2) : null,
            Key5 = IsSet() ? AppRandom.Id(random) : null,
            Rank5 = IsSet() ? (short)random.Mixed() : null,
            Weight5 = IsSet() ? (float)random.Fraction() : null,
            Level5 = IsSet() ? (byte)random.Mixed() : null,
            Length5 = IsSet() ? TimeSpan.FromSeconds(random.Below(100_000)) : null,
        };
    }
}
