using System.Reflection;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Makes collections of elements that are known, through their public members.</summary>
internal static class CollectionValues
{
    /// <summary>A collection that is enumerated in the order of <paramref name="elements"/>.</summary>
    public static object Create(Type type, IReadOnlyList<object?> elements)
    {
        Type definition = type.GetGenericTypeDefinition();
        object collection = Activator.CreateInstance(type)!;
        if (definition == typeof(Queue<>))
            return AddAll(collection, "Enqueue", elements);
        if (definition == typeof(Stack<>))
            return AddAll(collection, "Push", elements.Reverse());
        return AddAll(collection, "AddLast", elements);
    }

    private static object AddAll(object collection, string method, IEnumerable<object?> elements)
    {
        MethodInfo add = collection.GetType().GetMethod(method, [collection.GetType().GetGenericArguments()[0]])!;
        foreach (object? element in elements)
            add.Invoke(collection, [element]);
        return collection;
    }
}
