namespace NetSerializer;

// The types that a model takes, and models with user state.
public sealed partial class TypeModel
{
    /// <summary>
    /// Whether a value of the type, or one declared as it, can be written: the type is in the model, or is a base class or an interface of one that is.
    /// A value can be refused all the same, for its content. The call goes through the types of the model.
    /// </summary>
    /// <param name="type">The type of a value (<c>value.GetType()</c>) or of a parameter.</param>
    public bool CanSerialize(Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        return _core.CanSerialize(type);
    }

    /// <summary>
    /// The same model with an object of the user's for its calls: <see cref="WireWriter.Context"/> and <see cref="WireReader.Context"/> of custom
    /// serializers, and <see cref="System.Runtime.Serialization.StreamingContext.Context"/> of callbacks, GetObjectData, GetRealObject and serialization
    /// constructors. It shares all code and tables, so it is cheap to make for one call. The object does not travel.
    /// </summary>
    /// <param name="context">The object; null for none. Calls on several threads share it.</param>
    /// <remarks>Sessions that it opens pass the object on; a model that <see cref="With"/> makes of it does not.</remarks>
    /// <example><code>var order = model.WithContext(database).Deserialize&lt;Order&gt;(bytes);</code></example>
    public TypeModel WithContext(object? context) => new(_core.WithContext(context));
}
