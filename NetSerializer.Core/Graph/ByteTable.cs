using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

/// <summary>
/// The bytes of the first pages of an <see cref="AddressSet"/>, which lie in one piece, and where in there they are: as a <see cref="BitTable"/>.
/// </summary>
internal readonly ref struct ByteTable
{
    private readonly PageOffsets _offsets;
    private readonly ref byte _marks;
    private readonly nuint _limit;
    private readonly byte _epoch;
    private readonly int _pageBits;

    /// <summary>
    /// The table, and the bytes, so many of which are in use, a power of two; which of them are marks; and the binary logarithm of the bytes of a page.
    /// </summary>
    public ByteTable(PageOffsets offsets, byte[] marks, int length, byte epoch, int pageBits)
    {
        _offsets = offsets;
        _marks = ref MemoryMarshal.GetArrayDataReference(marks);
        (_limit, _epoch, _pageBits) = ((nuint)length, epoch, pageBits);
    }

    /// <summary>There are no bytes.</summary>
    public bool IsEmpty => _limit == 0;

    /// <summary>What is added for a page whose bytes begin with the one at <paramref name="place"/>.</summary>
    public static nint OffsetFor(nuint page, int place, int pageBits) => place - (nint)(page << pageBits - AddressSet.GranuleBits);

    /// <summary>
    /// Marks an address, and has its page at hand. False when it is marked already, or it may be stale since the watch is 0 (taken before that is looked at,
    /// it is good), or its page is not there. Where there are bytes.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryMark(nuint address, ref readonly nint watch, scoped ref AddressPage page)
    {
        nuint place = PlaceOf(address);
        if (place >= _limit)
        {
            return false;
        }
        ref byte mark = ref Unsafe.Add(ref _marks, place);
        if (mark == _epoch || Volatile.Read(in watch) == 0)
        {
            return false;
        }
        mark = _epoch;
        nuint length = (nuint)1 << _pageBits, offset = address & length - 1, before = offset >> AddressSet.GranuleBits;
        page = new(address - offset, length >> AddressSet.GranuleBits, ref Unsafe.SubtractByteOffset(ref mark, before));
        return true;
    }

    /// <summary>
    /// As <see cref="TryMark(nuint, ref readonly nint, ref AddressPage)"/> for two addresses, and the pages at hand stay: both are marked, or none is.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryMark(nuint address, nuint other, ref readonly nint watch)
    {
        nuint place = PlaceOf(address), otherPlace = PlaceOf(other);
        // It is a power of two.
        if ((place | otherPlace) >= _limit)
        {
            return false;
        }
        ref byte mark = ref Unsafe.Add(ref _marks, place), otherMark = ref Unsafe.Add(ref _marks, otherPlace);
        if (mark == _epoch || otherMark == _epoch || Volatile.Read(in watch) == 0)
        {
            return false;
        }
        mark = _epoch;
        otherMark = _epoch;
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private nuint PlaceOf(nuint address) => _offsets.For(address, _pageBits) + (address >> AddressSet.GranuleBits);
}
