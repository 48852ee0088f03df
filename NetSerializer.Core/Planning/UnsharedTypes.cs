using NetSerializer.Ids;
using NetSerializer.Scanning;

namespace NetSerializer.Planning;

/// <summary>Which types <see cref="SerializerOptions.NeverShared"/> names (docs/wire-format.md, section 7a).</summary>
internal static class UnsharedTypes
{
    /// <summary>The named types, of this model or of every model; null for none. The predicate is asked here and nowhere else.</summary>
    public static IReadOnlySet<Type>? Find(IReadOnlyList<TypeShape> shapes, SerializerOptions options)
    {
        if (!options.PreservesReferences || options.NeverShared is not { } isUnshared)
        {
            return null;
        }
        IEnumerable<Type> all = BuiltInIds.Types.Concat(shapes.Where(shape => shape.HasId).Select(shape => shape.Type)).Distinct();
        HashSet<Type> unshared = [.. all.Where(type => type != typeof(string) && isUnshared(type))];
        return unshared.Count == 0 ? null : unshared;
    }
}
