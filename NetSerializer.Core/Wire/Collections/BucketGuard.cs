using System.Diagnostics.CodeAnalysis;

namespace NetSerializer.Wire.Collections;

/// <summary>
/// Texts as keys: once more than a hundred of them collide, the runtime makes the table anew, as large as it is, to hash them at random. That happens
/// once.
/// </summary>
internal static class CollidingTexts<TKey>
{
    private const int Bearable = 100;

    /// <summary>Charges the new table for <paramref name="count"/> keys, when the old one gets room for <paramref name="more"/> entries.</summary>
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
/// <see cref="SerializerLimits.MaxKeyCollisions"/>: hash flooding. String keys need none of it: the runtime changes to a randomized hash when they
/// collide. The buckets are the ones of the table itself: its capacity is the number of them.
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
