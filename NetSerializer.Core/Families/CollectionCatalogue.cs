using NetSerializer.Wire.Collections;

namespace NetSerializer.Families;

/// <summary>The collections that <see cref="CollectionFamily"/> knows.</summary>
internal static class CollectionCatalogue
{
    private const string Sequence = "sequence";

    private static readonly Dictionary<Type, CollectionEntry> s_entries = Index(
    [
        new CollectionEntry(typeof(Queue<>), Sequence, typeof(QueueFill<>)),
        new CollectionEntry(typeof(Stack<>), Sequence, typeof(StackFill<>)),
        new CollectionEntry(typeof(LinkedList<>), Sequence, typeof(LinkedListFill<>)),
    ]);

    /// <summary>The entry of a collection, or null for any other type.</summary>
    public static CollectionEntry? Find(Type type) => s_entries.GetValueOrDefault(type.IsGenericType ? type.GetGenericTypeDefinition() : type);

    private static Dictionary<Type, CollectionEntry> Index(CollectionEntry[] entries)
    {
        var index = new Dictionary<Type, CollectionEntry>(entries.Length);
        foreach (CollectionEntry entry in entries)
        {
            index.Add(entry.Definition, entry);
        }
        return index;
    }
}
