using System.Collections;

namespace NetSerializer.Wire.Collections;

/// <summary>Fills a hash table of objects. It is made for all pairs at once, after a stream has sent a byte for each.</summary>
internal struct HashtableFill
{
    private const int ObjectSize = 96, BucketSize = 24;

    private BucketGuard<object> _guard;

    private HashtableFill(Hashtable collection) => Collection = collection;

    public Hashtable Collection { get; }

    public static KeyValuePair<object, object?>[] Snapshot(Hashtable collection) => CollectionWalk.Read(collection, Entries);

    private static KeyValuePair<object, object?>[] Entries(Hashtable collection)
    {
        var entries = new List<KeyValuePair<object, object?>>(collection.Count);
        foreach (DictionaryEntry entry in collection)
        {
            entries.Add(KeyValuePair.Create(entry.Key, entry.Value));
        }
        return [.. entries];
    }

    public static ref byte WriteHead(scoped ref WireWriter w, ref byte p, Hashtable collection) =>
        ref UntypedComparers.WriteEquality(ref w, ref p, FrameworkAccessors.ComparerOf(collection));

    public static ref byte ReadHead(scoped ref WireReader r, ref byte p, int count, out IEqualityComparer? comparer)
    {
        p = ref UntypedComparers.ReadEquality(ref r, ref p, out comparer);
        return ref r.Vouch(ref p, count);
    }

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static HashtableFill Start(scoped ref WireReader r, scoped ref byte p, int count, Hashtable? target, IEqualityComparer? comparer)
    {
        // It is filled to 0.72, and has a prime number of buckets, up to a fifth more than that takes. Two more than there are, and it does not grow.
        r.Charge(ref p, ObjectSize + WireReader.ArrayOverhead + BucketSize * (count * 7L / 4 + 16));
        var fill = new HashtableFill(new Hashtable(count + 2, comparer));
        fill._guard.Start(ref r, ref p, BucketCounts.AtLeast(count), count);
        return fill;
    }

    /// <summary>Adds a pair, whose key must be new. The cursor stands behind the value.</summary>
    public readonly void Add(scoped ref WireReader r, scoped ref byte p, long item, object key, object? value)
    {
        KeyTraits<object>.RequireKey(ref r, ref p, item, key);
        if (_guard.IsActive)
        {
            _guard.Count(ref r, ref p, key);
        }
        if (Collection.ContainsKey(key))
        {
            r.FailAt(ref p, ErrorCode.DuplicateKey, item, "A key of a hash table occurs twice.");
        }
        Collection.Add(key, value);
    }
}

/// <summary>
/// Fills a sorted list of objects, when they are all there: keys that the order of this machine would have elsewhere are sorted anew, as
/// <see cref="KeyOrder{TKey}"/> explains.
/// </summary>
internal struct ObjectSortedListFill
{
    private const int ObjectSize = 64, ComparerSize = 128;

    private readonly SortedList _collection;
    private readonly IComparer<object> _comparer;
    private KeyOrder<object> _order;
    private ElementArray<object> _keys;
    private ElementArray<object?> _values;
    private bool _isUnordered;

    private ObjectSortedListFill(SortedList collection, IComparer comparer)
    {
        _collection = collection;
        _comparer = Comparer<object>.Create(comparer.Compare);
        _order = new KeyOrder<object>(_comparer);
    }

    public readonly SortedList Collection => _collection;

    public static KeyValuePair<object, object?>[] Snapshot(SortedList collection) => CollectionWalk.Read(collection, Entries);

    private static KeyValuePair<object, object?>[] Entries(SortedList collection)
    {
        var entries = new KeyValuePair<object, object?>[collection.Count];
        for (int i = 0; i < entries.Length; i++)
        {
            entries[i] = KeyValuePair.Create(collection.GetKey(i), collection.GetByIndex(i));
        }
        return entries;
    }

    public static ref byte WriteHead(scoped ref WireWriter w, ref byte p, SortedList collection) =>
        ref UntypedComparers.WriteOrder(ref w, ref p, FrameworkAccessors.ComparerOf(collection));

    public static ref byte ReadHead(scoped ref WireReader r, ref byte p, int count, out IComparer comparer)
    {
        p = ref UntypedComparers.ReadOrder(ref r, ref p, out comparer);
        return ref r.Vouch(ref p, count);
    }

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static ObjectSortedListFill Start(scoped ref WireReader r, scoped ref byte p, int count, SortedList? target, IComparer comparer)
    {
        // The two arrays of the list. The arrays that are sorted charge themselves.
        r.Charge(ref p, ObjectSize + ComparerSize + 2 * (WireReader.ArrayOverhead + (long)Math.Max(count, 16) * nint.Size));
        return new ObjectSortedListFill(new SortedList(comparer, count), comparer)
        {
            _keys = ElementArray<object>.Start(ref r, ref p, count),
            _values = ElementArray<object?>.Start(ref r, ref p, count),
        };
    }

    /// <summary>Adds a pair, whose key must be new. The cursor stands behind the value.</summary>
    public void Add(scoped ref WireReader r, scoped ref byte p, long item, object key, object? value)
    {
        KeyTraits<object>.RequireKey(ref r, ref p, item, key);
        _isUnordered |= !_order.Follows(ref r, ref p, item, key);
        _keys.Add(ref r, ref p, key);
        _values.Add(ref r, ref p, value);
    }

    /// <summary>The cursor stands behind the last pair.</summary>
    public readonly void Finish(scoped ref WireReader r, scoped ref byte p)
    {
        object[] keys = _keys.Elements;
        object?[] values = _values.Elements;
        long end = r.Position(ref p);
        try
        {
            if (_isUnordered)
            {
                Array.Sort(keys, values, _comparer);
            }
            for (int i = 0; i < keys.Length; i++)
            {
                if (i > 0 && _comparer.Compare(keys[i - 1], keys[i]) == 0)
                {
                    KeyOrder<object>.FailDuplicate(ref r, ref p, end);
                }
                _collection.Add(keys[i], values[i]);
            }
        }
        catch (Exception refused) when (refused is not (OutOfMemoryException or MalformedDataException))
        {
            KeyOrder<object>.FailComparison(ref r, ref p, end, refused);
        }
    }
}
