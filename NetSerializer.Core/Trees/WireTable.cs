namespace NetSerializer.Trees;

/// <summary>A dictionary, set or priority queue of docs/wire-format.md, section 5, in the order of enumeration.</summary>
internal sealed class WireTable(string typeName, Type? type) : WireNode(typeName, type)
{
    /// <summary>
    /// The numbers of the comparers of section 5, as on the wire, 0 for the default: that of the keys, and that of the values of an immutable dictionary
    /// behind it.
    /// </summary>
    public byte[] Comparers { get; set; } = [0, 0];

    /// <summary>The parts of all entries, one entry after the other: an element; or a key and a value, an element and a priority.</summary>
    public IReadOnlyList<object?> Parts { get; set; } = [];
}
