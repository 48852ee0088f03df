using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Runtime.CompilerServices;
using NetSerializer.Errors;

namespace NetSerializer.Wire.Collections;

/// <summary>Fills a dictionary and gives it a read-only wrapper.</summary>
internal struct ReadOnlyDictionaryFill<TKey, TValue> where TKey : notnull
{
    private const int WrapperSize = 48;

    private DictionaryFill<TKey, TValue> _fill;

    public ReadOnlyDictionary<TKey, TValue> Collection { get; private init; }

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static ReadOnlyDictionaryFill<TKey, TValue> Start(
        scoped ref WireReader r, scoped ref byte p, int count, ReadOnlyDictionary<TKey, TValue>? target, IEqualityComparer<TKey>? comparer)
    {
        r.Charge(ref p, WrapperSize);
        DictionaryFill<TKey, TValue> fill = DictionaryFill<TKey, TValue>.Start(ref r, ref p, count, null, comparer);
        if (target == null)
        {
            target = new ReadOnlyDictionary<TKey, TValue>(fill.Collection);
        }
        else
        {
            FrameworkAccessors<TKey, TValue>.Construct(target, fill.Collection);
        }
        return new() { _fill = fill, Collection = target };
    }

    /// <summary>The comparer of the dictionary under the wrapper.</summary>
    public static IEqualityComparer<TKey> ComparerOf(ReadOnlyDictionary<TKey, TValue> collection) => FrameworkAccessors<TKey, TValue>.Inside(collection)! switch
    {
        Dictionary<TKey, TValue> table => table.Comparer,
        OrderedDictionary<TKey, TValue> table => table.Comparer,
        ConcurrentDictionary<TKey, TValue> table => table.Comparer,
        ImmutableDictionary<TKey, TValue> table => table.KeyComparer,
        ImmutableDictionary<TKey, TValue>.Builder table => table.KeyComparer,
        FrozenDictionary<TKey, TValue> table => table.Comparer,
        SortedDictionary<TKey, TValue> table => WrappedComparers.OfOrder(table.Comparer),
        SortedList<TKey, TValue> table => WrappedComparers.OfOrder(table.Comparer),
        ImmutableSortedDictionary<TKey, TValue> table => WrappedComparers.OfOrder(table.KeyComparer),
        ImmutableSortedDictionary<TKey, TValue>.Builder table => WrappedComparers.OfOrder(table.KeyComparer),
        ReadOnlyDictionary<TKey, TValue> table => ComparerOf(table),
        var table => WrappedComparers.OfOther<TKey>(table),
    };

    /// <inheritdoc cref="DictionaryFill{TKey, TValue}.AddKey"/>
    public ref TValue? AddKey(scoped ref WireReader r, scoped ref byte p, long item, TKey key) => ref _fill.AddKey(ref r, ref p, item, key);
}

/// <summary>Fills a set and gives it a read-only wrapper.</summary>
internal struct ReadOnlySetFill<T>
{
    private const int WrapperSize = 24;

    private SetFill<T> _fill;

    public ReadOnlySet<T> Collection { get; private init; }

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static ReadOnlySetFill<T> Start(scoped ref WireReader r, scoped ref byte p, int count, ReadOnlySet<T>? target, IEqualityComparer<T>? comparer)
    {
        r.Charge(ref p, WrapperSize);
        SetFill<T> fill = SetFill<T>.Start(ref r, ref p, count, null, comparer);
        if (target == null)
        {
            target = new ReadOnlySet<T>(fill.Collection);
        }
        else
        {
            FrameworkAccessors<T>.Construct(target, fill.Collection);
        }
        return new() { _fill = fill, Collection = target };
    }

    /// <summary>The comparer of the set under the wrapper.</summary>
    public static IEqualityComparer<T> ComparerOf(ReadOnlySet<T> collection) => FrameworkAccessors<T>.Inside(collection)! switch
    {
        HashSet<T> table => table.Comparer,
        ImmutableHashSet<T> table => table.KeyComparer,
        ImmutableHashSet<T>.Builder table => table.KeyComparer,
        FrozenSet<T> table => table.Comparer,
        SortedSet<T> table => WrappedComparers.OfOrder(table.Comparer),
        ImmutableSortedSet<T> table => WrappedComparers.OfOrder(table.KeyComparer),
        ImmutableSortedSet<T>.Builder table => WrappedComparers.OfOrder(table.KeyComparer),
        ReadOnlySet<T> table => ComparerOf(table),
        var table => WrappedComparers.OfOther<T>(table),
    };

    /// <inheritdoc cref="SetFill{T}.Add"/>
    public void Add(scoped ref WireReader r, scoped ref byte p, long item, T element) => _fill.Add(ref r, ref p, item, element);
}

/// <summary>Tables under a wrapper become hash tables, so their comparers have to be ones that can tell keys apart.</summary>
internal static class WrappedComparers
{
    /// <summary>The equality that belongs to an order. The comparers of StringComparer are both.</summary>
    public static IEqualityComparer<T> OfOrder<T>(IComparer<T> comparer)
    {
        if (comparer is IEqualityComparer<T> equality)
        {
            return equality;
        }
        if (!Comparers.IsDefault(comparer))
        {
            Throw.UnknownComparer(comparer, typeof(T));
        }
        return EqualityComparer<T>.Default;
    }

    /// <summary>
    /// The equality of a table that is none of the collections above. A class of the user's tells keys apart as it likes, and has no member that says
    /// how, so nothing is taken for granted.
    /// </summary>
    // A method of its own, since naming an ExpandoObject loads its assembly.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static IEqualityComparer<T> OfOther<T>(object table)
    {
        if (table is not System.Dynamic.ExpandoObject)
        {
            Throw.UnknownTable(table);
        }
        return EqualityComparer<T>.Default;
    }
}
