using System.Diagnostics.CodeAnalysis;
using NetSerializer.Emit;

namespace NetSerializer;

// Data of other schemas.
public sealed partial class TypeModel
{
    /// <summary>A reader of data that were written with another schema; with an equal one it reads as the model itself does.</summary>
    /// <param name="writer">The schema of the data: <see cref="Schema"/> of the model that wrote them.</param>
    /// <param name="options">What is accepted; null for <see cref="ResolveOptions.Default"/>.</param>
    /// <example><code>ModelReader reader = model.ReaderFor(WireSchema.Parse(bytesOfSchema));</code></example>
    /// <exception cref="SchemaMismatchException">Something of the schema cannot be resolved. It lists every problem with its path and cure.</exception>
    [RequiresDynamicCode(RunTimeCode.Needed), RequiresUnreferencedCode(RunTimeCode.Needed)]
    public ModelReader ReaderFor(WireSchema writer, ResolveOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(writer);
        return new ModelReader(this, writer, options ?? ResolveOptions.Default);
    }
}
