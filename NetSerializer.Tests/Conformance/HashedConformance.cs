using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;

namespace NetSerializer.Tests.Conformance;

/// <summary>Tables whose keys have hashes that collide when somebody wants them to.</summary>
internal abstract class HashedConformance<T>(WireVariant variant) : FamilyConformance<T>(variant)
{
    // Fewer than the hundred that models admit by default.
    private const int Many = 300, Colliding = 80;

    protected abstract T Make(IEnumerable<long> keys);

    protected override IEnumerable<Sample<T>> Samples => [new("three", Make([5, -1, 300L << 32])), new("empty", Make([]))];

    // The hash of a long is one half ^ the other.
    protected override IEnumerable<Root> MoreRoots =>
        [new Root<T>("many", Make(Enumerable.Range(0, Many).Select(i => i < Colliding ? ((long)i << 32) | (uint)i : i)))];
}

internal sealed class HashedDictionaryConformance(WireVariant variant) : HashedConformance<Dictionary<long, int>>(variant)
{
    protected override Dictionary<long, int> Make(IEnumerable<long> keys) => keys.ToDictionary(key => key, key => (int)key);
}

internal sealed class HashedSetConformance(WireVariant variant) : HashedConformance<HashSet<long>>(variant)
{
    protected override HashSet<long> Make(IEnumerable<long> keys) => [.. keys];
}

internal sealed class HashedObjectDictionaryConformance(WireVariant variant) : HashedConformance<Dictionary<object, bool>>(variant)
{
    protected override Dictionary<object, bool> Make(IEnumerable<long> keys) => keys.ToDictionary(key => (object)key, key => key > 0);
}

internal sealed class HashedObjectTableConformance(WireVariant variant) : HashOrderedConformance<Hashtable>(variant)
{
    protected override Hashtable Make(IEnumerable<long> keys) => new(keys.ToDictionary(key => key));
}

internal sealed class HashedOrderedDictionaryConformance(WireVariant variant) : HashedConformance<OrderedDictionary<long, byte>>(variant)
{
    protected override OrderedDictionary<long, byte> Make(IEnumerable<long> keys) => new(keys.Select(key => KeyValuePair.Create(key, (byte)key)));
}

internal sealed class HashedReadOnlyDictionaryConformance(WireVariant variant) : HashedConformance<ReadOnlyDictionary<long, string?>>(variant)
{
    protected override ReadOnlyDictionary<long, string?> Make(IEnumerable<long> keys) => new(keys.ToDictionary(key => key, _ => (string?)null));
}

internal sealed class HashedReadOnlySetConformance(WireVariant variant) : HashedConformance<ReadOnlySet<long>>(variant)
{
    protected override ReadOnlySet<long> Make(IEnumerable<long> keys) => new(keys.ToHashSet());
}

/// <summary>Tables that are in the order of their hashes.</summary>
internal abstract class HashOrderedConformance<T>(WireVariant variant) : HashedConformance<T>(variant)
{
    protected override bool HasOneEncoding => false;
}

internal sealed class HashedConcurrentDictionaryConformance(WireVariant variant) : HashOrderedConformance<ConcurrentDictionary<long, int>>(variant)
{
    protected override ConcurrentDictionary<long, int> Make(IEnumerable<long> keys) => new(keys.Select(key => KeyValuePair.Create(key, (int)key)));
}

internal sealed class HashedImmutableDictionaryConformance(WireVariant variant) : HashOrderedConformance<ImmutableDictionary<long, int>>(variant)
{
    protected override ImmutableDictionary<long, int> Make(IEnumerable<long> keys) => keys.ToImmutableDictionary(key => key, key => (int)key);
}

internal sealed class HashedImmutableSetConformance(WireVariant variant) : HashOrderedConformance<ImmutableHashSet<long>>(variant)
{
    protected override ImmutableHashSet<long> Make(IEnumerable<long> keys) => [.. keys];
}

internal sealed class HashedFrozenDictionaryConformance(WireVariant variant) : HashOrderedConformance<FrozenDictionary<long, int>>(variant)
{
    protected override FrozenDictionary<long, int> Make(IEnumerable<long> keys) => keys.ToFrozenDictionary(key => key, key => (int)key);
}

internal sealed class HashedFrozenSetConformance(WireVariant variant) : HashOrderedConformance<FrozenSet<long>>(variant)
{
    protected override FrozenSet<long> Make(IEnumerable<long> keys) => [.. keys];
}
