namespace NetSerializer.Tests.Models;

/// <summary>Every scalar as a public field, in no order that a serializer would choose.</summary>
[Serializable]
public class AllScalars
{
    public Guid Identity;
    public bool Flag;
    public string? Text;
    public byte Octet;
    public sbyte SignedOctet;
    public char Letter;
    public short Short;
    public ushort UnsignedShort;
    public int Number;
    public uint UnsignedNumber;
    public long Long;
    public ulong UnsignedLong;
    public nint Native;
    public nuint UnsignedNative;
    public Half Half;
    public float Single;
    public double Double;
    public Int128 Huge;
    public UInt128 UnsignedHuge;
    public decimal Money;
    public DateTime Moment;
    public DateTimeOffset LocalMoment;
    public TimeSpan Duration;
    public DateOnly Day;
    public TimeOnly Clock;
    public object? Bare;
}

/// <summary>The nullable of every scalar value type.</summary>
[Serializable]
public class NullableScalars
{
    public bool? Flag { get; set; }
    public byte? Octet { get; set; }
    public sbyte? SignedOctet { get; set; }
    public char? Letter { get; set; }
    public short? Short { get; set; }
    public ushort? UnsignedShort { get; set; }
    public int? Number { get; set; }
    public uint? UnsignedNumber { get; set; }
    public long? Long { get; set; }
    public ulong? UnsignedLong { get; set; }
    public nint? Native { get; set; }
    public nuint? UnsignedNative { get; set; }
    public Half? Half { get; set; }
    public float? Single { get; set; }
    public double? Double { get; set; }
    public Int128? Huge { get; set; }
    public UInt128? UnsignedHuge { get; set; }
    public decimal? Money { get; set; }
    public DateTime? Moment { get; set; }
    public DateTimeOffset? LocalMoment { get; set; }
    public TimeSpan? Duration { get; set; }
    public DateOnly? Day { get; set; }
    public TimeOnly? Clock { get; set; }
    public Guid? Identity { get; set; }
}

/// <summary>Scalars of bounded size around members that are not, so that the wire order is not the order of declaration.</summary>
[Serializable]
public class MixedBounds
{
    public string? Zebra;
    public int Yak;
    public string? Ant;
    public byte Bee;
    public int[]? Crow;
    public long? Dove;
}
