using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>Fills an ordered dictionary, the first pair first.</summary>
internal struct OrderedDictionaryFill<TKey, TValue> where TKey : notnull
{
    private const int Overhead = 80 + 2 * WireReader.ArrayOverhead;

    private readonly int _count;
    private BucketGuard<TKey> _guard;

    private OrderedDictionaryFill(int count, OrderedDictionary<TKey, TValue> collection) => (_count, Collection) = (count, collection);

    public OrderedDictionary<TKey, TValue> Collection { get; }

    private static int EntrySize => Unsafe.SizeOf<(long, TKey, TValue)>() + 2 * sizeof(int);

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static OrderedDictionaryFill<TKey, TValue> Start(
        scoped ref WireReader r, scoped ref byte p, int count, OrderedDictionary<TKey, TValue>? target, IEqualityComparer<TKey>? comparer)
    {
        r.Charge(ref p, Overhead);
        int capacity = r.TableStep(ref p, count, EntrySize, 0);
        if (target == null)
        {
            target = new OrderedDictionary<TKey, TValue>(capacity, comparer);
        }
        else
        {
            FrameworkAccessors<TKey, TValue>.Construct(target, capacity, comparer);
        }
        var fill = new OrderedDictionaryFill<TKey, TValue>(count, target);
        fill._guard.Start(ref r, ref p, target.Capacity, count);
        CollidingTexts<TKey>.Charge(ref r, ref p, count, target.Capacity, EntrySize);
        return fill;
    }

    /// <summary>Adds a key, which must be new. The cursor stands behind it.</summary>
    public void AddKey(scoped ref WireReader r, scoped ref byte p, long item, TKey key)
    {
        KeyTraits<TKey>.RequireKey(ref r, ref p, item, key);
        if (Collection.Count == Collection.Capacity && Collection.Count < _count)
        {
            CollidingTexts<TKey>.Charge(ref r, ref p, _count,
                Collection.EnsureCapacity(r.TableStep(ref p, _count, EntrySize, Collection.Count)) - Collection.Count, EntrySize);
            _guard.Restart(ref r, ref p, Collection.Capacity, Collection.Keys);
        }
        if (_guard.IsActive)
        {
            _guard.Count(ref r, ref p, key);
        }
        if (!Collection.TryAdd(key, default!))
        {
            r.FailAt(ref p, ErrorCode.DuplicateKey, item, "A dictionary key occurs twice.");
        }
    }

    /// <summary>Gives the key that was added last its value.</summary>
    public readonly void Add(scoped ref WireReader r, scoped ref byte p, long item, TKey key, TValue value) => Collection.SetAt(Collection.Count - 1, value);
}
