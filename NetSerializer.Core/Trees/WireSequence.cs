namespace NetSerializer.Trees;

/// <summary>
/// An array of any rank, a list, queue, stack or other sequence of docs/wire-format.md, section 4, in the order of enumeration; also a tuple, whose items
/// are in item order.
/// </summary>
internal sealed class WireSequence(string typeName, Type? type) : WireNode(typeName, type)
{
    /// <summary>
    /// The elements: an array of the element type where elements go in bulk (numbers, enums, bool), otherwise an <c>object?[]</c> of finished values
    /// and nodes.
    /// </summary>
    public Array Items { get; set; } = Array.Empty<object?>();

    /// <summary>
    /// The lengths of an array of several dimensions or with lower bounds; <see cref="Items"/> has the last dimension fastest. Null for others.
    /// </summary>
    public int[]? Lengths { get; set; }

    /// <summary>The lower bounds beside <see cref="Lengths"/>; null for all 0.</summary>
    public int[]? LowerBounds { get; set; }
}
