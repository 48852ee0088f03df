using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Wire.Collections;

/// <summary>
/// Holds the keys of a sorted collection to their order while they arrive. Where the order is the same on every machine, any other is refused: one
/// encoding for each value. Where it depends on a culture, or on a comparison of the user's, an honest writer may have another one than the reader,
/// and the keys are sorted anew.
/// </summary>
internal struct KeyOrder<TKey>(IComparer<TKey> comparer)
{
    private readonly bool _isFixed = IsFixedOrder(comparer);
    private bool _hasLast;
    private TKey? _last;

    /// <summary>True when the key comes after the last one for which that was true. The cursor stands behind it; it began at <paramref name="item"/>.</summary>
    public bool Follows(scoped ref WireReader r, scoped ref byte p, long item, TKey key)
    {
        if (_hasLast)
        {
            int order;
            try
            {
                order = comparer.Compare(_last, key);
            }
            catch (Exception refused) when (UserCode.IsToBeWrapped(refused))
            {
                FailComparison(ref r, ref p, item, refused);
                return false;
            }
            if (order == 0)
            {
                FailDuplicate(ref r, ref p, item);
            }
            if (order > 0)
            {
                if (_isFixed)
                {
                    r.FailAt(ref p, ErrorCode.NotCanonical, item, "The keys of a sorted collection are not in ascending order.");
                }
                return false;
            }
        }
        (_hasLast, _last) = (true, key);
        return true;
    }

    /// <summary>Adds an element to a set, which must be new.</summary>
    public void AddTo(ISet<TKey> set, scoped ref WireReader r, scoped ref byte p, long item, TKey element)
    {
        Follows(ref r, ref p, item, element);
        bool isNew = false;
        try
        {
            isNew = set.Add(element);
        }
        catch (Exception refused) when (UserCode.IsToBeWrapped(refused))
        {
            FailComparison(ref r, ref p, item, refused);
        }
        if (!isNew)
        {
            FailDuplicate(ref r, ref p, item);
        }
    }

    /// <summary>Adds a pair to a table, whose key must be new.</summary>
    public void AddTo<TValue>(IDictionary<TKey, TValue> table, scoped ref WireReader r, scoped ref byte p, long item, TKey key, TValue value)
    {
        KeyTraits<TKey>.RequireKey(ref r, ref p, item, key);
        bool isNew = Follows(ref r, ref p, item, key);
        try
        {
            isNew = isNew || !table.ContainsKey(key);
            if (isNew)
            {
                table.Add(key, value);
            }
        }
        catch (Exception refused) when (UserCode.IsToBeWrapped(refused))
        {
            FailComparison(ref r, ref p, item, refused);
        }
        if (!isNew)
        {
            FailDuplicate(ref r, ref p, item);
        }
    }

    /// <summary>Two keys cannot be compared, or the code of the user's that does it fails.</summary>
    [DoesNotReturn]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void FailComparison(scoped ref WireReader r, scoped ref byte p, long item, Exception refused) =>
        r.FailAt(ref p, ErrorCode.KeyNotComparable, item, $"A key of a sorted collection cannot be compared with another one: {refused.Message}");

    [DoesNotReturn]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void FailDuplicate(scoped ref WireReader r, scoped ref byte p, long item) =>
        r.FailAt(ref p, ErrorCode.DuplicateKey, item, "A key of a sorted collection occurs twice." + (typeof(TKey) != typeof(string) ? ""
            : " A culture may tell two texts apart on one machine only (ICU or invariant globalization); StringComparer.Ordinal does so on all."));

    private static bool IsFixedOrder(IComparer<TKey> comparer) =>
        typeof(TKey) == typeof(string)
            ? ReferenceEquals(comparer, StringComparer.Ordinal)
            : typeof(TKey).IsPrimitive || typeof(TKey).IsEnum
                || typeof(TKey) == typeof(decimal) || typeof(TKey) == typeof(Half) || typeof(TKey) == typeof(Int128) || typeof(TKey) == typeof(UInt128)
                    || typeof(TKey) == typeof(Guid)
                || typeof(TKey) == typeof(DateTime) || typeof(TKey) == typeof(DateTimeOffset) || typeof(TKey) == typeof(TimeSpan)
                    || typeof(TKey) == typeof(DateOnly) || typeof(TKey) == typeof(TimeOnly);
}
