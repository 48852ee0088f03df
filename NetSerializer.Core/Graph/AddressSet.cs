using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace NetSerializer.Graph;

/// <summary>
/// A set of addresses of objects: a byte for each granule of the pages that they lie on, and an open-addressing table of the pages. Who asks keeps
/// the pages that it found last at hand: objects that are written one after the other mostly lie on the same one, in whatever order. (Bits instead of
/// bytes: 2 bytes less for each object, and 1.1 of the time of books.) Where they do not, there are bits: those of 100 MB of objects stay in the caches of a
/// processor, which bytes do not.
/// <para>Good for as long as no collection has moved anything. A struct, so that its owner finds it without a look-up.</para>
/// </summary>
internal struct AddressSet
{
    /// <summary>The binary logarithm of a small page, 8 KiB: what a thread gets at once to make its objects in.</summary>
    public const int SmallPage = 13;

    /// <summary>Of a large one, 128 KiB, which takes too long to clear for small values (0.9 of the time of 10,000 books).</summary>
    public const int LargePage = 17;

    // Pages of 32 GiB.
    private const int AllBits = 35, FirstBits = 3, FirstCapacity = 1 << FirstBits, MaxKept = 64 << 10;

    // Those of 32 MiB of heap, so that they need not grow again for the next value.
    private const int MaxKeptBits = 256 << 10;

    private readonly byte[]?[] _blocks;
    private readonly byte[] _firstBlock;
    // What a BitTable needs, where there are bits: as long as there can be pages now, and the least of that.
    private readonly nint[] _firstOffsets = [];
    private nint[] _offsets = [];
    private readonly nuint[] _firstPages = new nuint[FirstCapacity];
    private readonly int[] _firstPlaces = new int[2 * FirstCapacity];
    private readonly int _pageBits;
    // Of the bytes that a byte of marks is for.
    private readonly int _markBits;
    private nuint[] _pages;
    // For each place the index of its page and one more; twice as many places as there can be pages.
    private int[] _places;
    private int _capacity = FirstCapacity;
    private int _count;

    /// <summary>
    /// An empty set, with pages of a size that is given by its binary logarithm, and a byte or a bit for each granule: bits on <see cref="LargePage"/>s only.
    /// </summary>
    public AddressSet(int pageBits, bool hasBits = false)
    {
        (_pageBits, _markBits) = (pageBits, GranuleBits + (hasBits ? 3 : 0));
        (_pages, _places) = (_firstPages, _firstPlaces);
        _blocks = new byte[AllBits - pageBits - FirstBits + 1][];
        _blocks[0] = _firstBlock = new byte[FirstCapacity * MarksPerPage];
        if (hasBits)
        {
            _offsets = _firstOffsets = new nint[BitTable.LeastLength];
            Array.Fill(_offsets, BitTable.Missing);
        }
    }

    /// <summary>The binary logarithm of the bytes that share a mark: fewer than the smallest object has.</summary>
    public static int GranuleBits => nint.Size == sizeof(long) ? 4 : 3;

    /// <summary>How many pages there are.</summary>
    public readonly int PageCount => _count;

    /// <summary>There is a bit for each granule: see <see cref="Bits"/>.</summary>
    public readonly bool HasBits => _markBits != GranuleBits;

    /// <summary>
    /// There can be no page more: the marks of as many again would take more than an array has. That is 32 GiB of objects, or all that there is where
    /// addresses have 32 bits.
    /// </summary>
    public readonly bool IsFull => _count == 1 << AllBits - _pageBits;

    /// <summary>In bytes: what the marks and the tables take.</summary>
    public readonly long Size => (long)_capacity * (MarksPerPage + nint.Size + (2 * sizeof(int)));

    private static int SmallMarks => 1 << SmallPage - GranuleBits;

    private readonly int MarksPerPage => 1 << _pageBits - _markBits;

    /// <summary>Where the content of an object begins, which is as good as where the object does.</summary>
    // Not the reference read as a number: that would send it to the stack and back.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static unsafe nuint AddressOf(object value) => (nuint)Unsafe.AsPointer(ref Unsafe.As<Content>(value).First);

    /// <summary>How far that lies behind where a reference leads: there the handle of the type stands.</summary>
    public static nuint ContentOffset => (nuint)nint.Size;

    /// <summary>The address of what a member refers to, by where it lies behind <see cref="AddressOf"/>; <see cref="ContentOffset"/> for null.</summary>
    public static nuint MemberAddress(object value, nint member) =>
        Unsafe.As<byte, nuint>(ref Unsafe.AddByteOffset(ref Unsafe.As<Content>(value).First, member)) + ContentOffset;

    /// <summary>What stands in front of that, which is the same for all objects of a type.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint TypeWord(object value) => Unsafe.Add(ref Unsafe.As<byte, nuint>(ref Unsafe.As<Content>(value).First), -1);

    /// <summary>The page of an address, which has none of its marks set if it is new.</summary>
    public AddressPage PageOf(nuint address) =>
        new(address >> _pageBits << _pageBits, (nuint)MarksPerPage, ref MarksOf(IndexOf(address >> _pageBits)));

    /// <summary>Where there are bits: these, good until there is a page more.</summary>
    public readonly BitTable Bits => new(_offsets, _blocks[0]!, _capacity * MarksPerPage);

    /// <summary>
    /// Where there are bits: sees to it that <see cref="Bits"/> leads to those of an address, until another page takes the place of this one in the table.
    /// </summary>
    public void LeadTo(nuint address)
    {
        nuint page = address >> _pageBits;
        SetOffset(page, IndexOf(page));
    }

    /// <summary>How many addresses there are.</summary>
    public readonly int Sum() => HasBits ? CountBits(in this) : Sum(SmallMarks);

    /// <summary>About how many there are: looked at is an eighth of the pages' parts.</summary>
    public readonly int Estimate() => HasBits ? CountBits(in this) : Sum(8 * SmallMarks);

    private readonly int Sum(int step)
    {
        long sum = 0;
        for (int index = 0; index < _count; index++)
        {
            Span<byte> marks = MarksIn(index);
            for (int start = 0; start < marks.Length; start += step)
            {
                // Each byte is 0 or 1, and no lane comes to more than 255.
                ref byte first = ref marks[start];
                Vector128<byte> lanes = default;
                for (nuint i = 0; i < (nuint)SmallMarks; i += (nuint)Vector128<byte>.Count)
                {
                    lanes += Vector128.LoadUnsafe(ref first, i);
                }
                sum += Sum(lanes) * (Math.Min(step, marks.Length) / SmallMarks);
            }
        }
        return checked((int)sum);
    }

    private static int Sum(Vector128<byte> lanes)
    {
        (Vector128<ushort> low, Vector128<ushort> high) = Vector128.Widen(lanes);
        return Vector128.Sum(low + high);
    }

    /// <summary>
    /// Adds all addresses to another set, whose pages are at least as large, and which may have bits; false, with some of them there, when they lie on more
    /// than <paramref name="maxPages"/> of these.
    /// </summary>
    public readonly bool TryCopyTo(ref AddressSet other, int maxPages)
    {
        for (int index = 0; index < _count; index++)
        {
            if (other._count > maxPages)
            {
                return false;
            }
            nuint start = _pages[index] << _pageBits;
            AddressPage page = other.PageOf(start);
            Span<byte> marks = MarksIn(index);
            if (other.HasBits)
            {
                Pack(marks, ref Unsafe.Add(ref page.Marks, start - page.Start >> other._markBits));
            }
            else
            {
                marks.CopyTo(MemoryMarshal.CreateSpan(ref page.MarkOf(start - page.Start), marks.Length));
            }
        }
        return other._count <= maxPages;
    }

    // Eight bytes that are 0 or 1 to the bits of one: each is moved to a bit of the highest byte by one of the terms of the product, and to no other's place.
    private static void Pack(ReadOnlySpan<byte> marks, ref byte bits)
    {
        ReadOnlySpan<ulong> groups = MemoryMarshal.Cast<byte, ulong>(marks);
        for (int i = 0; i < groups.Length; i++)
        {
            Unsafe.Add(ref bits, i) = (byte)(groups[i] * 0x0102040810204080 >> 56);
        }
    }

    /// <summary>How many of the addresses <paramref name="other"/> has, too.</summary>
    public readonly int CountIn(ref readonly AddressSet other)
    {
        if (HasBits)
        {
            return CountBits(in other);
        }
        int count = 0;
        for (int index = 0; index < _count; index++)
        {
            Span<byte> marks = MarksIn(index);
            for (int start = 0; start < marks.Length; start += SmallMarks)
            {
                nuint address = (_pages[index] << _pageBits) + ((nuint)start << GranuleBits);
                int found = other.Find(address >> other._pageBits, out _);
                if (found >= 0)
                {
                    int first = (int)(address - (other._pages[found] << other._pageBits) >> GranuleBits);
                    count += CountBoth(marks.Slice(start, SmallMarks), other.MarksIn(found).Slice(first, SmallMarks));
                }
            }
        }
        return count;
    }

    // How many bits are in both.
    private readonly int CountBits(ref readonly AddressSet other)
    {
        int count = 0;
        for (int index = 0; index < _count; index++)
        {
            int found = other.Find(_pages[index], out _);
            if (found >= 0)
            {
                ReadOnlySpan<ulong> bits = MemoryMarshal.Cast<byte, ulong>(MarksIn(index)), others = MemoryMarshal.Cast<byte, ulong>(other.MarksIn(found));
                for (int i = 0; i < bits.Length; i++)
                {
                    count += BitOperations.PopCount(bits[i] & others[i]);
                }
            }
        }
        return count;
    }

    private static int CountBoth(ReadOnlySpan<byte> marks, ReadOnlySpan<byte> others)
    {
        ref byte first = ref MemoryMarshal.GetReference(marks), other = ref MemoryMarshal.GetReference(others);
        Vector128<byte> lanes = default;
        for (nuint i = 0; i < (nuint)SmallMarks; i += (nuint)Vector128<byte>.Count)
        {
            lanes += Vector128.LoadUnsafe(ref first, i) & Vector128.LoadUnsafe(ref other, i);
        }
        return Sum(lanes);
    }

    /// <summary>Forgets all addresses.</summary>
    public void Clear()
    {
        if (_count == 0)
        {
            return;
        }
        ClearOffsets();
        if (_capacity > FirstCapacity && (long)_capacity * MarksPerPage > (HasBits ? MaxKeptBits : MaxKept))
        {
            GiveBack();
        }
        _places.AsSpan(0, 2 * _capacity).Clear();
        _count = 0;
    }

    private readonly void SetOffset(nuint page, int index) => _offsets[page & (nuint)(_offsets.Length - 1)] = BitTable.OffsetFor(page, index * MarksPerPage);

    private readonly void ClearOffsets()
    {
        for (int index = 0; HasBits && index < _count; index++)
        {
            _offsets[_pages[index] & (nuint)(_offsets.Length - 1)] = BitTable.Missing;
        }
    }

    private int IndexOf(nuint page)
    {
        int found = Find(page, out int place);
        if (found >= 0)
        {
            return found;
        }
        if (_count == _capacity)
        {
            Grow();
            place = FreePlace(page);
        }
        _places[place] = _count + 1;
        _pages[_count] = page;
        MarksIn(_count).Clear();
        return _count++;
    }

    // The index of a page, or -1 and the place where it belongs.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly int Find(nuint page, out int place)
    {
        place = PlaceOf(page);
        for (int index; (index = _places[place] - 1) >= 0; place = place + 1 & 2 * _capacity - 1)
        {
            if (_pages[index] == page)
            {
                return index;
            }
        }
        return -1;
    }

    // Bytes for the first pages lie in the first block; each other one has as many pages as all before it, so that none is ever moved. Bits are few, and all
    // in one.
    private readonly ref byte MarksOf(int index)
    {
        int block = BlockOf(index);
        return ref _blocks[block]![PlaceIn(block, index)];
    }

    private readonly int PlaceIn(int block, int index) => (index - (block == 0 ? 0 : FirstCapacity << block - 1)) * MarksPerPage;

    private readonly Span<byte> MarksIn(int index) => MemoryMarshal.CreateSpan(ref MarksOf(index), MarksPerPage);

    private readonly int BlockOf(int index) => HasBits ? 0 : BitOperations.Log2((uint)index | FirstCapacity - 1) - (FirstBits - 1);

    private void Grow()
    {
        int capacity = 2 * _capacity;
        if (HasBits)
        {
            GrowBits(capacity);
        }
        else
        {
            _blocks[BlockOf(_capacity)] ??= ArrayPool<byte>.Shared.Rent(_capacity * MarksPerPage);
        }
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

    private void GrowBits(int capacity)
    {
        byte[] bits = ArrayPool<byte>.Shared.Rent(capacity * MarksPerPage);
        _blocks[0].AsSpan(0, _count * MarksPerPage).CopyTo(bits);
        GiveFirstBlockBack();
        _blocks[0] = bits;
        if (capacity > _offsets.Length)
        {
            // The first one is used again.
            ClearOffsets();
            _offsets = new nint[capacity];
            Array.Fill(_offsets, BitTable.Missing);
            for (int index = 0; index < _count; index++)
            {
                SetOffset(_pages[index], index);
            }
        }
    }

    private readonly void GiveFirstBlockBack()
    {
        if (_blocks[0] != _firstBlock)
        {
            ArrayPool<byte>.Shared.Return(_blocks[0]!);
        }
    }

    private void GiveBack()
    {
        GiveFirstBlockBack();
        (_blocks[0], _offsets) = (_firstBlock, _firstOffsets);
        for (int block = 1; block < _blocks.Length && _blocks[block] is { } marks; block++)
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
