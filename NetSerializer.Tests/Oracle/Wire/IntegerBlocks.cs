namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>The blocks of section 4a: runs of at least 32 integers.</summary>
internal static class IntegerBlocks
{
    public const int FirstLength = 32;
    private const int BlockLength = 128;

    public static void Write(OracleOutput output, IntegerType type, ulong[] values)
    {
        foreach (ulong[] block in values.Chunk(BlockLength))
            WriteBlock(output, type, block);
    }

    public static List<ulong> Read(OracleInput input, IntegerType type, int count)
    {
        var values = new List<ulong>();
        while (values.Count < count)
            values.AddRange(ReadBlock(input, type, Math.Min(BlockLength, count - values.Count)));
        return values;
    }

    private static void WriteBlock(OracleOutput output, IntegerType type, ulong[] block)
    {
        (int narrow, int whole) = Widths(type, block);
        output.Byte(narrow | (whole << 2));
        if (narrow == whole)
        {
            WriteAll(output, block, narrow);
            return;
        }

        int[] positions = [.. Enumerable.Range(0, block.Length).Where(i => !type.Fits(block[i], 1 << narrow))];
        output.Byte(positions.Length);
        WriteAll(output, block, narrow);
        foreach (int position in positions)
            output.Byte(position);
        WriteAll(output, positions.Select(position => block[position]), whole);
    }

    private static void WriteAll(OracleOutput output, IEnumerable<ulong> values, int width)
    {
        foreach (ulong value in values)
            output.Fixed(value, 1 << width);
    }

    /// <summary>b and x of the one encoding a block has.</summary>
    private static (int Narrow, int Whole) Widths(IntegerType type, ulong[] block)
    {
        int whole = type.SmallestWidth(block);
        int narrow = 0;
        while (block.Count(value => !type.Fits(value, 1 << narrow)) > block.Length / 8)
            narrow++;
        return (Math.Min(narrow, whole), whole);
    }

    /// <summary>Whatever is wrong in a block is reported at its first byte: a block is one item.</summary>
    private static ulong[] ReadBlock(OracleInput input, IntegerType type, int length)
    {
        int start = input.Position;
        byte mode = input.Byte();
        int narrow = mode & 3;
        int whole = (mode >> 2) & 3;
        if (mode > 15 || narrow > whole || 1 << whole > type.Width)
            throw input.Reject(RejectionCode.BlockInvalid, start, $"a block of {type.Type} that begins with {mode:X2}");
        ulong[] block = narrow == whole
            ? ReadAll(input, type, length, whole)
            : ReadWithExceptions(input, type, length, narrow, whole, start);
        if (Widths(type, block) != (narrow, whole))
            throw input.Reject(RejectionCode.BlockNotCanonical, start, $"a block that begins with {mode:X2} instead of its smallest widths");
        return block;
    }

    private static ulong[] ReadWithExceptions(OracleInput input, IntegerType type, int length, int narrow, int whole, int start)
    {
        int count = input.Byte();
        if (count == 0 || count > length / 8)
            throw input.Reject(RejectionCode.BlockInvalid, start, $"{count} exceptions among {length} elements");
        ulong[] block = ReadAll(input, type, length, narrow);
        int[] positions = ReadPositions(input, length, count, start);
        ulong[] exceptions = ReadAll(input, type, count, whole);
        for (int i = 0; i < count; i++)
        {
            if (type.Fits(exceptions[i], 1 << narrow))
                throw input.Reject(RejectionCode.BlockNotCanonical, start, "an exception that fits");
            if (type.Extend(exceptions[i], 1 << narrow) != block[positions[i]])
                throw input.Reject(RejectionCode.BlockNotCanonical, start, "an exception whose low bytes differ");
            block[positions[i]] = exceptions[i];
        }

        return block;
    }

    private static int[] ReadPositions(OracleInput input, int length, int count, int start)
    {
        int[] positions = new int[count];
        for (int i = 0; i < count; i++)
        {
            positions[i] = input.Byte();
            if (positions[i] >= length || (i > 0 && positions[i] <= positions[i - 1]))
                throw input.Reject(RejectionCode.BlockInvalid, start, "positions ascend and lie in the block");
        }

        return positions;
    }

    private static ulong[] ReadAll(OracleInput input, IntegerType type, int count, int width)
    {
        ulong[] values = new ulong[count];
        for (int i = 0; i < count; i++)
            values[i] = type.Extend((ulong)input.Fixed(1 << width), 1 << width);
        return values;
    }
}
