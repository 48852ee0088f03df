using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace NetSerializer.Graph;

/// <summary>
/// A set of addresses of objects: a byte or a bit for each granule of the pages that they lie on, an open-addressing table of the pages, and a
/// <see cref="PageOffsets"/> by which an address leads to its mark: to a bit, or to a byte on one of the first pages, which lie in one piece. Bytes take one
/// load and one store, and where objects lie closely few lines of the caches; bits of 100 MB of objects stay in the caches of a processor, which bytes do
/// not.
/// <para>
/// A byte is a mark when it is the <see cref="Epoch"/> of the value, so what other values have left is no mark, and pages need not be cleared but
/// once for 255 values. Pages of bits are cleared when they come.
/// </para>
/// <para>Good for as long as no collection has moved anything. A struct, so that its owner finds it without a look-up.</para>
/// </summary>
internal struct AddressSet
{
    /// <summary>The binary logarithm of the bytes of a page: 128 KiB.</summary>
    public const int PageBits = 17;

    /// <summary>Of a small one, 8 KiB, so that a few objects take little memory.</summary>
    public const int SmallPageBits = 13;

    // Pages of 32 GiB.
    private const int AllBits = 35, FirstCapacity = 8;

    // So many pages of bytes lie in one piece.
    private const int TogetherBits = 6, Together = 1 << TogetherBits;

    // Of bits, what is kept for the next value: those of 64 MiB of heap. Of bytes, those that lie together, of 8 MiB.
    private const int MaxKept = 512 << 10;

    // Of the bytes that a byte of marks is for.
    private readonly int _markBits;
    private readonly int _pageBits;
    private byte[] _marks = [];
    // The bytes of the pages behind those: each block has as many as all before it, so that none is ever moved.
    private readonly byte[]?[] _later;
    // How many pages at the beginning hold no byte that may be taken for a mark of this value or a later one of the same 255.
    private int _cleanCount;
    private readonly nint[] _firstOffsets;
    private nint[] _offsets;
    private readonly nuint[] _firstPages = new nuint[FirstCapacity];
    private readonly int[] _firstPlaces = new int[2 * FirstCapacity];
    private nuint[] _pages;
    // For each place the index of its page and one more; twice as many places as there can be pages.
    private int[] _places;
    private int _capacity = FirstCapacity;
    private int _count;

    /// <summary>An empty set, with a byte or a bit for each granule: bytes on small pages, if that is asked for.</summary>
    public AddressSet(bool hasBits, bool isSmall = false)
    {
        (_markBits, _pageBits) = (GranuleBits + (hasBits ? 3 : 0), isSmall ? SmallPageBits : PageBits);
        _firstOffsets = new nint[isSmall ? PageOffsets.SmallLength : PageOffsets.LeastLength];
        (_pages, _places, _offsets, Epoch) = (_firstPages, _firstPlaces, _firstOffsets, 1);
        Array.Fill(_offsets, PageOffsets.Missing);
        _later = hasBits || isSmall ? [] : new byte[AllBits - PageBits - TogetherBits][];
    }

    /// <summary>The binary logarithm of the bytes that share a mark: fewer than the smallest object has.</summary>
    public static int GranuleBits => nint.Size == sizeof(long) ? 4 : 3;

    /// <summary>The byte that is a mark, where there are bytes: 1 to 255.</summary>
    public byte Epoch { get; private set; }

    /// <summary>How many pages there are.</summary>
    public readonly int PageCount => _count;

    /// <summary>There is a bit for each granule: see <see cref="Bits"/>; otherwise a byte: see <see cref="Bytes"/>.</summary>
    public readonly bool HasBits => _markBits != GranuleBits;

    /// <summary>
    /// There can be no page more: the marks of as many again would take more than an array has. That is 32 GiB of objects, or all that there is where
    /// addresses have 32 bits.
    /// </summary>
    public readonly bool IsFull => _count == 1 << AllBits - _pageBits;

    /// <summary>In bytes: what the marks and the tables take.</summary>
    public readonly long Size => (long)_capacity * (MarksPerPage + nint.Size + (2 * sizeof(int)));

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

    /// <summary>Where there are bits: these, good until there is a page more.</summary>
    public readonly BitTable Bits => new(new PageOffsets(_offsets), _marks, _capacity * MarksPerPage);

    /// <summary>Where there are bytes: those of the first pages, good until there is a page more.</summary>
    public readonly ByteTable Bytes => new(new PageOffsets(_offsets), _marks, Math.Min(_capacity, Together) * MarksPerPage, Epoch, _pageBits);

    /// <summary>Where there are bytes: the page of an address, which has no marks yet if it is new. Good until there is a page more.</summary>
    public AddressPage PageOf(nuint address)
    {
        LeadTo(address);
        nuint page = address >> _pageBits;
        return new(page << _pageBits, (nuint)MarksPerPage, ref MarksIn(IndexOf(page))[0]);
    }

    /// <summary>
    /// Sees to it that <see cref="Bits"/> or <see cref="Bytes"/> lead to the mark of an address, until another page takes the place of this one in the table.
    /// </summary>
    public void LeadTo(nuint address)
    {
        nuint page = address >> _pageBits;
        SetOffset(page, IndexOf(page));
    }

    /// <summary>The page of an address is not there, and there is no room for it: as many pages again come with it, and the marks may lie elsewhere.</summary>
    public readonly bool MustGrowFor(nuint address) => _count == _capacity && Find(address >> _pageBits, out _) < 0;

    /// <summary>How many addresses there are.</summary>
    public readonly int Sum() => HasBits ? CountBits(in this) : CountBytes(in this, 1);

    /// <summary>About how many there are: looked at is an eighth of the pages' parts.</summary>
    public readonly int Estimate() => HasBits ? CountBits(in this) : CountBytes(in this, 8);

    /// <summary>
    /// Adds all addresses to another set, which has bits where this one has bytes; false, with some of them there, when they lie on more than
    /// <paramref name="maxPages"/>.
    /// </summary>
    public readonly bool TryCopyTo(ref AddressSet other, int maxPages)
    {
        for (int index = 0; index < _count; index++)
        {
            if (other._count > maxPages)
            {
                return false;
            }
            Pack(MarksIn(index), Epoch, other.MarksIn(other.IndexOf(_pages[index])));
        }
        return other._count <= maxPages;
    }

    /// <summary>Adds all addresses of small pages to another set, which has bytes on large ones.</summary>
    public readonly void CopyToLarge(ref AddressSet other)
    {
        for (int index = 0; index < _count; index++)
        {
            nuint start = _pages[index] << _pageBits;
            other.LeadTo(start);
            Span<byte> target = other.MarksIn(other.IndexOf(start >> other._pageBits))[(int)((start & (1 << PageBits) - 1) >> GranuleBits)..];
            ref byte first = ref MemoryMarshal.GetReference(MarksIn(index)), to = ref MemoryMarshal.GetReference(target);
            for (nuint i = 0; i < (nuint)MarksPerPage; i += (nuint)Vector128<byte>.Count)
            {
                Vector128<byte> areMarks = Vector128.Equals(Vector128.LoadUnsafe(ref first, i), Vector128.Create(Epoch));
                Vector128.ConditionalSelect(areMarks, Vector128.Create(other.Epoch), Vector128.LoadUnsafe(ref to, i)).StoreUnsafe(ref to, i);
            }
        }
    }

    // Sixteen marks to two bytes.
    private static void Pack(ReadOnlySpan<byte> marks, byte epoch, Span<byte> bits)
    {
        ref byte first = ref MemoryMarshal.GetReference(marks);
        for (int i = 0; i < bits.Length; i += 2)
        {
            uint sixteen = Vector128.Equals(Vector128.LoadUnsafe(ref first, (nuint)i * 8), Vector128.Create(epoch)).ExtractMostSignificantBits();
            (bits[i], bits[i + 1]) = ((byte)sixteen, (byte)(sixteen >> 8));
        }
    }

    /// <summary>How many of the addresses <paramref name="other"/> has, too, which has bits where this one has them, and pages of the same size.</summary>
    public readonly int CountIn(ref readonly AddressSet other) => HasBits ? CountBits(in other) : CountBytes(in other, 1);

    // How many bytes are marks in both; by looking at one part in so many.
    private readonly int CountBytes(ref readonly AddressSet other, int step)
    {
        const int Part = 512;
        long sum = 0;
        for (int index = 0; index < _count; index++)
        {
            int found = other.Find(_pages[index], out _);
            if (found < 0)
            {
                continue;
            }
            ReadOnlySpan<byte> marks = MarksIn(index), others = other.MarksIn(found);
            for (int start = 0; start < marks.Length; start += Part * step)
            {
                sum += CountBoth(marks.Slice(start, Part), Epoch, others.Slice(start, Part), other.Epoch) * Math.Min(step, marks.Length / Part);
            }
        }
        return checked((int)sum);
    }

    // No lane comes to more than 255.
    private static int CountBoth(ReadOnlySpan<byte> marks, byte epoch, ReadOnlySpan<byte> others, byte otherEpoch)
    {
        ref byte first = ref MemoryMarshal.GetReference(marks), other = ref MemoryMarshal.GetReference(others);
        Vector128<byte> lanes = default;
        for (nuint i = 0; i < (nuint)marks.Length; i += (nuint)Vector128<byte>.Count)
        {
            lanes -= Vector128.Equals(Vector128.LoadUnsafe(ref first, i), Vector128.Create(epoch))
                & Vector128.Equals(Vector128.LoadUnsafe(ref other, i), Vector128.Create(otherEpoch));
        }
        (Vector128<ushort> low, Vector128<ushort> high) = Vector128.Widen(lanes);
        return Vector128.Sum(low + high);
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

    /// <summary>Forgets all addresses.</summary>
    public void Clear()
    {
        if (_count == 0)
        {
            return;
        }
        ClearOffsets();
        if (HasBits && (long)_capacity * MarksPerPage > MaxKept)
        {
            GiveMarksBack();
            KeepTables(FirstCapacity);
        }
        else if (!HasBits && _capacity > Together)
        {
            GiveLaterBack();
            KeepTables(Together);
        }
        _places.AsSpan(0, 2 * _capacity).Clear();
        _count = 0;
        if (HasBits || ++Epoch == 0)
        {
            (Epoch, _cleanCount) = (1, 0);
        }
    }

    private readonly void SetOffset(nuint page, int index)
    {
        // The first pages keep their places.
        if (!HasBits && index >= Together)
        {
            return;
        }
        int place = index * MarksPerPage;
        _offsets[page & (nuint)(_offsets.Length - 1)] = HasBits ? BitTable.OffsetFor(page, place) : ByteTable.OffsetFor(page, place, _pageBits);
    }

    private readonly void ClearOffsets()
    {
        for (int index = 0; index < _count; index++)
        {
            _offsets[_pages[index] & (nuint)(_offsets.Length - 1)] = PageOffsets.Missing;
        }
    }

    private int IndexOf(nuint page)
    {
        int found = Find(page, out int place);
        if (found >= 0)
        {
            return found;
        }
        if (_count == _capacity || _marks.Length == 0)
        {
            Grow(_marks.Length == 0 ? _capacity : 2 * _capacity);
            place = FreePlace(page);
        }
        _places[place] = _count + 1;
        _pages[_count] = page;
        if (_count >= _cleanCount)
        {
            MarksIn(_count).Clear();
            _cleanCount = _count + 1;
        }
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

    private readonly Span<byte> MarksIn(int index)
    {
        if (HasBits || index < Together)
        {
            return _marks.AsSpan(index * MarksPerPage, MarksPerPage);
        }
        int block = BlockOf(index);
        return _later[block].AsSpan((index - (Together << block)) * MarksPerPage, MarksPerPage);
    }

    private static int BlockOf(int index) => BitOperations.Log2((uint)index) - TogetherBits;

    private void Grow(int capacity)
    {
        if (HasBits || capacity <= Together)
        {
            byte[] marks = ArrayPool<byte>.Shared.Rent(capacity * MarksPerPage);
            _marks.AsSpan(0, _count * MarksPerPage).CopyTo(marks);
            GiveMarksBack();
            (_marks, _cleanCount) = (marks, _count);
        }
        else
        {
            _later[BlockOf(_capacity)] = ArrayPool<byte>.Shared.Rent(_capacity * MarksPerPage);
        }
        if (HasBits && capacity > _offsets.Length)
        {
            // The first one is used again.
            ClearOffsets();
            _offsets = new nint[capacity];
            Array.Fill(_offsets, PageOffsets.Missing);
            for (int index = 0; index < _count; index++)
            {
                SetOffset(_pages[index], index);
            }
        }
        if (capacity != _capacity)
        {
            GrowTables(capacity);
        }
    }

    private void GrowTables(int capacity)
    {
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

    // Those of so many pages, all of which are forgotten.
    private void KeepTables(int capacity)
    {
        GiveTablesBack();
        (_pages, _places, _offsets, _capacity, _count) = (_firstPages, _firstPlaces, _firstOffsets, FirstCapacity, 0);
        if (capacity > FirstCapacity)
        {
            GrowTables(capacity);
        }
    }

    private void GiveLaterBack()
    {
        for (int block = 0; block < _later.Length && _later[block] is { } marks; block++)
        {
            ArrayPool<byte>.Shared.Return(marks);
            _later[block] = null;
        }
        _cleanCount = Math.Min(_cleanCount, Together);
    }

    private void GiveMarksBack()
    {
        if (_marks.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(_marks);
            _marks = [];
        }
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
