using System.Collections.Frozen;
using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>Makes a frozen set of a hash set, which finds equal elements and floods of hashes.</summary>
internal struct FrozenSetFill<T>
{
    private SetFill<T> _fill;
    private IEqualityComparer<T>? _comparer;

    public readonly FrozenSet<T> Collection => _fill.Collection.ToFrozenSet(_comparer);

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static FrozenSetFill<T> Start(scoped ref WireReader r, scoped ref byte p, int count, FrozenSet<T>? target, IEqualityComparer<T>? comparer)
    {
        r.Charge(ref p, FrozenCost.Object);
        return new() { _fill = SetFill<T>.Start(ref r, ref p, count, null, comparer), _comparer = comparer };
    }

    /// <inheritdoc cref="SetFill{T}.Add"/>
    public void Add(scoped ref WireReader r, scoped ref byte p, long item, T element)
    {
        r.Charge(ref p, FrozenCost.Of<T>(Unsafe.SizeOf<T>()));
        _fill.Add(ref r, ref p, item, element);
    }
}

/// <summary>Makes a frozen dictionary of a dictionary, which finds equal keys and floods of hashes.</summary>
internal struct FrozenDictionaryFill<TKey, TValue> where TKey : notnull
{
    private DictionaryFill<TKey, TValue> _fill;
    private IEqualityComparer<TKey>? _comparer;

    public readonly FrozenDictionary<TKey, TValue> Collection => _fill.Collection.ToFrozenDictionary(_comparer);

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static FrozenDictionaryFill<TKey, TValue> Start(
        scoped ref WireReader r, scoped ref byte p, int count, FrozenDictionary<TKey, TValue>? target, IEqualityComparer<TKey>? comparer)
    {
        r.Charge(ref p, FrozenCost.Object);
        return new() { _fill = DictionaryFill<TKey, TValue>.Start(ref r, ref p, count, null, comparer), _comparer = comparer };
    }

    /// <summary>Adds a pair, whose key must be new. The cursor stands behind the value.</summary>
    public void Add(scoped ref WireReader r, scoped ref byte p, long item, TKey key, TValue value)
    {
        r.Charge(ref p, FrozenCost.Of<TKey>(Unsafe.SizeOf<KeyValuePair<TKey, TValue>>()) + FrozenCost.Gaps<TKey>(Unsafe.SizeOf<KeyValuePair<bool, TValue>>()));
        _fill.AddKey(ref r, ref p, item, key) = value;
    }
}

/// <summary>
/// The bytes that freezing allocates, its way there included: the most of 1,500 tables of 1 to 1,500 keys of many patterns. It looks for a number of
/// buckets without collisions, up to sixteen for each key. For strings it looks for a part of them that tells them apart.
/// </summary>
internal static class FrozenCost
{
    public const int Object = 560;
    private const int Entry = 180, StringEntry = 330;

    // Whole numbers that lie this close together get no buckets: .NET keeps a place for each number from the lowest to the highest.
    private const int MostPlaces = 10;

    /// <summary>For one entry of <paramref name="size"/> bytes.</summary>
    public static int Of<TKey>(int size) => (typeof(TKey) == typeof(string) ? StringEntry : Entry) + 2 * size;

    /// <summary>The further cost of the places between the keys of a dictionary, for one entry, if each place has <paramref name="size"/> bytes.</summary>
    public static int Gaps<TKey>(int size) => IsWhole(typeof(TKey)) ? Math.Max(0, (MostPlaces * size) - Entry) : 0;

    private static bool IsWhole(Type type) => Type.GetTypeCode(type) is >= TypeCode.Char and <= TypeCode.UInt64;
}
