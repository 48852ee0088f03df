namespace NetSerializer.Wire.Tables;

/// <summary>Reads the values that custom serializers nest, in place of generated code.</summary>
internal abstract class NestedReader
{
    /// <summary>A value at the cursor of the reader.</summary>
    public abstract T? Read<T>(scoped ref WireReader r);
}
