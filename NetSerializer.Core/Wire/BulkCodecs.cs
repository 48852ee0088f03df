using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using NetSerializer.Wire.Bulk;
using NetSerializer.Wire.Columns;

namespace NetSerializer.Wire;

/// <summary>One of the bulk forms of docs/wire-format.md, section 4. Implemented by empty structs, so that each sequence is compiled for its form.</summary>
internal interface IBulkCodec<T>
{
    /// <summary>Writes the header for <paramref name="count"/> elements and the elements.</summary>
    static abstract ref byte Write(scoped ref WireWriter w, ref byte p, scoped ref T source, int count);

    /// <summary>Reads a header; <paramref name="count"/> is -1 for null. <paramref name="width"/> is for <see cref="ReadBody"/>.</summary>
    static abstract ref byte ReadHeader(scoped ref WireReader r, ref byte p, out int count, out int width);

    /// <summary>
    /// Reads elements of the sequence that begins at <paramref name="item"/>; a piece of a sequence that is not the last one is a multiple of 128
    /// elements.
    /// </summary>
    static abstract ref byte ReadBody(scoped ref WireReader r, ref byte p, scoped ref T destination, int count, int width, long item);

    /// <summary>Writes the elements of a grid, whose count is known already.</summary>
    static abstract ref byte WriteGrid(scoped ref WireWriter w, ref byte p, scoped ref T source, int count);

    /// <summary>Reads the header of the grid that begins at <paramref name="item"/>, and checks the number of its elements against the input.</summary>
    static abstract ref byte ReadGridHeader(scoped ref WireReader r, ref byte p, int count, long item, out int width);

    /// <summary>The fewest bytes that a writer takes for the elements of a grid, behind the header that <see cref="ReadGridHeader"/> reads.</summary>
    static abstract long LeastGridBytes(int count, int width);
}

/// <summary>Section 4a: integers of two to eight bytes. <typeparamref name="T"/> is <typeparamref name="TInteger"/> or an enum over it.</summary>
internal readonly struct IntegerCodec<T, TInteger> : IBulkCodec<T>, IColumnCodec<T>
    where T : unmanaged
    where TInteger : unmanaged
{
    /// <summary>Not a width: the elements are in blocks.</summary>
    private const int InBlocks = 4;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref TInteger As(ref T element) => ref Unsafe.As<T, TInteger>(ref element);

    public static ref byte Write(scoped ref WireWriter w, ref byte p, scoped ref T source, int count)
    {
        if (count >= IntegerBlocks.ShortLimit)
        {
            p = ref w.Ensure(ref p, VarInt.Max64);
            p = ref VarInt.Write64(ref p, 1 + ((ulong)(uint)count << 2));
            return ref BulkBlocks.Write(ref w, ref p, ref As(ref source), count);
        }
        int width = IntegerBlocks.SmallestWidth(ref As(ref source), count);
        p = ref w.Ensure(ref p, VarInt.Max16 + (IntegerBlocks.ShortLimit << 3));
        p = ref VarInt.Write32(ref p, 1 + ((uint)count << 2 | (uint)width));
        return ref Narrow(ref p, ref As(ref source), count, width);
    }

    private static ref byte Narrow(ref byte p, scoped ref TInteger source, int count, int width)
    {
        if (count > 0)
        {
            IntegerBlocks.Narrow(ref source, count, width, ref p);
        }
        return ref Unsafe.Add(ref p, count << width);
    }

    public static ref byte ReadHeader(scoped ref WireReader r, ref byte p, out int count, out int width)
    {
        long item = r.Position(ref p);
        p = ref r.ReadVarInt64(ref p, out ulong header);
        if (header == 0)
        {
            (count, width) = (-1, 0);
            return ref p;
        }
        width = (int)(header - 1 & 3);
        ulong length = header - 1 >> 2;
        if (width != 0 && (length >= IntegerBlocks.ShortLimit || length == 0 || 1 << width > Unsafe.SizeOf<TInteger>()))
        {
            r.FailAt(ref p, ErrorCode.NotCanonical, item, "A header of an integer array that no writer makes.");
        }
        if (!r.Announce(ref p, length, 1 << width))
        {
            r.FailCount(ref p, length, item);
        }
        count = (int)length;
        width = count >= IntegerBlocks.ShortLimit ? InBlocks : width;
        return ref p;
    }

    public static ref byte ReadBody(scoped ref WireReader r, ref byte p, scoped ref T destination, int count, int width, long item)
    {
        if (width == InBlocks)
        {
            return ref BulkBlocks.Read(ref r, ref p, ref As(ref destination), count);
        }
        if (count == 0)
        {
            return ref p;
        }
        int size = count << width;
        if (r.Left(ref p) >= size)
        {
            IntegerBlocks.Widen(ref p, count, width, ref As(ref destination));
            p = ref Unsafe.Add(ref p, size);
        }
        else
        {
            p = ref ReadStraddling(ref r, ref p, ref destination, count, width);
        }
        if (!IntegerBlocks.IsCanonicalShort(ref As(ref destination), count, width))
        {
            r.FailAt(ref p, ErrorCode.NotCanonical, item, "Integers in a wider form than they need.");
        }
        return ref p;
    }

    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    private static ref byte ReadStraddling(scoped ref WireReader r, ref byte p, scoped ref T destination, int count, int width)
    {
        Span<byte> gathered = stackalloc byte[IntegerBlocks.ShortLimit << 3];
        p = ref r.ReadBytes(ref p, ref gathered[0], count << width);
        IntegerBlocks.Widen(ref gathered[0], count, width, ref As(ref destination));
        return ref p;
    }

    public static ref byte WriteGrid(scoped ref WireWriter w, ref byte p, scoped ref T source, int count)
    {
        if (count >= IntegerBlocks.ShortLimit)
        {
            return ref BulkBlocks.Write(ref w, ref p, ref As(ref source), count);
        }
        if (count == 0)
        {
            return ref p;
        }
        int width = IntegerBlocks.SmallestWidth(ref As(ref source), count);
        p = ref w.Ensure(ref p, 1 + (IntegerBlocks.ShortLimit << 3));
        p = (byte)width;
        return ref Narrow(ref Unsafe.Add(ref p, 1), ref As(ref source), count, width);
    }

    private static ref byte ReadWidth(scoped ref WireReader r, ref byte p, out int width)
    {
        long item = r.Position(ref p);
        p = ref r.Run(ref p, 1, -1);
        width = p;
        p = ref Unsafe.Add(ref p, 1);
        if (width > 3 || 1 << width > Unsafe.SizeOf<TInteger>())
        {
            r.FailAt(ref p, ErrorCode.NotCanonical, item, "A width of integers that no writer makes.");
        }
        return ref p;
    }

    public static ref byte ReadGridHeader(scoped ref WireReader r, ref byte p, int count, long item, out int width)
    {
        width = 0;
        if (count is > 0 and < IntegerBlocks.ShortLimit)
        {
            p = ref ReadWidth(ref r, ref p, out width);
        }
        if (!r.Announce(ref p, (ulong)count, 1 << width))
        {
            r.FailCount(ref p, (ulong)count, item);
        }
        width = count >= IntegerBlocks.ShortLimit ? InBlocks : width;
        return ref p;
    }

    public static ref byte WriteBlock(scoped ref WireWriter w, ref byte p, scoped ref T source, int count) => ref WriteGrid(ref w, ref p, ref source, count);

    public static ref byte ReadBlock(scoped ref WireReader r, ref byte p, scoped ref T destination, int count)
    {
        if (count >= IntegerBlocks.ShortLimit)
        {
            return ref BulkBlocks.Read(ref r, ref p, ref As(ref destination), count);
        }
        long item = r.Position(ref p);
        p = ref ReadWidth(ref r, ref p, out int width);
        return ref ReadBody(ref r, ref p, ref destination, count, width, item);
    }

    // A block has a mode, and a byte for each element at least.
    public static long LeastGridBytes(int count, int width) =>
        width == InBlocks ? count + ((long)count + IntegerBlocks.BlockLength - 1) / IntegerBlocks.BlockLength : (long)count << width;
}

/// <summary>Section 4b: elements whose wire form is their memory. <typeparamref name="TCheck"/> says which patterns are values.</summary>
internal readonly struct RawCodec<T, TCheck> : IBulkCodec<T>, IColumnCodec<T>
    where T : unmanaged
    where TCheck : struct, IBulkCheck<T>
{
    public static ref byte Write(scoped ref WireWriter w, ref byte p, scoped ref T source, int count)
    {
        p = ref w.Ensure(ref p, VarInt.Max32);
        p = ref VarInt.Write32(ref p, (uint)count + 1);
        return ref WriteGrid(ref w, ref p, ref source, count);
    }

    public static ref byte WriteGrid(scoped ref WireWriter w, ref byte p, scoped ref T source, int count)
    {
        if (TCheck.IsCheckedOnWrite && !TCheck.AreValues(ref source, count))
        {
            Scalars.FailNonFinite();
        }
        return ref w.WriteBytes(ref p, ref Unsafe.As<T, byte>(ref source), (nint)count * Unsafe.SizeOf<T>());
    }

    public static ref byte ReadHeader(scoped ref WireReader r, ref byte p, out int count, out int width)
    {
        width = 0;
        return ref r.ReadCount(ref p, Unsafe.SizeOf<T>(), out count);
    }

    public static ref byte ReadGridHeader(scoped ref WireReader r, ref byte p, int count, long item, out int width)
    {
        width = 0;
        if (!r.Announce(ref p, (ulong)count, Unsafe.SizeOf<T>()))
        {
            r.FailCount(ref p, (ulong)count, item);
        }
        return ref p;
    }

    public static long LeastGridBytes(int count, int width) => (long)count * Unsafe.SizeOf<T>();

    public static ref byte WriteBlock(scoped ref WireWriter w, ref byte p, scoped ref T source, int count) => ref WriteGrid(ref w, ref p, ref source, count);

    public static ref byte ReadBlock(scoped ref WireReader r, ref byte p, scoped ref T destination, int count) =>
        ref ReadBody(ref r, ref p, ref destination, count, width: 0, item: 0);

    public static ref byte ReadBody(scoped ref WireReader r, ref byte p, scoped ref T destination, int count, int width, long item)
    {
        long body = r.Position(ref p);
        p = ref r.ReadBytes(ref p, ref Unsafe.As<T, byte>(ref destination), (nint)count * Unsafe.SizeOf<T>());
        if (!TCheck.AreValues(ref destination, count))
        {
            // Once more, element by element, for the offset.
            int index = 0;
            while (TCheck.AreValues(ref Unsafe.Add(ref destination, index), 1))
            {
                index++;
            }
            r.FailAt(ref p, TCheck.Code, body + (long)index * Unsafe.SizeOf<T>(), "An array element is out of the range of its type.");
        }
        return ref p;
    }
}

/// <summary>Section 4b: bool, eight to a byte.</summary>
internal readonly struct BitCodec : IBulkCodec<bool>, IColumnCodec<bool>
{
    public static ref byte Write(scoped ref WireWriter w, ref byte p, scoped ref bool source, int count)
    {
        p = ref w.Ensure(ref p, VarInt.Max32);
        p = ref VarInt.Write32(ref p, (uint)count + 1);
        return ref WriteGrid(ref w, ref p, ref source, count);
    }

    public static ref byte WriteGrid(scoped ref WireWriter w, ref byte p, scoped ref bool source, int count)
    {
        const int piece = 8 * 1024;
        for (int done = 0; done < count; done += piece)
        {
            int length = Math.Min(piece, count - done), bytes = (length + 7) / 8;
            p = ref w.Ensure(ref p, bytes);
            BitPacking.Pack(ref Unsafe.Add(ref source, done), length, ref p);
            p = ref Unsafe.Add(ref p, bytes);
        }
        return ref p;
    }

    public static ref byte ReadHeader(scoped ref WireReader r, ref byte p, out int count, out int width)
    {
        long item = r.Position(ref p);
        p = ref r.ReadCount(ref p, 0, out count);
        CheckBits(ref r, ref p, count, item);
        width = 0;
        return ref p;
    }

    public static ref byte ReadGridHeader(scoped ref WireReader r, ref byte p, int count, long item, out int width)
    {
        if (!r.CanHold(ref p, (ulong)count, 0))
        {
            r.FailCount(ref p, (ulong)count, item);
        }
        CheckBits(ref r, ref p, count, item);
        width = 0;
        return ref p;
    }

    public static long LeastGridBytes(int count, int width) => ((long)count + 7) / 8;

    public static ref byte WriteBlock(scoped ref WireWriter w, ref byte p, scoped ref bool source, int count) =>
        ref WriteGrid(ref w, ref p, ref source, count);

    public static ref byte ReadBlock(scoped ref WireReader r, ref byte p, scoped ref bool destination, int count) =>
        ref ReadBody(ref r, ref p, ref destination, count, width: 0, item: 0);

    private static void CheckBits(ref WireReader r, ref byte p, int count, long item)
    {
        if (count > 0 && !r.Announce(ref p, ((ulong)count + 7) / 8, 1))
        {
            FailBits(ref r, ref p, count, item);
        }
    }

    [DoesNotReturn]
    private static void FailBits(scoped ref WireReader r, ref byte p, int count, long item) =>
        throw r.FailureAt(ref p, ErrorCode.LengthExceedsInput, item, $"{count} bits, but only {r.BytesLeft(ref p)} bytes are left.");

    [SkipLocalsInit]
    public static ref byte ReadBody(scoped ref WireReader r, ref byte p, scoped ref bool destination, int count, int width, long item)
    {
        const int piece = 8 * 1024;
        Span<byte> gathered = stackalloc byte[piece / 8];
        for (int done = 0; done < count; done += piece)
        {
            int length = Math.Min(piece, count - done), bytes = (length + 7) / 8;
            bool valid;
            if (r.Left(ref p) >= bytes)
            {
                valid = BitPacking.Unpack(ref p, length, ref Unsafe.Add(ref destination, done));
                p = ref Unsafe.Add(ref p, bytes);
            }
            else
            {
                p = ref r.ReadBytes(ref p, ref gathered[0], bytes);
                valid = BitPacking.Unpack(ref gathered[0], length, ref Unsafe.Add(ref destination, done));
            }
            if (!valid)
            {
                r.FailAt(ref p, ErrorCode.NotCanonical, r.Position(ref p) - 1, "An unused bit of a bool array is set.");
            }
        }
        return ref p;
    }
}

/// <summary>
/// Section 4b: nullable scalars, by blocks of up to 128 elements: a bit for each element, then the values that are there, as the elements of a grid.
/// </summary>
internal readonly struct NullableCodec<TCodec, T> : IBulkCodec<T?>
    where TCodec : struct, IBulkCodec<T>
    where T : unmanaged
{
    private const int BlockLength = IntegerBlocks.BlockLength;

    public static ref byte Write(scoped ref WireWriter w, ref byte p, scoped ref T? source, int count)
    {
        p = ref w.Ensure(ref p, VarInt.Max32);
        p = ref VarInt.Write32(ref p, (uint)count + 1);
        return ref WriteGrid(ref w, ref p, ref source, count);
    }

    [SkipLocalsInit]
    public static ref byte WriteGrid(scoped ref WireWriter w, ref byte p, scoped ref T? source, int count)
    {
        Span<bool> isThere = stackalloc bool[BlockLength];
        Span<T> values = stackalloc T[BlockLength];
        for (int done = 0; done < count; done += BlockLength)
        {
            int length = Math.Min(BlockLength, count - done), found = 0;
            for (int i = 0; i < length; i++)
            {
                // Another thread may change the element meanwhile, so it is read once.
                T? element = Unsafe.Add(ref source, done + i);
                values[found] = element.GetValueOrDefault();
                isThere[i] = element.HasValue;
                found += element.HasValue ? 1 : 0;
            }
            p = ref BitCodec.WriteGrid(ref w, ref p, ref isThere[0], length);
            p = ref TCodec.WriteGrid(ref w, ref p, ref values[0], found);
        }
        return ref p;
    }

    // The values have bytes of their own, which are announced with each block.
    public static ref byte ReadHeader(scoped ref WireReader r, ref byte p, out int count, out int width) =>
        ref BitCodec.ReadHeader(ref r, ref p, out count, out width);

    public static ref byte ReadGridHeader(scoped ref WireReader r, ref byte p, int count, long item, out int width) =>
        ref BitCodec.ReadGridHeader(ref r, ref p, count, item, out width);

    public static long LeastGridBytes(int count, int width) => BitCodec.LeastGridBytes(count, width);

    [SkipLocalsInit]
    public static ref byte ReadBody(scoped ref WireReader r, ref byte p, scoped ref T? destination, int count, int width, long item)
    {
        Span<bool> isThere = stackalloc bool[BlockLength];
        Span<T> values = stackalloc T[BlockLength];
        for (int done = 0; done < count; done += BlockLength)
        {
            int length = Math.Min(BlockLength, count - done);
            // The bits say how many values follow, so too many are reported where the bits begin.
            long block = r.Position(ref p);
            p = ref BitCodec.ReadBody(ref r, ref p, ref isThere[0], length, 0, item);
            int found = isThere[..length].Count(true);
            p = ref TCodec.ReadGridHeader(ref r, ref p, found, block, out int valueWidth);
            p = ref TCodec.ReadBody(ref r, ref p, ref values[0], found, valueWidth, r.Position(ref p) - 1);
            int next = 0;
            for (int i = 0; i < length; i++)
            {
                Unsafe.Add(ref destination, done + i) = isThere[i] ? values[next++] : null;
            }
        }
        return ref p;
    }
}
