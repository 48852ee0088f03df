using System.Runtime.InteropServices;

namespace NetSerializer.Tests.Models;

[Serializable]
public struct Nothing;

[Serializable]
public struct Vector2
{
    public float Y;
    public float X;
}

[Serializable]
public struct Vector3
{
    public float Z;
    public float Y;
    public float X;
}

/// <summary>Raw throughout, with raw members of other kinds.</summary>
[Serializable]
public struct Segment
{
    public Vector3 From;
    public Vector3 To;
    public Half Weight;
    public sbyte Left;
    public byte Right;
}

/// <summary>Eight bytes of which three belong to no field.</summary>
[Serializable]
public struct Padded
{
    public byte Small;
    public float Big;
}

[Serializable]
[StructLayout(LayoutKind.Sequential, Pack = 1)]
public struct Packed
{
    public byte Small;
    public float Big;
    public double Bigger;
}

/// <summary>A size that its fields do not fill.</summary>
[Serializable]
[StructLayout(LayoutKind.Sequential, Size = 24)]
public struct Stretched
{
    public double Value;
}

[Serializable]
public struct Rgba
{
    public byte Red;
    public byte Green;
    public byte Blue;
    public byte Alpha;
}

/// <summary>Offsets against the order of declaration.</summary>
[Serializable]
[StructLayout(LayoutKind.Explicit)]
public struct ExplicitRaw
{
    [FieldOffset(8)]
    public double Last;

    [FieldOffset(0)]
    public float First;

    [FieldOffset(4)]
    public float Middle;
}

[Serializable]
[StructLayout(LayoutKind.Explicit)]
public struct ExplicitIntegers
{
    [FieldOffset(4)]
    public int High;

    [FieldOffset(0)]
    public int Low;
}

[Serializable]
[StructLayout(LayoutKind.Auto)]
public struct AutoLayout
{
    public float X;
    public float Y;
}

[Serializable]
public struct Wide16
{
    public Int128 First;
    public Guid Second;
    public UInt128 Third;
}

/// <summary>Integers, chars and enums: raw with fixed integers only.</summary>
[Serializable]
public struct Integers
{
    public long Long;
    public int Int;
    public ushort UShort;
    public char Char;
    public ShortColour Colour;
    public short Short;
    public uint UInt;
}

[Serializable]
public struct SmallInteger
{
    public int Number;
}

[Serializable]
public struct ByteEnums
{
    public ByteColour Zebra;
    public SByteColour Ant;
}

[Serializable]
public struct Checked
{
    public bool Flag;
    public DateTime Moment;
    public decimal Money;
}

[Serializable]
public struct WithReferences
{
    public string? Text;
    public int Number;
    public Vector3[]? Points;
    public object? Any;
}

/// <summary>Nested structs of every kind, one of them empty.</summary>
[Serializable]
public struct Nested
{
    public Nothing Nothing;
    public Padded Padded;
    public Integers Integers;
    public WithReferences References;
    public Checked? Maybe;
}

/// <summary>Seventeen decimals take at most 272 bytes, more than a member of bounded size may.</summary>
[Serializable]
public struct TooLargeToBeBounded
{
    public decimal A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q;
}

/// <summary>Sixteen take exactly 256.</summary>
[Serializable]
public struct JustBounded
{
    public decimal A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P;
}

[Serializable]
public class BoundsOfMembers
{
    public JustBounded Zebra;
    public JustBounded? Yak;
    public TooLargeToBeBounded Ant;
    public int Xerus;
    public string? Bear;
    public WithReferences Cat;
    public Nothing Whale;
}

[Serializable]
public readonly struct ReadOnlyStruct(int number, string? text)
{
    private readonly int number = number;
    private readonly string? text = text;

    public override string ToString() => $"{number} {text}";
}

/// <summary>A union: its fields lie over one another, in no order of names.</summary>
[Serializable, StructLayout(LayoutKind.Explicit)]
public struct Cell
{
    [FieldOffset(0)] public uint Whole;
    [FieldOffset(0)] public short Low;
    [FieldOffset(2)] public char High;
    [FieldOffset(3)] public ByteColour Top;
}

/// <summary>Raw, because the unions in it are.</summary>
[Serializable]
public struct Bank
{
    public Cell First;
    public Guid Name;
    public Cell Second;
}

[Serializable]
public class StructHolder
{
    public Nothing Nothing;
    public Nothing? MaybeNothing;
    public Vector2 Vector2;
    public Vector3? MaybeVector3;
    public Segment Segment;
    public Padded Padded;
    public Packed Packed;
    public Stretched Stretched;
    public Rgba Rgba;
    public ExplicitRaw ExplicitRaw;
    public ExplicitIntegers ExplicitIntegers;
    public Cell Cell;
    public Cell? MaybeCell;
    public AutoLayout AutoLayout;
    public Wide16 Wide16;
    public Integers Integers;
    public Checked Checked;
    public WithReferences WithReferences;
    public Nested Nested;
    public ReadOnlyStruct ReadOnly;
    public PartlySerializedStruct Partly;
}

[Serializable]
public class StructSequences
{
    public Nothing[]? Nothings;
    public Vector2[]? Vectors2;
    public List<Vector3>? Vectors3;
    public Segment[]? Segments;
    public Padded[]? Paddeds;
    public Packed[]? Packeds;
    public List<Stretched>? Stretcheds;
    public Rgba[]? Pixels;
    public ExplicitRaw[]? Explicits;
    public Cell[]? Cells;
    public List<Bank>? Banks;
    public SmallInteger[]? SmallIntegers;
    public Integers[]? Integers;
    public List<Checked>? Checkeds;
    public WithReferences[]? References;
    public Nested[]? Nesteds;
    public Vector3?[]? MaybeVectors;
    public Vector3[,]? Field;
    public Padded[,]? PaddedField;
    public PartlySerializedStruct[]? Partlies;
    public ByteEnums[]? ByteEnums;
    public Dictionary<Vector2, Padded>? Table;
    public HashSet<Rgba>? Palette;
}
