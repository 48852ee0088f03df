using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

// The index of numbers over the list.
internal unsafe partial class ObjectNumbers
{
    /// <summary>So many places are looked at one after the other; a power of two.</summary>
    private const int RunLength = 8;

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

    // How many objects are in the index.
    private int _indexed;
    private int[] _index = [];
    private int _mask;
    private int _bits;

    // The number, or -1 and the place in the index where it belongs.
    private int FindIndexed(object value, out int place)
    {
        int count = Count;
        if (_indexed < count || count > _mask - (_mask >> 2))
        {
            CompleteIndex();
        }
        ref int index = ref MemoryMarshal.GetArrayDataReference(_index);
        int mask = _mask, probes = 0, tag = Tag(value), entry;
        place = Place(value);
        while ((entry = Unsafe.Add(ref index, place)) != 0)
        {
            int number = (entry ^ tag) - 1;
            if ((uint)number < (uint)mask && ReferenceEquals(At(number), value))
            {
                return number;
            }
            place = Next(place, ++probes, value) & mask;
        }
        return -1;
    }

    // An entry is a number and one more, and above the bits that this may need, some of the hash of the object: where those are others, the list need not be
    // asked (0.75 of the time of 200,000 objects whose addresses have no order).
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Tag(object value)
    {
        uint hash = _usesHeaders ? (uint)RuntimeHelpers.GetHashCode(value) * 0x85EBCA6B
            : (uint)((ulong)(AddressSet.AddressOf(value) >> 3) * 0x9E3779B97F4A7C15 >> 32);
        return (int)hash & ~_mask;
    }

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
        (_mask, _bits) = (length - 1, BitOperations.Log2((uint)length));
        Array.Clear(_index, 0, length);
        Fill(0);
        if (_usesAddresses && IsTooLarge())
        {
            LeaveAddresses();
        }
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
            index[place] = number + 1 | Tag(value);
        }
        _indexed = count;
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
