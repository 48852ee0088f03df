using System.Buffers;
using NetSerializer.Dispatch;

namespace NetSerializer;

// Calls for callers that know the declared type at run time only. Serialize<T> writes the same bytes.
public sealed partial class TypeModel
{
    /// <summary>
    /// As <see cref="Serialize{T}(T)"/> with <paramref name="declared"/> in place of T, for callers that know the type at run time only.
    /// </summary>
    /// <remarks>Buffer form: for a <c>Deserialize</c> of a span or a sequence.</remarks>
    /// <example><code>byte[] bytes = model.Serialize(parameter.ParameterType, argument);</code></example>
    /// <exception cref="ArgumentException">The value is not of the declared type. Nothing is written.</exception>
    /// <exception cref="ValueNotSerializableException">The value cannot be written.</exception>
    public byte[] Serialize(Type declared, object? value) => RootFor(declared, value).Serialize(_core, in value);

    /// <inheritdoc cref="Serialize(Type, object?)"/>
    public void Serialize(Type declared, object? value, IBufferWriter<byte> destination) => RootFor(declared, value).Serialize(_core, destination, in value);

    /// <inheritdoc cref="Serialize(Type, object?)"/>
    /// <remarks>Stream form: for a <c>Deserialize</c> of a stream.</remarks>
    public void Serialize(Type declared, object? value, Stream destination) => RootFor(declared, value).Serialize(_core, destination, in value);

    /// <inheritdoc cref="Serialize(Type, object?)"/>
    /// <returns>False when the value does not fit; <paramref name="written"/> is 0 then.</returns>
    public bool TrySerialize(Type declared, object? value, Span<byte> destination, out int written) =>
        RootFor(declared, value).TrySerialize(_core, destination, in value, out written);

    /// <inheritdoc cref="Serialize(Type, object?, Stream)"/>
    /// <exception cref="OperationCanceledException">Cancelled: the stream may end inside the value.</exception>
    public ValueTask SerializeAsync(Type declared, object? value, Stream destination, CancellationToken cancellationToken = default) =>
        RootFor(declared, value).SerializeAsync(_core, destination, value, cancellationToken);

    /// <summary>
    /// As <see cref="Deserialize{T}(ReadOnlySpan{byte})"/> with <paramref name="declared"/> in place of T. A value of another type is refused before
    /// anything of it is made.
    /// </summary>
    /// <remarks>Buffer form: the bytes that <c>Serialize</c> wrote to an array, a span or a buffer writer.</remarks>
    /// <example><code>object? argument = model.Deserialize(parameter.ParameterType, bytes);</code></example>
    /// <exception cref="MalformedDataException">The bytes are no value of the declared type.</exception>
    /// <exception cref="ValueNotSerializableException">The model does not have the declared type.</exception>
    public object? Deserialize(Type declared, ReadOnlySpan<byte> source) => _core.Root(declared).Deserialize(_core, source);

    /// <inheritdoc cref="Deserialize(Type, ReadOnlySpan{byte})"/>
    public object? Deserialize(Type declared, ReadOnlySpan<byte> source, out int consumed) =>
        _core.Root(declared).Deserialize(_core, source, Extent.Open, out consumed);

    /// <inheritdoc cref="Deserialize(Type, ReadOnlySpan{byte})"/>
    public object? Deserialize(Type declared, in ReadOnlySequence<byte> source) => _core.Root(declared).Deserialize(_core, source, Extent.Whole, out _);

    /// <inheritdoc cref="Deserialize(Type, ReadOnlySpan{byte})"/>
    public object? Deserialize(Type declared, in ReadOnlySequence<byte> source, out long consumed) =>
        _core.Root(declared).Deserialize(_core, source, Extent.Open, out consumed);

    /// <inheritdoc cref="Deserialize(Type, ReadOnlySpan{byte})"/>
    /// <remarks>Stream form: the bytes that <c>Serialize</c> wrote to a stream.</remarks>
    /// <exception cref="EndOfStreamException">The stream ends before the first byte of a value.</exception>
    public object? Deserialize(Type declared, Stream source) => _core.Root(declared).Deserialize(_core, source);

    /// <inheritdoc cref="Deserialize(Type, Stream)"/>
    /// <exception cref="OperationCanceledException">Cancelled: the stream stands somewhere inside the value.</exception>
    public ValueTask<object?> DeserializeAsync(Type declared, Stream source, CancellationToken cancellationToken = default) =>
        _core.Root(declared).DeserializeAsync(_core, source, cancellationToken);

    private RootSlot<object?> RootFor(Type declared, object? value) => _core.RootFor(declared, value);
}
