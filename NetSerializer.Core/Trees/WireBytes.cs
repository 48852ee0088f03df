namespace NetSerializer.Trees;

/// <summary>The content of a type that writes itself (<see cref="ICustomBinarySerializable"/>), as bytes.</summary>
internal sealed class WireBytes(string typeName, Type? type, byte[] content) : WireNode(typeName, type)
{
    public byte[] Content { get; } = content;
}
