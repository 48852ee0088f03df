using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.Options;

namespace NetSerializer;

/// <summary>
/// A hybrid cache for which an entry that no serializer can read is a miss. A hybrid cache by itself hands an exception of a serializer to the caller, and
/// goes on doing so until the entry expires.
/// </summary>
internal sealed class MissingHybridCache(HybridCache inner, IOptions<HybridCacheOptions> defaults) : HybridCache
{
    private const HybridCacheEntryFlags NoReading = HybridCacheEntryFlags.DisableLocalCacheRead | HybridCacheEntryFlags.DisableDistributedCacheRead;

    public override async ValueTask<T> GetOrCreateAsync<TState, T>(
        string key, TState state, Func<TState, CancellationToken, ValueTask<T>> factory, HybridCacheEntryOptions? options = null,
        IEnumerable<string>? tags = null, CancellationToken cancellationToken = default)
    {
        try
        {
            return await inner.GetOrCreateAsync(key, state, factory, options, tags, cancellationToken).ConfigureAwait(false);
        }
        catch (UnreadableEntryException)
        {
            return await inner.GetOrCreateAsync(key, state, factory, WithoutReading(options), tags, cancellationToken).ConfigureAwait(false);
        }
    }

    public override ValueTask SetAsync<T>(
        string key, T value, HybridCacheEntryOptions? options = null, IEnumerable<string>? tags = null, CancellationToken cancellationToken = default) =>
        inner.SetAsync(key, value, options, tags, cancellationToken);

    public override ValueTask RemoveAsync(string key, CancellationToken cancellationToken = default) => inner.RemoveAsync(key, cancellationToken);

    public override ValueTask RemoveByTagAsync(string tag, CancellationToken cancellationToken = default) => inner.RemoveByTagAsync(tag, cancellationToken);

    // The value is made and written over the entry, on both levels.
    private HybridCacheEntryOptions WithoutReading(HybridCacheEntryOptions? options) => new()
    {
        Expiration = options?.Expiration,
        LocalCacheExpiration = options?.LocalCacheExpiration,
        Flags = (options?.Flags ?? defaults.Value.DefaultEntryOptions?.Flags ?? HybridCacheEntryFlags.None) | NoReading,
    };
}
