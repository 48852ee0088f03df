using System.Diagnostics.CodeAnalysis;

namespace NetSerializer;

/// <summary>
/// The types and settings of a <see cref="TypeModel"/> that a host makes. Several parts of a program may configure the same model: types follow one
/// another in the order of the calls, and each change of the settings goes on from the one before.
/// </summary>
public sealed class TypeModelBuilder
{
    private readonly List<Type> _types = [];
    private SerializerOptions _options = SerializerOptions.Default;
    private ISchemaSource? _source;
    private ResolveOptions? _resolving;

    /// <summary>Adds roots, as <see cref="TypeModel.Create(IEnumerable{Type})"/> takes them. A type that comes twice counts once.</summary>
    /// <param name="types">The types of messages, and the types that stand behind a base class, an interface or <c>object</c>.</param>
    /// <example><code>services.AddNetSerializer(o => o.Types(typeof(Order), typeof(Invoice)));</code></example>
    public TypeModelBuilder Types(params IEnumerable<Type> types)
    {
        ArgumentNullException.ThrowIfNull(types);
        _types.AddRange(types);
        return this;
    }

    /// <summary>Sets all settings.</summary>
    /// <param name="options">The settings.</param>
    public TypeModelBuilder Options(SerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        _options = options;
        return this;
    }

    /// <summary>Changes some of the settings.</summary>
    /// <param name="change">From the settings so far to the new ones.</param>
    /// <example><code>o.Options(options => options with { Limits = options.Limits with { MaxInputBytes = 1 &lt;&lt; 20 } })</code></example>
    public TypeModelBuilder Options(Func<SerializerOptions, SerializerOptions> change)
    {
        ArgumentNullException.ThrowIfNull(change);
        return Options(change(_options));
    }

    /// <summary>
    /// Says where the schemas of other models are found, such as those of other versions of the program. The <see cref="SchemaStore"/> of the model, which
    /// is a service too, reads their data, and so do all packages. Of several calls the last one counts.
    /// </summary>
    /// <param name="source">The source. It is asked when data of an unknown schema come, and not at the start.</param>
    /// <param name="options">What is accepted of data of other schemas; null for <see cref="ResolveOptions.Default"/>.</param>
    /// <example><code>services.AddNetSerializer(o => o.Types(typeof(Order)).Schemas(SchemaSource.Folder("schemas")));</code></example>
    public TypeModelBuilder Schemas(ISchemaSource source, ResolveOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(source);
        (_source, _resolving) = (source, options);
        return this;
    }

    [RequiresDynamicCode(ModelServices.RunTimeCode), RequiresUnreferencedCode(ModelServices.RunTimeCode)]
    internal TypeModel Build() => TypeModel.Create(_types, _options);

    [RequiresDynamicCode(ModelServices.RunTimeCode), RequiresUnreferencedCode(ModelServices.RunTimeCode)]
    internal SchemaStore BuildStore(TypeModel model) => new(model, options: _resolving, source: _source);
}
