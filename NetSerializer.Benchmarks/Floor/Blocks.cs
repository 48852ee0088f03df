using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using NetSerializer.Wire.Bulk;

namespace NetSerializer.Benchmarks.Floor;

/// <summary>
/// Integer arrays of the floor: section 4a of the wire format. The block codec itself is the library's own, which the bulk suite holds against copies
/// and varints; what the floor measures here is everything around it.
/// </summary>
internal static class Blocks
{
    /// <summary>A sequence with its header, or null.</summary>
    public static ref byte WriteSequence(scoped ref FloorWriter w, ref byte p, int[]? elements)
    {
        p = ref w.Ensure(ref p, Varint.Max64);
        if (elements is null)
        {
            p = 0;
            return ref Unsafe.Add(ref p, 1);
        }
        ref int first = ref MemoryMarshal.GetArrayDataReference(elements);
        ulong header = 1 + ((ulong)elements.Length << 2);
        if (elements.Length >= IntegerBlocks.ShortLimit)
        {
            p = ref Varint.Write(ref p, header);
            return ref Write(ref w, ref p, ref first, elements.Length);
        }
        int width = elements.Length == 0 ? 0 : IntegerBlocks.SmallestWidth(ref first, elements.Length);
        p = ref Varint.Write(ref p, header + (uint)width);
        p = ref w.Ensure(ref p, elements.Length << width);
        IntegerBlocks.Narrow(ref first, elements.Length, width, ref p);
        return ref Unsafe.Add(ref p, elements.Length << width);
    }

    public static ref byte ReadSequence(scoped ref FloorReader r, ref byte p, scoped out int[]? elements)
    {
        p = ref r.Run(ref p, Varint.Max64);
        p = ref Varint.Read(ref r, ref p, out ulong header);
        if (header == 0)
        {
            elements = null;
            return ref p;
        }
        int width = (int)((header - 1) & 3);
        uint count = checked((uint)((header - 1) >> 2));
        r.CheckCount(ref p, count);
        elements = count == 0 ? [] : GC.AllocateUninitializedArray<int>((int)count);
        ref int first = ref MemoryMarshal.GetArrayDataReference(elements);
        if (count >= IntegerBlocks.ShortLimit)
        {
            return ref Read(ref r, ref p, ref first, (int)count);
        }
        p = ref r.Bytes(ref p, (nint)count << width);
        IntegerBlocks.Widen(ref p, (int)count, width, ref first);
        return ref Unsafe.Add(ref p, (nint)count << width);
    }

    /// <summary>The blocks of 32 elements and more, without a header.</summary>
    public static ref byte Write<T>(scoped ref FloorWriter w, ref byte p, ref T first, int count) where T : unmanaged
    {
        for (int done = 0; done < count;)
        {
            int length = Math.Min(count - done, IntegerBlocks.BlockLength);
            p = ref w.Ensure(ref p, IntegerBlocks.MaxBlockBytes<T>(IntegerBlocks.BlockLength));
            p = ref Unsafe.Add(ref p, IntegerBlocks.EncodeBlock(ref Unsafe.Add(ref first, done), length, ref p));
            done += length;
        }
        return ref p;
    }

    public static ref byte Read<T>(scoped ref FloorReader r, ref byte p, ref T first, int count) where T : unmanaged
    {
        for (int done = 0; done < count;)
        {
            int length = Math.Min(count - done, IntegerBlocks.BlockLength);
            int read = IntegerBlocks.DecodeBlock(ref p, r.Left(ref p), ref Unsafe.Add(ref first, done), length);
            if (read == IntegerBlocks.Truncated)
            {
                p = ref r.More(ref p, IntegerBlocks.MaxBlockBytes<T>(length));
                read = IntegerBlocks.DecodeBlock(ref p, r.Left(ref p), ref Unsafe.Add(ref first, done), length);
            }
            if (read < 0)
            {
                throw new InvalidDataException("No block.");
            }
            p = ref Unsafe.Add(ref p, read);
            done += length;
        }
        return ref p;
    }

    /// <summary>Three dimensions: lengths and lower bounds, then the elements as above.</summary>
    public static ref byte WriteGrid(scoped ref FloorWriter w, ref byte p, int[,,]? grid)
    {
        p = ref w.Ensure(ref p, 2 + (6 * Varint.Max32));
        if (grid is null)
        {
            p = 0;
            return ref Unsafe.Add(ref p, 1);
        }
        p = 1;
        p = ref Unsafe.Add(ref p, 1);
        for (int dimension = 0; dimension < 3; dimension++)
        {
            p = ref Varint.Write(ref p, (uint)grid.GetLength(dimension));
            p = ref Varint.Write(ref p, grid.GetLowerBound(dimension));
        }
        int count = grid.Length;
        ref int first = ref Unsafe.As<byte, int>(ref MemoryMarshal.GetArrayDataReference((Array)grid));
        if (count >= IntegerBlocks.ShortLimit)
        {
            return ref Write(ref w, ref p, ref first, count);
        }
        if (count == 0)
        {
            return ref p;
        }
        int width = IntegerBlocks.SmallestWidth(ref first, count);
        p = (byte)width;
        p = ref w.Ensure(ref Unsafe.Add(ref p, 1), count << width);
        IntegerBlocks.Narrow(ref first, count, width, ref p);
        return ref Unsafe.Add(ref p, count << width);
    }

    public static ref byte ReadGrid(scoped ref FloorReader r, ref byte p, scoped out int[,,]? grid)
    {
        p = ref r.Run(ref p, 1 + (6 * Varint.Max32));
        byte present = p;
        p = ref Unsafe.Add(ref p, 1);
        if (present == 0)
        {
            grid = null;
            return ref p;
        }
        p = ref Dimension(ref r, ref p, out int z);
        p = ref Dimension(ref r, ref p, out int y);
        p = ref Dimension(ref r, ref p, out int x);
        int count = checked(z * y * x);
        r.CheckCount(ref p, (uint)count);
        grid = new int[z, y, x];
        ref int first = ref Unsafe.As<byte, int>(ref MemoryMarshal.GetArrayDataReference((Array)grid));
        if (count >= IntegerBlocks.ShortLimit)
        {
            return ref Read(ref r, ref p, ref first, count);
        }
        if (count == 0)
        {
            return ref p;
        }
        p = ref r.Bytes(ref p, 1);
        int width = p & 3;
        p = ref r.Bytes(ref Unsafe.Add(ref p, 1), count << width);
        IntegerBlocks.Widen(ref p, count, width, ref first);
        return ref Unsafe.Add(ref p, count << width);
    }

    private static ref byte Dimension(scoped ref FloorReader r, ref byte p, scoped out int length)
    {
        p = ref Varint.Read(ref r, ref p, out uint size);
        p = ref Varint.Read(ref r, ref p, out int lowerBound);
        if (lowerBound != 0 || size > int.MaxValue)
        {
            throw new InvalidDataException("The floor reads grids from 0 alone.");
        }
        length = (int)size;
        return ref p;
    }
}
