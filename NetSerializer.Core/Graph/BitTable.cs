using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

/// <summary>
/// The bits of an <see cref="AddressSet"/>, which lie in one piece, in words of 64, and where in there those of its pages are. An object takes a handful of
/// loads that do not wait for each other (0.66 of the time of lists in no order of addresses against a search among the pages, 0.93 against places that
/// hold a page's number, its array and where in that it begins). A text mostly lies behind its object, and then both have one word (100,000 books: 0.92 of
/// the time of words of 32 bits, looked at one by one).
/// </summary>
internal readonly unsafe ref struct BitTable
{
    private readonly PageOffsets _offsets;
    private readonly ref ulong _words;
    private readonly nuint _limit;

    /// <summary>The table, and the bits, so many bytes of which are in use: a power of two.</summary>
    public BitTable(PageOffsets offsets, byte[] bits, int length)
    {
        _offsets = offsets;
        _words = ref Unsafe.As<byte, ulong>(ref MemoryMarshal.GetArrayDataReference(bits));
        _limit = (nuint)length / sizeof(ulong);
    }

    /// <summary>There are no bits.</summary>
    public bool IsEmpty => _limit == 0;

    /// <summary>What is added for a page whose bits begin with the byte <paramref name="place"/>, a multiple of eight.</summary>
    public static nint OffsetFor(nuint page, int place) => place / sizeof(ulong) - (nint)(page << AddressSet.PageBits - WordBits);

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
    private nuint PlaceOf(nuint address) => _offsets.For(address, AddressSet.PageBits) + (address >> WordBits);

    // A shift takes the number of a bit modulo 64. In the set, bits are in the order of its bytes.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong BitOf(nuint address) => 1UL << (int)(address >> AddressSet.GranuleBits ^ (BitConverter.IsLittleEndian ? 0u : 56u));
}
