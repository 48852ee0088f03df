using System.Runtime.CompilerServices;

namespace NetSerializer;

/// <summary>
/// The one way in which packages find the reader for data: by the tag of the data, in a <see cref="SchemaStore"/>. A package that was given a model alone
/// asks a store that knows no other schema. Packages compile this file; none depends on another one.
/// </summary>
internal static partial class SchemaStores
{
    private static readonly ConditionalWeakTable<TypeModel, SchemaStore> s_own = [];

    /// <summary>The store that knows the schema of the model, and no other. One for each model.</summary>
    public static SchemaStore Of(TypeModel model)
    {
        ArgumentNullException.ThrowIfNull(model);
        return s_own.GetValue(model, model => new SchemaStore(model));
    }

    /// <summary>The reason why data are refused whose schema the store does not know or cannot resolve. The other side may see it.</summary>
    public static string Refuse(SchemaStore store, ReadOnlySpan<byte> tag) =>
        $"it is of the model {Convert.ToHexStringLower(tag[..Math.Min(TypeModel.TagLength, tag.Length)])}, and this side has "
        + $"{Convert.ToHexStringLower(store.Model.Fingerprint.Span[..TypeModel.TagLength])}. Both sides need the same types and options, or this side the "
        + "schema of the other one";
}
