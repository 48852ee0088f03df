using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Wire;

/// <summary>Fills a dictionary while it is read. A struct that lives in the local of a generated method.</summary>
internal struct DictionaryFill<TKey, TValue> where TKey : notnull
{
    private const int Overhead = 80 + 2 * WireReader.ArrayOverhead;
    // Two ints, key and value, an int for the bucket, and one for what their order in memory may cost.
    private static readonly int s_entrySize = Unsafe.SizeOf<(long, TKey, TValue)>() + 2 * sizeof(int);

    private readonly int _count;
    private long _item;
    private BucketGuard<TKey> _guard;

    private DictionaryFill(int count, Dictionary<TKey, TValue> table) => (_count, Table) = (count, table);

    public Dictionary<TKey, TValue> Table { get; }

    /// <summary>Makes the table for <paramref name="count"/> pairs; on a stream of unknown length it grows as they come.</summary>
    public static DictionaryFill<TKey, TValue> Start(scoped ref WireReader r, scoped ref byte p, int count, IEqualityComparer<TKey>? comparer) =>
        StartIn(ref r, ref p, count, new Dictionary<TKey, TValue>(Reserve(ref r, ref p, count), comparer));

    /// <summary>The capacity that a table for <paramref name="count"/> pairs begins with, charged.</summary>
    public static int Reserve(scoped ref WireReader r, scoped ref byte p, int count)
    {
        r.Charge(ref p, Overhead);
        return r.TableStep(ref p, count, s_entrySize, 0);
    }

    /// <summary>Fills an empty table of the capacity that <see cref="Reserve"/> gave.</summary>
    public static DictionaryFill<TKey, TValue> StartIn(scoped ref WireReader r, scoped ref byte p, int count, Dictionary<TKey, TValue> table)
    {
        var fill = new DictionaryFill<TKey, TValue>(count, table);
        fill._guard.Start(ref r, ref p, table.Capacity, count);
        CollidingTexts<TKey>.Charge(ref r, ref p, count, table.Capacity, s_entrySize);
        return fill;
    }

    /// <summary>The cursor stands in front of a key.</summary>
    public void Begin(scoped ref WireReader r, scoped ref byte p) => _item = r.Position(ref p);

    /// <summary>The place for the value of a key, which must be new. The cursor stands behind the key.</summary>
    public ref TValue? Add(scoped ref WireReader r, scoped ref byte p, TKey key)
    {
        if (NullKeys<TKey>.ArePossible && key is null)
        {
            r.FailAt(ref p, ErrorCode.NullKey, _item, "A dictionary key is null.");
        }
        if (Table.Count == Table.Capacity && Table.Count < _count)
        {
            CollidingTexts<TKey>.Charge(ref r, ref p, _count, Table.EnsureCapacity(r.TableStep(ref p, _count, s_entrySize, Table.Count)) - Table.Count,
                s_entrySize);
            _guard.Restart(ref r, ref p, Table.Capacity, Table.Keys);
        }
        if (_guard.IsActive)
        {
            _guard.Count(ref r, ref p, key);
        }
        ref TValue? value = ref CollectionsMarshal.GetValueRefOrAddDefault(Table, key, out bool exists);
        if (exists)
        {
            r.FailAt(ref p, ErrorCode.DuplicateKey, _item, "A dictionary key occurs twice.");
        }
        return ref value;
    }
}

/// <summary>Fills a set while it is read.</summary>
internal struct SetFill<T>
{
    private const int Overhead = 64 + 2 * WireReader.ArrayOverhead;
    private static readonly int s_entrySize = Unsafe.SizeOf<(long, T)>() + 2 * sizeof(int);

    private readonly int _count;
    private long _item;
    private BucketGuard<T> _guard;

    private SetFill(int count, HashSet<T> table) => (_count, Table) = (count, table);

    public HashSet<T> Table { get; }

    /// <inheritdoc cref="DictionaryFill{TKey, TValue}.Start"/>
    public static SetFill<T> Start(scoped ref WireReader r, scoped ref byte p, int count, IEqualityComparer<T>? comparer) =>
        StartIn(ref r, ref p, count, new HashSet<T>(Reserve(ref r, ref p, count), comparer));

    /// <inheritdoc cref="DictionaryFill{TKey, TValue}.Reserve"/>
    public static int Reserve(scoped ref WireReader r, scoped ref byte p, int count)
    {
        r.Charge(ref p, Overhead);
        return r.TableStep(ref p, count, s_entrySize, 0);
    }

    /// <inheritdoc cref="DictionaryFill{TKey, TValue}.StartIn"/>
    public static SetFill<T> StartIn(scoped ref WireReader r, scoped ref byte p, int count, HashSet<T> table)
    {
        var fill = new SetFill<T>(count, table);
        fill._guard.Start(ref r, ref p, table.Capacity, count);
        CollidingTexts<T>.Charge(ref r, ref p, count, table.Capacity, s_entrySize);
        return fill;
    }

    /// <summary>The cursor stands in front of an element.</summary>
    public void Begin(scoped ref WireReader r, scoped ref byte p) => _item = r.Position(ref p);

    /// <summary>Adds an element, which must be new. The cursor stands behind it.</summary>
    public void Add(scoped ref WireReader r, scoped ref byte p, T element)
    {
        if (Table.Count == Table.Capacity && Table.Count < _count)
        {
            CollidingTexts<T>.Charge(ref r, ref p, _count, Table.EnsureCapacity(r.TableStep(ref p, _count, s_entrySize, Table.Count)) - Table.Count,
                s_entrySize);
            _guard.Restart(ref r, ref p, Table.Capacity, Table);
        }
        if (_guard.IsActive && (typeof(T).IsValueType || element is not null))
        {
            _guard.Count(ref r, ref p, element);
        }
        if (!Table.Add(element))
        {
            r.FailAt(ref p, ErrorCode.DuplicateKey, _item, "An element of a set occurs twice.");
        }
    }
}

/// <summary>
/// Texts as keys: once more than a hundred of them collide, the runtime makes the table anew, as large as it is, to hash them at random. That happens
/// once.
/// </summary>
internal static class CollidingTexts<TKey>
{
    private const int Bearable = 100;

    /// <summary>Charges what a table for <paramref name="count"/> keys takes for that, when it gets room for <paramref name="more"/> entries.</summary>
    public static void Charge(scoped ref WireReader r, scoped ref byte p, int count, int more, int entrySize)
    {
        if (typeof(TKey) == typeof(string) && count > Bearable)
        {
            r.Charge(ref p, 2 * WireReader.ArrayOverhead + (long)more * entrySize);
        }
    }
}

/// <summary>
/// Counts how many keys fall into each bucket of a large table, and refuses the table when one bucket has more than
/// <see cref="SerializerLimits.MaxKeyCollisions"/>: hash flooding. String keys need none of it, the runtime changes to a randomized hash when they
/// collide. The buckets are those of the table itself: its capacity is the number of them.
/// </summary>
internal struct BucketGuard<TKey>
{
    /// <summary>Tables below this cannot cost much.</summary>
    public const int SmallTable = 256;

    private BucketTally _tally;

    public readonly bool IsActive => _tally.IsActive;

    /// <summary>Begins to count, where so many keys may be too many for one bucket.</summary>
    public void Start(scoped ref WireReader r, scoped ref byte p, int capacity, int count)
    {
        if (typeof(TKey) != typeof(string) && count >= SmallTable && count > r.Limits.MaxKeyCollisions)
        {
            Begin(ref r, ref p, capacity);
        }
    }

    /// <summary>The table has grown: its keys lie in other buckets.</summary>
    public void Restart(scoped ref WireReader r, scoped ref byte p, int capacity, IEnumerable<TKey> keys)
    {
        if (IsActive)
        {
            Begin(ref r, ref p, capacity);
            foreach (TKey key in keys)
            {
                if (typeof(TKey).IsValueType || key is not null)
                {
                    Count(ref r, ref p, key);
                }
            }
        }
    }

    public readonly void Count(scoped ref WireReader r, scoped ref byte p, TKey key)
    {
        if (!_tally.Admits(EqualityComparer<TKey>.Default.GetHashCode(key!)))
        {
            FailFlooded(ref r, ref p);
        }
    }

    private void Begin(scoped ref WireReader r, scoped ref byte p, int capacity)
    {
        int buckets = Math.Max(capacity, SmallTable), limit = r.Limits.MaxKeyCollisions;
        r.Charge(ref p, BucketTally.Size(buckets, limit));
        _tally = new BucketTally(buckets, limit);
    }

    [DoesNotReturn]
    private static void FailFlooded(scoped ref WireReader r, scoped ref byte p) =>
        r.FailAt(ref p, ErrorCode.KeyCollisions, r.Position(ref p), BucketTally.Explain(r.Limits.MaxKeyCollisions));
}
