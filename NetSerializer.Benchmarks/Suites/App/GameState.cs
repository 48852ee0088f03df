using MemoryPack;
using MessagePack;
using NetSerializer.Benchmarks.Data;
using Orleans;
using ProtoBuf;

namespace NetSerializer.Benchmarks.Suites.App;

/// <summary>What moves in a game: floats and small integers.</summary>
[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public partial struct Entity
{
    [Key(0), ProtoMember(1), Id(0)] public int Id;
    [Key(1), ProtoMember(2), Id(1)] public Vector3 Position;
    [Key(2), ProtoMember(3), Id(2)] public Vector3 Velocity;
    [Key(3), ProtoMember(4), Id(3)] public float Rotation;
    [Key(4), ProtoMember(5), Id(4)] public short Health;
    [Key(5), ProtoMember(6), Id(5)] public byte Team;
    [Key(6), ProtoMember(7), Id(6)] public byte Animation;
}

[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class GameState
{
    [Key(0), ProtoMember(1), Id(0)] public int Frame;
    [Key(1), ProtoMember(2), Id(1)] public double Time;
    [Key(2), ProtoMember(3), Id(2)] public Entity[]? Entities;

    public static GameState Create(int count, MixedRandom random)
    {
        int id = 1;
        return new()
        {
            Frame = random.Below(1_000_000),
            Time = random.Fraction() * 10_000,
            Entities = AppRandom.Many(count, () => new Entity
            {
                Id = id++,
                Position = Vector(random, 1_000),
                Velocity = random.Once(2) ? default : Vector(random, 10),
                Rotation = (float)random.Fraction(),
                Health = (short)random.Below(101),
                Team = (byte)random.Below(4),
                Animation = (byte)random.Below(20),
            }),
        };
    }

    private static Vector3 Vector(MixedRandom random, float size) => new()
    {
        X = (float)random.Fraction() * size,
        Y = (float)random.Fraction() * size,
        Z = (float)random.Fraction() * size,
    };
}

/// <summary>Four small numbers.</summary>
[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public partial struct Cell
{
    [Key(0), ProtoMember(1), Id(0)] public int Row;
    [Key(1), ProtoMember(2), Id(1)] public int Column;
    [Key(2), ProtoMember(3), Id(2)] public int Value;
    [Key(3), ProtoMember(4), Id(3)] public int Kind;

    public static Cell Create(MixedRandom random) =>
        new() { Row = random.Below(1_000), Column = random.Below(100), Value = random.Below(100_000), Kind = random.Below(5) };
}
