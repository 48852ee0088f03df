using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>The elements of sequences and grids without their counts: the parts that sections 4a, 4b and 4c share.</summary>
internal static class Elements
{
    /// <summary>The integer type if the elements have the form of section 4a.</summary>
    public static IntegerType? IntegerForm(OracleModel model, Type element) =>
        model.Schema.FixedIntegers ? null : IntegerType.Of(element);

    /// <summary>Section 4b: bool, decimal and everything else.</summary>
    public static void Write(OracleOutput output, Slot slot, IReadOnlyList<object?> elements)
    {
        if (slot.Declared == typeof(bool))
        {
            foreach (object?[] eight in elements.Chunk(8))
                output.Byte(eight.Select((element, bit) => (bool)element! ? 1 << bit : 0).Sum());
            return;
        }

        if (NullableElements.ValuesOf(output.Model, slot) is { } values)
        {
            NullableElements.Write(output, values, elements);
            return;
        }

        if (ColumnElements.Are(output.Model, slot))
        {
            ColumnElements.Write(output, slot, elements);
            return;
        }

        foreach (object? element in elements)
        {
            if (element is decimal number && slot.Declared == typeof(decimal))
                WriteWholeDecimal(output, number);
            else
                Slots.Write(output, slot, element);
        }
    }

    /// <summary>The fewest bytes that so many elements take.</summary>
    public static long SmallestOf(OracleModel model, Slot slot, int count) =>
        slot.Declared == typeof(bool) || NullableElements.ValuesOf(model, slot) is not null ? ((long)count + 7) / 8
        : slot.Declared == typeof(decimal) ? 16L * count
        : ColumnElements.Are(model, slot) ? (long)ColumnElements.SmallestOf(model, slot) * count
        : (long)SmallestSize.Of(model, slot) * count;

    public static List<object?> Read(OracleInput input, Slot slot, int count)
    {
        if (slot.Declared == typeof(bool))
            return ReadBits(input, count);
        if (NullableElements.ValuesOf(input.Model, slot) is { } values)
            return NullableElements.Read(input, values, count);
        if (ColumnElements.Are(input.Model, slot))
            return ColumnElements.Read(input, slot, count);
        var elements = new List<object?>();
        for (int i = 0; i < count; i++)
        {
            input.CountElement();
            elements.Add(slot.Declared == typeof(decimal) ? ReadWholeDecimal(input) : Slots.Read(input, slot));
        }

        return elements;
    }

    public static List<object?> ReadBits(OracleInput input, int count)
    {
        var elements = new List<object?>();
        while (elements.Count < count)
        {
            int start = input.Position;
            byte bits = input.Byte();
            int used = Math.Min(8, count - elements.Count);
            if (bits >> used != 0)
                throw input.Reject(RejectionCode.UnusedBitsSet, start, $"{bits:X2} for {used} bools");
            for (int bit = 0; bit < used; bit++)
                elements.Add((bits >> bit & 1) == 1);
        }

        return elements;
    }

    private static void WriteWholeDecimal(OracleOutput output, decimal value)
    {
        DecimalParts parts = DecimalParts.Of(value);
        output.Fixed(((uint)parts.Scale << 16) | (parts.Negative ? 1u << 31 : 0), 4);
        output.Fixed(parts.High, 4);
        output.Fixed(parts.Low, 8);
    }

    private static object ReadWholeDecimal(OracleInput input)
    {
        int start = input.Position;
        uint flags = (uint)input.Fixed(4);
        uint high = (uint)input.Fixed(4);
        ulong low = (ulong)input.Fixed(8);
        byte scale = (byte)(flags >> 16);
        if ((flags & 0x7F00FFFF) != 0 || scale > 28)
            throw input.Reject(RejectionCode.DecimalInvalid, start, $"decimal flags {flags:X8}");
        return new DecimalParts(low, high, scale, flags >> 31 == 1).ToDecimal();
    }
}
