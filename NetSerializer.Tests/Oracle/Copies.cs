using NetSerializer.Tests.Equality;
using NetSerializer.Tests.Oracle.Schema;

namespace NetSerializer.Tests.Oracle;

/// <summary>What a value and its copy must have in common in a model.</summary>
internal static class Copies
{
    /// <summary>The first difference: of graphs in identities too, where the model preserves them.</summary>
    public static string? FirstDifference(SchemaText schema, object? expected, object? copy) =>
        schema.Preserve ? GraphComparer.FirstDifference(expected, copy, schema.Texts == TextForm.ByReference ? TextIdentity.ByReference : TextIdentity.Values)
            : DeepComparer.FirstDifference(expected, copy);
}
