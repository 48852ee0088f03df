using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using NetSerializer.Errors;

namespace NetSerializer.Wire;

/// <summary>
/// Calls of a collection that is written. When another thread changes it meanwhile, its own members fail in any way: the writer says that it changed.
/// </summary>
internal static class CollectionWalk
{
    /// <summary>The next entry of a collection, by its own enumerator.</summary>
    public static bool MoveNext<TEnumerator>(ref TEnumerator enumerator)
        where TEnumerator : IEnumerator
    {
        try
        {
            return enumerator.MoveNext();
        }
        catch (Exception failure) when (IsOfChange(failure))
        {
            Throw.CollectionChanged();
            return false;
        }
    }

    /// <summary>The item at an index below the count that the collection had a moment ago.</summary>
    public static T ItemAt<T>(Collection<T> collection, int index) => At(collection, index, static (items, at) => items[at]);

    /// <inheritdoc cref="ItemAt{T}(Collection{T}, int)"/>
    public static T ItemAt<T>(ReadOnlyCollection<T> collection, int index) => At(collection, index, static (items, at) => items[at]);

    /// <inheritdoc cref="ItemAt{T}(Collection{T}, int)"/>
    public static object? ItemAt(ArrayList collection, int index) => At(collection, index, static (items, at) => items[at]);

    /// <inheritdoc cref="ItemAt{T}(Collection{T}, int)"/>
    public static string? ItemAt(StringCollection collection, int index) => At(collection, index, static (items, at) => items[at]);

    /// <inheritdoc cref="ItemAt{T}(Collection{T}, int)"/>
    public static TKey KeyAt<TKey, TValue>(SortedList<TKey, TValue> collection, int index) where TKey : notnull =>
        At(collection, index, static (items, at) => items.GetKeyAtIndex(at));

    /// <inheritdoc cref="ItemAt{T}(Collection{T}, int)"/>
    public static TValue ValueAt<TKey, TValue>(SortedList<TKey, TValue> collection, int index) where TKey : notnull =>
        At(collection, index, static (items, at) => items.GetValueAtIndex(at));

    /// <summary>The result of <paramref name="read"/> for a collection.</summary>
    public static TResult Read<TCollection, TResult>(TCollection collection, Func<TCollection, TResult> read)
    {
        try
        {
            return read(collection);
        }
        catch (Exception failure) when (IsOfChange(failure))
        {
            Throw.CollectionChanged();
            return default;
        }
    }

    private static TPart At<TCollection, TPart>(TCollection collection, int index, Func<TCollection, int, TPart> part)
    {
        try
        {
            return part(collection, index);
        }
        catch (Exception failure) when (IsOfChange(failure))
        {
            Throw.CollectionChanged();
            return default;
        }
    }

    /// <summary>The framework checks no invariant of a collection that it has set up itself, and uses its fields unchecked.</summary>
    public static bool IsOfChange(Exception failure) => failure is ArgumentException or IndexOutOfRangeException or NullReferenceException;
}
