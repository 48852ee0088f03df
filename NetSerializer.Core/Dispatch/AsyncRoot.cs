using NetSerializer.IO;

namespace NetSerializer.Dispatch;

/// <summary>The asynchronous calls of TypeModel on streams, and of ValueReader, documented there.</summary>
internal static class AsyncRoot
{
    public static async ValueTask SerializeAsync<T>(this RootSlot<T> root, ModelCore core, Stream destination, T value, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(destination);
        cancellationToken.ThrowIfCancellationRequested();
        using var buffer = new PooledBuffer();
        root.Serialize(core, buffer, value);
        await destination.WriteAsync(buffer.Frame(), cancellationToken).ConfigureAwait(false);
    }

    public static async ValueTask<T?> DeserializeAsync<T>(this RootSlot<T> root, ModelCore core, Stream source, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(source);
        using var chunks = new ChunkCollector(source, core.Limits);
        try
        {
            await chunks.CollectAsync(cancellationToken).ConfigureAwait(false);
            return root.Deserialize(core, chunks.Value);
        }
        catch (MalformedDataException failure) when (SerializerMetrics.Failed(failure))
        {
            throw;
        }
    }

    public static async ValueTask<T?> ReadAsync<T>(this RootSlot<T> root, ModelCore core, SessionSource session, CancellationToken cancellationToken)
    {
        (bool found, T? value) = await root.TryReadAsync(core, session, cancellationToken).ConfigureAwait(false);
        return found ? value : throw ModelCore.EndOfValues();
    }

    public static ValueTask<(bool Found, T? Value)> TryReadAsync<T>(
        this RootSlot<T> root, ModelCore core, SessionSource session, CancellationToken cancellationToken) =>
        new AwaitedRead<T>(root, core, session).TryReadAsync(cancellationToken);
}
