namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 1.</summary>
internal static class Varints
{
    public static void Write(OracleOutput output, ulong value)
    {
        while (value >= 0x80)
        {
            output.Byte((int)(value & 0x7F) | 0x80);
            value >>= 7;
        }

        output.Byte((int)value);
    }

    /// <summary>Reads a varint that must be below 2^<paramref name="bits"/>.</summary>
    public static ulong Read(OracleInput input, int bits)
    {
        int start = input.Position;
        UInt128 value = 0;
        for (int shift = 0; ; shift += 7)
        {
            byte next = input.Byte();
            value |= (UInt128)(next & 0x7Fu) << shift;
            if (value >> bits != 0)
                throw input.Reject(RejectionCode.VarintOutOfRange, start, $"not below 2^{bits}");
            if (next == 0 && shift > 0)
                throw input.Reject(RejectionCode.VarintNotShortest, start, "a last byte of 0");
            if (next < 0x80)
            {
                input.Note(start, WireItemKind.Varint, bits);
                return (ulong)value;
            }

            // Whatever follows now is either out of range or a 0 that makes the form longer than needed.
            if (shift + 7 >= bits)
                throw input.Reject(RejectionCode.VarintOutOfRange, start, $"more bytes than a value below 2^{bits} takes");
        }
    }

    public static void WriteZigZag(OracleOutput output, long value) =>
        Write(output, value < 0 ? (ulong)(-(value + 1)) * 2 + 1 : (ulong)value * 2);

    public static long ReadZigZag(OracleInput input, int bits)
    {
        ulong value = Read(input, bits);
        long half = (long)(value >> 1);
        return (value & 1) == 0 ? half : -half - 1;
    }

    /// <summary>A number of elements or code units, which .NET holds as an int32.</summary>
    public static int CheckLength(OracleInput input, ulong length, int offset)
    {
        if (length > int.MaxValue)
            throw input.Reject(RejectionCode.LengthOutOfRange, offset, $"a length of {length}");
        input.Note(offset, WireItemKind.Count);
        return (int)length;
    }
}
