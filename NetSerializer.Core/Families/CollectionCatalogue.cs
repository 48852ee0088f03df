using System.Collections.ObjectModel;
using System.Runtime.CompilerServices;
using NetSerializer.Scanning;
using NetSerializer.Wire.Collections;

namespace NetSerializer.Families;

/// <summary>The collections that <see cref="CollectionFamily"/> knows.</summary>
internal static class CollectionCatalogue
{
    private const string Sequence = "sequence";

    /// <summary>The slots of a dictionary.</summary>
    public static readonly SlotRole[] Pair = [SlotRole.Key, SlotRole.Value];

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
        // Names first: most types are no collections, and a model of others need not load all that these entries name (1 ms in a fresh process).
        return (definition.Namespace is "System.Collections.Generic" or "System.Collections.ObjectModel" ? Common.Find(definition) : null)
            ?? LaterCollections.Find(definition);
    }

    /// <summary>A collection around a list.</summary>
    public static CollectionEntry OwnerOfList(Type definition, Type maker) =>
        new(definition, Sequence, typeof(ListOwnerFill<,,>)) { Walk = Walk.Index, Maker = maker };

    /// <summary>Entries by their types.</summary>
    public static Dictionary<Type, CollectionEntry> Index(CollectionEntry[] entries)
    {
        var index = new Dictionary<Type, CollectionEntry>(entries.Length);
        foreach (CollectionEntry entry in entries)
        {
            index.Add(entry.Definition, entry);
        }
        return index;
    }

    private static class Common
    {
        private static readonly Dictionary<Type, CollectionEntry> s_entries = CollectionCatalogue.Index(
        [
            new CollectionEntry(typeof(List<>), Sequence, typeof(ListFill<>)) { IsBaseOnly = true },
            new CollectionEntry(typeof(Dictionary<,>), "dictionary", typeof(DerivedDictionaryFill<,>))
                { Roles = Pair, Comparer = ComparerUse.Equality, IsBaseOnly = true },
            new CollectionEntry(typeof(HashSet<>), "set", typeof(DerivedSetFill<>)) { Comparer = ComparerUse.Equality, IsBaseOnly = true },
            new CollectionEntry(typeof(Queue<>), Sequence, typeof(QueueFill<>)),
            new CollectionEntry(typeof(Stack<>), Sequence, typeof(StackFill<>)),
            new CollectionEntry(typeof(LinkedList<>), Sequence, typeof(LinkedListFill<>)),
            new CollectionEntry(typeof(SortedSet<>), "sortedset", typeof(SortedSetFill<>)) { Comparer = ComparerUse.Order },
            new CollectionEntry(typeof(SortedDictionary<,>), "sorteddictionary", typeof(SortedDictionaryFill<,>))
                { Roles = Pair, Comparer = ComparerUse.Order },
            new CollectionEntry(typeof(SortedList<,>), "sorteddictionary", typeof(SortedListFill<,>))
                { Roles = Pair, Comparer = ComparerUse.Order, Walk = Walk.IndexedPairs },
            new CollectionEntry(typeof(PriorityQueue<,>), "priorityqueue", typeof(PriorityQueueFill<,>))
            {
                Roles = [SlotRole.Element, SlotRole.Priority], Comparer = ComparerUse.Order, ComparedArgument = 1, Enumerated = "UnorderedItems",
            },
            new CollectionEntry(typeof(OrderedDictionary<,>), "dictionary", typeof(OrderedDictionaryFill<,>)) { Roles = Pair, Comparer = ComparerUse.Equality },
            new CollectionEntry(typeof(ReadOnlyDictionary<,>), "dictionary", typeof(ReadOnlyDictionaryFill<,>))
                { Cover = typeof(ReadOnlyDictionaryCover<,>), Roles = Pair, Comparer = ComparerUse.Equality },
            new CollectionEntry(typeof(ReadOnlySet<>), "set", typeof(ReadOnlySetFill<>))
                { Cover = typeof(ReadOnlySetCover<>), Comparer = ComparerUse.Equality },
            OwnerOfList(typeof(ReadOnlyCollection<>), typeof(ReadOnlyCollectionMaker<>)) with { Cover = typeof(ReadOnlyCollectionCover<>) },
            OwnerOfList(typeof(Collection<>), typeof(CollectionMaker<>)) with { IsAroundAny = true },
        ]);

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static CollectionEntry? Find(Type definition) => s_entries.GetValueOrDefault(definition);
    }
}
