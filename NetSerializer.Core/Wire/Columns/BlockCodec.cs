using System.Runtime.CompilerServices;
using NetSerializer.Wire.Bulk;

namespace NetSerializer.Wire.Columns;

/// <summary>Section 4d: elements in blocks of up to 128, each block column by column. The width of a header is the fewest bytes of an element.</summary>
internal readonly struct BlockCodec<TElement, T> : IBulkCodec<T>
    where TElement : struct, IElementCodec<T>
{
    private const int BlockLength = IntegerBlocks.BlockLength;

    public static ref byte Write(scoped ref WireWriter w, ref byte p, scoped ref T source, int count)
    {
        p = ref w.Ensure(ref p, VarInt.Max32);
        p = ref VarInt.Write32(ref p, (uint)count + 1);
        return ref WriteGrid(ref w, ref p, ref source, count);
    }

    public static ref byte WriteGrid(scoped ref WireWriter w, ref byte p, scoped ref T source, int count)
    {
        for (int done = 0; done < count; done += BlockLength)
        {
            p = ref TElement.WriteBlock(ref w, ref p, ref Unsafe.Add(ref source, done), Math.Min(BlockLength, count - done));
        }
        return ref p;
    }

    public static ref byte ReadHeader(scoped ref WireReader r, ref byte p, out int count, out int width)
    {
        width = TElement.LeastBytes(r.Dispatch);
        return ref r.ReadCount(ref p, width, out count);
    }

    public static ref byte ReadGridHeader(scoped ref WireReader r, ref byte p, int count, long item, out int width)
    {
        width = TElement.LeastBytes(r.Dispatch);
        if (!r.Announce(ref p, (ulong)count, width))
        {
            r.FailCount(ref p, (ulong)count, item);
        }
        return ref p;
    }

    public static long LeastGridBytes(int count, int width) =>
        (long)count * width + (TElement.HasMode ? ((long)count + BlockLength - 1) / BlockLength : 0);

    public static ref byte ReadBody(scoped ref WireReader r, ref byte p, scoped ref T destination, int count, int width, long item)
    {
        for (int done = 0; done < count; done += BlockLength)
        {
            p = ref TElement.ReadBlock(ref r, ref p, ref Unsafe.Add(ref destination, done), Math.Min(BlockLength, count - done));
        }
        return ref p;
    }
}
