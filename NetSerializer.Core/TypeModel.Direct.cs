using System.Buffers;
using System.Runtime.CompilerServices;
using NetSerializer.Dispatch;

namespace NetSerializer;

// Roots without an id.
public sealed partial class TypeModel
{
    /// <summary>
    /// Writes a value without its type id, as a member declared as <typeparamref name="T"/>. Only <c>DeserializeDirect</c> with the same
    /// <typeparamref name="T"/> reads it: the bytes do not tell their type.
    /// </summary>
    /// <remarks>
    /// Direct buffer form: for a <c>DeserializeDirect</c> of a span or a sequence. A T that admits several types has an id even so. Use this where both
    /// sides agree on T and each byte counts, as for numbers and small structs.
    /// </remarks>
    /// <example><code>byte[] bytes = model.SerializeDirect(new Point(1, 2)); var point = model.DeserializeDirect&lt;Point&gt;(bytes);</code></example>
    /// <exception cref="ValueNotSerializableException">The value cannot be written.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte[] SerializeDirect<T>(T value) => _core.DirectRoot<T>().Serialize(_core, in value);

    /// <summary>As <see cref="SerializeDirect{T}(T)"/>, appended to <paramref name="destination"/>.</summary>
    /// <inheritdoc cref="SerializeDirect{T}(T)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SerializeDirect<T>(IBufferWriter<byte> destination, T value) => _core.DirectRoot<T>().Serialize(_core, destination, in value);

    /// <summary>As <see cref="SerializeDirect{T}(T)"/>, into <paramref name="destination"/> if it has room.</summary>
    /// <inheritdoc cref="SerializeDirect{T}(T)"/>
    /// <returns>False when the value does not fit; <paramref name="written"/> is 0 then.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TrySerializeDirect<T>(Span<byte> destination, T value, out int written) =>
        _core.DirectRoot<T>().TrySerialize(_core, destination, in value, out written);

    /// <summary>As <see cref="SerializeDirect{T}(T)"/>, to a stream, as a row of chunks.</summary>
    /// <remarks>Direct stream form: for a <c>DeserializeDirect</c> of a stream, with the same T.</remarks>
    /// <inheritdoc cref="SerializeDirect{T}(T)" path="/exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SerializeDirect<T>(Stream destination, T value) => _core.DirectRoot<T>().Serialize(_core, destination, in value);

    /// <inheritdoc cref="SerializeDirect{T}(Stream, T)"/>
    /// <exception cref="OperationCanceledException">Cancelled: the stream may end inside the value.</exception>
    public ValueTask SerializeDirectAsync<T>(Stream destination, T value, CancellationToken cancellationToken = default) =>
        _core.DirectRoot<T>().SerializeAsync(_core, destination, value, cancellationToken);

    /// <summary>Reads a value that <see cref="SerializeDirect{T}(T)"/> wrote with the same <typeparamref name="T"/> and that takes all bytes.</summary>
    /// <remarks>Direct buffer form: the bytes that <c>SerializeDirect</c> wrote to an array, a span or a buffer writer.</remarks>
    /// <exception cref="MalformedDataException">The bytes are no such value.</exception>
    /// <exception cref="ValueNotSerializableException">The model does not have the T of the call.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T? DeserializeDirect<T>(ReadOnlySpan<byte> source) => _core.DirectRoot<T>().Deserialize(_core, source);

    /// <summary>As <see cref="DeserializeDirect{T}(ReadOnlySpan{byte})"/>, at the start of the bytes; <paramref name="consumed"/> is its length.</summary>
    /// <inheritdoc cref="DeserializeDirect{T}(ReadOnlySpan{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T? DeserializeDirect<T>(ReadOnlySpan<byte> source, out int consumed) =>
        _core.DirectRoot<T>().Deserialize(_core, source, Extent.Open, out consumed);

    /// <summary>As <see cref="DeserializeDirect{T}(ReadOnlySpan{byte})"/>, from segments that may part the value anywhere.</summary>
    /// <inheritdoc cref="DeserializeDirect{T}(ReadOnlySpan{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T? DeserializeDirect<T>(in ReadOnlySequence<byte> source) => _core.DirectRoot<T>().Deserialize(_core, source, Extent.Whole, out _);

    /// <summary>As <see cref="DeserializeDirect{T}(ReadOnlySpan{byte}, out int)"/>, from segments that may part the value anywhere.</summary>
    /// <inheritdoc cref="DeserializeDirect{T}(ReadOnlySpan{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T? DeserializeDirect<T>(in ReadOnlySequence<byte> source, out long consumed) =>
        _core.DirectRoot<T>().Deserialize(_core, source, Extent.Open, out consumed);

    /// <summary>As <see cref="DeserializeDirect{T}(ReadOnlySpan{byte})"/>, the next value of a stream, and no byte behind it.</summary>
    /// <remarks>Direct stream form: the bytes that <c>SerializeDirect</c> wrote to a stream with the same T.</remarks>
    /// <exception cref="EndOfStreamException">The stream ends before the first byte of a value.</exception>
    /// <inheritdoc cref="DeserializeDirect{T}(ReadOnlySpan{byte})" path="/exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T? DeserializeDirect<T>(Stream source) => _core.DirectRoot<T>().Deserialize(_core, source);

    /// <inheritdoc cref="DeserializeDirect{T}(Stream)"/>
    /// <exception cref="OperationCanceledException">Cancelled: the stream stands somewhere inside the value.</exception>
    public ValueTask<T?> DeserializeDirectAsync<T>(Stream source, CancellationToken cancellationToken = default) =>
        _core.DirectRoot<T>().DeserializeAsync(_core, source, cancellationToken);
}
