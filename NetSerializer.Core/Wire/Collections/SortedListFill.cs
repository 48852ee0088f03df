using System.Runtime.CompilerServices;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Wire.Collections;

/// <summary>
/// Fills a sorted list. Keys in order are put at its end; the first one out of order, which only a culture or a comparison of the user's excuses, and
/// all behind it wait until the last one has come, and then all are sorted once: one by one in the middle of an array they would cost the square of
/// their number.
/// </summary>
internal struct SortedListFill<TKey, TValue> where TKey : notnull
{
    // Of the two arrays, a step charges one; the other has its own header, and is rounded up too.
    private const int ObjectSize = 64, SecondArray = WireReader.ArrayOverhead + 8;

    private readonly int _count;
    private KeyOrder<TKey> _order;
    private List<KeyValuePair<TKey, TValue>>? _waiting;

    private SortedListFill(SortedList<TKey, TValue> collection, int count) =>
        (Collection, _count, _order) = (collection, count, new KeyOrder<TKey>(collection.Comparer));

    public SortedList<TKey, TValue> Collection { get; }

    private static int PairSize => Unsafe.SizeOf<TKey>() + Unsafe.SizeOf<TValue>();

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static SortedListFill<TKey, TValue> Start(
        scoped ref WireReader r, scoped ref byte p, int count, SortedList<TKey, TValue>? target, IComparer<TKey>? comparer)
    {
        r.Charge(ref p, ObjectSize);
        int room = Step(ref r, ref p, count, 0);
        if (target == null)
        {
            target = new SortedList<TKey, TValue>(room, comparer);
        }
        else
        {
            FrameworkAccessors<TKey, TValue>.Construct(target, comparer);
            target.Capacity = room;
        }
        return new SortedListFill<TKey, TValue>(target, count);
    }

    /// <summary>Adds a pair, whose key must be new. The cursor stands behind the value.</summary>
    public void Add(scoped ref WireReader r, scoped ref byte p, long item, TKey key, TValue value)
    {
        KeyTraits<TKey>.RequireKey(ref r, ref p, item, key);
        if (_waiting != null || !_order.Follows(ref r, ref p, item, key))
        {
            Wait(ref r, ref p, KeyValuePair.Create(key, value));
            return;
        }
        if (Collection.Count == Collection.Capacity)
        {
            Collection.Capacity = Step(ref r, ref p, _count, Collection.Count);
        }
        try
        {
            Collection.Add(key, value);
        }
        catch (Exception refused) when (UserCode.IsToBeWrapped(refused))
        {
            KeyOrder<TKey>.FailComparison(ref r, ref p, item, refused);
        }
    }

    /// <summary>The cursor stands behind the last pair.</summary>
    public readonly void Finish(scoped ref WireReader r, scoped ref byte p)
    {
        if (_waiting != null)
        {
            SortAll(ref r, ref p, _waiting);
        }
    }

    private static int Step(scoped ref WireReader r, scoped ref byte p, int count, int done)
    {
        r.Charge(ref p, SecondArray);
        return r.Step(ref p, count, PairSize, done);
    }

    private void Wait(scoped ref WireReader r, scoped ref byte p, KeyValuePair<TKey, TValue> pair)
    {
        int room = _waiting?.Capacity ?? 0;
        if (_waiting == null || _waiting.Count == room)
        {
            room = Math.Max(2 * room, 16);
            r.Charge(ref p, WireReader.ArrayOverhead + (long)room * Unsafe.SizeOf<KeyValuePair<TKey, TValue>>());
            _waiting ??= [];
            _waiting.Capacity = room;
        }
        _waiting.Add(pair);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly void SortAll(scoped ref WireReader r, scoped ref byte p, List<KeyValuePair<TKey, TValue>> waiting)
    {
        r.Charge(ref p, 2 * (SecondArray + WireReader.ArraySize(_count, PairSize)));
        var keys = new TKey[_count];
        var values = new TValue[_count];
        Collection.Keys.CopyTo(keys, 0);
        Collection.Values.CopyTo(values, 0);
        int done = Collection.Count;
        foreach ((TKey key, TValue value) in waiting)
        {
            (keys[done], values[done++]) = (key, value);
        }
        long end = r.Position(ref p);
        try
        {
            Array.Sort(keys, values, Collection.Comparer);
            Collection.Clear();
            Collection.Capacity = _count;
            for (int i = 0; i < keys.Length; i++)
            {
                if (!Collection.TryAdd(keys[i], values[i]))
                {
                    break;
                }
            }
        }
        catch (Exception refused) when (UserCode.IsToBeWrapped(refused))
        {
            KeyOrder<TKey>.FailComparison(ref r, ref p, end, refused);
        }
        if (Collection.Count != keys.Length)
        {
            KeyOrder<TKey>.FailDuplicate(ref r, ref p, end);
        }
    }
}
