using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>How many keys fall into each bucket of a table that is filled, up to a limit.</summary>
internal readonly struct BucketTally
{
    // The most that a byte counts to. The value above it says that there is one more.
    private const int MaxInByte = byte.MaxValue - 1;

    private readonly byte[]? _keys;
    // Only under a limit above MaxInByte: for each bucket, the keys beyond the count of its byte.
    private readonly int[]? _further;
    private readonly int _limit;
    private readonly byte _most;

    public BucketTally(int buckets, int limit)
    {
        _keys = new byte[buckets];
        _further = limit > MaxInByte ? new int[buckets] : null;
        _limit = limit;
        _most = (byte)Math.Min(limit, MaxInByte);
    }

    public bool IsActive => _keys != null;

    /// <summary>The size of a tally, in bytes.</summary>
    public static long Size(int buckets, int limit) =>
        WireReader.ArraySize(buckets, sizeof(byte)) + (limit > MaxInByte ? WireReader.ArraySize(buckets, sizeof(int)) : 0);

    /// <summary>The message for a table of which one bucket has more than <paramref name="limit"/> keys.</summary>
    public static string Explain(int limit) =>
        $"More than {limit} keys of one table fall into the same bucket: raise {nameof(SerializerLimits.MaxKeyCollisions)} for data of your own, "
            + "from strangers it is a hash-flooding attack.";

    /// <summary>Counts a key. False: its bucket has more than the limit now.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Admits(int hash)
    {
        uint bucket = (uint)hash % (uint)_keys!.Length;
        return ++_keys[bucket] <= _most || AdmitsFurther(bucket);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool AdmitsFurther(uint bucket)
    {
        _keys![bucket] = _most;
        return _further != null && ++_further[bucket] <= _limit - MaxInByte;
    }
}
