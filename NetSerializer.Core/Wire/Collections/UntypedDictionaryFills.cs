using System.Collections;
using System.Collections.Specialized;
using NetSerializer.Errors;
using NetSerializer.Wire.Protocols;

namespace NetSerializer.Wire.Collections;

/// <summary>The common code of the dictionaries of <see cref="System.Collections.Specialized"/>: pairs of objects, in the form of a hash table.</summary>
internal static class UntypedDictionaries
{
    public static KeyValuePair<object, object?>[] Entries(IDictionary collection)
    {
        var entries = new List<KeyValuePair<object, object?>>(collection.Count);
        IDictionaryEnumerator next = collection.GetEnumerator();
        while (next.MoveNext())
        {
            entries.Add(KeyValuePair.Create(next.Key, next.Value));
        }
        return [.. entries];
    }

    /// <summary>As <see cref="Add"/> for a hash table: the keys of a bucket are counted.</summary>
    public static void AddCounted(
        scoped ref WireReader r, scoped ref byte p, IDictionary collection, in BucketGuard<object> guard, long item, object key, object? value)
    {
        if (guard.IsActive && key != null)
        {
            guard.Count(ref r, ref p, key);
        }
        Add(ref r, ref p, collection, item, key!, value);
    }

    /// <summary>Adds a pair, whose key must be new. The cursor stands behind the value.</summary>
    public static void Add(scoped ref WireReader r, scoped ref byte p, IDictionary collection, long item, object key, object? value)
    {
        KeyTraits<object>.RequireKey(ref r, ref p, item, key);
        bool isNew = false;
        try
        {
            isNew = !collection.Contains(key);
            if (isNew)
            {
                collection.Add(key, value);
            }
        }
        catch (Exception refused) when (UserCode.IsToBeWrapped(refused))
        {
            // In a list, a comparer of texts compares other keys by their own order, which they may not have.
            KeyOrder<object>.FailComparison(ref r, ref p, item, refused);
        }
        if (!isNew)
        {
            r.FailAt(ref p, ErrorCode.DuplicateKey, item, "A dictionary key occurs twice.");
        }
    }
}

/// <summary>Fills a list of pairs that is searched from end to end.</summary>
internal struct ListDictionaryFill
{
    private const int ObjectSize = 56, NodeSize = 40;

    private ListDictionaryFill(ListDictionary collection) => Collection = collection;

    public ListDictionary Collection { get; }

    public static KeyValuePair<object, object?>[] Snapshot(ListDictionary collection) => CollectionWalk.Read(collection, UntypedDictionaries.Entries);

    public static ref byte WriteHead(scoped ref WireWriter w, ref byte p, ListDictionary collection) =>
        ref Comparers.WriteNumber(ref w, ref p, Comparers.OfTexts, FrameworkAccessors.ComparerOf(collection), typeof(object));

    public static ref byte ReadHead(scoped ref WireReader r, ref byte p, int count, out IComparer? comparer)
    {
        long item = r.Position(ref p);
        p = ref Comparers.ReadNumber(ref r, ref p, Comparers.OfTexts, 0, out object? known);
        comparer = (IComparer?)known;
        // One bucket, as it were.
        if (count >= BucketGuard<object>.SmallTable && count > r.Limits.MaxKeyCollisions)
        {
            r.FailAt(ref p, ErrorCode.KeyCollisions, item, BucketTally.Explain(r.Limits.MaxKeyCollisions));
        }
        return ref r.Vouch(ref p, count);
    }

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static ListDictionaryFill Start(scoped ref WireReader r, scoped ref byte p, int count, ListDictionary? target, IComparer? comparer)
    {
        r.Charge(ref p, ObjectSize + (long)NodeSize * count);
        return new ListDictionaryFill(new ListDictionary(comparer));
    }

    /// <inheritdoc cref="UntypedDictionaries.Add"/>
    public readonly void Add(scoped ref WireReader r, scoped ref byte p, long item, object key, object? value) =>
        UntypedDictionaries.Add(ref r, ref p, Collection, item, key, value);
}

/// <summary>Fills a dictionary that is such a list while it is small, and a hash table from then on.</summary>
internal struct HybridDictionaryFill
{
    private const int IgnoringCase = 2;
    // The dictionary, the list and the table.
    private const int ObjectSize = 40 + 56 + 96, BucketSize = 24, NodeSize = 40;

    private BucketGuard<object> _guard;

    private HybridDictionaryFill(HybridDictionary collection) => Collection = collection;

    public HybridDictionary Collection { get; }

    public static KeyValuePair<object, object?>[] Snapshot(HybridDictionary collection) => CollectionWalk.Read(collection, UntypedDictionaries.Entries);

    public static ref byte WriteHead(scoped ref WireWriter w, ref byte p, HybridDictionary collection) =>
        ref UntypedComparers.WriteEquality(ref w, ref p, FrameworkAccessors.IgnoresCase(collection) ? StringComparer.OrdinalIgnoreCase : null);

    public static ref byte ReadHead(scoped ref WireReader r, ref byte p, int count, out StringComparer? comparer)
    {
        p = ref r.Run(ref p, 1, -1);
        if (p is not (0 or IgnoringCase))
        {
            r.FailComparer(ref p);
        }
        comparer = (StringComparer?)Comparers.OfTexts[p];
        return ref r.Vouch(ref System.Runtime.CompilerServices.Unsafe.Add(ref p, 1), count);
    }

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static HybridDictionaryFill Start(scoped ref WireReader r, scoped ref byte p, int count, HybridDictionary? target, StringComparer? comparer)
    {
        // As a hash table.
        r.Charge(ref p, ObjectSize + 2 * WireReader.ArrayOverhead + BucketSize * (count * 7L / 4 + 32) + NodeSize * 8);
        var fill = new HybridDictionaryFill(new HybridDictionary(count + 2, comparer != null));
        fill._guard.Start(ref r, ref p, BucketCounts.AtLeast(count), count);
        return fill;
    }

    /// <inheritdoc cref="UntypedDictionaries.Add"/>
    public readonly void Add(scoped ref WireReader r, scoped ref byte p, long item, object key, object? value) =>
        UntypedDictionaries.AddCounted(ref r, ref p, Collection, in _guard, item, key, value);
}

/// <summary>Fills a hash table of objects that keeps the order of its pairs.</summary>
internal struct ObjectOrderedDictionaryFill
{
    // The dictionary, its table and its list; for each pair a box in the list.
    private const int ObjectSize = 72 + 96 + 32, BucketSize = 24, PairSize = 32 + 8;

    private BucketGuard<object> _guard;

    private ObjectOrderedDictionaryFill(OrderedDictionary collection) => Collection = collection;

    public OrderedDictionary Collection { get; }

    public static KeyValuePair<object, object?>[] Snapshot(OrderedDictionary collection) => CollectionWalk.Read(collection, UntypedDictionaries.Entries);

    public static ref byte WriteHead(scoped ref WireWriter w, ref byte p, OrderedDictionary collection)
    {
        if (collection.IsReadOnly)
        {
            Throw.ReadOnlyDictionary(collection.GetType());
        }
        return ref UntypedComparers.WriteEquality(ref w, ref p, ObjectData.ComparerOf(collection));
    }

    public static ref byte ReadHead(scoped ref WireReader r, ref byte p, int count, out IEqualityComparer? comparer)
    {
        p = ref UntypedComparers.ReadEquality(ref r, ref p, out comparer);
        return ref r.Vouch(ref p, count);
    }

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static ObjectOrderedDictionaryFill Start(
        scoped ref WireReader r, scoped ref byte p, int count, OrderedDictionary? target, IEqualityComparer? comparer)
    {
        r.Charge(ref p, ObjectSize + 2 * WireReader.ArrayOverhead + BucketSize * (count * 7L / 4 + 16) + PairSize * (count + 2L));
        var fill = new ObjectOrderedDictionaryFill(new OrderedDictionary(count + 2, comparer));
        fill._guard.Start(ref r, ref p, BucketCounts.AtLeast(count), count);
        return fill;
    }

    /// <inheritdoc cref="UntypedDictionaries.Add"/>
    public readonly void Add(scoped ref WireReader r, scoped ref byte p, long item, object key, object? value) =>
        UntypedDictionaries.AddCounted(ref r, ref p, Collection, in _guard, item, key, value);
}
