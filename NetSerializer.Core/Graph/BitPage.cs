using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

/// <summary>
/// A large page of an <see cref="AddressSet"/> with bits, in a table where each page has one place, which the lowest bits of its number are: the pages of a
/// heap that lies in one piece have a place each, up to <see cref="Count"/> of them. So an object takes a handful of loads that do not wait for each other
/// (0.66 of the time of lists in no order of addresses against a search among the pages).
/// </summary>
internal readonly struct BitPage
{
    /// <summary>How many places there are, a power of two: 128 MiB of objects.</summary>
    public const int Count = 1 << 10;

    // 0 for no page: nothing lies that low.
    private readonly nuint _number;
    private readonly nuint _first;
    private readonly byte[] _bits;

    /// <summary>The page of an address, whose bits begin in the array at <paramref name="first"/>.</summary>
    public BitPage(nuint address, byte[] bits, int first) => (_number, _first, _bits) = (NumberOf(address), (nuint)first, bits);

    /// <summary>The place for the page of an address, in a table of <see cref="Count"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref BitPage In(Span<BitPage> pages, nuint address) => ref Unsafe.Add(ref MemoryMarshal.GetReference(pages), NumberOf(address) & Count - 1);

    /// <summary>
    /// Marks an address. False when it is marked already, or it may be stale since the watch is 0 (taken before that is looked at, it is good), or this is
    /// another page than its own.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryMark(nuint address, ref readonly nint watch)
    {
        if (_number != NumberOf(address))
        {
            return false;
        }
        ref byte bits = ref BitsOf(address);
        uint bit = BitOf(address);
        if ((bits & bit) != 0 || Volatile.Read(in watch) == 0)
        {
            return false;
        }
        bits = (byte)(bits | bit);
        return true;
    }

    /// <summary>As <see cref="TryMark(nuint, ref readonly nint)"/> for two addresses: both are marked, or none is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryMark(ref readonly BitPage page, nuint address, ref readonly BitPage otherPage, nuint other, ref readonly nint watch)
    {
        if (page._number != NumberOf(address) || otherPage._number != NumberOf(other))
        {
            return false;
        }
        ref byte bits = ref page.BitsOf(address), otherBits = ref otherPage.BitsOf(other);
        uint bit = BitOf(address), otherBit = BitOf(other);
        if (((bits & bit) | (otherBits & otherBit)) != 0 || Volatile.Read(in watch) == 0)
        {
            return false;
        }
        // They may be the same byte.
        bits = (byte)(bits | bit);
        otherBits = (byte)(otherBits | otherBit);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint NumberOf(nuint address) => address >> AddressSet.LargePage;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint BitOf(nuint address) => 1u << ((int)(address >> AddressSet.GranuleBits) & 7);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref byte BitsOf(nuint address)
    {
        nuint place = (address & ((nuint)1 << AddressSet.LargePage) - 1) >> AddressSet.GranuleBits + 3;
        return ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_bits), _first + place);
    }
}
