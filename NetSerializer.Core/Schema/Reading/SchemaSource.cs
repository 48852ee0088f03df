namespace NetSerializer;

/// <summary>Where a <see cref="SchemaStore"/> finds schemas: a folder, a registry. Implementations are called from any thread.</summary>
public interface ISchemaSource
{
    /// <summary>Finds a schema. An exception goes to the caller of the store, which asks again for the next value.</summary>
    /// <param name="tag">The first <see cref="TypeModel.TagLength"/> bytes of its fingerprint.</param>
    /// <returns>The schema; null for one that is not there.</returns>
    WireSchema? Find(ReadOnlySpan<byte> tag);
}

/// <summary>Sources of schemas. Safe to use from any number of threads at once.</summary>
public static class SchemaSource
{
    /// <summary>
    /// The files of a folder that have the sixteen hexadecimal digits of a tag as their names: <c>.schema</c> with the bytes of
    /// <see cref="WireSchema.ToBytes"/>, or <c>.schema.txt</c> as <see cref="SchemaAssert"/> writes them into a folder.
    /// </summary>
    /// <example><code>var store = new SchemaStore(model, source: SchemaSource.Folder("schemas"));</code></example>
    public static ISchemaSource Folder(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        return new FolderSource(path);
    }

    /// <summary>Schemas that are at hand. Of two with the same tag the first is found.</summary>
    public static ISchemaSource Of(params IEnumerable<WireSchema> schemas)
    {
        ArgumentNullException.ThrowIfNull(schemas);
        return new TableSource(schemas.DistinctBy(TagOf).ToDictionary(TagOf));
    }

    private static string TagOf(WireSchema schema) => NameOf(schema.Fingerprint.Span);

    private static string NameOf(ReadOnlySpan<byte> fingerprint) => Convert.ToHexStringLower(fingerprint[..TypeModel.TagLength]);

    private sealed class FolderSource(string path) : ISchemaSource
    {
        public WireSchema? Find(ReadOnlySpan<byte> tag)
        {
            string file = Path.Combine(path, NameOf(tag) + ".schema"), text = file + ".txt";
            return File.Exists(file) ? WireSchema.Parse(File.ReadAllBytes(file)) : File.Exists(text) ? WireSchema.Parse(File.ReadAllText(text)) : null;
        }
    }

    private sealed class TableSource(Dictionary<string, WireSchema> schemas) : ISchemaSource
    {
        public WireSchema? Find(ReadOnlySpan<byte> tag) => schemas.GetValueOrDefault(NameOf(tag));
    }
}
