using System.Runtime.CompilerServices;
using NetSerializer.Errors;

namespace NetSerializer.Wire;

/// <summary>The comparers that travel with string tables (docs/wire-format.md, section 5), and the refusal of all others.</summary>
internal static class Comparers
{
    /// <summary>The comparers of texts by their numbers, which are equalities and orders alike; null is the default one.</summary>
    internal static readonly object?[] OfTexts =
        [null, StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase, StringComparer.InvariantCulture, StringComparer.InvariantCultureIgnoreCase];

    /// <summary>Writes the comparer of a table with string keys.</summary>
    public static ref byte Write(scoped ref WireWriter w, ref byte p, IEqualityComparer<string> comparer) =>
        ref WriteNumber(ref w, ref p, OfTexts, IsDefault(comparer) ? null : comparer, typeof(string));

    /// <summary>Reads it; null is the default one.</summary>
    public static ref byte Read(scoped ref WireReader r, ref byte p, out IEqualityComparer<string>? comparer)
    {
        p = ref ReadNumber(ref r, ref p, OfTexts, 0, out object? known);
        comparer = (IEqualityComparer<string>?)known;
        return ref p;
    }

    /// <summary>Writes the number of a comparer, its place among the <paramref name="known"/>.</summary>
    public static ref byte WriteNumber(scoped ref WireWriter w, ref byte p, object?[] known, object? comparer, Type compared)
    {
        int number = Array.IndexOf(known, comparer);
        if (number < 0)
        {
            Throw.UnknownComparer(comparer!, compared);
        }
        p = ref w.Ensure(ref p, 1);
        return ref Scalars.WriteByte(ref w, ref p, (byte)number);
    }

    /// <summary>Reads the number of a comparer, which is at least <paramref name="least"/>.</summary>
    public static ref byte ReadNumber(scoped ref WireReader r, ref byte p, object?[] known, int least, out object? comparer)
    {
        p = ref r.Run(ref p, 1, -1);
        if (p < least || p >= known.Length)
        {
            r.FailComparer(ref p);
        }
        comparer = known[p];
        return ref Unsafe.Add(ref p, 1);
    }

    /// <summary>As <see cref="Write"/> where keys may be of any type: nothing is written for others than strings.</summary>
    public static ref byte WriteOf<TKey>(scoped ref WireWriter w, ref byte p, IEqualityComparer<TKey> comparer)
    {
        if (typeof(TKey) == typeof(string))
        {
            return ref Write(ref w, ref p, (IEqualityComparer<string>)comparer);
        }
        RequireDefault(comparer);
        return ref p;
    }

    /// <summary>The mirror of <see cref="WriteOf"/>.</summary>
    public static ref byte ReadOf<TKey>(scoped ref WireReader r, ref byte p, out IEqualityComparer<TKey>? comparer)
    {
        comparer = null;
        if (typeof(TKey) == typeof(string))
        {
            p = ref Read(ref r, ref p, out IEqualityComparer<string>? known);
            comparer = (IEqualityComparer<TKey>?)known;
        }
        return ref p;
    }

    /// <summary>Tables with other keys must use the default comparer.</summary>
    public static void RequireDefault<TKey>(IEqualityComparer<TKey> comparer)
    {
        if (!IsDefault(comparer))
        {
            Throw.UnknownComparer(comparer, typeof(TKey));
        }
    }

    /// <summary>Whether it is the default one, or a copy of that by BinaryFormatter.</summary>
    public static bool IsDefault<TKey>(IEqualityComparer<TKey> comparer) =>
        ReferenceEquals(comparer, EqualityComparer<TKey>.Default)
            || IsReadDefault(comparer, typeof(TKey), EqualityComparer<TKey>.Default, typeof(IEquatable<>), "GenericEqualityComparer`1",
                "ObjectEqualityComparer`1");

    /// <inheritdoc cref="IsDefault{TKey}(IEqualityComparer{TKey})"/>
    public static bool IsDefault<TKey>(IComparer<TKey> comparer) =>
        ReferenceEquals(comparer, Comparer<TKey>.Default)
            || IsReadDefault(comparer, typeof(TKey), Comparer<TKey>.Default, typeof(IComparable<>), "GenericComparer`1", "ObjectComparer`1");

    /// <summary>
    /// Whether a comparer is the default one that BinaryFormatter has read: another object than the <paramref name="standard"/> one. Mostly they are
    /// equal. But the one of strings writes itself as the general one, and the ones of enums and their Nullables write themselves as the one that asks any
    /// object. That one compares as the default one does, unless the type has a comparison of its own, <paramref name="typed"/>.
    /// </summary>
    public static bool IsReadDefault(object comparer, Type key, object standard, Type typed, string ofStrings, string ofObjects)
    {
        if (standard.Equals(comparer))
        {
            return true;
        }
        Type type = comparer.GetType(), compared = Nullable.GetUnderlyingType(key) ?? key;
        return type.IsGenericType && type.Assembly == typeof(object).Assembly && type.GetGenericArguments()[0] == key
            && (key == typeof(string) ? type.Name == ofStrings : type.Name == ofObjects && !typed.MakeGenericType(compared).IsAssignableFrom(compared));
    }
}
