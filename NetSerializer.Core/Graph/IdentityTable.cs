using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace NetSerializer.Graph;

/// <summary>
/// The objects of one value, numbered from 0 in order of appearance and found by identity: a list of them, and a hash table with open addressing that
/// holds their numbers. An object is hashed by its address, because objects that were made one after another then have neighbouring places.
/// <para>
/// The collector moves objects, so an address may be out of date. Two rules make this safe. An object is found only by comparing references, so an old
/// address never finds a wrong one. An object counts as missing only if no collection has begun since the places were computed; otherwise
/// they are computed anew and it is looked for again. Both rules ask nothing of the collector but <see cref="GC.CollectionCount"/>.
/// </para>
/// <para>
/// Where collections come so often that this would be done over and over, the hash codes of the objects take the place of their addresses. They never
/// change, but are slow to make for an object that has none yet.
/// </para>
/// </summary>
internal sealed class IdentityTable
{
    /// <summary>An AppContext switch: objects are always hashed by their hash codes. Tables that are made later obey it.</summary>
    public const string UseHeaderHashes = "NetSerializer.UseHeaderHashes";

    /// <summary>The length of the index, and twice that of the list, which the table begins with.</summary>
    private const int FirstIndexLength = 256;

    /// <summary>
    /// An index up to this length comes from the shared pool, and stays here from one value to the next as long as they need a good part of it. Longer
    /// ones are left to the collector: a pool would keep all that were outgrown.
    /// </summary>
    private const int MostKeptLength = 1 << 17;

    /// <summary>A search looks at so many places side by side, and then goes on far away. A power of two.</summary>
    private const int RunLength = 8;

    /// <summary>So many objects placed anew, and so many for each object in the table, are no reason yet for hash codes.</summary>
    private const int FreeRenewals = 1 << 16, RenewalsPerObject = 8;

    /// <summary>A renewal counts as one of so many objects at least, or a thread that does nothing but collect could hold up a small value for long.</summary>
    private const int LeastRenewal = 1 << 10;

    private readonly bool _alwaysUsesHashCodes = AppContext.TryGetSwitch(UseHeaderHashes, out bool isOn) && isOn;
    private readonly object?[] _firstObjects = new object?[FirstIndexLength / 2];
    private readonly int[] _firstIndex = new int[FirstIndexLength];

    // Number n is that of _objects[n].
    private object?[] _objects;
    // In use up to a length that is a power of two, at most half full: numbers and 1, or 0 where a place is free.
    private int[] _index;
    private int _indexBits;
    // The number of the object found last.
    private int _last;
    // The value of GC.CollectionCount before the places were computed.
    private int _collections;
    // How many objects have been placed anew because of collections.
    private long _renewals;
    private bool _usesHashCodes;

    public IdentityTable()
    {
        (_objects, _index, _indexBits) = (_firstObjects, _firstIndex, BitOperations.Log2(FirstIndexLength));
        Clear();
    }

    /// <summary>How many objects have a number.</summary>
    public int Count { get; private set; }

    private int IndexLength => 1 << _indexBits;

    /// <summary>The number of an object, or -1 when it had none: it has the next one now.</summary>
    public int FindOrAdd(object value)
    {
        // Many references in a row often lead to one object, as the references of nodes to their parent.
        if (ReferenceEquals(_objects[_last], value))
        {
            return _last;
        }
        int entry, place = FirstPlace(value), step = 0;
        while ((entry = _index[place]) != 0)
        {
            if (ReferenceEquals(_objects[entry - 1], value))
            {
                return _last = entry - 1;
            }
            place = NextPlace(value, place, ++step);
        }
        // Asked after the address was taken, or the object could move in between.
        if (!_usesHashCodes && GC.CollectionCount(0) != _collections)
        {
            return FindOrAddAgain(value);
        }
        Add(value, place);
        return -1;
    }

    /// <summary>Forgets all objects, and keeps none of them alive.</summary>
    public void Clear()
    {
        Array.Clear(_objects, 0, Count);
        if (_objects != _firstObjects && (Count < IndexLength / 8 || IndexLength > MostKeptLength))
        {
            Replace(_firstObjects, _firstIndex);
            _indexBits = BitOperations.Log2(FirstIndexLength);
        }
        (Count, _last, _renewals, _usesHashCodes) = (0, 0, 0, _alwaysUsesHashCodes);
        FillIndex();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Add(object value, int place)
    {
        _objects[Count] = value;
        _index[place] = ++Count;
        if (Count == IndexLength / 2)
        {
            Grow();
        }
    }

    // A method of its own that calls another one, so each search reads the address from the reference. No search uses an address that an earlier one has kept.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int FindOrAddAgain(object value)
    {
        _renewals += Math.Max(Count, LeastRenewal);
        _usesHashCodes = _renewals > FreeRenewals + (long)RenewalsPerObject * Count;
        FillIndex();
        return FindOrAdd(value);
    }

    private void Grow()
    {
        int length = checked(2 * IndexLength);
        bool isKept = length <= MostKeptLength;
        object?[] objects = isKept ? ArrayPool<object?>.Shared.Rent(length / 2) : new object?[length / 2];
        Array.Copy(_objects, objects, Count);
        Array.Clear(_objects, 0, Count);
        Replace(objects, isKept ? ArrayPool<int>.Shared.Rent(length) : GC.AllocateUninitializedArray<int>(length));
        _indexBits++;
        FillIndex();
    }

    // The list at hand holds nothing any more.
    private void Replace(object?[] objects, int[] index)
    {
        if (_objects != _firstObjects && IndexLength <= MostKeptLength)
        {
            ArrayPool<object?>.Shared.Return(_objects);
            ArrayPool<int>.Shared.Return(_index);
        }
        (_objects, _index) = (objects, index);
    }

    // Places all objects. The next search that ends at a free place finds out that objects have moved meanwhile.
    private void FillIndex()
    {
        _collections = GC.CollectionCount(0);
        Array.Clear(_index, 0, IndexLength);
        for (int number = 0; number < Count; number++)
        {
            object value = _objects[number]!;
            int place = FirstPlace(value), step = 0;
            while (_index[place] != 0)
            {
                place = NextPlace(value, place, ++step);
            }
            _index[place] = number + 1;
        }
    }

    // Neighbours in memory are neighbours in the index. Where the addresses come around the index again, they begin elsewhere each time, so that objects
    // that lie a power of two apart do not share a place.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int FirstPlace(object value)
    {
        if (_usesHashCodes)
        {
            return (int)(Scatter((nuint)RuntimeHelpers.GetHashCode(value)) >> 32) & (IndexLength - 1);
        }
        nuint position = AddressOf(value) / 32;
        return (int)(position + (uint)Scatter(position >> _indexBits)) & (IndexLength - 1);
    }

    // Behind a run of places that hold other objects the search jumps, for objects may lie closer to each other than the index has places. The way to
    // the next run is an odd number of runs, so that the search comes to all of them.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int NextPlace(object value, int place, int step) => step % RunLength != 0 ? place + 1 & IndexLength - 1 : NextRun(value, place);

    private int NextRun(object value, int place)
    {
        nuint hash = _usesHashCodes ? (nuint)RuntimeHelpers.GetHashCode(value) : AddressOf(value) / 8;
        int runs = (int)(Scatter(hash) >> 32) | 1;
        return place + 1 + (runs - 1) * RunLength & IndexLength - 1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Scatter(nuint value) => value * 0x9E37_79B9_7F4A_7C15;

    // The only place in this library where the address of an object is taken for a number. It is good until the next collection.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint AddressOf(object value) => Unsafe.As<object, nuint>(ref value);
}
