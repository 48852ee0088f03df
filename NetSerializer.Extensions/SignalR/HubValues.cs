using System.Buffers;
using Microsoft.AspNetCore.SignalR;

namespace NetSerializer;

/// <summary>
/// The values of a message: behind a tag of the model, one after the other. Each message has the tag, because a backplane passes the bytes of a message on
/// to the clients of other servers, which may have another version of the types.
/// </summary>
internal sealed class HubValues(TypeModel model)
{
    private ReadOnlySpan<byte> Tag => model.Fingerprint.Span[..TypeModel.TagLength];

    /// <exception cref="ValueNotSerializableException">A value cannot be written.</exception>
    public void Write(IBufferWriter<byte> output, params ReadOnlySpan<object?> values)
    {
        if (values.Length == 0)
        {
            return;
        }
        output.Write(Tag);
        foreach (object? value in values)
        {
            model.Serialize(output, value);
        }
    }

    /// <summary>Reads as many values as there are types, each as its declared type: no other is made.</summary>
    /// <exception cref="MalformedDataException">A value is none of its type.</exception>
    /// <exception cref="InvalidDataException">There are fewer or more values.</exception>
    /// <exception cref="HubException">The values are of another model.</exception>
    public object?[] Read(ReadOnlySequence<byte> bytes, IReadOnlyList<Type> types)
    {
        if (types.Count == 0 && bytes.IsEmpty)
        {
            return [];
        }
        ReadOnlySequence<byte> rest = WithoutTag(bytes);
        object?[] values = new object?[types.Count];
        for (int i = 0; i < values.Length; i++)
        {
            values[i] = rest.IsEmpty ? throw WrongCount(types.Count) : model.Deserialize(types[i], rest, out long consumed);
            rest = rest.Slice(consumed);
        }
        return rest.IsEmpty ? values : throw WrongCount(types.Count);
    }

    // The one place where values of other models could be resolved. A HubException is told to the other side.
    private ReadOnlySequence<byte> WithoutTag(ReadOnlySequence<byte> bytes)
    {
        if (bytes.Length < TypeModel.TagLength)
        {
            throw new InvalidDataException("A message has fewer values than its target.");
        }
        Span<byte> tag = stackalloc byte[TypeModel.TagLength];
        bytes.Slice(0, TypeModel.TagLength).CopyTo(tag);
        return tag.SequenceEqual(Tag) ? bytes.Slice(TypeModel.TagLength) : throw new HubException(
            $"The values are of the model {Convert.ToHexStringLower(tag)}, and this side has {Convert.ToHexStringLower(Tag)}: both sides need the same "
            + "types and options.");
    }

    private static InvalidDataException WrongCount(int count) => new($"A message has other values than the {count} of its target.");
}
