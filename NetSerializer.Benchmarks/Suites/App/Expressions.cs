using System.Text.Json.Serialization;
using MemoryPack;
using MessagePack;
using NetSerializer.Benchmarks.Data;
using Orleans;
using ProtoBuf;

namespace NetSerializer.Benchmarks.Suites.App;

/// <summary>A node of a tree of twelve classes, as a compiler or a rule has it.</summary>
[Serializable, MemoryPackable, ProtoContract, GenerateSerializer]
[MemoryPackUnion(0, typeof(Constant)), Union(0, typeof(Constant)), ProtoInclude(1, typeof(Constant)), JsonDerivedType(typeof(Constant), 0)]
[MemoryPackUnion(1, typeof(Quotation)), Union(1, typeof(Quotation)), ProtoInclude(2, typeof(Quotation)), JsonDerivedType(typeof(Quotation), 1)]
[MemoryPackUnion(2, typeof(Variable)), Union(2, typeof(Variable)), ProtoInclude(3, typeof(Variable)), JsonDerivedType(typeof(Variable), 2)]
[MemoryPackUnion(3, typeof(Sum)), Union(3, typeof(Sum)), ProtoInclude(4, typeof(Sum)), JsonDerivedType(typeof(Sum), 3)]
[MemoryPackUnion(4, typeof(Difference)), Union(4, typeof(Difference)), ProtoInclude(5, typeof(Difference)), JsonDerivedType(typeof(Difference), 4)]
[MemoryPackUnion(5, typeof(Product)), Union(5, typeof(Product)), ProtoInclude(6, typeof(Product)), JsonDerivedType(typeof(Product), 5)]
[MemoryPackUnion(6, typeof(Quotient)), Union(6, typeof(Quotient)), ProtoInclude(7, typeof(Quotient)), JsonDerivedType(typeof(Quotient), 6)]
[MemoryPackUnion(7, typeof(Comparison)), Union(7, typeof(Comparison)), ProtoInclude(8, typeof(Comparison)), JsonDerivedType(typeof(Comparison), 7)]
[MemoryPackUnion(8, typeof(Negation)), Union(8, typeof(Negation)), ProtoInclude(9, typeof(Negation)), JsonDerivedType(typeof(Negation), 8)]
[MemoryPackUnion(9, typeof(Conversion)), Union(9, typeof(Conversion)), ProtoInclude(10, typeof(Conversion)), JsonDerivedType(typeof(Conversion), 9)]
[MemoryPackUnion(10, typeof(Conditional)), Union(10, typeof(Conditional)), ProtoInclude(11, typeof(Conditional)), JsonDerivedType(typeof(Conditional), 10)]
[MemoryPackUnion(11, typeof(Call)), Union(11, typeof(Call)), ProtoInclude(12, typeof(Call)), JsonDerivedType(typeof(Call), 11)]
public abstract partial class Expression
{
    /// <summary>A tree of exactly so many nodes.</summary>
    public static Expression Create(int nodes, MixedRandom random)
    {
        if (nodes == 1)
        {
            return random.Below(3) switch
            {
                0 => new Constant { Value = random.Below(1_000) / 4.0 },
                1 => new Quotation { Text = random.Word(3, 20) },
                _ => new Variable { Name = random.Word(1, 8) },
            };
        }
        if (nodes == 2 || random.Once(12))
        {
            Expression operand = Create(nodes - 1, random);
            return random.Once(2) ? new Negation { Operand = operand } : new Conversion { Target = random.Word(3, 8), Operand = operand };
        }
        if (nodes > 4 && random.Once(4))
        {
            return WithThree(nodes, random);
        }
        (int left, int right) = Split(nodes - 1, random);
        (Expression first, Expression second) = (Create(left, random), Create(right, random));
        return random.Below(5) switch
        {
            0 => new Sum { Left = first, Right = second },
            1 => new Difference { Left = first, Right = second },
            2 => new Product { Left = first, Right = second },
            3 => new Quotient { Left = first, Right = second },
            _ => new Comparison { Relation = random.Below(6), Left = first, Right = second },
        };
    }

    private static Expression WithThree(int nodes, MixedRandom random)
    {
        (int first, int rest) = Split(nodes - 2, random);
        (int second, int third) = Split(rest + 1, random);
        Expression[] parts = [Create(first, random), Create(second, random), Create(third, random)];
        return random.Once(2)
            ? new Conditional { Test = parts[0], Then = parts[1], Else = parts[2] }
            : new Call { Function = random.Word(3, 8), Arguments = [.. parts] };
    }

    // Not evenly, but so that the depth stays that of written code.
    private static (int First, int Second) Split(int nodes, MixedRandom random)
    {
        int first = Math.Clamp((nodes / 4) + random.Below((nodes / 2) + 1), 1, nodes - 1);
        return (first, nodes - first);
    }
}

[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Constant : Expression
{
    [Key(0), ProtoMember(1), Id(0)] public double Value;
}

[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Quotation : Expression
{
    [Key(0), ProtoMember(1), Id(0)] public string? Text;
}

[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Variable : Expression
{
    [Key(0), ProtoMember(1), Id(0)] public string? Name;
}

[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Sum : Expression
{
    [Key(0), ProtoMember(1), Id(0)] public Expression? Left;
    [Key(1), ProtoMember(2), Id(1)] public Expression? Right;
}

[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Difference : Expression
{
    [Key(0), ProtoMember(1), Id(0)] public Expression? Left;
    [Key(1), ProtoMember(2), Id(1)] public Expression? Right;
}

[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Product : Expression
{
    [Key(0), ProtoMember(1), Id(0)] public Expression? Left;
    [Key(1), ProtoMember(2), Id(1)] public Expression? Right;
}

[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Quotient : Expression
{
    [Key(0), ProtoMember(1), Id(0)] public Expression? Left;
    [Key(1), ProtoMember(2), Id(1)] public Expression? Right;
}

[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Comparison : Expression
{
    [Key(0), ProtoMember(1), Id(0)] public int Relation;
    [Key(1), ProtoMember(2), Id(1)] public Expression? Left;
    [Key(2), ProtoMember(3), Id(2)] public Expression? Right;
}

[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Negation : Expression
{
    [Key(0), ProtoMember(1), Id(0)] public Expression? Operand;
}

[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Conversion : Expression
{
    [Key(0), ProtoMember(1), Id(0)] public string? Target;
    [Key(1), ProtoMember(2), Id(1)] public Expression? Operand;
}

[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Conditional : Expression
{
    [Key(0), ProtoMember(1), Id(0)] public Expression? Test;
    [Key(1), ProtoMember(2), Id(1)] public Expression? Then;
    [Key(2), ProtoMember(3), Id(2)] public Expression? Else;
}

[Serializable, MemoryPackable, MessagePackObject, ProtoContract, GenerateSerializer]
public sealed partial class Call : Expression
{
    [Key(0), ProtoMember(1), Id(0)] public string? Function;
    [Key(1), ProtoMember(2), Id(1)] public List<Expression>? Arguments;
}
