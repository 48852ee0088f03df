using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

/// <summary>
/// The objects of one value that have been written, numbered in order of appearance, found by identity. A dense list of them in segments, 8 bytes for
/// each, the newest in a <see cref="NumberRoom"/> on the stack of the call; the set of their addresses, by which those that appear for the first time
/// are known, most of them before this class is asked; and, once one appears again, an open-addressing index of numbers over the list, 5.3 to 10.7
/// bytes for each. Nothing is copied when they become more but addresses and index.
/// <para>
/// Addresses are sound as long as nothing has moved: what is found is compared by reference and right in any case, and what is not found is looked up
/// again, addresses and index made anew, when a collection has run since. A new object on a page at hand costs 1.5 ns (0.75 of the time of a graph of
/// books against bits that were looked at here, 0.4 where its titles lie apart); one that is looked up in the index 9-14; a header hash
/// (<see cref="RuntimeHelpers.GetHashCode(object)"/>) 29-40 for an object that never had one; Dictionary with ReferenceEqualityComparer 46-110. In
/// the index the address is not scrambled: objects that were made one after the other lie in neighbouring places, which is worth a factor of 2.8 at a
/// million of them (10 against 28 ns; 20% worse for shuffled ones). Where more objects lie close to each other than the index has places there, a
/// search leaves the neighbourhood after a few places and goes on far away: double hashing by runs. Without that a million books that had just been
/// read took 13 microseconds each. When collections come so often that making all anew would cost more than the header hashes, those are used; where
/// objects lie far apart, or most references are to objects that have appeared, the index alone.
/// </para>
/// </summary>
internal unsafe class ObjectNumbers
{
    /// <summary>Up to so many objects are simply compared one after the other.</summary>
    private const int FewObjects = 2;

    /// <summary>
    /// References further apart than this are not expected to go on as they did: to look costs more than it is worth (0.8 of the time where they lead
    /// anywhere).
    /// </summary>
    private const int FarStep = 32;

    /// <summary>So many places are looked at one after the other; a power of two.</summary>
    private const int RunLength = 8;

    private const int SegmentBits = 11, SegmentLength = 1 << SegmentBits;
    private const int FirstIndex = 64;
    /// <summary>
    /// Up to this length an index grows by eight, which leaves little to be made anew (all objects twice otherwise: 2.1 times the time of the whole
    /// at 20,000); then by two, for the memory.
    /// </summary>
    private const int SmallIndex = 1 << 15;
    /// <summary>An index up to this length is kept for the next value.</summary>
    private const int MaxKeptIndex = SmallIndex;
    /// <summary>Longer indexes are not given to the pool, which would keep those that were outgrown.</summary>
    private const int MaxPooledIndex = 1 << 20;
    /// <summary>So many objects may be looked up anew after collections before the header hashes are used; and a few times as many as there are.</summary>
    private const int FreeRepetitions = 1 << 16, RepetitionsPerObject = 8;
    /// <summary>What making all anew counts at least: a thread that does nothing but collect leaves time for a few objects between two collections.</summary>
    private const int LeastRepetition = 1 << 10;

    /// <summary>
    /// Where there are more pages than that, their addresses and the index may together take so many bytes for each object; with the list it is 24 at
    /// most.
    /// </summary>
    private const int FreePages = 64, BytesPerObject = 15;
    /// <summary>
    /// Where there are fewer new objects than this for each one that is looked up in the index, and more of those than that, their addresses only
    /// cost time (10,000 objects with two references each to any of them: 1.4).
    /// </summary>
    private const int ObjectsPerSearch = 4, FreeSearches = 64;

    // What there is outside of a call: nothing lies on its pages.
    private static readonly void* s_noRoom = MakeNoRoom();

    private readonly object?[] _first = new object?[SegmentLength];
    private readonly CollectionWatch _watch = new();
    private AddressSet _addresses = new();
    private object?[][] _segments;
    // A NumberRoom on the stack, and the objects in it, which are those from _staged on.
    private void* _room = s_noRoom;
    private StackReferencesPointer _recent;
    private int _staged;
    private bool _isUsed;
    private bool _isSpecial;
    // How many objects are in the index.
    private int _indexed;
    private int[] _index = [];
    private int _mask;
    private int _bits;
    private int _searches;
    private long _repetitions;
    // The number found last, and how far it was from the one before.
    private int _lastFound;
    private int _step;
    private bool _usesHeaders = !CollectionWatch.IsReliable;
    private bool _usesAddresses = CollectionWatch.IsReliable;

    public ObjectNumbers() => _segments = [_first];

    /// <summary>How many objects have a number.</summary>
    public int Count => _staged + (int)(Room.Used / sizeof(nint));

    private ref NumberRoom Room => ref Unsafe.AsRef<NumberRoom>(_room);

    /// <summary>To be called before the first object, with room on a stack that lasts until <see cref="End"/>.</summary>
    public void Begin(ref NumberRoom room)
    {
        room.Watch = _watch.Word;
        room.Used = 0;
        _room = Unsafe.AsPointer(ref room);
        _recent = new(ref room.Recent);
        CloseRoom();
    }

    /// <summary>The room on the stack is about to be gone: no object may follow.</summary>
    public void End()
    {
        _room = s_noRoom;
        _recent = default;
    }

    /// <summary>There is more to be done than to look up the next object, and those that are known: <see cref="FindSpecially"/> does it.</summary>
    protected bool IsSpecial
    {
        set
        {
            _isSpecial = value;
            CloseRoom();
        }
    }

    /// <summary>As <see cref="FindOrAdd"/> while <see cref="IsSpecial"/>.</summary>
    protected virtual int FindSpecially(object value) => throw new NotSupportedException();

    /// <summary>Forgets all objects; what is too large to be kept goes back to the pool.</summary>
    public void Clear()
    {
        End();
        _isSpecial = false;
        if (!_isUsed)
        {
            return;
        }
        Array.Clear(_first, 0, Math.Min(_staged, SegmentLength));
        if (_staged > SegmentLength || _index.Length > MaxKeptIndex)
        {
            GiveBack();
        }
        _addresses.Clear();
        (_isUsed, _staged, _indexed, _searches, _repetitions, _lastFound, _step) = (false, 0, 0, 0, 0, 0, 0);
        _usesAddresses = !(_usesHeaders = !CollectionWatch.IsReliable);
    }

    /// <summary>The number of an object, or -1 when it had none: it has one now.</summary>
    /// <exception cref="InvalidOperationException">There is no room: <see cref="Begin"/> has not been called.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int FindOrAdd(object value)
    {
        if (_room == s_noRoom)
        {
            throw new InvalidOperationException("An object is numbered outside of a root call.");
        }
        if (_isSpecial)
        {
            return FindSpecially(value);
        }
        return FindOrAddPlainly(value);
    }

    /// <summary>As <see cref="FindOrAdd"/>, whether <see cref="IsSpecial"/> or not.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    protected int FindOrAddPlainly(object value)
    {
        int count = Count;
        // References that follow each other often lead to objects that did: a list of what another list holds, the way back through a chain, one
        // object again and again. Far steps are none.
        int expected = _lastFound + _step;
        if ((uint)(_step + FarStep) <= 2 * FarStep && (uint)expected < (uint)count && ReferenceEquals(At(expected), value))
        {
            return Found(value, expected);
        }
        if (count < FewObjects)
        {
            return FindOrAddAmongFew(value, count);
        }
        if (_usesAddresses && _addresses.PageCount == 0)
        {
            AddAddresses();
        }
        while (true)
        {
            int place = -1;
            if (!_usesAddresses || !TryMark(value))
            {
                int number = FindKnown(value, out place);
                if (number >= 0)
                {
                    return number;
                }
            }
            // What was not found may have moved.
            if (!_usesHeaders && _watch.HasRun)
            {
                Repeat();
                continue;
            }
            Append(value);
            if (place >= 0)
            {
                _index[place] = _indexed = Count;
            }
            return -1;
        }
    }

    // The smallest values need no addresses.
    private int FindOrAddAmongFew(object value, int count)
    {
        for (int i = 0; i < count; i++)
        {
            if (ReferenceEquals(_recent.Get(i), value))
            {
                return Found(value, i);
            }
        }
        Append(value);
        return -1;
    }

    private void Append(object value)
    {
        _isUsed = true;
        ref NumberRoom room = ref Room;
        if (room.Used == NumberRoom.Length)
        {
            MakeRoom();
        }
        room.Append(room.Used, value);
    }

    // False when the address has a mark already.
    private bool TryMark(object value)
    {
        nuint address = AddressSet.AddressOf(value);
        int pages = _addresses.PageCount;
        AddressPage page = _addresses.PageOf(address);
        ref byte mark = ref page.MarkOf(address - page.Start);
        if (mark != 0)
        {
            return false;
        }
        mark = 1;
        if (value is string)
        {
            Room.Texts = page;
        }
        else
        {
            Room.Objects = page;
        }
        if (pages != _addresses.PageCount)
        {
            LeaveLargeAddresses();
        }
        return true;
    }

    private void CloseRoom()
    {
        Room.Texts = new();
        Room.Objects = new();
        Room.Again = null;
    }

    private int FindKnown(object value, out int place)
    {
        place = -1;
        if (_usesAddresses && ++_searches > FreeSearches && _searches > Count / ObjectsPerSearch)
        {
            LeaveAddresses();
        }
        int number = FindIndexed(value, out place);
        return number >= 0 ? Found(value, number) : -1;
    }

    // Many references to one object in a row need no look at all (100,000 of them: 0.5 of the time). Remembering it costs a store of a reference, so
    // that is done when the same one comes for the second time.
    private int Found(object value, int number)
    {
        _step = number - _lastFound;
        _lastFound = number;
        Room.Again = _step == 0 ? value : null;
        return number;
    }

    // The number, or -1 and the place in the index where it belongs.
    private int FindIndexed(object value, out int place)
    {
        int count = Count;
        if (_indexed < count || count > _mask - (_mask >> 2))
        {
            CompleteIndex();
        }
        ref int index = ref MemoryMarshal.GetArrayDataReference(_index);
        int mask = _mask, probes = 0, entry;
        place = Place(value);
        while ((entry = Unsafe.Add(ref index, place)) != 0)
        {
            if (ReferenceEquals(At(entry - 1), value))
            {
                return entry - 1;
            }
            place = Next(place, ++probes, value) & mask;
        }
        return -1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private object? At(int number) => number >= _staged ? _recent.Get(number) :
        Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_segments), number >> SegmentBits)),
            number & SegmentLength - 1);

    // The low bits of the address, each lap around the index begun elsewhere, so that objects that lie a power of two apart do not pile up.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Place(object value)
    {
        if (_usesHeaders)
        {
            return (int)((uint)RuntimeHelpers.GetHashCode(value) * 0x9E3779B1u >> 32 - _bits);
        }
        nuint address = AddressSet.AddressOf(value) >> 3;
        return (int)(address + (address >> _bits) * 0x9E3779B1u) & _mask;
    }

    // Where to look behind a place that holds another object.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Next(int place, int probes, object value) => (probes & RunLength - 1) != 0 ? place + 1 : place + Stride(value);

    // From the last place of a run to the next run: an odd number of runs away, so that all runs have had their turn when the first one comes again.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int Stride(object value)
    {
        ulong hash = _usesHeaders ? (uint)RuntimeHelpers.GetHashCode(value) : AddressSet.AddressOf(value) >> 3;
        return (((int)(hash * 0x9E3779B97F4A7C15 >> 32) | 1) * RunLength) - (RunLength - 1);
    }

    // What is on the stack goes to the segments.
    private void MakeRoom()
    {
        int segment = _staged >> SegmentBits, start = _staged & SegmentLength - 1;
        if (start == 0 && segment > 0)
        {
            AddSegment(segment);
        }
        _recent.CopyTo(_segments[segment].AsSpan(start));
        _staged += StackReferences.Length;
        Room.Used = 0;
    }

    private static void* MakeNoRoom()
    {
        void* room = (void*)RuntimeHelpers.AllocateTypeAssociatedMemory(typeof(ObjectNumbers), Unsafe.SizeOf<NumberRoom>());
        (Unsafe.AsRef<NumberRoom>(room).Texts.Start, Unsafe.AsRef<NumberRoom>(room).Objects.Start) = (AddressPage.None, AddressPage.None);
        return room;
    }

    private void AddSegment(int segment)
    {
        if (segment == _segments.Length)
        {
            Array.Resize(ref _segments, Math.Max(16, segment + segment / 2));
        }
        _segments[segment] = ArrayPool<object?>.Shared.Rent(SegmentLength);
    }

    // All objects are in the index, and there is room for one more.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void CompleteIndex()
    {
        int count = Count;
        if (_indexed > 0 && count <= _mask - (_mask >> 2))
        {
            Fill(_indexed);
            return;
        }
        int length = _indexed == 0 ? FirstIndex : (_mask + 1) * (_mask < SmallIndex ? 8 : 2);
        while (count > length - 1 - (length - 1 >> 2))
        {
            length *= 2;
        }
        if (_index.Length < length)
        {
            GiveIndexBack();
            _index = length <= MaxPooledIndex ? ArrayPool<int>.Shared.Rent(length) : GC.AllocateUninitializedArray<int>(length);
        }
        (_mask, _bits) = (length - 1, System.Numerics.BitOperations.Log2((uint)length));
        Array.Clear(_index, 0, length);
        Fill(0);
        LeaveLargeAddresses();
    }

    // Collections that other threads cause must not make this one work without end.
    private void Repeat()
    {
        _repetitions += Math.Max(Count, LeastRepetition);
        _usesHeaders = _repetitions > FreeRepetitions + (long)RepetitionsPerObject * Count;
        _watch.Renew();
        _usesAddresses &= !_usesHeaders;
        AddAddresses();
        // Made anew when it is asked again.
        _indexed = 0;
    }

    private void AddAddresses()
    {
        _addresses.Clear();
        CloseRoom();
        int count = Count;
        for (int number = 0; number < count && _usesAddresses; number++)
        {
            TryMark(At(number)!);
        }
    }

    private void LeaveLargeAddresses()
    {
        int index = _indexed > 0 ? _mask + 1 : 0;
        if (_addresses.IsFull || _addresses.PageCount > FreePages && _addresses.Size > ((long)Count * BytesPerObject) - ((long)index * sizeof(int)))
        {
            LeaveAddresses();
        }
    }

    private void LeaveAddresses()
    {
        _usesAddresses = false;
        _addresses.Clear();
        CloseRoom();
    }

    private void Fill(int start)
    {
        int[] index = _index;
        int count = Count;
        for (int number = start; number < count; number++)
        {
            object value = At(number)!;
            int place = Place(value), probes = 0;
            while (index[place] != 0)
            {
                place = Next(place, ++probes, value) & _mask;
            }
            index[place] = number + 1;
        }
        _indexed = count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void GiveBack()
    {
        int used = (_staged + SegmentLength - 1) >> SegmentBits;
        for (int segment = 1; segment < used; segment++)
        {
            ArrayPool<object?>.Shared.Return(_segments[segment], clearArray: true);
        }
        _segments = [_first];
        GiveIndexBack();
    }

    private void GiveIndexBack()
    {
        if (_index.Length is > 0 and <= MaxPooledIndex)
        {
            ArrayPool<int>.Shared.Return(_index);
        }
        _index = [];
    }
}
