using System.Formats.Nrbf;
using System.Globalization;

namespace NetSerializer.Nrbf;

/// <summary>The comparers of old tables, by the numbers of docs/wire-format.md, section 5. Their types are matched by name, and never made.</summary>
internal static class OldComparers
{
    private const byte Default = 0, Ordinal = 1, OrdinalIgnoreCase = 2, Invariant = 3, InvariantIgnoreCase = 4, DefaultInvariant = 5;

    /// <param name="comparer">The record of a comparer, <see cref="StringComparer.OrdinalIgnoreCase"/> itself, or null for the default one.</param>
    /// <param name="isOrder">It puts keys in order.</param>
    /// <exception cref="MalformedDataException">The comparer does not travel.</exception>
    public static byte NumberOf(object? comparer, bool isOrder)
    {
        if (comparer is null or StringComparer)
        {
            return comparer == null ? Default : OrdinalIgnoreCase;
        }
        if (comparer is not ClassRecord record)
        {
            throw Payload.Malformed("The comparer of a table is no object.");
        }
        return CanonicalNames.Definition(record.TypeName) switch
        {
            "System.Collections.Generic.GenericEqualityComparer`1" or "System.Collections.Generic.ObjectEqualityComparer`1"
                or "System.Collections.Generic.NullableEqualityComparer`1" or "System.Collections.Generic.EnumEqualityComparer`1"
                or "System.Collections.Generic.SByteEnumEqualityComparer`1" or "System.Collections.Generic.ShortEnumEqualityComparer`1"
                or "System.Collections.Generic.LongEnumEqualityComparer`1" or "System.Collections.Generic.ByteEqualityComparer"
                or "System.Collections.Generic.StringEqualityComparer" or "System.Collections.Generic.NonRandomizedStringEqualityComparer"
                or "System.Collections.Generic.GenericComparer`1" or "System.Collections.Generic.ObjectComparer`1"
                or "System.Collections.Generic.NullableComparer`1" or "System.Collections.Generic.EnumComparer`1" => Default,
            "System.OrdinalComparer" => IgnoresCase(record) ? OrdinalIgnoreCase : Ordinal,
            "System.OrdinalCaseSensitiveComparer" => Ordinal,
            "System.OrdinalIgnoreCaseComparer" => OrdinalIgnoreCase,
            "System.CultureAwareComparer" when CultureOf(record, "_compareInfo") == "" => IgnoresCase(record) ? InvariantIgnoreCase : Invariant,
            "System.Collections.Comparer" when isOrder => CultureOf(record, "CompareInfo") is var culture
                && culture == CultureInfo.CurrentCulture.CompareInfo.Name ? Default : culture == "" ? DefaultInvariant : throw Unknown(record),
            _ => throw Unknown(record),
        };
    }

    /// <summary>Whether a comparer of texts ignores case.</summary>
    public static bool IgnoresCase(ClassRecord record) => record.HasMember("_ignoreCase") && record.GetBoolean("_ignoreCase");

    /// <summary>The name of the culture in a <see cref="CompareInfo"/>; null where it has none.</summary>
    public static string? CultureOf(ClassRecord record, string member) =>
        record.HasMember(member) && record.GetRawValue(member) is ClassRecord info && info.HasMember("m_name") ? info.GetString("m_name") : null;

    private static MalformedDataException Unknown(ClassRecord record) =>
        Payload.Mismatch(
            $"A table with the comparer {CanonicalNames.Display(record.TypeName)}; only the default one and the ordinal and invariant ones of texts travel. "
                + $"Give a function that makes the table in {nameof(BinaryFormatterOptions)}.{nameof(BinaryFormatterOptions.Records)}.");
}
