namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>The integers whose form depends on <c>integers=varint</c> or <c>integers=fixed</c>: int16 to uint64, char, nint, nuint.</summary>
/// <param name="Width">Bytes of the fixed form; native integers count as 8.</param>
internal sealed record IntegerType(Type Type, int Width, bool Signed)
{
    private static readonly Dictionary<Type, IntegerType> Table = new IntegerType[]
    {
        new(typeof(char), 2, false), new(typeof(short), 2, true), new(typeof(ushort), 2, false),
        new(typeof(int), 4, true), new(typeof(uint), 4, false), new(typeof(long), 8, true), new(typeof(ulong), 8, false),
        new(typeof(nint), 8, true), new(typeof(nuint), 8, false),
    }.ToDictionary(row => row.Type);

    public static IntegerType UInt16 { get; } = Table[typeof(ushort)];

    /// <summary>The integer that a type, or the enum over it, is written as; null for all others.</summary>
    public static IntegerType? Of(Type type) =>
        Table.GetValueOrDefault(type.IsEnum ? type.GetEnumUnderlyingType() : type);

    /// <summary>The value in 64 bits, sign-extended or zero-extended by its type.</summary>
    public ulong ToBits(object value)
    {
        if (value is Enum)
            value = Convert.ChangeType(value, Type);
        return value switch
        {
            char x => x,
            short x => (ulong)x,
            ushort x => x,
            int x => (ulong)x,
            uint x => x,
            long x => (ulong)x,
            ulong x => x,
            nint x => (ulong)x,
            nuint x => x,
            _ => throw new ArgumentException($"{value.GetType()} is not {Type}"),
        };
    }

    /// <summary>The value of <paramref name="asType"/>, which is <see cref="Type"/> or an enum over it, from 64 bits.</summary>
    /// <param name="offset">Where the item that holds the value begins, for the rejection of what this machine cannot hold.</param>
    public object FromBits(OracleInput input, ulong bits, Type asType, int offset)
    {
        object value = Type == typeof(char) ? (char)bits
            : Type == typeof(short) ? (short)bits
            : Type == typeof(ushort) ? (ushort)bits
            : Type == typeof(int) ? (int)bits
            : Type == typeof(uint) ? (uint)bits
            : Type == typeof(long) ? (long)bits
            : Type == typeof(ulong) ? bits
            : NativeFromBits(input, bits, offset);
        return asType.IsEnum ? Enum.ToObject(asType, value) : value;
    }

    private object NativeFromBits(OracleInput input, ulong bits, int offset)
    {
        bool held = Signed ? (long)bits == (nint)bits : bits == (nuint)bits;
        if (!held)
            throw input.Reject(RejectionCode.NativeIntegerOutOfRange, offset, "wider than this machine's native integers");
        return Signed ? (nint)bits : (nuint)bits;
    }

    /// <summary>A value of <paramref name="width"/> bytes extended to 64 bits: by its sign, or by zeros.</summary>
    public ulong Extend(ulong truncated, int width)
    {
        int shift = 64 - (8 * width);
        return Signed ? (ulong)((long)(truncated << shift) >> shift) : truncated << shift >> shift;
    }

    public bool Fits(ulong bits, int width) => Extend(bits, width) == bits;

    /// <summary>log2 of the smallest width of 1, 2, 4, 8 bytes that holds every value; 0 when there is none.</summary>
    public int SmallestWidth(IEnumerable<ulong> values)
    {
        int log = 0;
        foreach (ulong value in values)
        {
            while (!Fits(value, 1 << log))
                log++;
        }

        return log;
    }
}
