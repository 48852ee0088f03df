using NetSerializer.Languages;
using NetSerializer.Wire;

namespace NetSerializer.Families;

/// <summary>The collections that <see cref="CollectionFamily"/> knows.</summary>
internal static class CollectionCatalogue
{
    private static readonly MadeOnce<Dictionary<Type, CollectionEntry>> s_core = Group(CollectionEntries.Core);

    // Most types are no collections. The entries of a namespace are made when a type of it is asked for, because naming their types loads assemblies that
    // most programs never load.
    private static readonly Dictionary<string, MadeOnce<Dictionary<Type, CollectionEntry>>> s_namespaces = new()
    {
        ["System.Collections.Generic"] = Group(CollectionEntries.Generic),
        ["System.Collections.ObjectModel"] = Group(CollectionEntries.ObjectModel),
        ["System.Collections"] = Group(CollectionEntries.Untyped),
        ["System.Collections.Specialized"] = Group(CollectionEntries.Specialized),
        ["System.Collections.Immutable"] = Group(CollectionEntries.Immutable),
        ["System.Collections.Frozen"] = Group(CollectionEntries.Frozen),
        ["System.Collections.Concurrent"] = Group(CollectionEntries.Concurrent),
        ["System.ComponentModel"] = Group(CollectionEntries.Components),
        ["System.Dynamic"] = Group(CollectionEntries.Dynamic),
    };

    /// <summary>The entry of a collection that has instances itself, or null for any other type.</summary>
    public static CollectionEntry? Find(Type type) => FindAny(type) is { IsBaseOnly: false } entry ? entry : null;

    /// <summary>The collection of the framework that a class is derived from, or is.</summary>
    public static Type? FindBase(Type type)
    {
        for (Type? level = type; level != null; level = level.BaseType)
        {
            if (FindAny(level) is { } entry && (level == type || !entry.IsFinal))
            {
                return level;
            }
        }
        return null;
    }

    /// <summary>The entry of a collection, or of one that only serves as a base.</summary>
    public static CollectionEntry? FindAny(Type type)
    {
        Type definition = type.IsGenericType ? type.GetGenericTypeDefinition() : type;
        if (FSharpTypes.IsCollection(definition))
        {
            return CollectionEntries.FSharp(definition);
        }
        return definition.Namespace is { } name && name.StartsWith("System.", StringComparison.Ordinal)
            && s_namespaces.TryGetValue(name, out MadeOnce<Dictionary<Type, CollectionEntry>>? group)
            ? s_core.Value.GetValueOrDefault(definition) ?? group.Value.GetValueOrDefault(definition) : null;
    }

    private static MadeOnce<Dictionary<Type, CollectionEntry>> Group(Func<CollectionEntry[]> entries) =>
        new(() => entries().ToDictionary(entry => entry.Definition));
}
