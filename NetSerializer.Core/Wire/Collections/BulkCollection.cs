using System.Buffers;
using System.Runtime.InteropServices;
using NetSerializer.Errors;

namespace NetSerializer.Wire.Collections;

/// <summary>
/// Collections that do not lie in one piece of memory, of elements that have a bulk form: they are copied into a rented array for writing, and filled
/// from an array that has been read.
/// </summary>
internal static class BulkCollection<TCodec, T>
    where TCodec : struct, IBulkCodec<T>
{
    /// <summary>
    /// The elements of a collection that had <paramref name="count"/> of them, in a rented array, which goes back in <see cref="Write"/>.
    /// </summary>
    public static T[] Copy<TCollection>(TCollection collection, int count)
        where TCollection : class
    {
        T[] rented = ArrayPool<T>.Shared.Rent(count);
        try
        {
            Copying<TCollection>.s_copyTo(collection, rented, 0);
        }
        catch (Exception failure) when (CollectionWalk.IsOfChange(failure))
        {
            ArrayPool<T>.Shared.Return(rented);
            Throw.CollectionChanged();
        }
        return rented;
    }

    /// <summary>Writes the first <paramref name="count"/> elements of a rented array, and gives it back.</summary>
    public static ref byte Write(scoped ref WireWriter w, ref byte p, T[] rented, int count)
    {
        try
        {
            return ref TCodec.Write(ref w, ref p, ref MemoryMarshal.GetArrayDataReference(rented), count);
        }
        finally
        {
            ArrayPool<T>.Shared.Return(rented);
        }
    }

    /// <summary>
    /// Reads an array and fills a collection from it: <paramref name="target"/>, or a new one when that is null. <paramref name="value"/> is null
    /// when the array is.
    /// </summary>
    public static ref byte Read<TFill, TCollection>(scoped ref WireReader r, ref byte p, TCollection? target, out TCollection? value)
        where TFill : struct, ISequenceFill<TFill, TCollection, T>
        where TCollection : class
    {
        p = ref BulkSequence<TCodec, T>.ReadArray(ref r, ref p, out T[]? elements);
        if (elements == null)
        {
            value = null;
            return ref p;
        }
        value = TFill.Of(ref r, ref p, elements, target);
        return ref p;
    }

    // The method of the collection itself: a derived class may have another one for the interface.
    private static class Copying<TCollection>
    {
        public static readonly Action<TCollection, T[], int> s_copyTo =
            typeof(TCollection).GetMethod("CopyTo", [typeof(T[]), typeof(int)])!.CreateDelegate<Action<TCollection, T[], int>>();
    }
}
