using System.Collections.ObjectModel;
using System.Reflection;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Makes collections of elements that are known, through their public members.</summary>
internal static class CollectionValues
{
    /// <summary>A collection that is enumerated in the order of <paramref name="elements"/>.</summary>
    public static object Create(Type type, IReadOnlyList<object?> elements)
    {
        Type definition = type.GetGenericTypeDefinition();
        if (definition == typeof(ReadOnlyCollection<>) || definition == typeof(ReadOnlyObservableCollection<>))
        {
            Type inner = definition == typeof(ReadOnlyCollection<>) ? typeof(Collection<>) : typeof(ObservableCollection<>);
            return Activator.CreateInstance(type, Create(inner.MakeGenericType(type.GetGenericArguments()), elements))!;
        }

        object collection = Activator.CreateInstance(type)!;
        if (definition == typeof(Queue<>))
            return AddAll(collection, "Enqueue", elements);
        if (definition == typeof(Stack<>))
            return AddAll(collection, "Push", elements.Reverse());
        return AddAll(collection, definition == typeof(LinkedList<>) ? "AddLast" : "Add", elements);
    }

    /// <summary>Gives an object of a derived class, which has run no constructor, the content of a collection of its base class.</summary>
    public static void Give(object derived, object content)
    {
        for (Type? level = content.GetType(); level is not null; level = level.BaseType)
        {
            foreach (FieldInfo field in level.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                field.SetValue(derived, field.GetValue(content));
        }
    }

    /// <summary>A keyed collection with the fields of <paramref name="members"/>, and those of the elements that have keys of their own.</summary>
    public static object CreateKeyed(object members, Type content, IReadOnlyList<object?> elements)
    {
        Type type = members.GetType();
        object keyed = Activator.CreateInstance(type)!;
        foreach (FieldInfo field in Schema.Fields.AllOf(type))
            field.SetValue(keyed, field.GetValue(members));
        MethodInfo add = typeof(ICollection<>).MakeGenericType(content.GetGenericArguments()[1]).GetMethod("Add")!;
        foreach (object? element in elements)
        {
            try
            {
                add.Invoke(keyed, [element]);
            }
            catch (TargetInvocationException)
            {
                // A key that occurs twice, or an element that has none.
            }
        }

        return keyed;
    }

    private static object AddAll(object collection, string method, IEnumerable<object?> elements)
    {
        MethodInfo add = collection.GetType().GetMethod(method, [collection.GetType().GetGenericArguments()[0]])!;
        foreach (object? element in elements)
            add.Invoke(collection, [element]);
        return collection;
    }
}
