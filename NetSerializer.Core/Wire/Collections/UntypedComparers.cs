using System.Collections;
using System.Collections.Specialized;
using System.Globalization;
using System.Runtime.CompilerServices;
using NetSerializer.Errors;

namespace NetSerializer.Wire.Collections;

/// <summary>
/// The comparers that travel with collections of objects (docs/wire-format.md, section 5e): those of strings under the same numbers as
/// <see cref="Comparers"/>, and the default ones.
/// </summary>
internal static class UntypedComparers
{
    private static readonly object?[] s_equality =
        [null, StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase, StringComparer.InvariantCulture, StringComparer.InvariantCultureIgnoreCase];
    private static readonly object?[] s_order = [Comparer.Default, .. s_equality.AsSpan(1), Comparer.DefaultInvariant];

    /// <summary>Writes what tells keys apart; null is the default.</summary>
    public static ref byte WriteEquality(scoped ref WireWriter w, ref byte p, IEqualityComparer? comparer) => ref Write(ref w, ref p, s_equality, comparer);

    public static ref byte ReadEquality(scoped ref WireReader r, ref byte p, out IEqualityComparer? comparer)
    {
        p = ref Read(ref r, ref p, s_equality, 0, out object? known);
        comparer = (IEqualityComparer?)known;
        return ref p;
    }

    /// <summary>As <see cref="ReadEquality"/> where there is no default.</summary>
    public static ref byte ReadNamed(scoped ref WireReader r, ref byte p, out IEqualityComparer comparer)
    {
        p = ref Read(ref r, ref p, s_equality, 1, out object? known);
        comparer = (IEqualityComparer)known!;
        return ref p;
    }

    /// <summary>
    /// Writes what puts keys in order. A sorted list makes a comparer of the culture of its thread for itself, which then is the default one;
    /// BinaryFormatter makes new ones, of the invariant culture too.
    /// </summary>
    public static ref byte WriteOrder(scoped ref WireWriter w, ref byte p, IComparer comparer)
    {
        if (comparer is Comparer own && !ReferenceEquals(own, Comparer.DefaultInvariant))
        {
            CompareInfo rules = CompareInfoOf(own);
            comparer = rules.Equals(CultureInfo.CurrentCulture.CompareInfo)
                ? Comparer.Default : rules.Equals(CultureInfo.InvariantCulture.CompareInfo) ? Comparer.DefaultInvariant : comparer;
        }
        return ref Write(ref w, ref p, s_order, comparer);
    }

    public static ref byte ReadOrder(scoped ref WireReader r, ref byte p, out IComparer comparer)
    {
        p = ref Read(ref r, ref p, s_order, 0, out object? known);
        comparer = (IComparer)known!;
        return ref p;
    }

    /// <summary>Writes the number of the default comparer, for tables of strings that have no other.</summary>
    public static ref byte WriteDefault(scoped ref WireWriter w, ref byte p) => ref Write(ref w, ref p, s_equality, null);

    public static ref byte ReadDefault(scoped ref WireReader r, ref byte p)
    {
        p = ref r.Run(ref p, 1, -1);
        if (p != 0)
        {
            r.FailComparer(ref p);
        }
        return ref Unsafe.Add(ref p, 1);
    }

    /// <summary>The comparer of a hash table, which only classes derived from it may see.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_EqualityComparer")]
    public static extern IEqualityComparer? Of(Hashtable table);

    /// <summary>The comparer of a sorted list, which has no property for it.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "comparer")]
    public static extern ref IComparer Of(SortedList list);

    /// <summary>The rules of a comparer, which has no property for them.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_compareInfo")]
    private static extern ref CompareInfo CompareInfoOf(Comparer comparer);

    /// <summary>The comparer of the names, which has no property that could be called from here.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_keyComparer")]
    public static extern ref IEqualityComparer Of(NameObjectCollectionBase collection);

    private static ref byte Write(scoped ref WireWriter w, ref byte p, object?[] known, object? comparer)
    {
        int id = Array.IndexOf(known, comparer);
        if (id < 0)
        {
            Throw.UnknownComparer(comparer!, typeof(object));
        }
        p = ref w.Ensure(ref p, 1);
        return ref Scalars.WriteByte(ref w, ref p, (byte)id);
    }

    private static ref byte Read(scoped ref WireReader r, ref byte p, object?[] known, int least, out object? comparer)
    {
        p = ref r.Run(ref p, 1, -1);
        if (p < least || p >= known.Length)
        {
            r.FailComparer(ref p);
        }
        comparer = known[p];
        return ref Unsafe.Add(ref p, 1);
    }
}
