using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Wire.Collections;

/// <summary>Fills a dictionary while it is read. A struct that lives in the local of a generated method.</summary>
internal struct DictionaryFill<TKey, TValue> where TKey : notnull
{
    private const int Overhead = 80 + 2 * WireReader.ArrayOverhead;

    private readonly int _count;
    private BucketGuard<TKey> _guard;

    private DictionaryFill(int count, Dictionary<TKey, TValue> collection) => (_count, Collection) = (count, collection);

    public Dictionary<TKey, TValue> Collection { get; }

    // Two ints, key and value, an int for the bucket, and one for the padding that their order in memory may cost.
    private static int EntrySize => Unsafe.SizeOf<(long, TKey, TValue)>() + 2 * sizeof(int);

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static DictionaryFill<TKey, TValue> Start(
        scoped ref WireReader r, scoped ref byte p, int count, Dictionary<TKey, TValue>? target, IEqualityComparer<TKey>? comparer)
    {
        r.Charge(ref p, Overhead);
        int capacity = r.TableStep(ref p, count, EntrySize, 0);
        if (target == null)
        {
            target = new Dictionary<TKey, TValue>(capacity, comparer);
        }
        else
        {
            FrameworkAccessors<TKey, TValue>.Construct(target, capacity, comparer);
        }
        var fill = new DictionaryFill<TKey, TValue>(count, target);
        fill._guard.Start(ref r, ref p, target.Capacity, count);
        CollidingTexts<TKey>.Charge(ref r, ref p, count, target.Capacity, EntrySize);
        return fill;
    }

    /// <summary>The place for the value of a key, which must be new. The cursor stands behind the key.</summary>
    public ref TValue? AddKey(scoped ref WireReader r, scoped ref byte p, long item, TKey key)
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
        ref TValue? value = ref CollectionsMarshal.GetValueRefOrAddDefault(Collection, key, out bool exists);
        if (exists)
        {
            r.FailAt(ref p, ErrorCode.DuplicateKey, item, "A dictionary key occurs twice.");
        }
        return ref value;
    }
}

/// <summary>Fills a set while it is read.</summary>
internal struct SetFill<T>
{
    private const int Overhead = 64 + 2 * WireReader.ArrayOverhead;

    private readonly int _count;
    private BucketGuard<T> _guard;

    private SetFill(int count, HashSet<T> collection) => (_count, Collection) = (count, collection);

    public HashSet<T> Collection { get; }

    private static int EntrySize => Unsafe.SizeOf<(long, T)>() + 2 * sizeof(int);

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static SetFill<T> Start(scoped ref WireReader r, scoped ref byte p, int count, HashSet<T>? target, IEqualityComparer<T>? comparer)
    {
        r.Charge(ref p, Overhead);
        int capacity = r.TableStep(ref p, count, EntrySize, 0);
        if (target == null)
        {
            target = new HashSet<T>(capacity, comparer);
        }
        else
        {
            FrameworkAccessors<T>.Construct(target, capacity, comparer);
        }
        var fill = new SetFill<T>(count, target);
        fill._guard.Start(ref r, ref p, target.Capacity, count);
        CollidingTexts<T>.Charge(ref r, ref p, count, target.Capacity, EntrySize);
        return fill;
    }

    /// <summary>Adds an element, which must be new. The cursor stands behind it.</summary>
    public void Add(scoped ref WireReader r, scoped ref byte p, long item, T element)
    {
        if (Collection.Count == Collection.Capacity && Collection.Count < _count)
        {
            CollidingTexts<T>.Charge(ref r, ref p, _count,
                Collection.EnsureCapacity(r.TableStep(ref p, _count, EntrySize, Collection.Count)) - Collection.Count, EntrySize);
            _guard.Restart(ref r, ref p, Collection.Capacity, Collection);
        }
        if (_guard.IsActive && (typeof(T).IsValueType || element is not null))
        {
            _guard.Count(ref r, ref p, element);
        }
        if (!Collection.Add(element))
        {
            r.FailAt(ref p, ErrorCode.DuplicateKey, item, "An element of a set occurs twice.");
        }
    }
}
