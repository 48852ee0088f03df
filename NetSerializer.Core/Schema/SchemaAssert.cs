using NetSerializer.Schema;

namespace NetSerializer;

/// <summary>Which directions of compatibility a test demands.</summary>
public enum SchemaCompatibility
{
    /// <summary>Old data have a place in the new types: for files and caches. The default.</summary>
    Backward,
    /// <summary>New data have a place in the old types.</summary>
    Forward,
    /// <summary>Both.</summary>
    Full,
}

/// <summary>A check for unit tests: that the types of a model have not changed in a way that loses its data (docs/versioning.md).</summary>
public static class SchemaAssert
{
    private const string AcceptVariable = "NETSERIALIZER_ACCEPT_SCHEMA";

    /// <summary>
    /// Compares a model with the schema that is kept in a file, or with all that are kept in a folder, and fails where they are not compatible. A file
    /// that does not exist is written; commit it with the code.
    /// </summary>
    /// <remarks>
    /// A compatible change is written without words. Accept another one with <paramref name="accept"/>, or with NETSERIALIZER_ACCEPT_SCHEMA=1 in the
    /// environment. Of a folder every file <c>*.schema.txt</c> is compared, so that no stored version is forgotten; a schema is added under its
    /// fingerprint.
    /// </remarks>
    /// <param name="model">The model as it is now.</param>
    /// <param name="path">The file, as <c>wire.schema.txt</c>, or a folder that exists.</param>
    /// <param name="mode">The directions that must be readable.</param>
    /// <param name="accept">Writes the schema even where it is not compatible.</param>
    /// <example><code>
    /// [Test]
    /// public void Wire_stays_compatible() => SchemaAssert.Compatible(Wire.Model, "../../../wire.schema.txt", SchemaCompatibility.Full);
    /// </code></example>
    /// <exception cref="SchemaMismatchException">The schemas are not compatible. The message has the changes and their cures.</exception>
    /// <exception cref="MalformedDataException">A file is no schema.</exception>
    public static void Compatible(TypeModel model, string path, SchemaCompatibility mode = SchemaCompatibility.Backward, bool accept = false)
    {
        ArgumentNullException.ThrowIfNull(model);
        ArgumentException.ThrowIfNullOrEmpty(path);
        if (mode is < SchemaCompatibility.Backward or > SchemaCompatibility.Full)
        {
            throw new ArgumentOutOfRangeException(nameof(mode), mode, $"{nameof(SchemaCompatibility)} has no such value.");
        }
        WireSchema now = model.Schema;
        SchemaAliases formerNames = model.Core.FormerNames;
        bool isFolder = Directory.Exists(path);
        string[] files = isFolder ? Directory.GetFiles(path, "*.schema.txt") : File.Exists(path) ? [path] : [];
        Array.Sort(files, StringComparer.Ordinal);
        bool isKept = false;
        List<SchemaProblem> problems = [];
        foreach (string file in files)
        {
            WireSchema kept = WireSchema.Parse(File.ReadAllText(file), Own);
            isKept |= kept.Text == now.Text;
            SchemaDiff diff = SchemaComparer.Compare(kept, now, formerNames);
            problems.AddRange(diff.Changes.Where(change => !Admits(mode, change))
                .Select(change => new SchemaProblem($"{Path.GetFileName(file)}: {change.Path}", change.Message, change.Cure)));
        }
        accept |= Environment.GetEnvironmentVariable(AcceptVariable) == "1";
        if (problems.Count > 0 && !accept)
        {
            throw new SchemaMismatchException($"The model is not compatible with a schema that is kept ({mode}). Undo the change, or accept it with "
                + $"{AcceptVariable}=1 when no data of that version are left.", problems);
        }
        if (!isKept)
        {
            string name = $"{Convert.ToHexStringLower(now.Fingerprint.Span[..8])}.schema.txt";
            File.WriteAllText(isFolder ? Path.Combine(path, name) : path, now.ToString());
        }
    }

    // A schema of one's own may be as large as the model.
    private static SchemaLimits Own => new()
    {
        MaxBytes = int.MaxValue,
        MaxTextLength = int.MaxValue,
        MaxTypes = ushort.MaxValue,
        MaxSlots = int.MaxValue,
        MaxNameLength = int.MaxValue,
        MaxNesting = 256,
    };

    private static bool Admits(SchemaCompatibility mode, SchemaChange change) =>
        (mode == SchemaCompatibility.Forward || change.NewReadsOld) && (mode == SchemaCompatibility.Backward || change.OldReadsNew);
}
