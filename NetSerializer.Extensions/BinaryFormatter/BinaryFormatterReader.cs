using System.Diagnostics.CodeAnalysis;
using System.Formats.Nrbf;
using NetSerializer.Nrbf;
using NetSerializer.Trees;

namespace NetSerializer;

/// <summary>
/// Reads payloads of BinaryFormatter into the types of a model, without BinaryFormatter. Types are matched by name against the model alone. Their
/// assemblies and versions do not matter, and no type is ever loaded. Objects are made by the model's own reader, under its limits. Safe to use from any
/// number of threads.
/// </summary>
/// <remarks>
/// A payload is a graph. A model with <see cref="ReferenceHandling.None"/> reads it through a model of the same types that preserves references, which
/// is made once. Payloads of the default settings of BinaryFormatter are read; others (<c>TypesWhenNeeded</c>, <c>XsdString</c>) are refused, as are
/// arrays with a lower bound other than 0.
/// </remarks>
/// <example><code>
/// Order order = BinaryFormatterReader.IsPayload(bytes)
///     ? BinaryFormatterReader.Read&lt;Order&gt;(model, bytes)!
///     : model.Deserialize&lt;Order&gt;(bytes)!;
/// </code></example>
public static class BinaryFormatterReader
{
    /// <summary>Whether the bytes begin as a payload of BinaryFormatter does. No value of a model that is not null begins so.</summary>
    public static bool IsPayload(ReadOnlySpan<byte> bytes) => NrbfDecoder.StartsWithPayloadHeader(bytes);

    /// <summary>Whether a payload of BinaryFormatter begins at the position of the stream, which stays where it is.</summary>
    /// <exception cref="ArgumentException">The stream cannot seek.</exception>
    public static bool IsPayload(Stream source) => NrbfDecoder.StartsWithPayloadHeader(source);

    /// <summary>Reads the payload at the position of a stream, and no byte behind it.</summary>
    /// <param name="model">The types of today.</param>
    /// <param name="source">The stream; it stays open.</param>
    /// <param name="options">The settings; null for the default ones.</param>
    /// <example><code>Order? order = BinaryFormatterReader.Read&lt;Order&gt;(model, stream);</code></example>
    /// <exception cref="MalformedDataException">
    /// The bytes are no payload, or none of a T of the model: <see cref="ErrorCode.ForeignDataMalformed"/>, <see cref="ErrorCode.ForeignDataMismatch"/>, or a
    /// code of the model's own reader. No other exception is caused by bytes.
    /// </exception>
    /// <exception cref="TypeModelException">The types cannot make a model that preserves references.</exception>
    [RequiresDynamicCode(NeedsCode), RequiresUnreferencedCode(NeedsCode)]
    public static T? Read<T>(TypeModel model, Stream source, BinaryFormatterOptions? options = null)
    {
        PayloadModel types = PayloadModel.Of(model, options);
        return types.Graph.Deserialize<T>(Bytes(types, types.Graph, Payload.Decode(source, types.Limits)));
    }

    /// <summary>Reads a payload that takes all of the bytes.</summary>
    /// <example><code>Order? order = BinaryFormatterReader.Read&lt;Order&gt;(model, File.ReadAllBytes("order.dat"));</code></example>
    /// <inheritdoc cref="Read{T}(TypeModel, Stream, BinaryFormatterOptions?)"/>
    [RequiresDynamicCode(NeedsCode), RequiresUnreferencedCode(NeedsCode)]
    public static T? Read<T>(TypeModel model, ReadOnlyMemory<byte> source, BinaryFormatterOptions? options = null)
    {
        PayloadModel types = PayloadModel.Of(model, options);
        return types.Graph.Deserialize<T>(Bytes(types, types.Graph, Payload.Decode(source, types.Limits)));
    }

    /// <summary>Reads the payload at the position of a stream, whose value may be of any type of the model.</summary>
    /// <inheritdoc cref="Read{T}(TypeModel, Stream, BinaryFormatterOptions?)"/>
    [RequiresDynamicCode(NeedsCode), RequiresUnreferencedCode(NeedsCode)]
    public static object? Read(TypeModel model, Stream source, BinaryFormatterOptions? options = null) => Read<object>(model, source, options);

    /// <summary>Reads a payload that takes all of the bytes, whose value may be of any type of the model.</summary>
    /// <inheritdoc cref="Read{T}(TypeModel, Stream, BinaryFormatterOptions?)"/>
    [RequiresDynamicCode(NeedsCode), RequiresUnreferencedCode(NeedsCode)]
    public static object? Read(TypeModel model, ReadOnlyMemory<byte> source, BinaryFormatterOptions? options = null) => Read<object>(model, source, options);

    /// <summary>
    /// The bytes that <see cref="TypeModel.Serialize(object?)"/> of the model would give for the payload at the position of a stream. No object of the
    /// payload's types is made, but by [OnDeserializing] methods and <see cref="RecordConversion"/>. In a model that does not preserve references a shared
    /// object is written once for each place that holds it, and a cycle is refused.
    /// </summary>
    /// <example><code>File.WriteAllBytes("order.new", BinaryFormatterReader.Convert(model, stream));</code></example>
    /// <inheritdoc cref="Read{T}(TypeModel, Stream, BinaryFormatterOptions?)"/>
    [RequiresDynamicCode(NeedsCode), RequiresUnreferencedCode(NeedsCode)]
    public static byte[] Convert(TypeModel model, Stream source, BinaryFormatterOptions? options = null)
    {
        PayloadModel types = PayloadModel.Of(model, options);
        return Bytes(types, model, Payload.Decode(source, types.Limits));
    }

    /// <summary>As <see cref="Convert(TypeModel, Stream, BinaryFormatterOptions?)"/> for a payload that takes all of the bytes.</summary>
    /// <inheritdoc cref="Convert(TypeModel, Stream, BinaryFormatterOptions?)"/>
    [RequiresDynamicCode(NeedsCode), RequiresUnreferencedCode(NeedsCode)]
    public static byte[] Convert(TypeModel model, ReadOnlyMemory<byte> source, BinaryFormatterOptions? options = null)
    {
        PayloadModel types = PayloadModel.Of(model, options);
        return Bytes(types, model, Payload.Decode(source, types.Limits));
    }

    private const string NeedsCode = "The model compiles code at run time and looks at the fields of its types.";

    private static byte[] Bytes(PayloadModel types, TypeModel model, SerializationRecord root) =>
        TreeWriter.Write(model.Core, new PayloadTree(types).Build(root));
}
