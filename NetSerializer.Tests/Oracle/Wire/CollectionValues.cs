using System.Collections;
using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Reflection;
using NetSerializer.Tests.Equality;

namespace NetSerializer.Tests.Oracle.Wire;

/// <summary>Makes collections of elements that are known, through their public members; those that can exist before their elements empty at first.</summary>
internal static class CollectionValues
{
    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    /// <summary>A sequence that is enumerated in the order of <paramref name="elements"/>.</summary>
    public static object Create(Type type, IReadOnlyList<object?> elements)
    {
        (object collection, Action<IReadOnlyList<object?>> fill) = BeginSequence(type);
        fill(elements);
        return collection;
    }

    /// <summary>An empty sequence of one of the mutable classes, and what puts its elements in.</summary>
    public static (object Collection, Action<IReadOnlyList<object?>> Fill) BeginSequence(Type type)
    {
        Type definition = type.IsGenericType ? type.GetGenericTypeDefinition() : type;
        if (definition == typeof(ReadOnlyCollection<>) || definition == typeof(ReadOnlyObservableCollection<>))
        {
            Type inner = definition == typeof(ReadOnlyCollection<>) ? typeof(List<>) : typeof(ObservableCollection<>);
            (object list, Action<IReadOnlyList<object?>> fill) = BeginSequence(inner.MakeGenericType(type.GetGenericArguments()));
            return (Activator.CreateInstance(type, list)!, fill);
        }

        object collection = Activator.CreateInstance(type)!;
        return (collection, elements => AddAll(collection, MethodOf(definition), IsFilledBackwards(definition) ? elements.Reverse() : elements));
    }

    /// <summary>
    /// Gives an object of a derived class, which has run no constructor, the content of a collection of its base class; or a boxed struct that of
    /// another.
    /// </summary>
    public static void Give(object derived, object content)
    {
        for (Type? level = content.GetType(); level is not null; level = level.BaseType)
        {
            foreach (FieldInfo field in level.GetFields(Declared))
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

    /// <summary>A table of section 5 that can exist before its entries are known, and what puts them in; null for the immutable and frozen ones.</summary>
    public static (object Collection, Action<IReadOnlyList<object?[]>> Fill)? BeginTable(Type type, IReadOnlyList<object> comparers)
    {
        if (GraphContent.IsImmutable(type))
            return null;
        object table = OtherCollections.Create(type, comparers, []);
        return (table, entries =>
        {
            foreach (object?[] entry in entries)
            {
                if (type.IsGenericType)
                    type.GetMethod("TryAdd")!.Invoke(table, entry);
                else
                    UntypedCollections.Add(table, entry);
            }
        }
        );
    }

    private static bool IsFilledBackwards(Type definition) =>
        definition == typeof(Stack<>) || definition == typeof(Stack) || definition == typeof(ConcurrentStack<>) || definition == typeof(ConcurrentBag<>);

    private static string MethodOf(Type definition) =>
        definition == typeof(Queue<>) || definition == typeof(Queue) || definition == typeof(ConcurrentQueue<>) ? "Enqueue"
        : definition == typeof(Stack<>) || definition == typeof(Stack) || definition == typeof(ConcurrentStack<>) ? "Push"
        : definition == typeof(LinkedList<>) ? "AddLast"
        : "Add";

    private static void AddAll(object collection, string method, IEnumerable<object?> elements)
    {
        Type element = collection is StringCollection
            ? typeof(string) : collection.GetType().IsGenericType ? collection.GetType().GetGenericArguments()[0] : typeof(object);
        MethodInfo add = collection.GetType().GetMethod(method, [element])!;
        foreach (object? item in elements)
            add.Invoke(collection, [item]);
    }
}
