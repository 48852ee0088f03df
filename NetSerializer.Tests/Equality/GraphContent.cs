using System.Collections;
using System.Collections.ObjectModel;
using System.Runtime.CompilerServices;

namespace NetSerializer.Tests.Equality;

/// <summary>The elements of the arrays and mutable collections of the framework, and of classes derived from them, as the graph comparer sees them.</summary>
internal static class GraphContent
{
    /// <summary>The collection of the framework that a type is or is derived from.</summary>
    public static Type? Of(Type type)
    {
        for (Type? level = type; level is not null; level = level.BaseType)
        {
            if (!level.IsValueType && (level.Namespace?.StartsWith("System.Collections", StringComparison.Ordinal) == true
                || level.Namespace == "System.ComponentModel"))
                return level;
        }

        return null;
    }

    public static bool IsImmutable(Type type) =>
        OtherCollections.KindOf(type) is not null && !type.IsValueType
        && OtherCollections.Declared(type).Namespace is "System.Collections.Immutable" or "System.Collections.Frozen" or "Microsoft.FSharp.Collections";

    /// <summary>The declared types of the columns: one of a sequence or set, two of a dictionary or a queue with priorities.</summary>
    public static Type[] ElementTypes(Type type)
    {
        if (type.IsArray)
            return [type.GetElementType()!];
        Type content = Of(type)!;
        if (!content.IsGenericType)
            return typeof(IDictionary).IsAssignableFrom(content) ? [typeof(object), typeof(object)] : [typeof(object)];
        return content.GetGenericTypeDefinition() == typeof(KeyedCollection<,>) ? [content.GetGenericArguments()[1]] : content.GetGenericArguments();
    }

    public static object?[] Elements(object collection) => [.. ((IEnumerable)collection).Cast<object?>()];

    /// <summary>The keys or the values; the elements or the priorities; of a set its elements.</summary>
    public static object?[] Column(object collection, int number) => collection switch
    {
        IDictionary table => [.. (number == 0 ? table.Keys : table.Values).Cast<object?>()],
        IEnumerable set => Elements(set),
        _ => [.. ((IEnumerable)collection.GetType().GetProperty("UnorderedItems")!.GetValue(collection)!).Cast<ITuple>().Select(pair => pair[number])],
    };

    /// <summary>What differs beside the elements: the shape of an array, the comparer of a table.</summary>
    public static string? Difference(object expected, object copy)
    {
        if (expected is Array array)
            return ShapeOf(array) == ShapeOf((Array)copy) ? null : $"{ShapeOf(array)} became {ShapeOf((Array)copy)}";
        if (expected.GetType().GetProperty("Comparer") is not { } comparer)
            return null;
        object left = comparer.GetValue(expected)!, right = comparer.GetValue(copy)!;
        // BinaryFormatter brings the default comparer back as the general one.
        return left.Equals(right) || (DeepComparer.IsDefault(left) && DeepComparer.IsDefault(right)) ? null : $"comparer {left} became {right}";
    }

    private static string ShapeOf(Array array) =>
        string.Join(" x ", Enumerable.Range(0, array.Rank).Select(dimension => $"{array.GetLength(dimension)} from {array.GetLowerBound(dimension)}"));
}
