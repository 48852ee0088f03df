using System.Reflection;

namespace NetSerializer.Trees;

/// <summary>A member that objects of a tree have: a field, or an entry of GetObjectData.</summary>
/// <param name="DeclaringClass">The class that declares the field, as the source of the tree names it; null for an entry.</param>
/// <param name="Name">The name of the field or the entry.</param>
/// <param name="Field">The field of the model that it goes to; null for an entry, and for a member that is dropped.</param>
internal readonly record struct WireMember(string? DeclaringClass, string Name, FieldInfo? Field);

/// <summary>The members that all objects of one type have in a tree. The source of the tree decides which field of the model each of them goes to.</summary>
internal sealed class WireClass(string typeName, Type? type, IReadOnlyList<WireMember> members)
{
    public string TypeName { get; } = typeName;

    /// <inheritdoc cref="WireNode.Type"/>
    public Type? Type { get; } = type;

    public IReadOnlyList<WireMember> Members { get; } = members;
}
