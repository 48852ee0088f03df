using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

/// <summary>
/// The objects of one value that have been written, numbered in order of appearance, found by identity. A dense list of them in segments, 8 bytes for each, the newest on the stack of the call; the set of their addresses, by which
/// those that appear for the first time are known; and, once one appears again, an open-addressing index of numbers over the list, 5.3 to 10.7 bytes for each. Nothing is copied when they become more but addresses and index.
/// <para>
/// Addresses are sound as long as nothing has moved: what is found is compared by reference and right in any case, and what is not found is looked up again, addresses and index made anew, when a collection has run since.
/// A new object costs 3 ns (0.6 of the time of a graph of books, against runs of addresses and a list that is written at once); one that is looked up in the index 9-14; a header hash
/// (<see cref="RuntimeHelpers.GetHashCode(object)"/>) 29-40 for an object that never had one; Dictionary with ReferenceEqualityComparer 46-110.
/// In the index the address is not scrambled: objects that were made one after the other lie in neighbouring places, which is worth a factor of 2.8 at a million of them (10 against 28 ns; 20% worse for shuffled ones).
/// Where more objects lie close to each other than the index has places there, a search leaves the neighbourhood after a few places and goes on far away: double hashing by runs. Without that a million books that had just
/// been read took 13 microseconds each.
/// When collections come so often that making all anew would cost more than the header hashes, those are used; where objects lie far apart, or most references are to objects that have appeared, the index alone.
/// </para>
/// </summary>
internal unsafe class ObjectNumbers
{
    /// <summary>Up to so many objects are simply compared one after the other.</summary>
    private const int FewObjects = 16;

    /// <summary>References further apart than this are not expected to go on as they did: to look costs more than it is worth (0.8 of the time where they lead anywhere).</summary>
    private const int FarStep = 32;

    /// <summary>So many places are looked at one after the other; a power of two.</summary>
    private const int RunLength = 8;

    private const int SegmentBits = 11, SegmentLength = 1 << SegmentBits;
    private const int FirstIndex = 64;
    /// <summary>Up to this length an index grows by eight, which leaves little to be made anew (all objects twice otherwise: 2.1 times the time of the whole at 20,000); then by two, for the memory.</summary>
    private const int SmallIndex = 1 << 15;
    /// <summary>An index up to this length is kept for the next value.</summary>
    private const int MaxKeptIndex = SmallIndex;
    /// <summary>Longer indexes are not given to the pool, which would keep those that were outgrown.</summary>
    private const int MaxPooledIndex = 1 << 20;
    /// <summary>So many objects may be looked up anew after collections before the header hashes are used; and a few times as many as there are.</summary>
    private const int FreeRepetitions = 1 << 16, RepetitionsPerObject = 8;
    /// <summary>What making all anew counts at least: a thread that does nothing but collect leaves time for a few objects between two collections.</summary>
    private const int LeastRepetition = 1 << 10;

    /// <summary>Where there are fewer objects than this on a page, and more pages than that, their addresses take too much memory: list, index and addresses together stay below 24 bytes for each object.</summary>
    private const int ObjectsPerPage = 64, FreePages = 256;
    /// <summary>Where there are fewer new objects than this for each one that is looked up in the index, and more of those than that, their addresses only cost time (10,000 objects with two references each to any of them: 1.4).</summary>
    private const int ObjectsPerSearch = 4, FreeSearches = 64;

    private readonly object?[] _first = new object?[SegmentLength];
    private readonly CollectionWatch _watch = new();
    private readonly nint* _watched;
    private AddressSet _addresses = new();
    private object?[][] _segments;
    // The objects from _staged on are on the stack, where there is room up to the number _room.
    private StackReferencesPointer _recent;
    private int _staged;
    private int _room;
    // The room, or 0 while _isSpecial.
    private int _limit;
    private bool _isSpecial;
    private int _count;
    // How many objects are in the index.
    private int _indexed;
    private int[] _index = [];
    private int _mask;
    private int _bits;
    private int _searches;
    private long _repetitions;
    // The object that has been met twice in a row, the number found last, and how far it was from the one before.
    private object? _again;
    private int _lastFound;
    private int _step;
    private bool _usesHeaders = !CollectionWatch.IsReliable;
    private bool _usesAddresses = CollectionWatch.IsReliable;

    public ObjectNumbers()
    {
        _segments = [_first];
        _watched = _watch.Word;
    }

    /// <summary>How many objects have a number.</summary>
    public int Count => _count;

    /// <summary>To be called before the first object, with room on a stack that lasts until <see cref="End"/>.</summary>
    public void Begin(ref StackReferences recent) => (_recent, _room, _limit) = (new(ref recent), StackReferences.Length, StackReferences.Length);

    /// <summary>The room on the stack is about to be gone: no object may follow.</summary>
    public void End() => (_recent, _room, _limit) = (default, 0, 0);

    /// <summary>The number of an object, or -1 when it had none: it has one now.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int FindOrAdd(object value)
    {
        if (ReferenceEquals(value, _again))
        {
            return _lastFound;
        }
        nuint address = AddressOf(value);
        if (_addresses.IsHere(address))
        {
            ref ulong word = ref _addresses.WordOf(address);
            ulong bit = AddressSet.BitOf(address);
            int number = _count;
            // The watch comes last: an address taken before it says that nothing has moved is good.
            if ((word & bit) == 0 && number < _limit && Volatile.Read(ref *_watched) != 0)
            {
                word |= bit;
                _recent.Set(number, value);
                _count = number + 1;
                return -1;
            }
        }
        return FindOrAddElsewhere(value);
    }

    /// <summary>There is more to be done than to look an object up: <see cref="FindSpecially"/> does it.</summary>
    protected bool IsSpecial
    {
        set
        {
            _isSpecial = value;
            _limit = value ? 0 : _room;
            _again = null;
        }
    }

    /// <summary>As <see cref="FindOrAdd"/> while <see cref="IsSpecial"/>.</summary>
    protected virtual int FindSpecially(object value) => throw new NotSupportedException();

    /// <summary>Forgets all objects; what is too large to be kept goes back to the pool.</summary>
    public void Clear()
    {
        End();
        if (_count == 0)
        {
            return;
        }
        Array.Clear(_first, 0, Math.Min(_staged, SegmentLength));
        if (_staged > SegmentLength || _index.Length > MaxKeptIndex)
        {
            GiveBack();
        }
        _addresses.Clear();
        (_count, _staged, _indexed, _searches, _repetitions, _lastFound, _step) = (0, 0, 0, 0, 0, 0, 0);
        (_isSpecial, _again) = (false, null);
        _usesAddresses = !(_usesHeaders = !CollectionWatch.IsReliable);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int FindOrAddElsewhere(object value)
    {
        if (_isSpecial)
        {
            return FindSpecially(value);
        }
        // References that follow each other often lead to objects that did: a list of what another list holds, the way back through a chain, one object again and again. Far steps are none.
        int expected = _lastFound + _step;
        if ((uint)(_step + FarStep) <= 2 * FarStep && (uint)expected < (uint)_count && ReferenceEquals(At(expected), value))
        {
            return Found(value, expected);
        }
        if (_count == _room)
        {
            MakeRoom();
        }
        while (true)
        {
            int place = -1;
            if (!_usesAddresses || !IsNew(value))
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
            if (_usesAddresses)
            {
                Add(value);
            }
            _recent.Set(_count++, value);
            if (place >= 0)
            {
                _index[place] = _indexed = _count;
            }
            return -1;
        }
    }

    private bool IsNew(object value)
    {
        nuint address = AddressOf(value);
        _addresses.TurnTo(address);
        return (_addresses.WordOf(address) & AddressSet.BitOf(address)) == 0;
    }

    private int FindKnown(object value, out int place)
    {
        place = -1;
        if (_usesAddresses && ++_searches > FreeSearches && _searches > _count / ObjectsPerSearch)
        {
            LeaveAddresses();
        }
        int number = _count <= FewObjects ? FindAmongFew(value) : FindIndexed(value, out place);
        return number >= 0 ? Found(value, number) : -1;
    }

    // Many references to one object in a row need no look at all (100,000 of them: 0.5 of the time). Remembering it costs a store of a reference, so that is done when the same one comes for the second time.
    private int Found(object value, int number)
    {
        _step = number - _lastFound;
        _lastFound = number;
        _again = _step == 0 ? value : null;
        return number;
    }

    private int FindAmongFew(object value)
    {
        for (int i = 0; i < _count; i++)
        {
            if (ReferenceEquals(_recent.Get(i), value))
            {
                return i;
            }
        }
        return -1;
    }

    // The number, or -1 and the place in the index where it belongs.
    private int FindIndexed(object value, out int place)
    {
        if (_indexed < _count || _count > _mask - (_mask >> 2))
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
        Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_segments), number >> SegmentBits)), number & SegmentLength - 1);

    // The low bits of the address, each lap around the index begun elsewhere, so that objects that lie a power of two apart do not pile up.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Place(object value)
    {
        if (_usesHeaders)
        {
            return (int)((uint)RuntimeHelpers.GetHashCode(value) * 0x9E3779B1u >> 32 - _bits);
        }
        nuint address = AddressOf(value) >> 3;
        return (int)(address + (address >> _bits) * 0x9E3779B1u) & _mask;
    }

    // Where to look behind a place that holds another object.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Next(int place, int probes, object value) => (probes & RunLength - 1) != 0 ? place + 1 : place + Stride(value);

    // From the last place of a run to the next run: an odd number of runs away, so that all runs have had their turn when the first one comes again.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int Stride(object value)
    {
        ulong hash = _usesHeaders ? (uint)RuntimeHelpers.GetHashCode(value) : AddressOf(value) >> 3;
        return (((int)(hash * 0x9E3779B97F4A7C15 >> 32) | 1) * RunLength) - (RunLength - 1);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint AddressOf(object value) => Unsafe.As<object, nuint>(ref value);

    // What is on the stack goes to the segments.
    private void MakeRoom()
    {
        int segment = _staged >> SegmentBits, start = _staged & SegmentLength - 1;
        if (start == 0 && segment > 0)
        {
            AddSegment(segment);
        }
        _recent.CopyTo(_segments[segment].AsSpan(start));
        _staged = _count;
        _room = _count + StackReferences.Length;
        _limit = _isSpecial ? 0 : _room;
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
        if (_indexed > 0 && _count <= _mask - (_mask >> 2))
        {
            Fill(_indexed);
            return;
        }
        int length = _indexed == 0 ? FirstIndex : (_mask + 1) * (_mask < SmallIndex ? 8 : 2);
        while (_count > length - 1 - (length - 1 >> 2))
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
    }

    // Collections that other threads cause must not make this one work without end.
    private void Repeat()
    {
        _repetitions += Math.Max(_count, LeastRepetition);
        _usesHeaders = _repetitions > FreeRepetitions + (long)RepetitionsPerObject * _count;
        _watch.Renew();
        _addresses.Clear();
        _usesAddresses &= !_usesHeaders;
        for (int number = 0; number < _count && _usesAddresses; number++)
        {
            Add(At(number)!);
        }
        // Made anew when it is asked again.
        _indexed = 0;
    }

    private void Add(object value)
    {
        nuint address = AddressOf(value);
        _addresses.TurnTo(address);
        _addresses.WordOf(address) |= AddressSet.BitOf(address);
        if (_addresses.PageCount > FreePages && _addresses.PageCount > _count / ObjectsPerPage)
        {
            LeaveAddresses();
        }
    }

    private void LeaveAddresses()
    {
        _usesAddresses = false;
        _addresses.Clear();
    }

    private void Fill(int start)
    {
        int[] index = _index;
        for (int number = start; number < _count; number++)
        {
            object value = At(number)!;
            int place = Place(value), probes = 0;
            while (index[place] != 0)
            {
                place = Next(place, ++probes, value) & _mask;
            }
            index[place] = number + 1;
        }
        _indexed = _count;
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
