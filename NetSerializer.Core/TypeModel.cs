using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using NetSerializer.Dispatch;
using NetSerializer.Emit;

namespace NetSerializer;

/// <summary>
/// A closed list of types with the code that writes and reads their values. Immutable and safe to use from any number of threads at once. Make it once
/// and keep it, for it keeps the code of each type, which it generates at first use. Two models with equal <see cref="Fingerprint"/> understand each other.
/// </summary>
/// <remarks>
/// A value has one of three forms, and each is read by the calls of that form alone. Buffer form: arrays, spans, sequences and buffer writers. Stream form:
/// streams. Session form: <see cref="OpenWriter"/> and <see cref="OpenReader"/>. In each of them <c>SerializeDirect</c> goes with <c>DeserializeDirect</c>,
/// and everything else with everything else. Writing calls throw <see cref="ValueNotSerializableException"/>, reading calls
/// <see cref="MalformedDataException"/>; see docs/errors.md.
/// </remarks>
/// <example><code>
/// TypeModel model = TypeModel.Create(typeof(Order));
/// byte[] bytes = model.Serialize(order);
/// Order copy = model.Deserialize&lt;Order&gt;(bytes)!;
/// </code></example>
public sealed partial class TypeModel
{
    private readonly ModelCore _core;

    private TypeModel(ModelCore core) => _core = core;

    /// <summary>Makes a model of <paramref name="types"/> and everything that their members can hold.</summary>
    /// <param name="types">
    /// The roots: every type that is serialized by itself or stands behind a member of a base type, interface or object. Both sides give the same ones
    /// in the same order.
    /// </param>
    /// <example><code>TypeModel model = TypeModel.Create(typeof(Order), typeof(Invoice));</code></example>
    /// <exception cref="TypeModelException">Some of the types cannot travel. It lists every problem with its path and cure.</exception>
    /// <exception cref="PlatformNotSupportedException">The program was published trimmed or ahead of time, or the machine is big-endian.</exception>
    [RequiresDynamicCode(RunTimeCode.Needed), RequiresUnreferencedCode(RunTimeCode.Needed)]
    public static TypeModel Create(params IEnumerable<Type> types) => Create(types, SerializerOptions.Default);

    /// <inheritdoc cref="Create(IEnumerable{Type})"/>
    /// <param name="types">The roots.</param>
    /// <param name="options">The settings; null for the default ones.</param>
    /// <example><code>
    /// var options = new SerializerOptions { References = ReferenceHandling.Preserve };
    /// TypeModel model = TypeModel.Create([typeof(Employee)], options);
    /// </code></example>
    [RequiresDynamicCode(RunTimeCode.Needed), RequiresUnreferencedCode(RunTimeCode.Needed)]
    public static TypeModel Create(IEnumerable<Type> types, SerializerOptions? options)
    {
        ArgumentNullException.ThrowIfNull(types);
        // An array apart: the runtime would have to compile the code for its interfaces.
        Type[] roots = types is Type[] array ? (Type[])array.Clone() : ToArray(types);
        return new TypeModel(ModelCore.Create(roots, (options ?? SerializerOptions.Default).Snapshot()));
    }

    private static Type[] ToArray(IEnumerable<Type> types) => [.. types];

    /// <summary>The settings of the model.</summary>
    public SerializerOptions Options => _core.Options;

    /// <summary>All types of the model with their ids, built-in ones included.</summary>
    public TypeIdTable TypeIds => _core.TypeIds;

    /// <summary>The SHA-256 of <see cref="Describe"/>, 32 bytes: equal on both sides when the bytes of one are values for the other.</summary>
    public ReadOnlyMemory<byte> Fingerprint => _core.Schema.Fingerprint;

    /// <summary>The agreement of the two sides as stable text, one line for each type and member (docs/wire-format.md, section 10).</summary>
    public string Describe() => _core.Schema.Text;

    /// <summary>The same agreement as an object, which can be sent, stored and read without the types.</summary>
    /// <example><code>File.WriteAllBytes("orders.schema", model.Schema.ToBytes());</code></example>
    public WireSchema Schema => _core.Schema;

    /// <summary>
    /// A model with more types and the same options. The types of this one keep their ids. New types get the next free ids, since
    /// <see cref="SerializerOptions.TypeIds"/> can name no type that this model lacks.
    /// </summary>
    /// <param name="types">The additional roots.</param>
    /// <example><code>TypeModel larger = model.With(typeof(Plugin));</code></example>
    /// <exception cref="TypeModelException">Some of the types cannot travel.</exception>
    /// <remarks>A slot that admitted one type may admit several now, which changes its form: both sides must make the step.</remarks>
    [RequiresDynamicCode(RunTimeCode.Needed), RequiresUnreferencedCode(RunTimeCode.Needed)]
    public TypeModel With(params IEnumerable<Type> types)
    {
        ArgumentNullException.ThrowIfNull(types);
        return new TypeModel(ModelCore.Create([.. _core.Roots, .. types], Options));
    }

    /// <summary>The generated methods as text: C# statements with the IL that implements them.</summary>
    public string ListGeneratedCode() => _core.ListGeneratedCode();

    internal ModelCore Core => _core;

    // These are inlined, so that the caller's code, which knows T, finds the slot. Generic code that reference types share would look T up.

    /// <summary>
    /// Writes a value, with the id of its type, into an array of its own, for <c>Deserialize</c> of arrays, spans and sequences: the bytes of streams
    /// differ, and stream calls do not read these. Any T that admits the value does, and the untyped calls. A session of one value has the same bytes.
    /// </summary>
    /// <remarks>Buffer form: for a <c>Deserialize</c> of a span or a sequence.</remarks>
    /// <example><code>byte[] bytes = model.Serialize(order); var order = model.Deserialize&lt;Order&gt;(bytes);</code></example>
    /// <exception cref="ValueNotSerializableException">The value cannot be written: most often its type is not in the model.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte[] Serialize<T>(T value) => _core.Root<T>().Serialize(_core, in value);

    /// <summary>
    /// Appends a value to <paramref name="destination"/>, in the bytes of <see cref="Serialize{T}(T)"/>. When it fails, the destination may have been
    /// advanced over bytes of an unfinished value.
    /// </summary>
    /// <example><code>var buffer = new ArrayBufferWriter&lt;byte&gt;(); model.Serialize(buffer, order); Send(buffer.WrittenSpan);</code></example>
    /// <inheritdoc cref="Serialize{T}(T)" path="/remarks"/>
    /// <inheritdoc cref="Serialize{T}(T)" path="/exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Serialize<T>(IBufferWriter<byte> destination, T value) => _core.Root<T>().Serialize(_core, destination, in value);

    /// <summary>Writes a value into <paramref name="destination"/> if it has room.</summary>
    /// <param name="destination">Where to write; its content is unspecified when the value does not fit.</param>
    /// <param name="value">The value.</param>
    /// <param name="written">How many bytes the value took; 0 when it does not fit.</param>
    /// <returns>False when the value does not fit.</returns>
    /// <example><code>if (model.TrySerialize(buffer, order, out int written)) { Send(buffer[..written]); }</code></example>
    /// <inheritdoc cref="Serialize{T}(T)" path="/remarks"/>
    /// <inheritdoc cref="Serialize{T}(T)" path="/exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TrySerialize<T>(Span<byte> destination, T value, out int written) => _core.Root<T>().TrySerialize(_core, destination, in value, out written);

    /// <summary>
    /// Writes a value to a stream as a row of chunks, for <c>Deserialize</c> of streams, so that a reader knows where it ends: these are not the bytes
    /// of arrays or sessions. Values of any size are streamed in constant memory.
    /// </summary>
    /// <remarks>
    /// Stream form: for a <c>Deserialize</c> of a stream, and neither for one of the bytes nor for a session. A value that fails before its first chunk is
    /// sent leaves no trace; one that fails later is marked as aborted, which its reader sees as <see cref="ErrorCode.ValueAborted"/>. The first chunk is
    /// sent when a buffer of 64 KiB is full.
    /// </remarks>
    /// <example><code>model.Serialize(stream, order); var order = model.Deserialize&lt;Order&gt;(stream);</code></example>
    /// <inheritdoc cref="Serialize{T}(T)" path="/exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Serialize<T>(Stream destination, T value) => _core.Root<T>().Serialize(_core, destination, in value);

    /// <summary>Writes a value of any type of the model into an array of its own.</summary>
    /// <inheritdoc cref="Serialize{T}(T)"/>
    public byte[] Serialize(object? value) => Serialize<object?>(value);

    /// <summary>Appends a value of any type of the model to <paramref name="destination"/>.</summary>
    /// <inheritdoc cref="Serialize{T}(IBufferWriter{byte}, T)"/>
    public void Serialize(IBufferWriter<byte> destination, object? value) => Serialize<object?>(destination, value);

    /// <inheritdoc cref="TrySerialize{T}(Span{byte}, T, out int)"/>
    public bool TrySerialize(Span<byte> destination, object? value, out int written) => TrySerialize<object?>(destination, value, out written);

    /// <summary>Writes a value of any type of the model to a stream. The same bytes as <see cref="Serialize{T}(Stream, T)"/> with any T.</summary>
    /// <inheritdoc cref="Serialize{T}(Stream, T)"/>
    public void Serialize(Stream destination, object? value) => Serialize<object?>(destination, value);

    /// <summary>
    /// Reads a value that <c>Serialize</c> wrote to an array, a span or a buffer writer, and that takes all of <paramref name="source"/>; bytes of a
    /// stream are read by the stream calls alone. A value that is no <typeparamref name="T"/> fails with
    /// <see cref="ErrorCode.TypeIdNotAdmitted"/> before anything of it is made.
    /// </summary>
    /// <remarks>Buffer form: the bytes that <c>Serialize</c> wrote to an array, a span or a buffer writer.</remarks>
    /// <example><code>Order? order = model.Deserialize&lt;Order&gt;(bytes);</code></example>
    /// <exception cref="MalformedDataException">The bytes are no T. No other exception is caused by bytes.</exception>
    /// <exception cref="ValueNotSerializableException">The model does not have the T of the call.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T? Deserialize<T>(ReadOnlySpan<byte> source) => _core.Root<T>().Deserialize(_core, source);

    /// <summary>Reads the value at the start of <paramref name="source"/>; <paramref name="consumed"/> is its length in bytes.</summary>
    /// <example><code>while (bytes.Length > 0) { Handle(model.Deserialize&lt;Order&gt;(bytes, out int consumed)); bytes = bytes[consumed..]; }</code></example>
    /// <inheritdoc cref="Deserialize{T}(ReadOnlySpan{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T? Deserialize<T>(ReadOnlySpan<byte> source, out int consumed) => _core.Root<T>().Deserialize(_core, source, Extent.Open, out consumed);

    /// <summary>Reads a value that takes all of <paramref name="source"/>, whose segments may part it anywhere.</summary>
    /// <inheritdoc cref="Deserialize{T}(ReadOnlySpan{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T? Deserialize<T>(in ReadOnlySequence<byte> source) => _core.Root<T>().Deserialize(_core, source, Extent.Whole, out _);

    /// <summary>Reads the value at the start of <paramref name="source"/>; <paramref name="consumed"/> is its length in bytes.</summary>
    /// <inheritdoc cref="Deserialize{T}(ReadOnlySpan{byte}, out int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T? Deserialize<T>(in ReadOnlySequence<byte> source, out long consumed) => _core.Root<T>().Deserialize(_core, source, Extent.Open, out consumed);

    /// <summary>Reads the next value of a stream, and no byte behind it.</summary>
    /// <remarks>Stream form: the bytes that <c>Serialize</c> wrote to a stream.</remarks>
    /// <example><code>Order? order = model.Deserialize&lt;Order&gt;(stream);</code></example>
    /// <exception cref="EndOfStreamException">The stream ends before the first byte of a value.</exception>
    /// <inheritdoc cref="Deserialize{T}(ReadOnlySpan{byte})" path="/exception"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T? Deserialize<T>(Stream source) => _core.Root<T>().Deserialize(_core, source);

    /// <summary>Reads the next value of a stream, of any type of the model.</summary>
    /// <example><code>switch (model.Deserialize(stream)) { case Order order: Handle(order); break; }</code></example>
    /// <inheritdoc cref="Deserialize{T}(Stream)"/>
    public object? Deserialize(Stream source) => Deserialize<object>(source);

    /// <summary>Reads a value of any type of the model that takes all of <paramref name="source"/>.</summary>
    /// <inheritdoc cref="Deserialize{T}(ReadOnlySpan{byte})"/>
    public object? Deserialize(ReadOnlySpan<byte> source) => Deserialize<object>(source);

    /// <inheritdoc cref="Deserialize{T}(ReadOnlySpan{byte}, out int)"/>
    public object? Deserialize(ReadOnlySpan<byte> source, out int consumed) => Deserialize<object>(source, out consumed);

    /// <inheritdoc cref="Deserialize{T}(in ReadOnlySequence{byte})"/>
    public object? Deserialize(in ReadOnlySequence<byte> source) => Deserialize<object>(in source);

    /// <inheritdoc cref="Deserialize{T}(in ReadOnlySequence{byte}, out long)"/>
    public object? Deserialize(in ReadOnlySequence<byte> source, out long consumed) => Deserialize<object>(in source, out consumed);

    /// <summary>A copy that shares nothing with <paramref name="value"/>: written to memory and read back, without limits but those on depth.</summary>
    /// <example><code>Order copy = model.DeepClone(order);</code></example>
    /// <exception cref="ValueNotSerializableException">The value cannot be written.</exception>
    /// <exception cref="MalformedDataException">
    /// The copy cannot be read back: keys that have become equal, such as the keys of items of a KeyedCollection, code of a type that throws,
    /// or a root that is written as no T, such as a uint[] that passes for an int[].
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T DeepClone<T>(T value) => _core.Root<T>().DeepClone(_core, in value);

    /// <summary>
    /// The type of the value at the start of <paramref name="source"/>, without reading the value. For every root that <c>Serialize</c> wrote; bytes
    /// of <c>SerializeDirect</c> do not tell their type.
    /// </summary>
    /// <remarks>Buffer form: not for the bytes of a stream or a session.</remarks>
    /// <example><code>if (model.PeekType(bytes) == typeof(Order)) { Handle(model.Deserialize&lt;Order&gt;(bytes)); }</code></example>
    /// <returns>The type; null for a null value.</returns>
    /// <exception cref="MalformedDataException">There is no type id, or one that the model does not have.</exception>
    public Type? PeekType(ReadOnlySpan<byte> source) => _core.PeekType(source);
}
