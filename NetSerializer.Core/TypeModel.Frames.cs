using System.Buffers;
using System.IO.Pipelines;
using NetSerializer.Dispatch;

namespace NetSerializer;

// Frames: the stream form on buffers and pipes.
public sealed partial class TypeModel
{
    /// <summary>
    /// Appends a value as a frame, in the bytes of <see cref="Serialize{T}(Stream, T)"/>: a reader finds its end. Frames are read by
    /// <see cref="TryDeserializeFramed{T}"/> and by <see cref="Deserialize{T}(Stream)"/>, and not by calls on arrays, whose bytes have no chunks.
    /// </summary>
    /// <example><code>
    /// model.SerializeFramed(writer, order);
    /// while (model.TryDeserializeFramed(ref received, out Order? order)) { Handle(order); }
    /// </code></example>
    /// <inheritdoc cref="Serialize{T}(Stream, T)" path="/remarks"/>
    /// <exception cref="ValueNotSerializableException">The value cannot be written.</exception>
    public void SerializeFramed<T>(IBufferWriter<byte> destination, T value) => _core.Root<T>().SerializeFramed(_core, destination, in value);

    /// <summary>As <see cref="SerializeFramed{T}"/> with <paramref name="declared"/> in place of T.</summary>
    /// <exception cref="ArgumentException">The value is not of the declared type. Nothing is written.</exception>
    public void SerializeFramed(Type declared, object? value, IBufferWriter<byte> destination) =>
        RootFor(declared, value).SerializeFramed(_core, destination, in value);

    /// <summary>Reads the frame at the start of <paramref name="source"/>, if all of it is there, and takes it off.</summary>
    /// <param name="source">
    /// The received bytes. A whole frame is taken off, also when the value in it is refused: the next frame can be read.
    /// </param>
    /// <param name="value">The value.</param>
    /// <returns>
    /// False when more bytes are needed. They are no more than <see cref="SerializerLimits.MaxInputBytes"/> and the chunk headers. Each call looks at the
    /// headers anew; a <see cref="PipeReader"/> spares that.
    /// </returns>
    /// <exception cref="MalformedDataException">
    /// The value is no T. Or no frame begins here or it is longer than the limit, and <paramref name="source"/> stays as it is.
    /// </exception>
    public bool TryDeserializeFramed<T>(ref ReadOnlySequence<byte> source, out T? value) =>
        _core.Root<T>().TryDeserializeFramed(_core, ref source, out value);

    /// <inheritdoc cref="TryDeserializeFramed{T}"/>
    /// <param name="declared">Stands in place of T.</param>
    /// <param name="source">The received bytes.</param>
    /// <param name="value">The value.</param>
    public bool TryDeserializeFramed(Type declared, ref ReadOnlySequence<byte> source, out object? value) =>
        _core.Root(declared).TryDeserializeFramed<object?>(_core, ref source, out value);

    /// <summary>As <see cref="SerializeFramed{T}"/>, to a pipe, and flushes it. For one call at a time on a pipe.</summary>
    /// <returns>The result of the flush: whether it was cancelled, and whether anybody still reads.</returns>
    /// <exception cref="ValueNotSerializableException">The value cannot be written; nothing is flushed.</exception>
    /// <exception cref="OperationCanceledException">Cancelled while flushing: the value is in the pipe.</exception>
    public ValueTask<FlushResult> SerializeFramedAsync<T>(PipeWriter destination, T value, CancellationToken cancellationToken = default) =>
        _core.Root<T>().SerializeFramedAsync(_core, destination, value, cancellationToken);

    /// <summary>
    /// Awaits the next frame of a pipe, reads it where it lies and takes it off. For one call at a time on a pipe. No more bytes are waited for than
    /// <see cref="SerializerLimits.MaxInputBytes"/> and the chunk headers.
    /// </summary>
    /// <exception cref="EndOfStreamException">The pipe ends before the first byte of a value.</exception>
    /// <exception cref="MalformedDataException">
    /// The value is no T, and the next one can be read. Or no frame begins here, it is cut short or longer than the limit: nothing is taken off.
    /// </exception>
    /// <exception cref="OperationCanceledException">Cancelled, by the token or by CancelPendingRead: nothing is taken off.</exception>
    public ValueTask<T?> DeserializeFramedAsync<T>(PipeReader source, CancellationToken cancellationToken = default) =>
        _core.Root<T>().DeserializeFramedAsync(_core, source, cancellationToken);

    /// <inheritdoc cref="DeserializeFramedAsync{T}"/>
    public ValueTask<object?> DeserializeFramedAsync(PipeReader source, CancellationToken cancellationToken = default) =>
        DeserializeFramedAsync<object>(source, cancellationToken);

    /// <summary>As <see cref="DeserializeFramedAsync{T}"/>; Found is false at the clean end of the pipe.</summary>
    /// <inheritdoc cref="DeserializeFramedAsync{T}" path="/exception[position() > 1]"/>
    public ValueTask<(bool Found, T? Value)> TryDeserializeFramedAsync<T>(PipeReader source, CancellationToken cancellationToken = default) =>
        _core.Root<T>().TryDeserializeFramedAsync(_core, source, cancellationToken);

    /// <inheritdoc cref="TryDeserializeFramedAsync{T}"/>
    public ValueTask<(bool Found, object? Value)> TryDeserializeFramedAsync(PipeReader source, CancellationToken cancellationToken = default) =>
        TryDeserializeFramedAsync<object>(source, cancellationToken);
}
