namespace NetSerializer.Wire.Collections;

/// <summary>
/// Fills one kind of collection while it is read: a struct that lives in the local of a generated method. The collection is made first and filled
/// after, so that it exists before its elements do.
/// </summary>
/// <typeparam name="TSelf">The fill itself.</typeparam>
/// <typeparam name="TCollection">The collection that it fills.</typeparam>
/// <typeparam name="T">The elements.</typeparam>
internal interface ISequenceFill<TSelf, TCollection, T>
    where TSelf : struct, ISequenceFill<TSelf, TCollection, T>
    where TCollection : class
{
    /// <summary>
    /// Makes the collection for <paramref name="count"/> elements; on a stream of unknown length it grows as they come. <paramref name="target"/> is
    /// an object of a derived class that has its own fields but has run no constructor; null makes the collection itself.
    /// </summary>
    static abstract TSelf Start(scoped ref WireReader r, scoped ref byte p, int count, TCollection? target);

    /// <summary>Adds an element; the cursor stands behind it.</summary>
    void Add(scoped ref WireReader r, scoped ref byte p, T element);

    /// <summary>
    /// Makes a collection of elements of a bulk type that have been read in one go. They refer to nothing, so none of them has to find the collection
    /// there already.
    /// </summary>
    static virtual TCollection Of(scoped ref WireReader r, scoped ref byte p, T[] elements, TCollection? target)
    {
        TSelf fill = TSelf.Start(ref r, ref p, elements.Length, target);
        foreach (T element in elements)
        {
            fill.Add(ref r, ref p, element);
        }
        return fill.Collection;
    }

    /// <summary>The collection; whole when all elements have been added.</summary>
    TCollection Collection { get; }
}
