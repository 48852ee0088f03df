using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

/// <summary>
/// The objects of one value that have been written, numbered in order of appearance, found by identity. A dense list of them in segments, and an open-addressing index of numbers over it: 8 bytes for the object and 5.3 to
/// 10.7 for the index, nothing of which is copied when it grows but the index.
/// <para>
/// Objects are hashed by their addresses, which is sound as long as nothing has moved: what is found is compared by reference and right in any case, and what is not found is looked up again in an index made anew when a
/// collection has run since. A header hash (<see cref="RuntimeHelpers.GetHashCode(object)"/>) costs 29-40 ns for an object that never had one, an address 8-10; Dictionary with ReferenceEqualityComparer 46-110.
/// The address is not scrambled: objects that were made one after the other lie in neighbouring places of the index, which is worth a factor of 2.8 at a million of them (10 against 28 ns; 20% worse for shuffled ones).
/// Where more objects lie close to each other than the index has places there, a search leaves the neighbourhood after a few places and goes on far away: double hashing by runs. Without that a million books that had just
/// been read took 13 microseconds each.
/// When collections come so often that making the index anew would cost more than the header hashes, those are used.
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

    private readonly object?[] _first = new object?[SegmentLength];
    private object?[][] _segments;
    private object?[] _segment;
    private int[] _index = [];
    private int _mask;
    private int _bits;
    private int _collections;
    private long _repetitions;
    private bool _usesHeaders;

    public ObjectNumbers() => _segments = [_segment = _first];

    /// <summary>How many objects have a number.</summary>
    public int Count { get; private set; }

    /// <summary>The number of an object, or -1 when it had none: it has one now.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int FindOrAdd(object value)
    {
        int count = Count;
        if (count > FewObjects)
        {
            return FindOrAddIndexed(value);
        }
        ref object? first = ref MemoryMarshal.GetArrayDataReference(_first);
        for (int i = 0; i < count; i++)
        {
            if (ReferenceEquals(Unsafe.Add(ref first, i), value))
            {
                return i;
            }
        }
        Unsafe.Add(ref first, count) = value;
        Count = count + 1;
        if (count == FewObjects)
        {
            StartIndex();
        }
        return -1;
    }

    /// <summary>Forgets all objects; what is too large to be kept goes back to the pool.</summary>
    public void Clear()
    {
        Array.Clear(_first, 0, Math.Min(Count, SegmentLength));
        if (Count > SegmentLength || _index.Length > MaxKeptIndex)
        {
            GiveBack();
        }
        Count = 0;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private int FindOrAddIndexed(object value)
    {
        while (true)
        {
            ref int index = ref MemoryMarshal.GetArrayDataReference(_index);
            int mask = _mask, place = Place(value), probes = 0, entry;
            while ((entry = Unsafe.Add(ref index, place)) != 0)
            {
                if (ReferenceEquals(At(entry - 1), value))
                {
                    return entry - 1;
                }
                place = Next(place, ++probes, value) & mask;
            }
            if (!_usesHeaders && GC.CollectionCount(0) != _collections)
            {
                // What was not found may have moved.
                Repeat();
                continue;
            }
            int number = Count, offset = number & SegmentLength - 1;
            if (offset == 0)
            {
                AddSegment(number >> SegmentBits);
            }
            Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_segment), offset) = value;
            Count = ++number;
            Unsafe.Add(ref index, place) = number;
            if (number > mask - (mask >> 2))
            {
                MakeIndex((mask + 1) * (mask < SmallIndex ? 8 : 2));
            }
            return -1;
        }
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
        nuint address = Unsafe.As<object, nuint>(ref value) >> 3;
        return (int)(address + (address >> _bits) * 0x9E3779B1u) & _mask;
    }

    // Where to look behind a place that holds another object.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Next(int place, int probes, object value) => (probes & RunLength - 1) != 0 ? place + 1 : place + Stride(value);

    // From the last place of a run to the next run: an odd number of runs away, so that all runs have had their turn when the first one comes again.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int Stride(object value)
    {
        ulong hash = _usesHeaders ? (uint)RuntimeHelpers.GetHashCode(value) : Unsafe.As<object, nuint>(ref value) >> 3;
        return (((int)(hash * 0x9E3779B97F4A7C15 >> 32) | 1) * RunLength) - (RunLength - 1);
    }

    private void AddSegment(int segment)
    {
        if (segment == _segments.Length)
        {
            Array.Resize(ref _segments, Math.Max(16, segment + segment / 2));
        }
        _segments[segment] = _segment = ArrayPool<object?>.Shared.Rent(SegmentLength);
    }

    private void StartIndex()
    {
        (_usesHeaders, _repetitions) = (false, 0);
        MakeIndex(FirstIndex);
    }

    private void MakeIndex(int length)
    {
        if (_index.Length < length)
        {
            GiveIndexBack();
            _index = length <= MaxPooledIndex ? ArrayPool<int>.Shared.Rent(length) : GC.AllocateUninitializedArray<int>(length);
        }
        (_mask, _bits) = (length - 1, System.Numerics.BitOperations.Log2((uint)length));
        FillIndex();
        while (!_usesHeaders && GC.CollectionCount(0) != _collections)
        {
            Repeat();
        }
    }

    // Collections that other threads cause must not make this one work without end.
    private void Repeat()
    {
        _repetitions += Count;
        _usesHeaders = _repetitions > FreeRepetitions + (long)RepetitionsPerObject * Count;
        FillIndex();
    }

    private void FillIndex()
    {
        _collections = GC.CollectionCount(0);
        int[] index = _index;
        Array.Clear(index, 0, _mask + 1);
        for (int number = 0; number < Count; number++)
        {
            object value = At(number)!;
            int place = Place(value), probes = 0;
            while (index[place] != 0)
            {
                place = Next(place, ++probes, value) & _mask;
            }
            index[place] = number + 1;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void GiveBack()
    {
        int used = (Count + SegmentLength - 1) >> SegmentBits;
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
