using System.Text;

namespace NetSerializer;

/// <summary>One change between two schemas.</summary>
/// <param name="Path">The type and the member or part, as in <c>Ns.Order.Total</c>; the type alone where all of it is meant.</param>
/// <param name="Message">The change in words.</param>
/// <param name="NewReadsOld">Data of the old schema have a place in the new one here, by the rules of docs/versioning.md.</param>
/// <param name="OldReadsNew">Data of the new schema have a place in the old one here.</param>
/// <param name="Cure">The advice; empty where data have a place in both directions.</param>
public sealed record SchemaChange(string Path, string Message, bool NewReadsOld, bool OldReadsNew, string Cure)
{
    /// <summary>One line: a word for the direction, path, change and cure.</summary>
    public override string ToString()
    {
        string word = NewReadsOld ? OldReadsNew ? "compatible" : "backward only" : OldReadsNew ? "forward only" : "breaking";
        return $"{word}: {Path}: {Message}{(Cure.Length == 0 ? "" : " " + Cure)}";
    }
}

/// <summary>
/// The changes between two schemas, and whether the data of one side have a place in the other, by the rules of docs/versioning.md. Immutable.
/// </summary>
/// <remarks>
/// The calls of <see cref="TypeModel"/> read data of an equal schema alone. The verdicts are about data that are read by their own schema and go to the
/// types and members of the same names.
/// </remarks>
public sealed class SchemaDiff
{
    internal SchemaDiff(IReadOnlyList<SchemaChange> changes) => Changes = changes;

    /// <summary>The changes, in the order of the old types, then of the new ones. Empty where types, members and options are the same.</summary>
    public IReadOnlyList<SchemaChange> Changes { get; }

    /// <summary>All old data have a place in the new schema.</summary>
    public bool NewReadsOld => Changes.All(change => change.NewReadsOld);

    /// <summary>All new data have a place in the old schema.</summary>
    public bool OldReadsNew => Changes.All(change => change.OldReadsNew);

    /// <summary>One line for each change.</summary>
    public override string ToString()
    {
        var text = new StringBuilder();
        foreach (SchemaChange change in Changes)
        {
            text.Append(change).Append('\n');
        }
        return text.ToString();
    }
}
