using System.Collections;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace NetSerializer.Wire.Collections;

/// <summary>
/// The comparers that travel with collections of objects (docs/wire-format.md, section 5e): the comparers of strings under the same numbers as
/// <see cref="Comparers"/>, and the default ones.
/// </summary>
internal static class UntypedComparers
{
    private static readonly object?[] s_order = [Comparer.Default, .. Comparers.OfTexts.AsSpan(1), Comparer.DefaultInvariant];

    /// <summary>Writes the comparer that tells keys apart; null is the default.</summary>
    public static ref byte WriteEquality(scoped ref WireWriter w, ref byte p, IEqualityComparer? comparer) =>
        ref Comparers.WriteNumber(ref w, ref p, Comparers.OfTexts, comparer, typeof(object));

    public static ref byte ReadEquality(scoped ref WireReader r, ref byte p, out IEqualityComparer? comparer)
    {
        p = ref Comparers.ReadNumber(ref r, ref p, Comparers.OfTexts, 0, out object? known);
        comparer = (IEqualityComparer?)known;
        return ref p;
    }

    /// <summary>As <see cref="ReadEquality"/> where there is no default.</summary>
    public static ref byte ReadNamed(scoped ref WireReader r, ref byte p, out IEqualityComparer comparer)
    {
        p = ref Comparers.ReadNumber(ref r, ref p, Comparers.OfTexts, 1, out object? known);
        comparer = (IEqualityComparer)known!;
        return ref p;
    }

    /// <summary>
    /// Writes the comparer that puts keys in order. A sorted list makes one of the culture of its thread for itself, which then is the default one.
    /// BinaryFormatter makes new ones, of the invariant culture too.
    /// </summary>
    public static ref byte WriteOrder(scoped ref WireWriter w, ref byte p, IComparer comparer)
    {
        if (comparer is Comparer own && !ReferenceEquals(own, Comparer.DefaultInvariant))
        {
            CompareInfo rules = FrameworkAccessors.CultureOf(own);
            comparer = rules.Equals(CultureInfo.CurrentCulture.CompareInfo)
                ? Comparer.Default : rules.Equals(CultureInfo.InvariantCulture.CompareInfo) ? Comparer.DefaultInvariant : comparer;
        }
        return ref Comparers.WriteNumber(ref w, ref p, s_order, comparer, typeof(object));
    }

    public static ref byte ReadOrder(scoped ref WireReader r, ref byte p, out IComparer comparer)
    {
        p = ref Comparers.ReadNumber(ref r, ref p, s_order, 0, out object? known);
        comparer = (IComparer)known!;
        return ref p;
    }

    /// <summary>Writes the number of the default comparer, for tables of strings that have no other.</summary>
    public static ref byte WriteDefault(scoped ref WireWriter w, ref byte p) => ref WriteEquality(ref w, ref p, null);

    public static ref byte ReadDefault(scoped ref WireReader r, ref byte p)
    {
        p = ref r.Run(ref p, 1, -1);
        if (p != 0)
        {
            r.FailComparer(ref p);
        }
        return ref Unsafe.Add(ref p, 1);
    }
}
