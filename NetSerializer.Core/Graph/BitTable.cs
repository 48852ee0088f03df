using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

/// <summary>
/// The bits of an <see cref="AddressSet"/>, which lie in one piece, and where in there those of its pages are: a table with a place for each page, which the
/// lowest bits of its number are, so that the pages of a heap that lies in one piece have a place each. A place holds what has to be added to an address, in
/// units of what a word of 64 bits is for. It is at least as long as there can be pages, so what is added for another page leads out of the bits, and one
/// comparison says that the page is there and which it is. So an object takes a handful of loads that do not wait for each other (0.66 of the time of lists
/// in no order of addresses against a search among the pages, 0.93 against places that hold a page's number, its array and where in that it begins).
/// A text mostly lies behind its object, and then both have one word (100,000 books: 0.92 of the time of words of 32 bits, looked at one by one).
/// </summary>
internal readonly unsafe ref struct BitTable
{
    /// <summary>As long as the table is at least: 128 MiB of objects.</summary>
    public const int LeastLength = 1 << 10;

    private const int PageBits = AddressSet.LargePage;

    private readonly ref nint _offsets;
    private readonly ref ulong _words;
    private readonly nuint _mask;
    private readonly nuint _limit;

    /// <summary>The table, whose length is a power of two, and the bits, so many bytes of which are in use; also a power of two.</summary>
    public BitTable(nint[] offsets, byte[] bits, int length)
    {
        _offsets = ref MemoryMarshal.GetArrayDataReference(offsets);
        _words = ref Unsafe.As<byte, ulong>(ref MemoryMarshal.GetArrayDataReference(bits));
        (_mask, _limit) = ((nuint)offsets.Length - 1, (nuint)length / sizeof(ulong));
    }

    /// <summary>For a page that is not there: leads out of the bits from wherever there are addresses.</summary>
    public static nint Missing => nint.MinValue / 2;

    /// <summary>There are no bits.</summary>
    public bool IsEmpty => _limit == 0;

    /// <summary>What is added for a page whose bits begin with the byte <paramref name="place"/>, a multiple of eight.</summary>
    public static nint OffsetFor(nuint page, int place) => place / sizeof(ulong) - (nint)(page << PageBits - WordBits);

    /// <summary>
    /// Marks an address. False when it is marked already, or it may be stale since the watch is 0 (taken before that is looked at, it is good), or its page
    /// is not there.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryMark(nuint address, ref readonly nint watch)
    {
        nuint place = PlaceOf(address);
        if (place >= _limit)
        {
            return false;
        }
        ref ulong word = ref Unsafe.Add(ref _words, place);
        ulong bit = BitOf(address);
        if ((word & bit) != 0 || Volatile.Read(in watch) == 0)
        {
            return false;
        }
        word |= bit;
        return true;
    }

    /// <summary>As <see cref="TryMark(nuint, ref readonly nint)"/> for two addresses: both are marked, or none is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryMark(nuint address, nuint other, ref readonly nint watch)
    {
        nuint place = PlaceOf(address);
        if ((address ^ other) >> WordBits == 0)
        {
            if (place >= _limit)
            {
                return false;
            }
            ref ulong both = ref Unsafe.Add(ref _words, place);
            ulong bits = BitOf(address) | BitOf(other);
            if ((both & bits) != 0 || Volatile.Read(in watch) == 0)
            {
                return false;
            }
            both |= bits;
            return true;
        }
        nuint otherPlace = PlaceOf(other);
        if ((place | otherPlace) >= _limit)
        {
            return false;
        }
        ref ulong word = ref Unsafe.Add(ref _words, place), otherWord = ref Unsafe.Add(ref _words, otherPlace);
        ulong bit = BitOf(address), otherBit = BitOf(other);
        if (((word & bit) | (otherWord & otherBit)) != 0 || Volatile.Read(in watch) == 0)
        {
            return false;
        }
        // They may be the same word.
        word |= bit;
        otherWord |= otherBit;
        return true;
    }

    // The binary logarithm of how many bytes of objects a word is for.
    private static int WordBits => AddressSet.GranuleBits + 6;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private nuint PlaceOf(nuint address) => (nuint)Unsafe.Add(ref _offsets, address >> PageBits & _mask) + (address >> WordBits);

    // A shift takes the number of a bit modulo 64. In the set, bits are in the order of its bytes.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong BitOf(nuint address) => 1UL << (int)(address >> AddressSet.GranuleBits ^ (BitConverter.IsLittleEndian ? 0u : 56u));
}
