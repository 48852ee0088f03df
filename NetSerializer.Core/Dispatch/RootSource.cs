namespace NetSerializer.Dispatch;

/// <summary>Makes the roots of a model whose bytes have another form than its plans say.</summary>
internal abstract class RootSource
{
    /// <summary>The root of a static type, or of a type that the key names.</summary>
    /// <exception cref="ValueNotSerializableException">The model does not have the type.</exception>
    public abstract RootSlot<T> Make<T>(RootKey key);
}
