using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using NetSerializer.Errors;

namespace NetSerializer.Wire.Collections;

/// <summary>
/// A read-only wrapper of a list in a graph, where the list may be held elsewhere too. Generated code calls the two methods of these classes by name.
/// </summary>
internal static class ReadOnlyCollectionWrapper<T>
{
    /// <summary>The list that the wrapper shows: of a wrapper around others, the list that the innermost one shows.</summary>
    public static IList<T> Inside(ReadOnlyCollection<T> wrapper) => Wrappers.Inside(wrapper, FrameworkAccessors<T>.Inside);

    /// <summary>Runs the constructor of a new wrapper, or of its base in a derived class.</summary>
    /// <param name="r">The reader.</param>
    /// <param name="p">The cursor.</param>
    /// <param name="wrapper">The wrapper.</param>
    /// <param name="inside">The list that it shows: not null, and no wrapper.</param>
    /// <param name="item">Where the list stands.</param>
    public static void Put(scoped ref WireReader r, scoped ref byte p, ReadOnlyCollection<T> wrapper, IList<T>? inside, long item)
    {
        Wrappers.Check(ref r, ref p, inside, inside is ReadOnlyCollection<T>, item);
        FrameworkAccessors<T>.Construct(wrapper, inside);
    }
}

/// <inheritdoc cref="ReadOnlyCollectionWrapper{T}"/>
internal static class ReadOnlyObservableCollectionWrapper<T>
{
    // Two handlers, each in a delegate of its own and in a longer one for all wrappers of the collection, whose list doubles.
    private const int HandlersSize = 2 * (64 + 64 + (2 * 8));

    /// <inheritdoc cref="ReadOnlyCollectionWrapper{T}.Inside"/>
    public static ObservableCollection<T> Inside(ReadOnlyObservableCollection<T> wrapper) =>
        (ObservableCollection<T>)ReadOnlyCollectionWrapper<T>.Inside(wrapper);

    /// <summary>As that of the others; the wrapper observes the collection from then on.</summary>
    public static void Put(scoped ref WireReader r, scoped ref byte p, ReadOnlyObservableCollection<T> wrapper, ObservableCollection<T>? inside, long item)
    {
        Wrappers.Check(ref r, ref p, inside, false, item);
        r.Charge(ref p, HandlersSize);
        FrameworkAccessors<T>.Construct(wrapper, inside);
    }
}

/// <inheritdoc cref="ReadOnlyCollectionWrapper{T}"/>
internal static class ReadOnlyDictionaryWrapper<TKey, TValue> where TKey : notnull
{
    /// <inheritdoc cref="ReadOnlyCollectionWrapper{T}.Inside"/>
    public static IDictionary<TKey, TValue> Inside(ReadOnlyDictionary<TKey, TValue> wrapper) =>
        Wrappers.Inside(wrapper, FrameworkAccessors<TKey, TValue>.Inside);

    /// <inheritdoc cref="ReadOnlyCollectionWrapper{T}.Put"/>
    public static void Put(scoped ref WireReader r, scoped ref byte p, ReadOnlyDictionary<TKey, TValue> wrapper, IDictionary<TKey, TValue>? inside, long item)
    {
        Wrappers.Check(ref r, ref p, inside, inside is ReadOnlyDictionary<TKey, TValue>, item);
        FrameworkAccessors<TKey, TValue>.Construct(wrapper, inside);
    }
}

/// <inheritdoc cref="ReadOnlyCollectionWrapper{T}"/>
internal static class ReadOnlySetWrapper<T>
{
    /// <inheritdoc cref="ReadOnlyCollectionWrapper{T}.Inside"/>
    public static ISet<T> Inside(ReadOnlySet<T> wrapper) => Wrappers.Inside(wrapper, FrameworkAccessors<T>.Inside);

    /// <inheritdoc cref="ReadOnlyCollectionWrapper{T}.Put"/>
    public static void Put(scoped ref WireReader r, scoped ref byte p, ReadOnlySet<T> wrapper, ISet<T>? inside, long item)
    {
        Wrappers.Check(ref r, ref p, inside, inside is ReadOnlySet<T>, item);
        FrameworkAccessors<T>.Construct(wrapper, inside);
    }
}

/// <summary>The code that all wrappers have in common.</summary>
internal static class Wrappers
{
    /// <summary>
    /// The collection that a wrapper shows: of a wrapper around others, the one that the innermost one shows. No constructor makes a wrapper of nothing.
    /// </summary>
    public static TInside Inside<TWrapper, TInside>(TWrapper wrapper, Func<TWrapper, TInside?> show)
        where TWrapper : class, TInside
        where TInside : class
    {
        TInside? inside = show(wrapper);
        while (inside is TWrapper other)
        {
            inside = show(other);
        }
        if (inside == null)
        {
            Throw.NotEncodable($"A {TypeNames.Display(wrapper.GetType())} covers no collection: none of its constructors has run.");
        }
        return inside;
    }

    /// <summary>
    /// Bytes make no wrapper of nothing, nor of another wrapper. Each call to a wrapper goes on to the collection that it covers. A long chain of
    /// wrappers, or one that leads back into itself, would end the stack of a caller that asks for its count.
    /// </summary>
    public static void Check(scoped ref WireReader r, scoped ref byte p, [NotNull] object? inside, bool isWrapper, long item)
    {
        if (inside == null)
        {
            r.FailNullBody(ref p);
        }
        if (isWrapper)
        {
            r.FailAt(ref p, ErrorCode.NotCanonical, item, "A read-only cover of another one.");
        }
    }
}
