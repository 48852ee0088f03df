namespace NetSerializer.Tests.Models;

public enum ByteColour : byte { None, Red = 1, Last = byte.MaxValue }

public enum SByteColour : sbyte { First = sbyte.MinValue, None = 0, Last = sbyte.MaxValue }

public enum ShortColour : short { First = short.MinValue, None = 0, Last = short.MaxValue }

public enum UShortColour : ushort { None, Last = ushort.MaxValue }

public enum IntColour { First = int.MinValue, None = 0, Last = int.MaxValue }

public enum UIntColour : uint { None, Last = uint.MaxValue }

public enum LongColour : long { First = long.MinValue, None = 0, Last = long.MaxValue }

public enum ULongColour : ulong { None, Last = ulong.MaxValue }

[Flags]
public enum Marks
{
    None = 0,
    Bold = 1,
    Italic = 2,
}

[Serializable]
public class AllEnums
{
    public ByteColour Byte;
    public SByteColour SByte;
    public ShortColour Short;
    public UShortColour UShort;
    public IntColour Int;
    public UIntColour UInt;
    public LongColour Long;
    public ULongColour ULong;
    public Marks Marks;
    public DayOfWeek Day;
}

[Serializable]
public class NullableEnums
{
    public ByteColour? Byte;
    public SByteColour? SByte;
    public ShortColour? Short;
    public UShortColour? UShort;
    public IntColour? Int;
    public UIntColour? UInt;
    public LongColour? Long;
    public ULongColour? ULong;
}

[Serializable]
public class EnumSequences
{
    public ByteColour[]? Bytes;
    public SByteColour[]? SBytes;
    public ShortColour[]? Shorts;
    public UShortColour[]? UShorts;
    public List<IntColour>? Ints;
    public UIntColour[]? UInts;
    public List<LongColour>? Longs;
    public ULongColour[]? ULongs;
    public IntColour?[]? Nullables;
    public ShortColour[,]? Grid;
    public Dictionary<ByteColour, LongColour>? Table;
    public HashSet<UIntColour>? Set;
}
