using NetSerializer.Dispatch;
using NetSerializer.Planning;
using NetSerializer.Trees;

namespace NetSerializer.Schema.Reading;

// Values that custom serializers nest: they are made at once, since code of the user asks for them.
internal sealed partial class TreeDecoder
{
    /// <summary>The slot of a custom serializer that is declared as a type; -1 for none.</summary>
    public int IndexOfNested(DecodedType decoded, Type declared)
    {
        TypePlan? plan = decoded.Type == null ? null : model.Core.Plans.Find(decoded.Type);
        return plan?.Slots.ToList().FindIndex(slot => slot.DeclaredType == declared) ?? -1;
    }

    /// <summary>Reads a nested value. It shares no object with what is around it, which is not there yet.</summary>
    public T? Nested<T>(scoped ref WireReader r, SchemaSlot slot, SchemaSlot target)
    {
        (int outer, _firstOfNested) = (_firstOfNested, _objects.Count);
        object? tree = Slot(ref r, slot, target);
        for (int i = _firstOfNested; i < _objects.Count; i++)
        {
            _objects[i] = _objects[i] as string;
        }
        _firstOfNested = outer;
        return tree switch
        {
            null => default,
            T finished => finished,
            _ => model.Make<T>(new RootKey(IsDirect: false), TreeWriter.Write(model.Core, tree)),
        };
    }
}
