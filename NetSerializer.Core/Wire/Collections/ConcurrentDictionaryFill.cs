using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>
/// Fills a concurrent dictionary. It grows whenever one of its locks has more than its share of the keys, to a size that nobody is told; so that
/// floods of hashes show, one with other keys than strings gets so many buckets that it does not grow: four for each key.
/// </summary>
internal struct ConcurrentDictionaryFill<TKey, TValue> where TKey : notnull
{
    // The dictionary and its tables; two times an object, a place and a count for each lock, of which there are as many as processors.
    private const int ObjectSize = 240, LockSize = 2 * 48, ObjectHeader = 16;
    private const int BucketsPerKey = 4;

    private BucketGuard<TKey> _guard;

    private ConcurrentDictionaryFill(ConcurrentDictionary<TKey, TValue> collection) => Collection = collection;

    public ConcurrentDictionary<TKey, TValue> Collection { get; }

    // Header, next, hash, key and value.
    private static int NodeSize => ObjectHeader + Unsafe.SizeOf<(nint, long, TKey, TValue)>();

    public static ref byte WriteHead(scoped ref WireWriter w, ref byte p, ConcurrentDictionary<TKey, TValue> collection) =>
        ref Comparers.WriteOf(ref w, ref p, collection.Comparer);

    /// <summary>Reads the comparer, and waits until a stream has sent a byte for each pair: the dictionary is made for all of them at once.</summary>
    public static ref byte ReadHead(scoped ref WireReader r, ref byte p, int count, out IEqualityComparer<TKey>? comparer)
    {
        p = ref Comparers.ReadOf(ref r, ref p, out comparer);
        return ref r.Vouch(ref p, count);
    }

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static ConcurrentDictionaryFill<TKey, TValue> Start(
        scoped ref WireReader r, scoped ref byte p, int count, ConcurrentDictionary<TKey, TValue>? target, IEqualityComparer<TKey>? comparer)
    {
        int buckets = typeof(TKey) == typeof(string) ? count : BucketCounts.AtLeast((long)BucketsPerKey * count);
        // With string keys, the buckets may double, and be made once more when they collide.
        r.Charge(ref p, ObjectSize + (long)LockSize * Environment.ProcessorCount + (long)nint.Size * (
            typeof(TKey) == typeof(string) ? 5L * count + 32 : buckets));
        var fill = new ConcurrentDictionaryFill<TKey, TValue>(new ConcurrentDictionary<TKey, TValue>(-1, buckets, comparer));
        fill._guard.Start(ref r, ref p, buckets, count);
        return fill;
    }

    /// <summary>Adds a pair, whose key must be new. The cursor stands behind the value.</summary>
    public readonly void Add(scoped ref WireReader r, scoped ref byte p, long item, TKey key, TValue value)
    {
        KeyTraits<TKey>.RequireKey(ref r, ref p, item, key);
        r.Charge(ref p, NodeSize);
        if (_guard.IsActive)
        {
            _guard.Count(ref r, ref p, key);
        }
        if (!Collection.TryAdd(key, value))
        {
            r.FailAt(ref p, ErrorCode.DuplicateKey, item, "A dictionary key occurs twice.");
        }
    }
}

/// <summary>Numbers of buckets that the hash tables of .NET leave as they are when they are asked for them: they round others up, to primes.</summary>
internal static class BucketCounts
{
    private const int Largest = 7_199_369, Most = 1 << 30;

    // Every second one of the row, which grows by a fifth.
    private static readonly int[] s_row =
    [
        3, 11, 23, 37, 59, 89, 131, 197, 293, 431, 631, 919, 1327, 1931, 2801, 4049, 5839, 8419, 12_143, 17_519, 25_229, 36_353, 52_361, 75_431, 108_631,
        156_437, 225_307, 324_449, 467_237, 672_827, 968_897, 1_395_263,
        2_009_191, 2_893_249, 4_166_287, 5_999_471, Largest,
    ];

    /// <summary>Such a number, which is <paramref name="least"/> or more, at most half as much again; at most about a thousand million.</summary>
    public static int AtLeast(long least)
    {
        if (least <= Largest)
        {
            int at = Array.BinarySearch(s_row, (int)least);
            return s_row[at < 0 ? ~at : at];
        }
        long count = Math.Min(least, Most) | 1;
        while (!IsKept(count))
        {
            count += 2;
        }
        return (int)count;
    }

    // Above the row, .NET takes the next prime that does not come right after a multiple of 101.
    private static bool IsKept(long count)
    {
        if ((count - 1) % 101 == 0)
        {
            return false;
        }
        for (long divisor = 3; divisor * divisor <= count; divisor += 2)
        {
            if (count % divisor == 0)
            {
                return false;
            }
        }
        return true;
    }
}
