using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace NetSerializer.Graph;

/// <summary>
/// Checks keys of graphs before anybody asks them for their hash or their order. In a few bytes, numbers can make a tuple an item of itself, or a chain
/// of a hundred thousand tuples. They can also make a tuple whose hash asks the same few objects 2^60 times. The walk visits the objects that the
/// framework and the compiler would visit, as often, so the depth and the number of steps are theirs. (A tree has no such keys: it cannot be deeper
/// than the reader has gone.)
/// </summary>
internal sealed class KeyWalk(int maxDepth, long maxAllocated)
{
    /// <summary>Steps that a value may take in any case...</summary>
    private const long FreeSteps = 1 << 20;
    /// <summary>...and for so many bytes that it has allocated another one. A tuple takes 24 and more.</summary>
    private const int BytesPerStep = 4;

    /// <summary>Keys of so many steps are compared as quickly as they are looked at here.</summary>
    private const int ShortWalk = 16;
    /// <summary>The bytes that the tally of a table takes for a key.</summary>
    private const int TallySize = 64;

    private long _taken, _boxed;

    /// <summary>
    /// The bytes that the call may still allocate. The walk takes from them the boxes in which it looks at structs. Its owner brings the number up to
    /// date before and takes it back afterwards.
    /// </summary>
    public long Budget { get; set; }

    /// <summary>
    /// Checks a key. Returns <see cref="ErrorCode.DataTooDeep"/>, <see cref="ErrorCode.KeyCollisions"/>, <see cref="ErrorCode.AllocationTooLarge"/>, or
    /// 0 for a good key.
    /// </summary>
    public ErrorCode Check<TKey>(TKey key)
    {
        if (typeof(TKey).IsValueType)
        {
            return Nullable.GetUnderlyingType(typeof(TKey)) != null && key is null
                ? 0 : Box(KeyParts.BoxOf(typeof(TKey))) ? Visit(key!, maxDepth, Steps) : ErrorCode.AllocationTooLarge;
        }
        return key is null or string ? 0 : Visit(key, maxDepth, Steps);
    }

    /// <summary>
    /// As <see cref="Check{TKey}(TKey)"/> for a key of a hash table. A key with the hash of earlier ones is compared with them all, as far as they go
    /// together. Each comparison takes the same steps again, and the <paramref name="tally"/> of the table counts them. Without that a few KB of keys
    /// of one hash would take seconds.
    /// </summary>
    public ErrorCode Check<TKey>(TKey key, ref Dictionary<int, int>? tally, bool comparesAll = false)
    {
        long before = _taken;
        ErrorCode code = Check(key);
        long steps = _taken - before;
        if (code != 0 || steps <= ShortWalk)
        {
            return code;
        }
        if (!Box(TallySize))
        {
            return ErrorCode.AllocationTooLarge;
        }
        _taken += steps * (1 + CollectionsMarshal.GetValueRefOrAddDefault(
            tally ??= [], comparesAll ? 0 : EqualityComparer<TKey>.Default.GetHashCode(key!), out _)++);
        return _taken > Steps ? ErrorCode.KeyCollisions : 0;
    }

    /// <summary>Explains an error of <see cref="Check{TKey}(TKey)"/>.</summary>
    public static string Explain(ErrorCode code) => code switch
    {
        ErrorCode.DataTooDeep => "A key is nested too deep, or contains itself: its hash or its order would take the whole stack.",
        ErrorCode.KeyCollisions => "The hashes of the keys would look at the same objects over and over: an attack on their cost.",
        _ => "Looking at the structs in the keys takes boxes, which would exceed MaxAllocatedBytes.",
    };

    // The boxes are of the walk's own making and buy no steps.
    private long Steps => FreeSteps + (maxAllocated - Budget - _boxed) / BytesPerStep;

    private bool Box(int size)
    {
        _boxed += size;
        return (Budget -= size) >= 0;
    }

    private ErrorCode Visit(object item, int depthLeft, long steps)
    {
        if (item is string)
        {
            return 0;
        }
        KeyParts parts = KeyParts.Of(item.GetType());
        if (parts.Fields.Length == 0)
        {
            return 0;
        }
        if (depthLeft == 0 || !RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            return ErrorCode.DataTooDeep;
        }
        if (++_taken > steps)
        {
            return ErrorCode.KeyCollisions;
        }
        foreach (KeyPart part in parts.Fields)
        {
            if (!Box(part.Box))
            {
                return ErrorCode.AllocationTooLarge;
            }
            if (part.Field.GetValue(item) is { } next && Visit(next, depthLeft - 1, steps) is not 0 and var code)
            {
                return code;
            }
        }
        return 0;
    }
}
