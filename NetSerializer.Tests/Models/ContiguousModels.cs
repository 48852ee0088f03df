using System.Collections;
using System.Collections.Immutable;
using System.Collections.Specialized;

namespace NetSerializer.Tests.Models;

[Serializable]
public class ImmutableArrays
{
    public ImmutableArray<int> Ints;
    public ImmutableArray<bool> Bools;
    public ImmutableArray<byte> Bytes;
    public ImmutableArray<double> Doubles;
    public ImmutableArray<decimal> Moneys;
    public ImmutableArray<DayOfWeek> Days;
    public ImmutableArray<string?> Texts;
    public ImmutableArray<Account?> Accounts;
    public ImmutableArray<Money> Structs;
    public ImmutableArray<ImmutableArray<string?>> Nested;
    public ImmutableArray<object?> Anything;
    public ImmutableArray<int>? Maybe;
    public IReadOnlyList<string?>? Interface;
}

[Serializable]
public class Slices
{
    public ArraySegment<int> Ints;
    public ArraySegment<string?> Texts;
    public ArraySegment<Account?> Accounts;
    public Memory<long> Longs;
    public Memory<Money> Structs;
    public Memory<byte> Bytes;
    public ReadOnlyMemory<byte> ReadOnlyBytes;
    public ReadOnlyMemory<char> Chars;
    public ReadOnlyMemory<string?> ReadOnlyTexts;
    public ReadOnlyMemory<float> Floats;
    public Dictionary<string, ReadOnlyMemory<byte>>? ByName;
    public object? Anything;
}

[Serializable]
public class BitSets
{
    public BitArray? Bits;
    public BitVector32 Vector;
    public BitVector32? Maybe;
    public BitVector32[]? Vectors;
    public List<BitArray?>? Many;
    public FlaggedStruct Struct;
}

[Serializable]
public struct FlaggedStruct
{
    public float Weight;
    public BitVector32 Flags;
}

/// <summary>Values of one struct inside another, without any class between them.</summary>
[Serializable]
public struct StructTree
{
    public int Value;
    public ImmutableArray<StructTree> Children;
    public ArraySegment<StructTree> More;
}
