using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

/// <summary>
/// A set of addresses of objects: a byte for each granule of the pages that they lie on, and an open-addressing table of the pages. Who asks keeps
/// the pages that it found last at hand: objects that are written one after the other mostly lie on the same one, in whatever order. (Bits instead of
/// bytes: 2 bytes less for each object, and 1.1 of the time of books.)
/// <para>Good for as long as no collection has moved anything. A struct, so that its owner finds it without a look-up.</para>
/// </summary>
internal struct AddressSet
{
    /// <summary>In bytes: 8 KiB, what a thread gets at once to make its objects in.</summary>
    public const nuint PageSize = 1 << PageBits;

    private const int PageBits = 13, FirstBits = 3, FirstCapacity = 1 << FirstBits, MaxKeptCapacity = 64, MaxPageBits = 22,
        MaxBlocks = MaxPageBits - FirstBits + 1;

    private readonly byte[]?[] _blocks = new byte[MaxBlocks][];
    private readonly nuint[] _firstPages = new nuint[FirstCapacity];
    private readonly int[] _firstPlaces = new int[2 * FirstCapacity];
    private nuint[] _pages;
    // For each place the index of its page and one more; twice as many places as there can be pages.
    private int[] _places;
    private int _capacity = FirstCapacity;
    private int _count;

    /// <summary>An empty set.</summary>
    public AddressSet()
    {
        (_pages, _places) = (_firstPages, _firstPlaces);
        _blocks[0] = new byte[FirstCapacity * MarksPerPage];
    }

    /// <summary>The binary logarithm of the bytes that share a mark: fewer than the smallest object has.</summary>
    public static int GranuleBits => nint.Size == sizeof(long) ? 4 : 3;

    /// <summary>How many pages there are.</summary>
    public readonly int PageCount => _count;

    /// <summary>
    /// There can be no page more: the marks of as many again would take more than an array has. That is 32 GiB of objects, or all that there is where
    /// addresses have 32 bits.
    /// </summary>
    public readonly bool IsFull => _count == 1 << MaxPageBits;

    /// <summary>In bytes: what the marks and the tables take.</summary>
    public readonly long Size => (long)_capacity * (MarksPerPage + nint.Size + (2 * sizeof(int)));

    private static int MarksPerPage => 1 << PageBits - GranuleBits;

    /// <summary>Where the content of an object begins, which is as good as where the object does.</summary>
    // Not the reference read as a number: that would send it to the stack and back.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe nuint AddressOf(object value) => (nuint)Unsafe.AsPointer(ref Unsafe.As<Content>(value).First);

    /// <summary>The page of an address, which has none of its marks set if it is new.</summary>
    public AddressPage PageOf(nuint address) => new(address & ~(PageSize - 1), ref MarksOf(IndexOf(address >> PageBits)));

    /// <summary>Forgets all addresses.</summary>
    public void Clear()
    {
        if (_count == 0)
        {
            return;
        }
        if (_capacity > MaxKeptCapacity)
        {
            GiveBack();
        }
        _places.AsSpan(0, 2 * _capacity).Clear();
        _count = 0;
    }

    private int IndexOf(nuint page)
    {
        int place = PlaceOf(page);
        for (int index; (index = _places[place] - 1) >= 0; place = place + 1 & 2 * _capacity - 1)
        {
            if (_pages[index] == page)
            {
                return index;
            }
        }
        if (_count == _capacity)
        {
            Grow();
            place = FreePlace(page);
        }
        _places[place] = _count + 1;
        _pages[_count] = page;
        MemoryMarshal.CreateSpan(ref MarksOf(_count), MarksPerPage).Clear();
        return _count++;
    }

    // The marks of the first pages lie in the first block; each other one has as many pages as all before it, so that none is ever moved.
    private readonly ref byte MarksOf(int index)
    {
        int block = BlockOf(index), start = block == 0 ? 0 : FirstCapacity << block - 1;
        return ref _blocks[block]![(index - start) * MarksPerPage];
    }

    private static int BlockOf(int index) => BitOperations.Log2((uint)index | FirstCapacity - 1) - (FirstBits - 1);

    private void Grow()
    {
        _blocks[BlockOf(_capacity)] ??= ArrayPool<byte>.Shared.Rent(_capacity * MarksPerPage);
        int capacity = 2 * _capacity;
        nuint[] pages = ArrayPool<nuint>.Shared.Rent(capacity);
        _pages.AsSpan(0, _count).CopyTo(pages);
        GiveTablesBack();
        (_pages, _places, _capacity) = (pages, ArrayPool<int>.Shared.Rent(2 * capacity), capacity);
        _places.AsSpan(0, 2 * capacity).Clear();
        for (int index = 0; index < _count; index++)
        {
            _places[FreePlace(_pages[index])] = index + 1;
        }
    }

    private void GiveBack()
    {
        for (int block = 1; block < MaxBlocks && _blocks[block] is { } marks; block++)
        {
            ArrayPool<byte>.Shared.Return(marks);
            _blocks[block] = null;
        }
        GiveTablesBack();
        (_pages, _places, _capacity) = (_firstPages, _firstPlaces, FirstCapacity);
    }

    private readonly void GiveTablesBack()
    {
        if (_pages != _firstPages)
        {
            ArrayPool<nuint>.Shared.Return(_pages);
            ArrayPool<int>.Shared.Return(_places);
        }
    }

    private readonly int FreePlace(nuint page)
    {
        int place = PlaceOf(page);
        while (_places[place] != 0)
        {
            place = place + 1 & 2 * _capacity - 1;
        }
        return place;
    }

    // Fibonacci hashing: pages that follow each other are spread evenly, and so are those that lie a power of two apart (D. E. Knuth, The Art of
    // Computer Programming 3, 6.4).
    private readonly int PlaceOf(nuint page) => (int)((ulong)page * 0x9E3779B97F4A7C15 >> 63 - BitOperations.Log2((uint)_capacity));

    [StructLayout(LayoutKind.Sequential)]
    private sealed class Content
    {
        public byte First;
    }
}
