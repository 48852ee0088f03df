using System.Collections.ObjectModel;
using System.Reflection;
using System.Runtime.CompilerServices;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Wire.Collections;

/// <summary>
/// Fills an object of a class derived from KeyedCollection. Of the user's code only GetKeyForItem runs, with the fields of the object in place: the
/// index is made of the keys that it returns.
/// </summary>
internal unsafe struct KeyedCollectionFill<TKey, TItem> where TKey : notnull
{
    private const int FirstIndex = 3, Overhead = 32 + 80 + 64 + 5 * WireReader.ArrayOverhead;

    // InsertItem without the overrides of derived classes.
    private static readonly delegate*<KeyedCollection<TKey, TItem>, int, TItem, void> s_insert =
        (delegate*<KeyedCollection<TKey, TItem>, int, TItem, void>)typeof(KeyedCollection<TKey, TItem>)
            .GetMethod("InsertItem", BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)!.MethodHandle.GetFunctionPointer();

    private static readonly bool s_leadsOn = WireReader.MayLeadOn(typeof(TKey));

    private readonly int _count;
    private int _room;
    private BucketGuard<TKey> _guard;
    private Dictionary<int, int>? _tally;
    private Dictionary<TKey, TItem>? _index;

    private KeyedCollectionFill(int count, KeyedCollection<TKey, TItem> collection) => (_count, Collection) = (count, collection);

    public KeyedCollection<TKey, TItem> Collection { get; }

    private static int EntrySize => Unsafe.SizeOf<(long, TKey, TItem)>() + 2 * sizeof(int);

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static KeyedCollectionFill<TKey, TItem> Start(
        scoped ref WireReader r, scoped ref byte p, int count, KeyedCollection<TKey, TItem> target, IEqualityComparer<TKey>? comparer)
    {
        // With the small index that the collection makes for its first key, and the object that the index puts around a comparer.
        r.Charge(ref p, Overhead + FirstIndex * EntrySize);
        FrameworkAccessors<TKey, TItem>.Construct(target, comparer, 0);
        return new KeyedCollectionFill<TKey, TItem>(count, target);
    }

    /// <summary>Adds an element, whose key must be new. The cursor stands behind it.</summary>
    public void Add(scoped ref WireReader r, scoped ref byte p, long item, TItem element)
    {
        if (Collection.Count == _room)
        {
            Grow(ref r, ref p);
        }
        bool isNew = false;
        try
        {
            TKey? key = FrameworkAccessors<TKey, TItem>.KeyOf(Collection, element);
            if (s_leadsOn)
            {
                r.RequireHashedKey(ref p, key, ref _tally);
            }
            if (key is not null && _guard.IsActive)
            {
                _guard.Count(ref r, ref p, key);
            }
            isNew = key is null || !Collection.Contains(key);
            if (isNew)
            {
                s_insert(Collection, Collection.Count, element);
            }
        }
        catch (Exception refused) when (UserCode.IsToBeWrapped(refused))
        {
            r.Finish(ref p);
            throw UserCode.Failed(refused, Collection.GetType(), item);
        }
        if (_index == null)
        {
            FindIndex(ref r, ref p);
        }
        if (!isNew)
        {
            r.FailAt(ref p, ErrorCode.DuplicateKey, item, "A key of a keyed collection occurs twice.");
        }
    }

    private void Grow(scoped ref WireReader r, scoped ref byte p)
    {
        int room = ArrayGrowth.Step(ref r, ref p, _count, Unsafe.SizeOf<TItem>(), _room);
        r.Charge(ref p, (room + room / 4 + 3L) * EntrySize);
        CollidingTexts<TKey>.Charge(ref r, ref p, _count, room + room / 4 + 3, EntrySize);
        // The list may make room for more, but no more elements come than were asked for.
        _room = ((List<TItem>)FrameworkAccessors<TItem>.Inside(Collection)!).EnsureCapacity(room);
        if (_index != null)
        {
            _index.EnsureCapacity(room);
            _guard.Restart(ref r, ref p, _index.Capacity, _index.Keys);
        }
    }

    // The index is there when the first key is.
    private void FindIndex(scoped ref WireReader r, scoped ref byte p)
    {
        _index = FrameworkAccessors<TKey, TItem>.IndexOf(Collection) as Dictionary<TKey, TItem>;
        if (_index != null)
        {
            _index.EnsureCapacity(_room);
            _guard.Start(ref r, ref p, _index.Capacity, _count);
            if (_guard.IsActive)
            {
                // The key that the index was made for is in it and has not been counted.
                foreach (TKey key in _index.Keys)
                {
                    _guard.Count(ref r, ref p, key);
                }
            }
        }
    }
}
