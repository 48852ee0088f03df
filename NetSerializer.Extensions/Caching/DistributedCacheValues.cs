using Microsoft.Extensions.Caching.Distributed;

namespace NetSerializer;

/// <summary>
/// Values in an <see cref="IDistributedCache"/>, each behind a tag of its model. An entry of another model, or a damaged one, is no entry. Calls with a
/// <see cref="SchemaStore"/> in place of the model read the entries of all schemas that the store knows, and write those of its model. Thread-safe as the
/// cache is.
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
        ArgumentNullException.ThrowIfNull(cache);
        ArgumentNullException.ThrowIfNull(model);
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
        ArgumentNullException.ThrowIfNull(cache);
        ArgumentNullException.ThrowIfNull(model);
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
    public static bool TryGetValue<T>(this IDistributedCache cache, TypeModel model, string key, out T? value) =>
        cache.TryGetValue(SchemaStores.Of(model), key, out value);

    /// <inheritdoc cref="TryGetValue{T}(IDistributedCache, TypeModel, string, out T)"/>
    /// <param name="cache">The cache.</param>
    /// <param name="schemas">The model with the schemas of others.</param>
    /// <param name="key">The key.</param>
    /// <param name="value">The value, which may be null if null was written.</param>
    public static bool TryGetValue<T>(this IDistributedCache cache, SchemaStore schemas, string key, out T? value)
    {
        ArgumentNullException.ThrowIfNull(cache);
        ArgumentNullException.ThrowIfNull(schemas);
        return TryRead(schemas, cache.Get(key), out value);
    }

    /// <summary>Reads a value; Found is false where there is no entry that this model can read.</summary>
    /// <param name="cache">The cache.</param>
    /// <param name="model">The model.</param>
    /// <param name="key">The key.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <exception cref="ValueNotSerializableException">The model does not have the T of the call.</exception>
    public static Task<(bool Found, T? Value)> TryGetValueAsync<T>(
        this IDistributedCache cache, TypeModel model, string key, CancellationToken cancellationToken = default) =>
        cache.TryGetValueAsync<T>(SchemaStores.Of(model), key, cancellationToken);

    /// <inheritdoc cref="TryGetValueAsync{T}(IDistributedCache, TypeModel, string, CancellationToken)"/>
    /// <param name="cache">The cache.</param>
    /// <param name="schemas">The model with the schemas of others.</param>
    /// <param name="key">The key.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public static async Task<(bool Found, T? Value)> TryGetValueAsync<T>(
        this IDistributedCache cache, SchemaStore schemas, string key, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(cache);
        ArgumentNullException.ThrowIfNull(schemas);
        byte[]? entry = await cache.GetAsync(key, cancellationToken).ConfigureAwait(false);
        return (TryRead(schemas, entry, out T? value), value);
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
    public static Task<T> GetOrCreateValueAsync<T>(
        this IDistributedCache cache, TypeModel model, string key, Func<CancellationToken, Task<T>> factory, DistributedCacheEntryOptions? options = null,
        CancellationToken cancellationToken = default) =>
        cache.GetOrCreateValueAsync(SchemaStores.Of(model), key, factory, options, cancellationToken);

    /// <summary>As with a model alone; entries of other schemas that the store knows are read too. A value that is made is written with the model.</summary>
    /// <param name="cache">The cache.</param>
    /// <param name="schemas">The model with the schemas of others.</param>
    /// <param name="key">The key.</param>
    /// <param name="factory">Makes the value where there is no entry that this model can read.</param>
    /// <param name="options">When the entry expires; null for the default of the cache.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public static async Task<T> GetOrCreateValueAsync<T>(
        this IDistributedCache cache, SchemaStore schemas, string key, Func<CancellationToken, Task<T>> factory,
        DistributedCacheEntryOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(factory);
        (bool found, T? value) = await cache.TryGetValueAsync<T>(schemas, key, cancellationToken).ConfigureAwait(false);
        if (found)
        {
            return value!;
        }
        T made = await factory(cancellationToken).ConfigureAwait(false);
        await cache.SetValueAsync(schemas.Model, key, made, options, cancellationToken).ConfigureAwait(false);
        return made;
    }

    private static bool TryRead<T>(SchemaStore schemas, byte[]? entry, out T? value)
    {
        value = default;
        return entry != null && schemas.TryDeserialize(entry, out value) == TaggedResult.Value;
    }
}
