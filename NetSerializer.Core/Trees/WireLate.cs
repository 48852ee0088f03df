namespace NetSerializer.Trees;

/// <summary>A value that is made of a part of the tree when it is written, and so when all of the tree is there.</summary>
internal abstract class WireLate(string typeName) : WireNode(typeName, null)
{
    /// <summary>The value in its place: null, a node or a finished value.</summary>
    public abstract object? Value { get; }
}
