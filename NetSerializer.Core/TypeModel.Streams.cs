using NetSerializer.Dispatch;

namespace NetSerializer;

public sealed partial class TypeModel
{
    /// <summary>Writes a value to a stream. It is encoded at once, in memory, and sent as one chunk.</summary>
    /// <remarks>Stream form: for a <c>Deserialize</c> or <c>DeserializeAsync</c> of a stream.</remarks>
    /// <example><code>await model.SerializeAsync(stream, order, cancellationToken);</code></example>
    /// <exception cref="ValueNotSerializableException">The value cannot be written. Nothing of it is sent.</exception>
    /// <exception cref="OperationCanceledException">Cancelled: the stream may end inside the value.</exception>
    public ValueTask SerializeAsync<T>(Stream destination, T value, CancellationToken cancellationToken = default) =>
        _core.Root<T>().SerializeAsync(_core, destination, value, cancellationToken);

    /// <summary>Awaits the next value of a stream, and reads no byte behind it. It is decoded when all its bytes are there.</summary>
    /// <remarks>Stream form: the bytes that <c>Serialize</c> or <c>SerializeAsync</c> wrote to a stream.</remarks>
    /// <example><code>Order? order = await model.DeserializeAsync&lt;Order&gt;(stream, cancellationToken);</code></example>
    /// <exception cref="MalformedDataException">The bytes are no T. No other exception is caused by bytes.</exception>
    /// <exception cref="ValueNotSerializableException">The model does not have the T of the call.</exception>
    /// <exception cref="EndOfStreamException">The stream ends before the first byte of a value.</exception>
    /// <exception cref="OperationCanceledException">Cancelled: the stream stands somewhere inside the value.</exception>
    public ValueTask<T?> DeserializeAsync<T>(Stream source, CancellationToken cancellationToken = default) =>
        _core.Root<T>().DeserializeAsync(_core, source, cancellationToken);

    /// <inheritdoc cref="SerializeAsync{T}(Stream, T, CancellationToken)"/>
    public ValueTask SerializeAsync(Stream destination, object? value, CancellationToken cancellationToken = default) =>
        SerializeAsync<object?>(destination, value, cancellationToken);

    /// <inheritdoc cref="DeserializeAsync{T}(Stream, CancellationToken)"/>
    public ValueTask<object?> DeserializeAsync(Stream source, CancellationToken cancellationToken = default) =>
        DeserializeAsync<object>(source, cancellationToken);

    /// <summary>Opens a session that writes many values to <paramref name="destination"/> with nothing between them, through a buffer of its own.</summary>
    /// <remarks>Session form: for <see cref="OpenReader"/> alone.</remarks>
    /// <param name="destination">The stream; the session is the only one to write to it.</param>
    /// <param name="leaveOpen">Whether closing the session leaves the stream open.</param>
    /// <example><code>using ValueWriter writer = model.OpenWriter(stream); writer.Write(order); writer.Flush();</code></example>
    public ValueWriter OpenWriter(Stream destination, bool leaveOpen = false)
    {
        ArgumentNullException.ThrowIfNull(destination);
        return new ValueWriter(_core, destination, leaveOpen, []);
    }

    /// <summary>Opens a session that reads the values of a session of <see cref="OpenWriter"/>. It reads ahead.</summary>
    /// <remarks>Session form: the bytes of an <see cref="OpenWriter"/> session, neither values of <c>Serialize</c> to a stream nor a header in front.</remarks>
    /// <param name="source">The stream; the session is the only one to read from it.</param>
    /// <param name="leaveOpen">Whether closing the session leaves the stream open.</param>
    /// <example><code>using ValueReader reader = model.OpenReader(stream); while (reader.TryRead(out Order? order)) { Handle(order); }</code></example>
    public ValueReader OpenReader(Stream source, bool leaveOpen = false)
    {
        ArgumentNullException.ThrowIfNull(source);
        return new ValueReader(_core, source, leaveOpen);
    }
}
