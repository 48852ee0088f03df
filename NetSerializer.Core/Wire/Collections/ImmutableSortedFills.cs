using System.Collections.Immutable;
using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>Makes an immutable sorted set. A node of its builder is made when its element has been read, so nothing is allocated ahead.</summary>
internal struct ImmutableSortedSetFill<T>
{
    // The set, its builder and its comparer.
    private const int ObjectSize = 160;

    private readonly ImmutableSortedSet<T>.Builder _builder;
    private KeyOrder<T> _order;

    private ImmutableSortedSetFill(ImmutableSortedSet<T>.Builder builder) => (_builder, _order) = (builder, new KeyOrder<T>(builder.KeyComparer));

    public readonly ImmutableSortedSet<T> Collection => _builder.ToImmutable();

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static ImmutableSortedSetFill<T> Start(scoped ref WireReader r, scoped ref byte p, int count, ImmutableSortedSet<T>? target, IComparer<T>? comparer)
    {
        r.Charge(ref p, ObjectSize);
        return new ImmutableSortedSetFill<T>(ImmutableSortedSet.CreateBuilder(comparer));
    }

    /// <summary>Adds an element, which must be new. The cursor stands behind it.</summary>
    public void Add(scoped ref WireReader r, scoped ref byte p, long item, T element)
    {
        r.Charge(ref p, ImmutableListFill<T>.NodeSize);
        _order.AddTo(_builder, ref r, ref p, item, element);
    }
}

/// <summary>Makes an immutable sorted dictionary, in the way of <see cref="ImmutableSortedSetFill{T}"/>.</summary>
internal struct ImmutableSortedDictionaryFill<TKey, TValue> where TKey : notnull
{
    // The dictionary, its builder and its comparers.
    private const int ObjectSize = 256, ObjectHeader = 16;

    private readonly ImmutableSortedDictionary<TKey, TValue>.Builder _builder;
    private KeyOrder<TKey> _order;

    private ImmutableSortedDictionaryFill(ImmutableSortedDictionary<TKey, TValue>.Builder builder) =>
        (_builder, _order) = (builder, new KeyOrder<TKey>(builder.KeyComparer));

    public readonly ImmutableSortedDictionary<TKey, TValue> Collection => _builder.ToImmutable();

    // Header, left, right, height, the pair.
    private static int NodeSize => ObjectHeader + Unsafe.SizeOf<(nint, nint, long, TKey, TValue)>();

    public static ref byte WriteHead(scoped ref WireWriter w, ref byte p, ImmutableSortedDictionary<TKey, TValue> collection)
    {
        p = ref OrderComparers.WriteOf(ref w, ref p, collection.KeyComparer);
        return ref Comparers.WriteOf(ref w, ref p, collection.ValueComparer);
    }

    public static ref byte ReadHead(scoped ref WireReader r, ref byte p, int count, out TableComparers<IComparer<TKey>, TValue> comparers)
    {
        p = ref OrderComparers.ReadOf(ref r, ref p, out IComparer<TKey>? keys);
        p = ref Comparers.ReadOf(ref r, ref p, out IEqualityComparer<TValue>? values);
        comparers = new(keys, values);
        return ref p;
    }

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static ImmutableSortedDictionaryFill<TKey, TValue> Start(
        scoped ref WireReader r, scoped ref byte p, int count, ImmutableSortedDictionary<TKey, TValue>? target,
        TableComparers<IComparer<TKey>, TValue> comparers)
    {
        r.Charge(ref p, ObjectSize);
        return new ImmutableSortedDictionaryFill<TKey, TValue>(ImmutableSortedDictionary.CreateBuilder(comparers.Keys, comparers.Values));
    }

    /// <summary>Adds a pair, whose key must be new. The cursor stands behind the value.</summary>
    public void Add(scoped ref WireReader r, scoped ref byte p, long item, TKey key, TValue value)
    {
        r.Charge(ref p, NodeSize);
        _order.AddTo(_builder, ref r, ref p, item, key, value);
    }
}
