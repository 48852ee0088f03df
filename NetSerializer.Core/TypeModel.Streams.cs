namespace NetSerializer;

public sealed partial class TypeModel
{
    /// <summary>Writes a value to a stream. It is encoded at once, in memory, and sent as one chunk.</summary>
    /// <exception cref="OperationCanceledException">Cancelled: the stream may end inside the value.</exception>
    public ValueTask SerializeAsync<T>(Stream destination, T value, CancellationToken cancellationToken = default) =>
        _core.Root<T>().SerializeAsync(_core, destination, value, cancellationToken);

    /// <summary>Awaits the next value of a stream, and reads no byte behind it. It is decoded when all its bytes are there.</summary>
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

    /// <summary>
    /// Opens a session that writes many values to <paramref name="destination"/> with nothing between them, through a buffer of its own. What it writes
    /// is for <see cref="OpenReader"/>, and not for <c>Deserialize</c> of a stream, whose bytes differ.
    /// </summary>
    /// <param name="destination">The stream; the session is the only one to write to it.</param>
    /// <param name="leaveOpen">Whether closing the session leaves the stream open.</param>
    public ValueWriter OpenWriter(Stream destination, bool leaveOpen = false)
    {
        ArgumentNullException.ThrowIfNull(destination);
        return new ValueWriter(_core, destination, leaveOpen);
    }

    /// <summary>Opens a session that reads what <see cref="OpenWriter"/> wrote, and not what <c>Serialize</c> wrote to a stream. It reads ahead.</summary>
    /// <param name="source">The stream; the session is the only one to read from it.</param>
    /// <param name="leaveOpen">Whether closing the session leaves the stream open.</param>
    public ValueReader OpenReader(Stream source, bool leaveOpen = false)
    {
        ArgumentNullException.ThrowIfNull(source);
        return new ValueReader(_core, source, leaveOpen);
    }
}
