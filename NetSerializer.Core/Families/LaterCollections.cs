using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using NetSerializer.Wire.Collections;

namespace NetSerializer.Families;

/// <summary>
/// The collections of assemblies that most programs never load: their entries are made when a type of the namespace is asked for, because naming their types loads the assemblies.
/// </summary>
internal static class LaterCollections
{
    private const string Sequence = "sequence";

    /// <summary>The entry of a type or of a generic definition, or null.</summary>
    public static CollectionEntry? Find(Type definition) => definition.Namespace switch
    {
        "System.Collections.Immutable" => Immutable.Find(definition),
        _ => null,
    };

    private static class Immutable
    {
        private static readonly Dictionary<Type, CollectionEntry> s_entries = CollectionCatalogue.Index(
        [
            new CollectionEntry(typeof(ImmutableList<>), Sequence, typeof(ImmutableListFill<>)),
            new CollectionEntry(typeof(ImmutableQueue<>), Sequence, typeof(ImmutableQueueFill<>)) { Walk = Walk.Snapshot },
            new CollectionEntry(typeof(ImmutableStack<>), Sequence, typeof(ImmutableStackFill<>)) { Walk = Walk.Snapshot },
            new CollectionEntry(typeof(ImmutableHashSet<>), "set", typeof(ImmutableHashSetFill<>)) { Comparer = ComparerUse.Equality, ComparerName = "KeyComparer" },
            new CollectionEntry(typeof(ImmutableSortedSet<>), "sortedset", typeof(ImmutableSortedSetFill<>)) { Comparer = ComparerUse.Order, ComparerName = "KeyComparer" },
            new CollectionEntry(typeof(ImmutableDictionary<,>), "immutabledictionary", typeof(ImmutableDictionaryFill<,>)) { Roles = CollectionCatalogue.Pair, HasHead = true },
            new CollectionEntry(typeof(ImmutableSortedDictionary<,>), "immutablesorteddictionary", typeof(ImmutableSortedDictionaryFill<,>)) { Roles = CollectionCatalogue.Pair, HasHead = true },
        ]);

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static CollectionEntry? Find(Type definition) => s_entries.GetValueOrDefault(definition);
    }
}
