using System.Buffers;
using System.Runtime.InteropServices;

namespace NetSerializer.Wire.Collections;

/// <summary>
/// Collections that do not lie in one piece of memory, of elements that have a bulk form: they are copied into a rented array for writing, and filled
/// from an array that has been read.
/// </summary>
internal static class BulkCollection<TCodec, T>
    where TCodec : struct, IBulkCodec<T>
    where T : unmanaged
{
    /// <summary>An array for at least <paramref name="count"/> elements, which goes back in <see cref="Write"/>.</summary>
    public static T[] Rent(int count) => ArrayPool<T>.Shared.Rent(count);

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
}
