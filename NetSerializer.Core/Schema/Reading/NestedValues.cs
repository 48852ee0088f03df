using NetSerializer.Wire.Tables;

namespace NetSerializer.Schema.Reading;

/// <summary>The values that a custom serializer nests, in the order of the slots that its type has in both schemas.</summary>
internal sealed class NestedValues(TreeDecoder decoder, SchemaType writer, DecodedType decoded) : NestedReader
{
    public override T? Read<T>(scoped ref WireReader r) where T : default
    {
        int index = decoder.IndexOfNested(decoded, typeof(T));
        if (index < 0)
        {
            // Says so, as in a model with the same schema.
            r.Dispatch.NestedSlot(NestedType<T>.Index, typeof(T));
        }
        return decoder.Nested<T>(ref r, writer.Slots[index], decoded.Targets[index]!);
    }
}
