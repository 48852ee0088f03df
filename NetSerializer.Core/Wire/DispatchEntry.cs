namespace NetSerializer.Wire;

/// <summary>
/// A type with its id and the addresses of its tagged writer and of its reader, both 0 for one that is compiled when the first value of it is met.
/// </summary>
internal sealed record DispatchEntry(Type Type, int Id, nint Writer, nint Reader, bool CoversDerived = false)
{
    public EntryKind Kind { get; init; }

    /// <summary>
    /// The address of a <c>static object (ref WireReader, ref byte)</c> for a <see cref="Wire.LeafReader"/>, if the type's values can be read by one;
    /// otherwise 0.
    /// </summary>
    public nint LeafReader { get; init; }

    /// <summary>
    /// The address of what <see cref="Writer"/> is, for a <see cref="Wire.LeafWriter"/>, if the type's values can be written by one; otherwise 0.
    /// </summary>
    public nint LeafWriter { get; init; }
}

/// <summary>What a type's values can turn into, where they may stand, and what their reader asks for.</summary>
[Flags]
internal enum EntryKind
{
    Plain = 0,
    /// <summary>ISerializable: may write themselves as another type.</summary>
    ObjectData = 1,
    /// <summary>IObjectReference: name another object when they are read.</summary>
    Replaced = 2,
    /// <summary>In every model, but nowhere declared in this one, nor a root of it.</summary>
    Undeclared = 4,
    /// <summary>An object for whose <see cref="DispatchEntry.LeafReader"/> a blank reader will do.</summary>
    BoundedLeaf = 8,
}
