using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>Fills a sorted dictionary. A node is made when its pair has been read, so nothing is allocated ahead.</summary>
internal struct SortedDictionaryFill<TKey, TValue> where TKey : notnull
{
    // The dictionary, its tree and the two comparers around the one of the keys.
    private const int ObjectSize = 40 + 64 + 32, ObjectHeader = 16;

    private KeyOrder<TKey> _order;
    private long _item;

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
            BaseTableConstructors<TKey, TValue>.Run(target, comparer);
        }
        return new SortedDictionaryFill<TKey, TValue>(target);
    }

    /// <summary>The cursor stands in front of a key.</summary>
    public void Begin(scoped ref WireReader r, scoped ref byte p) => _item = r.Position(ref p);

    /// <summary>Adds a pair, whose key must be new. The cursor stands behind the value.</summary>
    public void Add(scoped ref WireReader r, scoped ref byte p, TKey key, TValue value)
    {
        if (NullKeys<TKey>.ArePossible && key is null)
        {
            r.FailAt(ref p, ErrorCode.NullKey, _item, "A key of a sorted dictionary is null.");
        }
        bool isNew = _order.Follows(ref r, ref p, _item, key);
        r.Charge(ref p, NodeSize);
        try
        {
            if (isNew || !Collection.ContainsKey(key))
            {
                Collection.Add(key, value);
                isNew = true;
            }
        }
        catch (Exception refused) when (UserCode.IsToBeWrapped(refused))
        {
            KeyOrder<TKey>.FailComparison(ref r, ref p, _item, refused);
        }
        if (!isNew)
        {
            KeyOrder<TKey>.FailDuplicate(ref r, ref p, _item);
        }
    }
}
