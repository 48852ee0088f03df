using System.Collections.Immutable;
using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>Makes an immutable hash set of a hash set, which finds equal elements and floods of hashes.</summary>
internal struct ImmutableHashSetFill<T>
{
    // The set, its builder and its comparers; the enumerator of the hash set.
    private const int ObjectSize = 160, ObjectHeader = 16;

    private SetFill<T> _fill;
    private IEqualityComparer<T>? _comparer;

    // Header, left, right, hash and height, the list of elements of the same hash, the element.
    private static int NodeSize => ObjectHeader + Unsafe.SizeOf<(nint, nint, long, nint, T)>();

    public readonly ImmutableHashSet<T> Collection => ImmutableHashSet.CreateRange(_comparer, _fill.Collection);

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static ImmutableHashSetFill<T> Start(
        scoped ref WireReader r, scoped ref byte p, int count, ImmutableHashSet<T>? target, IEqualityComparer<T>? comparer)
    {
        r.Charge(ref p, ObjectSize);
        return new() { _fill = SetFill<T>.Start(ref r, ref p, count, null, comparer), _comparer = comparer };
    }

    /// <inheritdoc cref="SetFill{T}.Add"/>
    public void Add(scoped ref WireReader r, scoped ref byte p, long item, T element)
    {
        r.Charge(ref p, NodeSize);
        _fill.Add(ref r, ref p, item, element);
    }
}

/// <summary>Makes an immutable dictionary of a dictionary, which finds equal keys and floods of hashes.</summary>
internal struct ImmutableDictionaryFill<TKey, TValue> where TKey : notnull
{
    // The dictionary, its builder and its comparers; the enumerator of the other dictionary.
    private const int ObjectSize = 256, ObjectHeader = 16;

    private DictionaryFill<TKey, TValue> _fill;
    private TableComparers<IEqualityComparer<TKey>, TValue> _comparers;

    // Header, left, right, hash and height, the list of pairs of the same hash, the pair.
    private static int NodeSize => ObjectHeader + Unsafe.SizeOf<(nint, nint, long, nint, KeyValuePair<TKey, TValue>)>();

    public readonly ImmutableDictionary<TKey, TValue> Collection => ImmutableDictionary.CreateRange(_comparers.Keys, _comparers.Values, _fill.Collection);

    public static ref byte WriteHead(scoped ref WireWriter w, ref byte p, ImmutableDictionary<TKey, TValue> collection)
    {
        p = ref Comparers.WriteOf(ref w, ref p, collection.KeyComparer);
        return ref Comparers.WriteOf(ref w, ref p, collection.ValueComparer);
    }

    public static ref byte ReadHead(scoped ref WireReader r, ref byte p, int count, out TableComparers<IEqualityComparer<TKey>, TValue> comparers)
    {
        p = ref Comparers.ReadOf(ref r, ref p, out IEqualityComparer<TKey>? keys);
        p = ref Comparers.ReadOf(ref r, ref p, out IEqualityComparer<TValue>? values);
        comparers = new(keys, values);
        return ref p;
    }

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static ImmutableDictionaryFill<TKey, TValue> Start(
        scoped ref WireReader r, scoped ref byte p, int count, ImmutableDictionary<TKey, TValue>? target,
        TableComparers<IEqualityComparer<TKey>, TValue> comparers)
    {
        r.Charge(ref p, ObjectSize);
        return new() { _fill = DictionaryFill<TKey, TValue>.Start(ref r, ref p, count, null, comparers.Keys), _comparers = comparers };
    }

    /// <summary>Adds a pair, whose key must be new. The cursor stands behind the value.</summary>
    public void Add(scoped ref WireReader r, scoped ref byte p, long item, TKey key, TValue value)
    {
        r.Charge(ref p, NodeSize);
        _fill.AddKey(ref r, ref p, item, key) = value;
    }
}

/// <summary>The comparers of a dictionary that has one for its values as well; null are the default ones.</summary>
internal readonly record struct TableComparers<TKeyComparer, TValue>(TKeyComparer? Keys, IEqualityComparer<TValue>? Values) where TKeyComparer : class;
