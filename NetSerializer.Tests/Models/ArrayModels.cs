namespace NetSerializer.Tests.Models;

[Serializable]
public class IntegerArrays
{
    public short[]? Shorts;
    public ushort[]? UShorts;
    public char[]? Chars;
    public int[]? Ints;
    public uint[]? UInts;
    public long[]? Longs;
    public ulong[]? ULongs;
    public nint[]? Natives;
    public nuint[]? UNatives;
}

[Serializable]
public class OtherScalarArrays
{
    public bool[]? Bools;
    public byte[]? Bytes;
    public sbyte[]? SBytes;
    public Half[]? Halves;
    public float[]? Singles;
    public double[]? Doubles;
    public Int128[]? Huges;
    public UInt128[]? UHuges;
    public decimal[]? Moneys;
    public DateTime[]? Moments;
    public DateTimeOffset[]? LocalMoments;
    public TimeSpan[]? Durations;
    public DateOnly[]? Days;
    public TimeOnly[]? Clocks;
    public Guid[]? Identities;
    public string?[]? Texts;
}

[Serializable]
public class NullableArrays
{
    public bool?[]? Bools;
    public byte?[]? Bytes;
    public int?[]? Ints;
    public double?[]? Doubles;
    public decimal?[]? Moneys;
    public Guid?[]? Identities;
}

[Serializable]
public class JaggedArrays
{
    public int[][]? Rows;
    public string?[]?[]?[]? Cube;
    public byte[,][]? GridOfArrays;
    public int[][,]? ArrayOfGrids;
    public List<int[]>[]? Lists;
}

[Serializable]
public class Grids
{
    public int[,]? Ints;
    public long[,,]? Longs;
    public char[,]? Chars;
    public nuint[,]? UNatives;
    public byte[,]? Bytes;
    public bool[,]? Bools;
    public double[,]? Doubles;
    public decimal[,]? Moneys;
    public string?[,]? Texts;
    public DateOnly[,,,]? Days;
    public int?[,]? Maybes;
    public NamedShape?[,]? Shapes;
    public object? Any;
}

/// <summary>Array slots that hold arrays of derived elements.</summary>
[Serializable]
public class CovariantArrays
{
    public NamedShape?[]? Shapes;
    public IShape?[]? Interfaces;
    public object?[]? Objects;
    public NamedShape?[]?[]? Jagged;
    public IList<string>? Texts;
    public IReadOnlyList<NamedShape>? ReadOnly;
}
