using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>Fills a sorted dictionary. A node is made when its pair has been read, so nothing is allocated ahead.</summary>
internal struct SortedDictionaryFill<TKey, TValue> where TKey : notnull
{
    // The dictionary, its tree and the two comparers around the one of the keys.
    private const int ObjectSize = 40 + 64 + 32, ObjectHeader = 16;

    private KeyOrder<TKey> _order;

    private SortedDictionaryFill(SortedDictionary<TKey, TValue> collection) => (Collection, _order) = (collection, new KeyOrder<TKey>(collection.Comparer));

    public SortedDictionary<TKey, TValue> Collection { get; }

    // Header, left, right, the pair and the colour.
    private static int NodeSize => ObjectHeader + Unsafe.SizeOf<(nint, nint, KeyValuePair<TKey, TValue>, long)>();

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static SortedDictionaryFill<TKey, TValue> Start(
        scoped ref WireReader r, scoped ref byte p, int count, SortedDictionary<TKey, TValue>? target, IComparer<TKey>? comparer)
    {
        r.Charge(ref p, ObjectSize);
        if (target == null)
        {
            target = new SortedDictionary<TKey, TValue>(comparer);
        }
        else
        {
            FrameworkAccessors<TKey, TValue>.Construct(target, comparer);
        }
        return new SortedDictionaryFill<TKey, TValue>(target);
    }

    /// <summary>Adds a pair, whose key must be new. The cursor stands behind the value.</summary>
    public void Add(scoped ref WireReader r, scoped ref byte p, long item, TKey key, TValue value)
    {
        r.Charge(ref p, NodeSize);
        _order.AddTo(Collection, ref r, ref p, item, key, value);
    }
}
