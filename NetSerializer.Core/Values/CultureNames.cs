using System.Collections.Frozen;
using System.Globalization;
using NetSerializer.Wire;

namespace NetSerializer.Values;

/// <summary>
/// The names that the framework may be asked about. It keeps every culture that it has made for ever, and makes one for each text that the platform's
/// libraries take: "en-u-va-abc" is one of endless many. The libraries keep a note of names that they do not know, too.
/// </summary>
internal sealed class CultureNames
{
    private static readonly MadeOnce<CultureNames> s_ofThisMachine = new(() => new CultureNames());

    private readonly FrozenSet<string> _names;

    private CultureNames()
    {
        HashSet<string> names = [.. Unlisted];
        foreach (CultureInfo culture in CultureInfo.GetCultures(CultureTypes.AllCultures))
        {
            names.Add(culture.Name);
            // "zh-CN" for "zh-Hans-CN": known, common, and in no list.
            if (culture.Name.Split('-') is [var language, { Length: 4 }, var region])
            {
                names.Add($"{language}-{region}");
            }
        }
        _names = names.ToFrozenSet(StringComparer.Ordinal);
    }

    /// <summary>Made once, by the first model that has cultures: the list takes a megabyte while it is made, which no call should be charged for.</summary>
    public static CultureNames OfThisMachine => s_ofThisMachine.Value;

    // Names that machines may know and do not list: former codes of languages and countries, and the other sort orders of Windows' own cultures.
    private static string[] Unlisted =>
    [
        "in", "in-ID", "iw", "iw-IL", "mo", "no-NO", "sh", "sh-BA", "sh-CS", "sh-YU", "sr-CS", "sr-Cyrl-CS", "sr-Latn-CS", "sr-YU", "tl", "tl-PH", "en-NH",
        "en-RH",
        "de-DE_phoneb", "es-ES_tradnl", "hu-HU_technl", "ja-JP_radstr", "ja-JP_unihan", "ka-GE_modern", "x-IV_mathan", "zh-CN_phoneb", "zh-CN_stroke",
        "zh-HK_radstr", "zh-HK_stroke", "zh-MO_radstr", "zh-MO_stroke", "zh-SG_phoneb",
        "zh-SG_stroke", "zh-TW_pronun", "zh-TW_radstr",
    ];

    /// <summary>The culture of a name, or null. Only one spelling of a name is the writer's.</summary>
    public CultureInfo? Find(string name)
    {
        if (!_names.Contains(name))
        {
            return null;
        }
        try
        {
            // With another sort order it is nowhere a predefined one; the list has some of them.
            var culture = CultureInfo.GetCultureInfo(name, predefinedOnly: !name.Contains('_'));
            return culture.CompareInfo.Name == name ? culture : null;
        }
        catch (CultureNotFoundException)
        {
            return null;
        }
    }

    /// <summary>Reads a name and finds its culture.</summary>
    public CultureInfo Read(ref WireReader reader)
    {
        string name = reader.ReadNonNullString();
        reader.Charge(256 + (4L * name.Length));
        CultureInfo? culture = Find(name);
        if (culture == null)
        {
            reader.Reject("No culture has that name.");
        }
        return culture!;
    }
}
