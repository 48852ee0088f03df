using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Section 4c: arrays of several dimensions, and of one whose lower bound is not 0.</summary>
internal static class Grids
{
    public static void Write(OracleOutput output, GridShape shape, Array? value)
    {
        if (value is null)
        {
            output.Byte(0);
            return;
        }

        output.Byte(1);
        for (int dimension = 0; dimension < value.Rank; dimension++)
        {
            Varints.Write(output, (ulong)value.GetLength(dimension));
            Varints.WriteZigZag(output, value.GetLowerBound(dimension));
        }

        WriteElements(output, shape.Element, [.. value.Cast<object?>()]);
    }

    public static void WriteElements(OracleOutput output, Slot slot, IReadOnlyList<object?> elements)
    {
        if (Elements.IntegerForm(output.Model, slot.Declared) is not { } integer)
        {
            Elements.Write(output, slot, elements);
            return;
        }

        WriteIntegers(output, integer, elements);
    }

    /// <summary>Integers in the form of section 4a, without their count.</summary>
    public static void WriteIntegers(OracleOutput output, IntegerType integer, IReadOnlyList<object?> elements)
    {
        ulong[] values = [.. elements.Select(element => integer.ToBits(element!))];
        if (values.Length >= IntegerBlocks.FirstLength)
        {
            IntegerBlocks.Write(output, integer, values);
        }
        else if (values.Length > 0)
        {
            int width = integer.SmallestWidth(values);
            output.Byte(width);
            foreach (ulong bits in values)
                output.Fixed(bits, 1 << width);
        }
    }

    public static Array? Read(OracleInput input, GridShape shape)
    {
        int start = input.Position;
        switch (input.Byte())
        {
            case 0: return null;
            case 1: break;
            default: throw input.Reject(RejectionCode.PresenceInvalid, start, "neither null nor an array");
        }

        (int[] lengths, int[] bounds) = ReadDimensions(input, shape.Type.GetArrayRank());
        int count = CheckProduct(input, lengths, start + 1);
        Array? early = input.CanHold(shape.Element, count) ? Array.CreateInstance(shape.Element.Declared, lengths, bounds) : null;
        if (early is not null)
            input.Numbers.Made(early);
        List<object?> elements = ReadElements(input, shape.Element, count, start);
        Array array = early ?? Array.CreateInstance(shape.Element.Declared, lengths, bounds);
        for (int i = 0; i < count; i++)
            array.SetValue(elements[i], Indices(i, lengths, bounds));
        return array;
    }

    private static (int[] Lengths, int[] Bounds) ReadDimensions(OracleInput input, int rank)
    {
        int[] lengths = new int[rank];
        int[] bounds = new int[rank];
        for (int dimension = 0; dimension < rank; dimension++)
        {
            int start = input.Position;
            lengths[dimension] = Varints.CheckLength(input, Varints.Read(input, 32), start);
            start = input.Position;
            bounds[dimension] = (int)Varints.ReadZigZag(input, 32);
            if ((long)bounds[dimension] + lengths[dimension] - 1 > int.MaxValue)
                throw input.Reject(RejectionCode.ArrayBoundsInvalid, start, "an index above int32");
            // .NET makes a T[] of it, which has an encoding of its own.
            if (rank == 1 && bounds[dimension] == 0)
                throw input.Reject(RejectionCode.ArrayBoundsInvalid, start, "rank 1 with lower bound 0");
        }

        return (lengths, bounds);
    }

    /// <summary>The number of elements. That of the dimensions which have any must be one that .NET makes, also when another length is 0.</summary>
    private static int CheckProduct(OracleInput input, int[] lengths, int start)
    {
        long product = 1;
        foreach (int length in lengths.Where(length => length > 0))
        {
            product *= length;
            if (product > Array.MaxLength)
                throw input.Reject(RejectionCode.LengthOutOfRange, start, "more elements than .NET makes");
        }

        return lengths.Contains(0) ? 0 : (int)product;
    }

    /// <param name="gridStart">Where a count that the rest of the input cannot hold is reported.</param>
    public static List<object?> ReadElements(OracleInput input, Slot slot, int count, int gridStart)
    {
        if (Elements.IntegerForm(input.Model, slot.Declared) is not { } integer)
        {
            input.Announce(Elements.SmallestOf(input.Model, slot, count), gridStart);
            return Elements.Read(input, slot, count);
        }

        return ReadIntegers(input, integer, slot.Declared, count, gridStart);
    }

    /// <inheritdoc cref="WriteIntegers"/>
    public static List<object?> ReadIntegers(OracleInput input, IntegerType integer, Type declared, int count, int gridStart)
    {
        if (count == 0)
            return [];
        int start = input.Position;
        if (count >= IntegerBlocks.FirstLength)
            input.Announce(count, gridStart);
        List<ulong> values = count >= IntegerBlocks.FirstLength
            ? IntegerBlocks.Read(input, integer, count)
            : Sequences.ReadShort(input, integer, count, input.Byte(), start, gridStart);
        return [.. values.Select(bits => integer.FromBits(input, bits, declared, start))];
    }

    /// <summary>The indices of element number <paramref name="number"/> when the last dimension runs fastest.</summary>
    private static int[] Indices(int number, int[] lengths, int[] bounds)
    {
        int[] indices = new int[lengths.Length];
        for (int dimension = lengths.Length - 1; dimension >= 0; dimension--)
        {
            indices[dimension] = bounds[dimension] + (number % lengths[dimension]);
            number /= lengths[dimension];
        }

        return indices;
    }
}
