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
        Varints.Write(output, HeadOf(value));
        WriteUnits(output, value, wide);
    }

    /// <summary>A slot of <c>string?</c>: section 7a where strings have numbers.</summary>
    public static void WriteSlot(OracleOutput output, string? value)
    {
        if (!output.Model.Schema.NumbersTexts)
        {
            Write(output, value);
            return;
        }

        if (value is not null && output.Numbers.Of(value) is { } number)
        {
            Varints.Write(output, ((ulong)number << 1) | 1);
            return;
        }

        Varints.Write(output, (value is null ? 1 : HeadOf(value)) << 1);
        if (value is null)
            return;
        output.Numbers.Give(value);
        WriteUnits(output, value, value.Any(unit => unit > LastNarrow));
    }

    private static ulong HeadOf(string value) => ((ulong)value.Length << 1) | (value.Any(unit => unit > LastNarrow) ? 1u : 0u);

    private static void WriteUnits(OracleOutput output, string value, bool wide)
    {
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
        return ReadUnits(input, Varints.Read(input, 32), start);
    }

    /// <summary>A slot of <c>string?</c>: section 7a where strings have numbers.</summary>
    public static string? ReadSlot(OracleInput input)
    {
        if (!input.Model.Schema.NumbersTexts)
            return Read(input);
        int start = input.Position;
        ulong head = Varints.Read(input, 32);
        input.Note(start, WireItemKind.Reference);
        if ((head & 1) == 1)
        {
            object known = input.Numbers.Get(input, start, head >> 1);
            return known as string ?? throw input.Reject(
                RejectionCode.ReferenceNotAdmitted, start, $"number {head >> 1}, a {known.GetType()}, in a slot of string");
        }

        string? value = ReadUnits(input, head >> 1, start);
        if (value is not null)
            input.Numbers.Add(value);
        return value;
    }

    /// <param name="head">The header of section 3, which stands at <paramref name="start"/>.</param>
    private static string? ReadUnits(OracleInput input, ulong head, int start)
    {
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
