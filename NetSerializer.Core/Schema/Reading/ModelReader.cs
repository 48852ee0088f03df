using System.Buffers;
using System.IO.Pipelines;
using NetSerializer.Dispatch;
using NetSerializer.Schema.Reading;

namespace NetSerializer;

/// <summary>
/// Reads data that were written with another schema than that of the model: of an earlier or later version of the types (docs/versioning.md). Immutable
/// and safe to use from any number of threads at once; make it once for each schema and keep it.
/// </summary>
/// <remarks>
/// Where members were added, removed, moved or became wider numbers, code is made for the two schemas, as fast as that of the model. All other data are
/// read into a tree, which becomes bytes of the model; its own reader makes the objects out of them. So nothing but types of the model is ever made,
/// under its limits, and a tree takes memory besides. Failures that show when the objects of a tree are made have no offset.
/// </remarks>
/// <example><code>
/// ModelReader reader = model.ReaderFor(WireSchema.Parse(File.ReadAllBytes("orders.schema")));
/// Order? order = reader.Deserialize&lt;Order&gt;(File.ReadAllBytes("order.bin"));
/// </code></example>
public sealed class ModelReader
{
    // That of the model where the schemas are equal.
    private readonly ModelCore _core;

    internal ModelReader(TypeModel model, WireSchema writer, ResolveOptions options)
    {
        ArgumentNullException.ThrowIfNull(writer);
        (Model, Schema) = (model, writer);
        if (writer.Fingerprint.Span.SequenceEqual(model.Schema.Fingerprint.Span))
        {
            _core = model.Core;
            return;
        }
        var resolved = new ResolvedModel(model.Core, writer, options);
        _core = WriterPlans.TryCompile(resolved) ?? resolved.Decoding;
    }

    // One way of reading, for tests that compare them.
    internal ModelReader(TypeModel model, WireSchema writer, ModelCore core) => (Model, Schema, _core) = (model, writer, core);

    /// <summary>The parts that read the data.</summary>
    internal ModelCore Core => _core;

    /// <summary>The model whose objects are made.</summary>
    public TypeModel Model { get; }

    /// <summary>The schema of the data.</summary>
    public WireSchema Schema { get; }

    /// <inheritdoc cref="TypeModel.Deserialize{T}(ReadOnlySpan{byte})"/>
    public T? Deserialize<T>(ReadOnlySpan<byte> source) => _core.Root<T>().Deserialize(_core, source);

    /// <inheritdoc cref="TypeModel.Deserialize{T}(ReadOnlySpan{byte}, out int)"/>
    public T? Deserialize<T>(ReadOnlySpan<byte> source, out int consumed) => _core.Root<T>().Deserialize(_core, source, Extent.Open, out consumed);

    /// <inheritdoc cref="TypeModel.Deserialize{T}(in ReadOnlySequence{byte})"/>
    public T? Deserialize<T>(in ReadOnlySequence<byte> source) => _core.Root<T>().Deserialize(_core, source, Extent.Whole, out _);

    /// <inheritdoc cref="TypeModel.Deserialize{T}(in ReadOnlySequence{byte}, out long)"/>
    public T? Deserialize<T>(in ReadOnlySequence<byte> source, out long consumed) =>
        _core.Root<T>().Deserialize(_core, source, Extent.Open, out consumed);

    /// <inheritdoc cref="TypeModel.Deserialize{T}(byte[])"/>
    public T? Deserialize<T>(byte[] source)
    {
        ArgumentNullException.ThrowIfNull(source);
        return Deserialize<T>(source.AsSpan());
    }

    /// <inheritdoc cref="TypeModel.Deserialize{T}(Stream)"/>
    public T? Deserialize<T>(Stream source) => _core.Root<T>().Deserialize(_core, source);

    /// <inheritdoc cref="TypeModel.DeserializeAsync{T}(Stream, CancellationToken)"/>
    public ValueTask<T?> DeserializeAsync<T>(Stream source, CancellationToken cancellationToken = default) =>
        _core.Root<T>().DeserializeAsync(_core, source, cancellationToken);

    /// <inheritdoc cref="TypeModel.Deserialize(ReadOnlySpan{byte})"/>
    public object? Deserialize(ReadOnlySpan<byte> source) => Deserialize<object>(source);

    /// <inheritdoc cref="TypeModel.Deserialize(ReadOnlySpan{byte}, out int)"/>
    public object? Deserialize(ReadOnlySpan<byte> source, out int consumed) => Deserialize<object>(source, out consumed);

    /// <inheritdoc cref="TypeModel.Deserialize(in ReadOnlySequence{byte})"/>
    public object? Deserialize(in ReadOnlySequence<byte> source) => Deserialize<object>(in source);

    /// <inheritdoc cref="TypeModel.Deserialize(in ReadOnlySequence{byte}, out long)"/>
    public object? Deserialize(in ReadOnlySequence<byte> source, out long consumed) => Deserialize<object>(in source, out consumed);

    /// <inheritdoc cref="TypeModel.Deserialize(byte[])"/>
    public object? Deserialize(byte[] source) => Deserialize<object>(source);

    /// <inheritdoc cref="TypeModel.Deserialize(Stream)"/>
    public object? Deserialize(Stream source) => Deserialize<object>(source);

    /// <inheritdoc cref="TypeModel.DeserializeAsync(Stream, CancellationToken)"/>
    public ValueTask<object?> DeserializeAsync(Stream source, CancellationToken cancellationToken = default) =>
        DeserializeAsync<object>(source, cancellationToken);

    /// <inheritdoc cref="TypeModel.Deserialize(Type, ReadOnlySpan{byte})"/>
    public object? Deserialize(Type declared, ReadOnlySpan<byte> source) => _core.Root(declared).Deserialize(_core, source);

    /// <inheritdoc cref="TypeModel.Deserialize(Type, ReadOnlySpan{byte}, out int)"/>
    public object? Deserialize(Type declared, ReadOnlySpan<byte> source, out int consumed) =>
        _core.Root(declared).Deserialize(_core, source, Extent.Open, out consumed);

    /// <inheritdoc cref="TypeModel.Deserialize(Type, in ReadOnlySequence{byte})"/>
    public object? Deserialize(Type declared, in ReadOnlySequence<byte> source) => _core.Root(declared).Deserialize(_core, source, Extent.Whole, out _);

    /// <inheritdoc cref="TypeModel.Deserialize(Type, in ReadOnlySequence{byte}, out long)"/>
    public object? Deserialize(Type declared, in ReadOnlySequence<byte> source, out long consumed) =>
        _core.Root(declared).Deserialize(_core, source, Extent.Open, out consumed);

    /// <inheritdoc cref="TypeModel.Deserialize(Type, byte[])"/>
    public object? Deserialize(Type declared, byte[] source)
    {
        ArgumentNullException.ThrowIfNull(source);
        return Deserialize(declared, source.AsSpan());
    }

    /// <inheritdoc cref="TypeModel.Deserialize(Type, Stream)"/>
    public object? Deserialize(Type declared, Stream source) => _core.Root(declared).Deserialize(_core, source);

    /// <inheritdoc cref="TypeModel.DeserializeAsync(Type, Stream, CancellationToken)"/>
    public ValueTask<object?> DeserializeAsync(Type declared, Stream source, CancellationToken cancellationToken = default) =>
        _core.Root(declared).DeserializeAsync(_core, source, cancellationToken);

    /// <inheritdoc cref="TypeModel.TryDeserializeFramed{T}"/>
    public bool TryDeserializeFramed<T>(ref ReadOnlySequence<byte> source, out T? value) =>
        _core.Root<T>().TryDeserializeFramed(_core, ref source, out value);

    /// <inheritdoc cref="TypeModel.DeserializeFramedAsync{T}"/>
    public ValueTask<T?> DeserializeFramedAsync<T>(PipeReader source, CancellationToken cancellationToken = default) =>
        _core.Root<T>().DeserializeFramedAsync(_core, source, cancellationToken);

    /// <inheritdoc cref="TypeModel.TryDeserializeFramedAsync{T}"/>
    public ValueTask<(bool Found, T? Value)> TryDeserializeFramedAsync<T>(PipeReader source, CancellationToken cancellationToken = default) =>
        _core.Root<T>().TryDeserializeFramedAsync(_core, source, cancellationToken);

    /// <inheritdoc cref="TypeModel.OpenReader(Stream, bool)"/>
    /// <remarks>
    /// Session form. Where the schemas differ, <c>ReadDirect</c> of the session throws <see cref="NotSupportedException"/>: a schema does not say how
    /// a root without an id was declared.
    /// </remarks>
    public ValueReader OpenReader(Stream source, bool leaveOpen = false)
    {
        ArgumentNullException.ThrowIfNull(source);
        return new ValueReader(_core, source, leaveOpen);
    }
}
