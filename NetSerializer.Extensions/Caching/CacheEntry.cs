using System.Buffers;

namespace NetSerializer;

/// <summary>An entry of a cache: a value behind the tag of its model.</summary>
internal static class CacheEntry
{
    /// <summary>
    /// Reads an entry, if there is one that this model can read. An entry of another model is none, and neither is a damaged one: a cache is asked for
    /// values that can be made anew. The one place where entries of other models could be resolved.
    /// </summary>
    public static bool TryRead<T>(TypeModel model, in ReadOnlySequence<byte> entry, out T? value)
    {
        try
        {
            return model.TryDeserializeTagged(entry, out value);
        }
        catch (MalformedDataException)
        {
            value = default;
            return false;
        }
    }
}
