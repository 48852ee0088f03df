using System.Runtime.CompilerServices;
using NetSerializer.Wire;

namespace NetSerializer;

// In a leaf, where objects have numbers: what refers to one of these is left to a whole reader.
public ref partial struct WireReader
{
    /// <summary>A <see cref="LeafReader"/> has met the number of an object that has appeared.</summary>
    internal readonly bool HasMetNumber => DepthCredit != 0;

    /// <summary>As <see cref="ReadSharedString"/> in a leaf, where no text has a number yet.</summary>
    internal ref byte ReadAloneString(ref byte p, out string? value)
    {
        p = ref ReadTextHeader(ref p, out uint header);
        if ((header & 1) == 0)
        {
            return ref ReadTextOf(ref p, header >> 1, header, out value);
        }
        RefuseNumber();
        value = null;
        return ref p;
    }

    /// <summary>What stands in front of an object in a leaf, where none has a number yet.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ref byte ReadAlone(ref byte p, out bool isNew)
    {
        p = ref ReadVarInt32(ref p, out uint header);
        isNew = header == 1;
        if (header > 1)
        {
            RefuseNumber();
        }
        return ref p;
    }

    /// <summary>
    /// Reads the "count + 1" of a sequence that is not null, of references, and charges it with <paramref name="more"/> bytes of memory. What has more elements
    /// than there are bytes left is refused: it is read as an empty one.
    /// </summary>
    internal ref byte ReadAloneCount(ref byte p, long more, out int count)
    {
        p = ref ReadVarInt32(ref p, out uint header);
        count = (int)header - 1;
        if ((uint)count > Unsafe.ByteOffset(ref p, ref _end))
        {
            RefuseLeaf();
            count = 0;
        }
        Charge(ref p, ArraySize(count, nint.Size) + more);
        return ref p;
    }

    /// <summary>There is something left to read for the next element; otherwise the leaf is refused, unless it has been.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool MayReadElement(ref byte p)
    {
        if (Unsafe.IsAddressLessThan(ref p, ref _end))
        {
            return true;
        }
        RefuseLeaf();
        return false;
    }

    private void RefuseNumber()
    {
        // No leaf counts its depth.
        DepthCredit = 1;
        RefuseLeaf();
    }
}
