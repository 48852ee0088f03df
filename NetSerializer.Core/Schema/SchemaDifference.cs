namespace NetSerializer.Schema;

/// <summary>Tells in words how the model of another side differs.</summary>
internal static class SchemaDifference
{
    private const int MostChanges = 10;

    /// <summary>Tells how the model with a fingerprint differs from this one.</summary>
    /// <param name="fingerprint">The fingerprint that the other side has sent.</param>
    /// <param name="theirs">The text of its schema, or null.</param>
    /// <param name="ours">The schema of this side.</param>
    public static string Describe(ReadOnlySpan<byte> fingerprint, string? theirs, WireSchema ours)
    {
        if (theirs == null)
        {
            return "Give ReadHeader the text of TypeModel.Describe of the writer, and it names the differences.";
        }
        WireSchema schema;
        try
        {
            schema = WireSchema.Parse(theirs);
        }
        catch (MalformedDataException failure)
        {
            return $"The text that was given is no schema: {failure.Message}";
        }
        if (!schema.Fingerprint.Span.SequenceEqual(fingerprint))
        {
            return "The text that was given is not that of the writer: its hash is another.";
        }
        return Describe(schema, ours);
    }

    /// <summary>Tells how another schema differs from the one of this side.</summary>
    public static string Describe(WireSchema theirs, WireSchema ours)
    {
        string[] there = theirs.Text.Split('\n'), here = ours.Text.Split('\n');
        int line = there.Zip(here).TakeWhile(pair => pair.First == pair.Second).Count();
        IReadOnlyList<SchemaChange> changes = WireSchema.Compare(theirs, ours).Changes;
        string more = changes.Count > MostChanges ? $"{Environment.NewLine}and {changes.Count - MostChanges} more" : "";
        return $"The first difference is in line {line + 1} of the texts of Describe: there {LineOf(there)}, here {LineOf(here)}."
            + $"{string.Concat(changes.Take(MostChanges).Select(change => Environment.NewLine + change))}{more}";

        string LineOf(string[] lines) => line < lines.Length && lines[line].Length > 0 ? $"'{lines[line].Trim()}'" : "nothing";
    }
}
