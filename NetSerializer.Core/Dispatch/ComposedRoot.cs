namespace NetSerializer.Dispatch;

/// <summary>A root that is no generated code alone: of a nullable value type, or of bytes that another schema explains.</summary>
internal abstract class ComposedRoot<T>
{
    public abstract ref byte Write(scoped ref WireWriter w, ref byte p, scoped in T root);

    public abstract ref byte Read(scoped ref WireReader r, ref byte p, out T root);
}
