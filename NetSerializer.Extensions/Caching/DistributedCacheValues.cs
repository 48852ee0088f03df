using System.Buffers;
using Microsoft.Extensions.Caching.Distributed;

namespace NetSerializer;

/// <summary>
/// Values in an <see cref="IDistributedCache"/>, each behind a tag of its model. An entry of another model, or a damaged one, is no entry. Thread-safe as
/// the cache is.
/// </summary>
public static class DistributedCacheValues
{
    /// <summary>Writes a value.</summary>
    /// <param name="cache">The cache.</param>
    /// <param name="model">The model.</param>
    /// <param name="key">The key.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">When the entry expires; null for the default of the cache.</param>
    /// <example><code>cache.SetValue(model, "order 7", order);</code></example>
    /// <exception cref="ValueNotSerializableException">The value cannot be written. The cache stays as it is.</exception>
    public static void SetValue<T>(this IDistributedCache cache, TypeModel model, string key, T value, DistributedCacheEntryOptions? options = null)
    {
        Require(cache, model);
        cache.Set(key, model.SerializeTagged(value), options ?? new DistributedCacheEntryOptions());
    }

    /// <inheritdoc cref="SetValue{T}"/>
    /// <param name="cache">The cache.</param>
    /// <param name="model">The model.</param>
    /// <param name="key">The key.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">When the entry expires; null for the default of the cache.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public static Task SetValueAsync<T>(
        this IDistributedCache cache, TypeModel model, string key, T value, DistributedCacheEntryOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        Require(cache, model);
        return cache.SetAsync(key, model.SerializeTagged(value), options ?? new DistributedCacheEntryOptions(), cancellationToken);
    }

    /// <summary>Reads a value.</summary>
    /// <param name="cache">The cache.</param>
    /// <param name="model">The model.</param>
    /// <param name="key">The key.</param>
    /// <param name="value">The value, which may be null if null was written.</param>
    /// <returns>False where there is no entry that this model can read: the value is to be made anew.</returns>
    /// <example><code>if (!cache.TryGetValue(model, "order 7", out Order? order)) { order = Load(7); }</code></example>
    /// <exception cref="ValueNotSerializableException">The model does not have the T of the call.</exception>
    public static bool TryGetValue<T>(this IDistributedCache cache, TypeModel model, string key, out T? value)
    {
        Require(cache, model);
        return TryRead(model, cache.Get(key), out value);
    }

    /// <summary>Reads a value; Found is false where there is no entry that this model can read.</summary>
    /// <param name="cache">The cache.</param>
    /// <param name="model">The model.</param>
    /// <param name="key">The key.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <exception cref="ValueNotSerializableException">The model does not have the T of the call.</exception>
    public static async Task<(bool Found, T? Value)> TryGetValueAsync<T>(
        this IDistributedCache cache, TypeModel model, string key, CancellationToken cancellationToken = default)
    {
        Require(cache, model);
        byte[]? entry = await cache.GetAsync(key, cancellationToken).ConfigureAwait(false);
        return (TryRead(model, entry, out T? value), value);
    }

    /// <summary>
    /// Reads a value, or makes it and writes it. Calls at the same time each make it: <c>HybridCache</c> spares that.
    /// </summary>
    /// <param name="cache">The cache.</param>
    /// <param name="model">The model.</param>
    /// <param name="key">The key.</param>
    /// <param name="factory">Makes the value where there is no entry that this model can read.</param>
    /// <param name="options">When the entry expires; null for the default of the cache.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <example><code>Order order = await cache.GetOrCreateValueAsync(model, "order 7", token => LoadAsync(7, token));</code></example>
    /// <exception cref="ValueNotSerializableException">The model does not have the T of the call, or the value cannot be written.</exception>
    public static async Task<T> GetOrCreateValueAsync<T>(
        this IDistributedCache cache, TypeModel model, string key, Func<CancellationToken, Task<T>> factory, DistributedCacheEntryOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(factory);
        (bool found, T? value) = await cache.TryGetValueAsync<T>(model, key, cancellationToken).ConfigureAwait(false);
        if (found)
        {
            return value!;
        }
        T made = await factory(cancellationToken).ConfigureAwait(false);
        await cache.SetValueAsync(model, key, made, options, cancellationToken).ConfigureAwait(false);
        return made;
    }

    private static bool TryRead<T>(TypeModel model, byte[]? entry, out T? value)
    {
        value = default;
        return entry != null && CacheEntry.TryRead(model, new ReadOnlySequence<byte>(entry), out value);
    }

    private static void Require(IDistributedCache cache, TypeModel model)
    {
        ArgumentNullException.ThrowIfNull(cache);
        ArgumentNullException.ThrowIfNull(model);
    }
}
