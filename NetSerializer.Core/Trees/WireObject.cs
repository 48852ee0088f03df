namespace NetSerializer.Trees;

/// <summary>
/// An object or struct made of members: fields, and entries of GetObjectData for an ISerializable type or an exception. A field of the model that no
/// member goes to gets the default of its type.
/// </summary>
internal sealed class WireObject(WireClass shape) : WireNode(shape.TypeName, shape.Type)
{
    public WireClass Class { get; } = shape;

    /// <summary>The values, in the order of <see cref="WireClass.Members"/>.</summary>
    public object?[] Values { get; set; } = new object?[shape.Members.Count];

    /// <summary>
    /// Of a class that is derived from a collection, the content: a <see cref="WireSequence"/> or <see cref="WireTable"/>. Of a cover
    /// (docs/wire-format.md, section 7a), the collection that it shows. Null for all others.
    /// </summary>
    public object? Content { get; set; }
}
