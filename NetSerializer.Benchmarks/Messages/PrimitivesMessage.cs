using NetSerializer.Benchmarks.Data;

namespace NetSerializer.Benchmarks.Messages;

public enum Figure
{
    Zero,
    One,
    Two,
    Three,
    Four,
    Five,
}

/// <summary>One field of each primitive type, an enum and a date.</summary>
[Serializable]
public sealed class PrimitivesMessage : MessageBase
{
    public bool Boolean;
    public byte Byte;
    public char Character;
    public DateTime Date;
    public double Double;
    public Figure Figure;
    public short Int16;
    public int Int32;
    public long Int64;
    public sbyte SByte;
    public float Single;
    public ushort UInt16;
    public uint UInt32;
    public ulong UInt64;

    public static PrimitivesMessage Create(MixedRandom random) => new()
    {
        Boolean = (random.Mixed() & 1) == 1,
        Byte = (byte)random.Mixed(),
        Character = AnyCharacterButSurrogates(random),
        Date = new DateTime(2012, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddTicks((long)random.Mixed()),
        Double = random.Fraction(),
        Figure = (Figure)random.Below(6),
        Int16 = (short)random.Mixed(),
        Int32 = (int)random.Mixed(),
        Int64 = (long)random.Mixed(),
        SByte = (sbyte)random.Mixed(),
        Single = (float)random.Fraction(),
        UInt16 = (ushort)random.Mixed(),
        UInt32 = (uint)random.Mixed(),
        UInt64 = random.Mixed(),
    };

    // A lone surrogate is not text for BinaryFormatter, XML and JSON, which would fail on it or change it.
    private static char AnyCharacterButSurrogates(MixedRandom random)
    {
        char character = (char)random.Mixed();
        return char.IsSurrogate(character) ? 'x' : character;
    }
}
