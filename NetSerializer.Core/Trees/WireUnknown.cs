namespace NetSerializer.Trees;

/// <summary>A part of a tree that the model cannot hold: it may be dropped, but where it is kept the tree is refused.</summary>
/// <param name="typeName">The name of the type, for people.</param>
/// <param name="problem">The reason and the cure, as sentences.</param>
internal sealed class WireUnknown(string typeName, string problem) : WireNode(typeName, null)
{
    public string Problem { get; } = problem;
}
