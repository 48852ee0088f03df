namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 3.</summary>
internal static class Strings
{
    private const char LastNarrow = '\u00FF';
    private const int FirstLengthInBlocks = 32;

    public static void Write(OracleOutput output, string? value)
    {
        if (value is null)
        {
            Varints.Write(output, 1);
            return;
        }

        bool wide = value.Any(unit => unit > LastNarrow);
        Varints.Write(output, ((ulong)value.Length << 1) | (wide ? 1u : 0u));
        if (!wide)
        {
            foreach (char unit in value)
                output.Byte(unit);
        }
        else if (value.Length < FirstLengthInBlocks)
        {
            foreach (char unit in value)
                output.Fixed(unit, 2);
        }
        else
        {
            IntegerBlocks.Write(output, IntegerType.UInt16, [.. value.Select(unit => (ulong)unit)]);
        }
    }

    public static string ReadNotNull(OracleInput input)
    {
        int start = input.Position;
        return Read(input) ?? throw input.Reject(RejectionCode.NullNotAllowed, start, "a null string under a type id");
    }

    public static string? Read(OracleInput input)
    {
        int start = input.Position;
        ulong head = Varints.Read(input, 32);
        if (head == 1)
            return null;
        int length = (int)(head >> 1);
        bool wide = (head & 1) == 1;
        input.RequireRest(wide && length < FirstLengthInBlocks ? 2L * length : length, start);
        var units = new List<char>();
        if (wide && length >= FirstLengthInBlocks)
        {
            units.AddRange(IntegerBlocks.Read(input, IntegerType.UInt16, length).Select(bits => (char)bits));
        }
        else
        {
            for (int i = 0; i < length; i++)
                units.Add((char)(ushort)input.Fixed(wide ? 2 : 1));
        }

        if (wide && !units.Exists(unit => unit > LastNarrow))
            throw input.Reject(RejectionCode.StringFormNotCanonical, start, "the wide form without a unit above U+00FF");
        return new string([.. units]);
    }
}
