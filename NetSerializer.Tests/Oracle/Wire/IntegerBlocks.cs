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
        if (IsMasked(type, block, narrow, whole))
        {
            WriteMasked(output, type, block, whole);
            return;
        }

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

    /// <summary>No few exceptions, and a quarter of the first 32 elements fits the next smaller width.</summary>
    private static bool IsMasked(IntegerType type, ulong[] block, int narrow, int whole) =>
        narrow == whole && whole >= 2 && block.Length >= 32 && block.Take(32).Count(value => type.Fits(value, 1 << (whole - 1))) >= 8;

    private static void WriteMasked(OracleOutput output, IntegerType type, ulong[] block, int whole)
    {
        output.Byte(16 | (whole << 2) | (whole - 1));
        int half = 1 << (whole - 1);
        foreach (ulong[] eight in block.Chunk(8))
            output.Byte(Enumerable.Range(0, eight.Length).Sum(i => type.Fits(eight[i], half) ? 0 : 1 << i));
        WriteAll(output, block, whole - 1);
        WriteAll(output, block.Where(value => !type.Fits(value, half)).Select(value => value >> (8 * half)), whole - 1);
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
        if (mode is (16 | (2 << 2) | 1) or (16 | (3 << 2) | 2))
            return ReadMasked(input, type, length, mode, start);
        int narrow = mode & 3;
        int whole = (mode >> 2) & 3;
        if (mode > 15 || narrow > whole || 1 << whole > type.Width)
            throw input.Reject(RejectionCode.BlockInvalid, start, $"a block of {type.Type} that begins with {mode:X2}");
        ulong[] block = narrow == whole
            ? ReadAll(input, type, length, whole)
            : ReadWithExceptions(input, type, length, narrow, whole, start);
        if (Widths(type, block) != (narrow, whole) || IsMasked(type, block, narrow, whole))
            throw input.Reject(RejectionCode.BlockNotCanonical, start, $"a block that begins with {mode:X2} instead of its smallest widths");
        return block;
    }

    private static ulong[] ReadMasked(OracleInput input, IntegerType type, int length, int mode, int start)
    {
        int whole = (mode >> 2) & 3;
        int half = 1 << (whole - 1);
        if (1 << whole > type.Width || length < 32)
            throw input.Reject(RejectionCode.BlockInvalid, start, $"a masked block of {length} {type.Type}");
        int[] mask = [.. Enumerable.Range(0, (length + 7) / 8).Select(_ => (int)input.Byte())];
        if (length % 8 != 0 && mask[^1] >> (length % 8) != 0)
            throw input.Reject(RejectionCode.BlockInvalid, start, "bits of the mask behind the last element");
        ulong[] block = ReadAll(input, type, length, whole - 1);
        int[] wide = [.. Enumerable.Range(0, length).Where(i => (mask[i / 8] & (1 << (i % 8))) != 0)];
        foreach (int i in wide)
        {
            ulong low = block[i] & ((1UL << (8 * half)) - 1);
            block[i] = type.Extend(low | ((ulong)input.Fixed(half) << (8 * half)), 1 << whole);
        }

        if (wide.Any(i => type.Fits(block[i], half)))
            throw input.Reject(RejectionCode.BlockNotCanonical, start, "an element marked as wide that fits");
        if (Widths(type, block) != (whole, whole) || !IsMasked(type, block, whole, whole))
            throw input.Reject(RejectionCode.BlockNotCanonical, start, "a masked block that has another form");
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
