namespace NetSerializer.Wire.Collections;

/// <summary>Fills an object of a class derived from a dictionary, with the care of <see cref="DictionaryFill{TKey, TValue}"/>.</summary>
internal struct DerivedDictionaryFill<TKey, TValue> where TKey : notnull
{
    private DictionaryFill<TKey, TValue> _fill;

    public readonly Dictionary<TKey, TValue> Collection => _fill.Table;

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static DerivedDictionaryFill<TKey, TValue> Start(
        scoped ref WireReader r, scoped ref byte p, int count, Dictionary<TKey, TValue> target, IEqualityComparer<TKey>? comparer)
    {
        BaseTableConstructors<TKey, TValue>.Run(target, DictionaryFill<TKey, TValue>.Reserve(ref r, ref p, count), comparer);
        return new() { _fill = DictionaryFill<TKey, TValue>.StartIn(ref r, ref p, count, target) };
    }

    /// <inheritdoc cref="DictionaryFill{TKey, TValue}.Begin"/>
    public void Begin(scoped ref WireReader r, scoped ref byte p) => _fill.Begin(ref r, ref p);

    /// <inheritdoc cref="DictionaryFill{TKey, TValue}.Add"/>
    public ref TValue? AddKey(scoped ref WireReader r, scoped ref byte p, TKey key) => ref _fill.Add(ref r, ref p, key);
}

/// <summary>Fills an object of a class derived from a hash set, with the care of <see cref="SetFill{T}"/>.</summary>
internal struct DerivedSetFill<T>
{
    private SetFill<T> _fill;

    public readonly HashSet<T> Collection => _fill.Table;

    /// <inheritdoc cref="ISequenceFill{TSelf, TCollection, T}.Start"/>
    public static DerivedSetFill<T> Start(scoped ref WireReader r, scoped ref byte p, int count, HashSet<T> target, IEqualityComparer<T>? comparer)
    {
        BaseConstructors<T>.Run(target, SetFill<T>.Reserve(ref r, ref p, count), comparer);
        return new() { _fill = SetFill<T>.StartIn(ref r, ref p, count, target) };
    }

    /// <inheritdoc cref="SetFill{T}.Begin"/>
    public void Begin(scoped ref WireReader r, scoped ref byte p) => _fill.Begin(ref r, ref p);

    /// <inheritdoc cref="SetFill{T}.Add"/>
    public void Add(scoped ref WireReader r, scoped ref byte p, T element) => _fill.Add(ref r, ref p, element);
}
