using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using NetSerializer.Errors;

namespace NetSerializer.Wire.Collections;

/// <summary>
/// A read-only cover of a list in a graph, where the list may be held elsewhere too. Generated code calls the two methods of these classes by name.
/// </summary>
internal static class ReadOnlyCollectionCover<T>
{
    /// <summary>What the cover shows: of one around another what that one shows.</summary>
    public static IList<T> Inside(ReadOnlyCollection<T> cover) => Covers.Inside(cover, FrameworkAccessors<T>.Inside);

    /// <summary>Runs the constructor of a new cover, or of its base in a derived class.</summary>
    /// <param name="r">The reader.</param>
    /// <param name="p">The cursor.</param>
    /// <param name="cover">The cover.</param>
    /// <param name="inside">What it shows: not null, and no cover.</param>
    /// <param name="item">Where that stands.</param>
    public static void Put(scoped ref WireReader r, scoped ref byte p, ReadOnlyCollection<T> cover, IList<T>? inside, long item)
    {
        Covers.Check(ref r, ref p, inside, inside is ReadOnlyCollection<T>, item);
        FrameworkAccessors<T>.Construct(cover, inside);
    }
}

/// <inheritdoc cref="ReadOnlyCollectionCover{T}"/>
internal static class ReadOnlyObservableCollectionCover<T>
{
    // Two handlers, each in a delegate of its own and in a longer one for all covers of the collection, whose list doubles.
    private const int HandlersSize = 2 * (64 + 64 + (2 * 8));

    /// <inheritdoc cref="ReadOnlyCollectionCover{T}.Inside"/>
    public static ObservableCollection<T> Inside(ReadOnlyObservableCollection<T> cover) => (ObservableCollection<T>)ReadOnlyCollectionCover<T>.Inside(cover);

    /// <summary>As that of the others; the cover observes the collection from then on.</summary>
    public static void Put(scoped ref WireReader r, scoped ref byte p, ReadOnlyObservableCollection<T> cover, ObservableCollection<T>? inside, long item)
    {
        Covers.Check(ref r, ref p, inside, false, item);
        r.Charge(ref p, HandlersSize);
        FrameworkAccessors<T>.Construct(cover, inside);
    }
}

/// <inheritdoc cref="ReadOnlyCollectionCover{T}"/>
internal static class ReadOnlyDictionaryCover<TKey, TValue> where TKey : notnull
{
    /// <inheritdoc cref="ReadOnlyCollectionCover{T}.Inside"/>
    public static IDictionary<TKey, TValue> Inside(ReadOnlyDictionary<TKey, TValue> cover) =>
        Covers.Inside(cover, FrameworkAccessors<TKey, TValue>.Inside);

    /// <inheritdoc cref="ReadOnlyCollectionCover{T}.Put"/>
    public static void Put(scoped ref WireReader r, scoped ref byte p, ReadOnlyDictionary<TKey, TValue> cover, IDictionary<TKey, TValue>? inside, long item)
    {
        Covers.Check(ref r, ref p, inside, inside is ReadOnlyDictionary<TKey, TValue>, item);
        FrameworkAccessors<TKey, TValue>.Construct(cover, inside);
    }
}

/// <inheritdoc cref="ReadOnlyCollectionCover{T}"/>
internal static class ReadOnlySetCover<T>
{
    /// <inheritdoc cref="ReadOnlyCollectionCover{T}.Inside"/>
    public static ISet<T> Inside(ReadOnlySet<T> cover) => Covers.Inside(cover, FrameworkAccessors<T>.Inside);

    /// <inheritdoc cref="ReadOnlyCollectionCover{T}.Put"/>
    public static void Put(scoped ref WireReader r, scoped ref byte p, ReadOnlySet<T> cover, ISet<T>? inside, long item)
    {
        Covers.Check(ref r, ref p, inside, inside is ReadOnlySet<T>, item);
        FrameworkAccessors<T>.Construct(cover, inside);
    }
}

/// <summary>What all covers have in common.</summary>
internal static class Covers
{
    /// <summary>What a cover shows, of one around another what that one shows. No constructor makes a cover of nothing.</summary>
    public static TInside Inside<TCover, TInside>(TCover cover, Func<TCover, TInside?> show)
        where TCover : class, TInside
        where TInside : class
    {
        TInside? inside = show(cover);
        while (inside is TCover other)
        {
            inside = show(other);
        }
        if (inside == null)
        {
            Throw.NotEncodable($"A {TypeNames.Display(cover.GetType())} covers no collection: none of its constructors has run.");
        }
        return inside;
    }

    /// <summary>
    /// Bytes make no cover of nothing, nor of another one: each call to one goes on to what it covers, so a chain of them that leads back into
    /// itself, or a long one, would end the stack of whoever asks for its count.
    /// </summary>
    public static void Check(scoped ref WireReader r, scoped ref byte p, [NotNull] object? inside, bool isCover, long item)
    {
        if (inside == null)
        {
            r.FailNullBody(ref p);
        }
        if (isCover)
        {
            r.FailAt(ref p, ErrorCode.NotCanonical, item, "A read-only cover of another one.");
        }
    }
}
