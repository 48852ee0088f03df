using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

/// <summary>
/// The objects of one value that have been written, numbered in order of appearance, found by identity. A dense list of them in segments, 8 bytes for each; the runs of addresses where they lie, by which most of them are
/// known to be new; and, once that does not tell, an open-addressing index of numbers over the list, 5.3 to 10.7 bytes for each. Nothing is copied when they become more but the index.
/// <para>
/// Addresses are sound as long as nothing has moved: what is found is compared by reference and right in any case, and what is not found is looked up again, runs and index made anew, when a collection has run since.
/// An object in the gap of the runs costs 5 ns, 4 of which are the store into the list; one that is looked up in the index 9-14 (writing 20 books with titles: 0.48 of the time with the index alone, 1,000: 0.49, 10,000: 0.78, 100,000: 0.76); a header hash (<see cref="RuntimeHelpers.GetHashCode(object)"/>) 29-40 for an object that
/// never had one; Dictionary with ReferenceEqualityComparer 46-110. Strings have runs of their own: a program makes the text of an object before it or behind it.
/// In the index the address is not scrambled: objects that were made one after the other lie in neighbouring places, which is worth a factor of 2.8 at a million of them (10 against 28 ns; 20% worse for shuffled ones).
/// Where more objects lie close to each other than the index has places there, a search leaves the neighbourhood after a few places and goes on far away: double hashing by runs. Without that a million books that had just
/// been read took 13 microseconds each.
/// When collections come so often that making all anew would cost more than the header hashes, those are used.
/// </para>
/// </summary>
internal sealed class ObjectNumbers
{
    /// <summary>Up to so many objects are simply compared one after the other.</summary>
    private const int FewObjects = 16;

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

    private readonly object?[] _first = new object?[SegmentLength];
    private readonly AddressRuns _texts = new(), _others = new();
    private readonly CollectionWatch _watch = new();
    private object?[][] _segments;
    private object?[] _segment;
    private int _count;
    // How many objects the segments have room for, and how many of them are in the index.
    private int _room = SegmentLength;
    private int _indexed;
    private int[] _index = [];
    private int _mask;
    private int _bits;
    private long _repetitions;
    // The object that has been met twice in a row, and the number met last.
    private object? _again;
    private int _lastFound = -1;
    private bool _usesHeaders = !CollectionWatch.IsReliable;

    public ObjectNumbers() => _segments = [_segment = _first];

    /// <summary>How many objects have a number.</summary>
    public int Count => _count;

    /// <summary>The number of an object, or -1 when it had none: it has one now.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int FindOrAdd(object value)
    {
        if (ReferenceEquals(value, _again))
        {
            return _lastFound;
        }
        AddressRuns runs = value is string ? _texts : _others;
        nuint address = AddressOf(value);
        int number = _count;
        // The watch comes last: an address taken before it says that nothing has moved is good.
        if (address > runs.Top && address < runs.Limit && number < _room && !_watch.HasRun)
        {
            runs.Top = address;
            runs.Number = number;
            Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_segment), number & SegmentLength - 1) = value;
            _count = number + 1;
            return -1;
        }
        return FindOrAddElsewhere(value, runs);
    }

    /// <summary>Forgets all objects; what is too large to be kept goes back to the pool.</summary>
    public void Clear()
    {
        Array.Clear(_first, 0, Math.Min(_count, SegmentLength));
        if (_count > SegmentLength || _index.Length > MaxKeptIndex)
        {
            GiveBack();
        }
        _texts.Clear();
        _others.Clear();
        (_count, _indexed, _room, _repetitions, _usesHeaders, _again, _lastFound) = (0, 0, SegmentLength, 0, !CollectionWatch.IsReliable, null, -1);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int FindOrAddElsewhere(object value, AddressRuns runs)
    {
        while (true)
        {
            nuint address = AddressOf(value);
            // The one just written again, which is common.
            if (address == runs.Top && ReferenceEquals(At(runs.Number), value))
            {
                return Found(value, runs.Number);
            }
            int place = 0;
            int number = _count <= FewObjects ? FindAmongFew(value) : FindIndexed(value, out place);
            if (number >= 0)
            {
                return Found(value, number);
            }
            if (!_usesHeaders)
            {
                if (_watch.HasRun)
                {
                    // What was not found may have moved.
                    Repeat();
                    continue;
                }
                runs.Add(address, _count);
            }
            Append(value);
            if (_indexed == _count - 1 && _indexed > 0)
            {
                _index[place] = _indexed = _count;
            }
            return -1;
        }
    }

    // Many references to one object in a row need no look at all (100,000 of them: 0.72-0.84 of the time). Remembering it costs a store of a reference, so that is done when the same one comes for the second time.
    private int Found(object value, int number)
    {
        if (number == _lastFound)
        {
            _again = value;
        }
        else
        {
            (_again, _lastFound) = (null, number);
        }
        return number;
    }

    private int FindAmongFew(object value)
    {
        ref object? first = ref MemoryMarshal.GetArrayDataReference(_first);
        for (int i = 0; i < _count; i++)
        {
            if (ReferenceEquals(Unsafe.Add(ref first, i), value))
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

    private void Append(object value)
    {
        int number = _count;
        if (number == _room)
        {
            AddSegment(number >> SegmentBits);
        }
        _segment[number & SegmentLength - 1] = value;
        _count = number + 1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private object? At(int number) =>
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

    private void AddSegment(int segment)
    {
        if (segment == _segments.Length)
        {
            Array.Resize(ref _segments, Math.Max(16, segment + segment / 2));
        }
        _segments[segment] = _segment = ArrayPool<object?>.Shared.Rent(SegmentLength);
        _room += SegmentLength;
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
        FillAll();
    }

    // Collections that other threads cause must not make this one work without end.
    private void Repeat()
    {
        _repetitions += Math.Max(_count, LeastRepetition);
        _usesHeaders = _repetitions > FreeRepetitions + (long)RepetitionsPerObject * _count;
        _watch.Renew();
        Cover(_texts, ofTexts: true);
        Cover(_others, ofTexts: false);
        if (_indexed > 0)
        {
            FillAll();
        }
    }

    private void Cover(AddressRuns runs, bool ofTexts)
    {
        runs.Clear();
        if (_usesHeaders)
        {
            return;
        }
        nuint low = nuint.MaxValue, high = 0;
        int last = 0;
        for (int number = 0; number < _count; number++)
        {
            object value = At(number)!;
            if (value is string == ofTexts)
            {
                nuint address = AddressOf(value);
                low = Math.Min(low, address);
                if (address > high)
                {
                    (high, last) = (address, number);
                }
            }
        }
        if (high > 0)
        {
            runs.Cover(low, high, last);
        }
    }

    private void FillAll()
    {
        Array.Clear(_index, 0, _mask + 1);
        Fill(0);
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
        int used = (_count + SegmentLength - 1) >> SegmentBits;
        for (int segment = 1; segment < used; segment++)
        {
            ArrayPool<object?>.Shared.Return(_segments[segment], clearArray: true);
        }
        _segments = [_segment = _first];
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
