namespace NetSerializer.Values;

/// <summary><see cref="Type"/>: the id that it has in the model. No name of a type is ever read.</summary>
internal sealed class TypeSerializer : ICustomSerializer<Type>
{
    public int MinimumSize => 1;

    public bool HandlesDerivedTypes => true;

    public void Write(ref WireWriter writer, Type value) => writer.WriteType(value);

    public Type Read(ref WireReader reader) => reader.ReadType();
}
