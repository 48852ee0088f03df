namespace NetSerializer.Trees;

/// <summary>
/// A part of a wire tree: a value as data, without an object of the user's. A tree comes from bytes of another kind or another model, and
/// <see cref="TreeWriter"/> writes it as the bytes of a model.
/// <para>
/// A place in a tree holds null, a node, or a <em>finished value</em>: an object that the model writes as it is. Finished are scalars, enums, strings,
/// arrays of scalars and values of the framework. Identity is that of the object: one node or string in two places is one object of the graph.
/// </para>
/// </summary>
/// <param name="typeName">The name of the type, for people.</param>
/// <param name="type">The type in the model; null for one that the model lacks, which can be left out but not written.</param>
internal abstract class WireNode(string typeName, Type? type)
{
    public string TypeName { get; } = typeName;

    public Type? Type { get; } = type;
}
