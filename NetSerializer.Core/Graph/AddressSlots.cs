using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

/// <summary>
/// A hash table of the addresses of a few objects, with linear probing and Fibonacci hashing (see <see cref="AddressSet"/>): wherever they lie, each takes
/// one slot. It is never full, so that a search ends.
/// </summary>
internal readonly ref struct AddressSlots
{
    private readonly ref nuint _first;
    // 0 where there is no table.
    private readonly int _shift;

    /// <summary>A table in the first 2^<paramref name="bits"/> slots; 0 is a free one.</summary>
    public AddressSlots(nuint[] slots, int bits)
    {
        _first = ref MemoryMarshal.GetArrayDataReference(slots);
        _shift = 64 - bits;
    }

    /// <summary>There is none.</summary>
    public bool IsEmpty => _shift == 0;

    /// <summary>The one that holds an address, or the free one that is to.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref nuint SlotFor(nuint address)
    {
        ref nuint slot = ref Unsafe.Add(ref _first, (nuint)(address * 0x9E3779B97F4A7C15UL >> _shift));
        while (slot != 0 && slot != address)
        {
            slot = ref Next(ref slot);
        }
        return ref slot;
    }

    // Behind one that holds another address.
    private ref nuint Next(ref nuint slot)
    {
        nuint place = (nuint)Unsafe.ByteOffset(ref _first, ref slot) / (nuint)nint.Size;
        return ref Unsafe.Add(ref _first, place + 1 & ((nuint)1 << 64 - _shift) - 1);
    }
}
