using System.Collections;
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

    /// <summary>Returns the result of <paramref name="read"/> for a collection, and throws if another thread changes the collection meanwhile.</summary>
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

    /// <summary>Whether a failure tells of such a change. The framework checks no invariant of a collection that it has set up itself.</summary>
    public static bool IsOfChange(Exception failure) => failure is ArgumentException or IndexOutOfRangeException or NullReferenceException;
}
