using NetSerializer.Errors;

namespace NetSerializer.Wire.Collections;

/// <summary>The comparers that travel with sorted collections (docs/wire-format.md, section 5), and the refusal of all others.</summary>
internal static class OrderComparers
{
    /// <summary>Writes the comparer of a collection that is sorted by strings.</summary>
    public static ref byte Write(scoped ref WireWriter w, ref byte p, IComparer<string> comparer) =>
        ref Comparers.WriteNumber(ref w, ref p, Comparers.OfTexts, Comparers.IsDefault(comparer) ? null : comparer, typeof(string));

    /// <summary>Reads it; null is the default one.</summary>
    public static ref byte Read(scoped ref WireReader r, ref byte p, out IComparer<string>? comparer)
    {
        p = ref Comparers.Read(ref r, ref p, out IEqualityComparer<string>? equality);
        // The comparers of StringComparer are both.
        comparer = (IComparer<string>?)equality;
        return ref p;
    }

    /// <inheritdoc cref="Comparers.WriteOf"/>
    public static ref byte WriteOf<TKey>(scoped ref WireWriter w, ref byte p, IComparer<TKey> comparer)
    {
        if (typeof(TKey) == typeof(string))
        {
            return ref Write(ref w, ref p, (IComparer<string>)comparer);
        }
        RequireDefault(comparer);
        return ref p;
    }

    /// <inheritdoc cref="Comparers.ReadOf"/>
    public static ref byte ReadOf<TKey>(scoped ref WireReader r, ref byte p, out IComparer<TKey>? comparer)
    {
        p = ref Comparers.ReadOf(ref r, ref p, out IEqualityComparer<TKey>? known);
        comparer = (IComparer<TKey>?)known;
        return ref p;
    }

    /// <summary>Collections that are sorted by anything else must use the default comparer.</summary>
    public static void RequireDefault<TKey>(IComparer<TKey> comparer)
    {
        if (!Comparers.IsDefault(comparer))
        {
            Throw.UnknownComparer(comparer, typeof(TKey));
        }
    }
}
