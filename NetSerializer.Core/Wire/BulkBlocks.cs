using System.Runtime.CompilerServices;
using NetSerializer.Wire.Bulk;

namespace NetSerializer.Wire;

/// <summary>The blocks of integer arrays and wide strings (docs/wire-format.md, section 4a) on a cursor.</summary>
internal static class BulkBlocks
{
    public static ref byte Write<T>(scoped ref WireWriter w, ref byte p, scoped ref T source, int count) where T : unmanaged
    {
        int room = IntegerBlocks.MaxBlockBytes<T>(IntegerBlocks.BlockLength);
        for (int done = 0; done < count; done += IntegerBlocks.BlockLength)
        {
            p = ref w.Ensure(ref p, room);
            p = ref Unsafe.Add(ref p, IntegerBlocks.EncodeBlock(ref Unsafe.Add(ref source, done), Math.Min(IntegerBlocks.BlockLength, count - done), ref p));
        }
        return ref p;
    }

    /// <summary>Reads all blocks of a sequence, or of a piece that ends with a block.</summary>
    public static ref byte Read<T>(scoped ref WireReader r, ref byte p, scoped ref T destination, int count) where T : unmanaged
    {
        for (int done = 0; done < count; done += IntegerBlocks.BlockLength)
        {
            int length = Math.Min(IntegerBlocks.BlockLength, count - done);
            int used = IntegerBlocks.DecodeBlock(ref p, r.Left(ref p), ref Unsafe.Add(ref destination, done), length);
            p = ref used > 0 ? ref Unsafe.Add(ref p, used) : ref ReadStraddling(ref r, ref p, ref Unsafe.Add(ref destination, done), length);
        }
        return ref p;
    }

    // A block that is malformed, or that does not lie whole in the window: gathered byte for byte, no byte more than it has.
    [SkipLocalsInit, MethodImpl(MethodImplOptions.NoInlining)]
    private static ref byte ReadStraddling<T>(scoped ref WireReader r, ref byte p, scoped ref T destination, int count) where T : unmanaged
    {
        long item = r.Position(ref p);
        Span<byte> block = stackalloc byte[IntegerBlocks.MaxBlockBytes<T>(IntegerBlocks.BlockLength)];
        p = ref r.ReadBytes(ref p, ref block[0], 1);
        int there = 1;
        int length = IntegerBlocks.LengthOf<T>(ref block[0], there, count);
        if (length == IntegerBlocks.Truncated)
        {
            p = ref r.ReadBytes(ref p, ref block[1], 1);
            there = 2;
            length = IntegerBlocks.LengthOf<T>(ref block[0], there, count);
        }
        if (length > 0)
        {
            p = ref r.ReadBytes(ref p, ref block[there], length - there);
            if (IntegerBlocks.DecodeBlock(ref block[0], length, ref destination, count) > 0)
            {
                return ref p;
            }
        }
        r.FailAt(ref p, ErrorCode.NotCanonical, item, "A block of integers that no writer makes.");
        return ref p;
    }
}
