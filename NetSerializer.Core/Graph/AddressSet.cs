using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

/// <summary>
/// A set of addresses of objects: a bit for each 8 bytes of the pages that they lie on, and an open-addressing table of the pages. The page of the address that was looked up last is at hand: objects that are written one after the other
/// mostly lie on the same one, in whatever order. (A byte for each 16, so that no object has to wait until the word of the last one is written: 0.95 of the time of books, 1.00 of orders, and four times the memory.)
/// <para>Good for as long as no collection has moved anything. A struct, so that its owner finds it without a look-up.</para>
/// </summary>
internal struct AddressSet
{
    // 8 KiB, what a thread gets at once to make its objects in.
    private const int PageBits = 13, WordBits = 9, WordsPerPage = 1 << (PageBits - WordBits);
    private const int FirstCapacity = 8, MaxKeptCapacity = 256;

    private readonly ulong[] _firstWords = new ulong[FirstCapacity * WordsPerPage];
    private readonly nuint[] _firstPages = new nuint[FirstCapacity];
    private readonly int[] _firstPlaces = new int[2 * FirstCapacity];
    private ulong[] _words;
    private nuint[] _pages;
    // For each place the index of its page and one more; twice as many places as there can be pages.
    private int[] _places;
    private int _capacity = FirstCapacity;
    private int _count;
    // The page at hand, and where its words begin.
    private nuint _page = nuint.MaxValue;
    private int _start;

    /// <summary>An empty set.</summary>
    public AddressSet() => (_words, _pages, _places) = (_firstWords, _firstPages, _firstPlaces);

    /// <summary>How many pages there are, each of which takes 128 to 300 bytes.</summary>
    public readonly int PageCount => _count;

    /// <summary>The address lies on the page at hand.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool IsHere(nuint address) => address >> PageBits == _page;

    /// <summary>The word of an address on the page at hand, which has its bit if it is in the set.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly ref ulong WordOf(nuint address) =>
        ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_words), _start + (int)(address >> WordBits & WordsPerPage - 1));

    /// <summary>The bit of an address in its word.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong BitOf(nuint address) => 1UL << (int)(address >> 3);

    /// <summary>Takes the page of an address at hand.</summary>
    public void TurnTo(nuint address)
    {
        nuint page = address >> PageBits;
        if (page != _page)
        {
            _start = IndexOf(page) * WordsPerPage;
            _page = page;
        }
    }

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
            (_words, _pages, _places) = (_firstWords, _firstPages, _firstPlaces);
        }
        _places.AsSpan(0, Math.Min(_places.Length, 2 * _capacity)).Clear();
        (_capacity, _count, _page) = (FirstCapacity, 0, nuint.MaxValue);
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
        _words.AsSpan(_count * WordsPerPage, WordsPerPage).Clear();
        return _count++;
    }

    private void Grow()
    {
        int capacity = 2 * _capacity;
        if (_words.Length < capacity * WordsPerPage || _pages.Length < capacity || _places.Length < 2 * capacity)
        {
            ulong[] words = ArrayPool<ulong>.Shared.Rent(capacity * WordsPerPage);
            nuint[] pages = ArrayPool<nuint>.Shared.Rent(capacity);
            _words.AsSpan(0, _count * WordsPerPage).CopyTo(words);
            _pages.AsSpan(0, _count).CopyTo(pages);
            GiveBack();
            (_words, _pages, _places) = (words, pages, ArrayPool<int>.Shared.Rent(2 * capacity));
        }
        _capacity = capacity;
        _places.AsSpan(0, 2 * capacity).Clear();
        for (int index = 0; index < _count; index++)
        {
            _places[FreePlace(_pages[index])] = index + 1;
        }
    }

    private readonly void GiveBack()
    {
        if (_words != _firstWords)
        {
            ArrayPool<ulong>.Shared.Return(_words);
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

    // Fibonacci hashing: pages that follow each other are spread evenly, and so are those that lie a power of two apart (D. E. Knuth, The Art of Computer Programming 3, 6.4).
    private readonly int PlaceOf(nuint page) => (int)((ulong)page * 0x9E3779B97F4A7C15 >> 63 - BitOperations.Log2((uint)_capacity));
}
