using System.Buffers;
using Microsoft.AspNetCore.SignalR;

namespace NetSerializer;

/// <summary>
/// The values of a message: behind a tag of the model, one after the other. Each message has the tag, because a protocol knows no connection, and because
/// a backplane passes the bytes of a message on to the clients of other servers, which may have another version of the types.
/// </summary>
internal sealed class HubValues(SchemaStore schemas)
{
    /// <exception cref="ValueNotSerializableException">A value cannot be written.</exception>
    public void Write(IBufferWriter<byte> output, params ReadOnlySpan<object?> values)
    {
        if (values.Length == 0)
        {
            return;
        }
        output.Write(schemas.Model.Fingerprint.Span[..TypeModel.TagLength]);
        foreach (object? value in values)
        {
            schemas.Model.Serialize(output, value);
        }
    }

    /// <summary>Reads as many values as there are types, each as its declared type: no other is made.</summary>
    /// <exception cref="MalformedDataException">A value is none of its type.</exception>
    /// <exception cref="InvalidDataException">There are fewer or more values.</exception>
    /// <exception cref="HubException">The values are of an unknown schema. The other side is told.</exception>
    public object?[] Read(ReadOnlySequence<byte> bytes, IReadOnlyList<Type> types)
    {
        if (types.Count == 0 && bytes.IsEmpty)
        {
            return [];
        }
        ModelReader reader = FindReader(bytes);
        ReadOnlySequence<byte> rest = bytes.Slice(TypeModel.TagLength);
        object?[] values = new object?[types.Count];
        for (int i = 0; i < values.Length; i++)
        {
            values[i] = rest.IsEmpty ? throw WrongCount(types.Count) : reader.Deserialize(types[i], rest, out long consumed);
            rest = rest.Slice(consumed);
        }
        return rest.IsEmpty ? values : throw WrongCount(types.Count);
    }

    private ModelReader FindReader(ReadOnlySequence<byte> bytes)
    {
        if (bytes.Length < TypeModel.TagLength)
        {
            throw new InvalidDataException("A message has fewer values than its target.");
        }
        Span<byte> tag = stackalloc byte[TypeModel.TagLength];
        bytes.Slice(0, TypeModel.TagLength).CopyTo(tag);
        return schemas.FindReader(tag) ?? throw new HubException($"A value cannot be read: {SchemaStores.Refuse(schemas, tag)}.");
    }

    private static InvalidDataException WrongCount(int count) => new($"A message has other values than the {count} of its target.");
}
