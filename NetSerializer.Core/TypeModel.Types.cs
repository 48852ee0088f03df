using System.Diagnostics.CodeAnalysis;
using NetSerializer.Emit;

namespace NetSerializer;

// The types that a model takes, models with user state, and readers of other schemas.
public sealed partial class TypeModel
{
    /// <summary>
    /// Whether a value of the type, or one declared as it, can be written: the type is in the model, or is a base class or an interface of one that is.
    /// A value can be refused all the same, for its content. The call goes through the types of the model.
    /// </summary>
    /// <param name="type">The type of a value (<c>value.GetType()</c>) or of a parameter.</param>
    public bool CanSerialize(Type type) => _core.CanSerialize(type);

    /// <summary>
    /// The same model with an object of the user's for its calls: <see cref="WireWriter.Context"/> and <see cref="WireReader.Context"/> of custom
    /// serializers, and <see cref="System.Runtime.Serialization.StreamingContext.Context"/> of callbacks, GetObjectData, GetRealObject and serialization
    /// constructors. It shares all code and tables, so it is cheap to make for one call. The object does not travel.
    /// </summary>
    /// <param name="context">The object; null for none. Calls on several threads share it.</param>
    /// <remarks>Sessions that it opens pass the object on; a model that <see cref="With"/> makes of it does not.</remarks>
    /// <example><code>var order = model.WithContext(database).Deserialize&lt;Order&gt;(bytes);</code></example>
    public TypeModel WithContext(object? context) => new(_core.WithContext(context));

    /// <summary>A reader of data that were written with another schema; with an equal one it reads as the model itself does.</summary>
    /// <param name="writer">The schema of the data: <see cref="Schema"/> of the model that wrote them.</param>
    /// <param name="options">The differences that are accepted; null for <see cref="ResolveOptions.Default"/>.</param>
    /// <example><code>ModelReader reader = model.ReaderFor(WireSchema.Parse(bytesOfSchema));</code></example>
    /// <exception cref="SchemaMismatchException">Something of the schema cannot be resolved. It lists every problem with its path and cure.</exception>
    [RequiresDynamicCode(RunTimeCode.Needed), RequiresUnreferencedCode(RunTimeCode.Needed)]
    public ModelReader ReaderFor(WireSchema writer, ResolveOptions? options = null) => new(this, writer, options ?? ResolveOptions.Default);
}
