using System.Globalization;

namespace NetSerializer.Tests.Oracle.Schema;

/// <summary>The kinds of a <c>type</c> line, section 10.</summary>
public enum SchemaKind
{
    Class,
    Struct,
    Raw,
    Sequence,
    Grid,
    Dictionary,
    Set,
    Enum,
    Tuple,
    SortedSet,
    SortedDictionary,
    PriorityQueue,
    Keyed,
    Serializable,
    Exception,
    Bits,
    ImmutableDictionary,
    ImmutableSortedDictionary,
    Value,
    Hashtable,
    SortedList,
    NameValues,
    Cover,
    Custom,
    Columns,
}

/// <summary>The four notations of a slot, section 6.</summary>
public enum SlotForm
{
    /// <summary><c>T</c>: a value type, its body.</summary>
    Value,

    /// <summary><c>T?</c>: a form with its own null.</summary>
    OwnNull,

    /// <summary><c>T!</c>: a presence byte, then the body of the only class admitted.</summary>
    Presence,

    /// <summary><c>T*</c>: a type id, then the body of that type.</summary>
    TypeId,
}

/// <param name="AdmittedIds">The ids of <c>*{35,36}</c>; null for <c>*{any}</c> and for the other forms.</param>
public sealed record SchemaSlot(string TypeName, SlotForm Form, IReadOnlyList<ushort>? AdmittedIds);

/// <param name="Role">member, element, key, value, priority, item, inner or covered.</param>
public sealed record SchemaPart(string Role, string? DeclaringType, string? Field, SchemaSlot Slot);

/// <param name="Kind">The kind; of a class derived from a collection the kind of that.</param>
/// <param name="Underlying">The underlying type of an enum, otherwise null.</param>
/// <param name="IsDerived"><c>class+</c>: the members of a class stand in front of the content.</param>
public sealed record SchemaType(ushort Id, SchemaKind Kind, string Name, string? Underlying, bool IsDerived, IReadOnlyList<SchemaPart> Parts);

/// <summary>The text of <c>TypeModel.Describe()</c>, read by the rules of section 10 and nothing else.</summary>
public sealed record SchemaText(IReadOnlyDictionary<string, string> Options, IReadOnlyList<SchemaType> Types)
{
    /// <summary>The ids of the types whose objects have no numbers.</summary>
    public IReadOnlySet<ushort> Unshared { get; private init; } = new HashSet<ushort>();

    public bool FixedIntegers => Options.GetValueOrDefault("integers") == "fixed";

    public bool FiniteFloats => Options.GetValueOrDefault("floats") == "finite";

    /// <summary>Custom forms have their length in front.</summary>
    public bool FramedCustoms => Options.GetValueOrDefault("customs") == "framed";

    public bool Preserve => Options.GetValueOrDefault("references") == "preserve";

    public TextForm Texts => Options.GetValueOrDefault("strings") switch { "values" => TextForm.Values, "table" => TextForm.Table, _ => TextForm.ByReference };

    /// <summary>Strings have numbers.</summary>
    public bool NumbersTexts => Texts == TextForm.Table || (Preserve && Texts == TextForm.ByReference);

    private const string UnsharedLine = "unshared ";

    public static SchemaText Parse(string text)
    {
        string[] lines = text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');
        IReadOnlyDictionary<string, string> options = ParseOptions(lines[0]);
        HashSet<ushort> unshared = lines.Length > 1 && lines[1].StartsWith(UnsharedLine, StringComparison.Ordinal) ? ParseUnshared(lines[1]) : [];
        var types = new List<SchemaType>();
        for (int i = unshared.Count > 0 ? 2 : 1; i < lines.Length;)
        {
            SchemaType heading = ParseHeading(lines[i++]);
            var parts = new List<SchemaPart>();
            while (i < lines.Length && lines[i].StartsWith("  ", StringComparison.Ordinal))
                parts.Add(ParsePart(lines[i++]));
            types.Add(heading with { Parts = parts });
        }

        return new SchemaText(options, types) { Unshared = unshared };
    }

    private static HashSet<ushort> ParseUnshared(string line)
    {
        ushort[] ids = [.. line[UnsharedLine.Length..].Split(',').Select(ParseId)];
        return ids.SequenceEqual(ids.Distinct().Order()) ? [.. ids] : throw new FormatException($"Ids that do not ascend: '{line}'");
    }

    private static Dictionary<string, string> ParseOptions(string line)
    {
        string[] words = line.Split(' ');
        if (words.Length < 2 || words[0] != "schema" || words[1] != "1")
            throw new FormatException($"Not the first line of a schema of format 1: '{line}'");
        Dictionary<string, string> options = words.Skip(2).Select(word => word.Split('=', 2)).ToDictionary(pair => pair[0], pair => pair[1]);
        if (options.GetValueOrDefault("references", "preserve") != "preserve" || options.GetValueOrDefault("strings", "table") is not ("values" or "table"))
            throw new FormatException($"An option that is printed without need, or is not known: '{line}'");
        return options;
    }

    private static SchemaType ParseHeading(string line)
    {
        string[] words = line.Split(' ');
        if (words.Length < 4 || words[0] != "type" || !char.IsAsciiLetterLower(words[2][0]))
            throw new FormatException($"Not a type line: '{line}'");
        ushort id = ParseId(words[1]);
        bool isDerived = words[2].StartsWith("class+", StringComparison.Ordinal);
        SchemaKind kind = Enum.Parse<SchemaKind>(isDerived ? words[2]["class+".Length..] : words[2], ignoreCase: true);
        if (kind == SchemaKind.Enum && (words.Length != 6 || words[4] != "of"))
            throw new FormatException($"Not an enum line: '{line}'");
        // That of an enum whose values have a name says what they are written as, too.
        if (kind == SchemaKind.Custom && (words.Length is not (6 or 8) || words[^2] != "as"))
            throw new FormatException($"Not a custom line: '{line}'");
        // That of a union says how large it is.
        bool isUnion = kind == SchemaKind.Raw && words.Length == 6 && words[4] == "size" && int.Parse(words[5], NumberStyles.None, null) > 0;
        if (kind is not (SchemaKind.Enum or SchemaKind.Custom) && words.Length != 4 && !isUnion)
            throw new FormatException($"A type line of four words was expected: '{line}'");
        return new SchemaType(id, kind, words[3], kind == SchemaKind.Enum ? words[5] : null, isDerived, []);
    }

    private static SchemaPart ParsePart(string line)
    {
        string[] words = line[2..].Split(' ');
        return (words[0], words.Length) switch
        {
            // A field's name can hold spaces: it ends at the last one.
            ("member", >= 4) => new SchemaPart(words[0], words[1], string.Join(' ', words[2..^1]), ParseSlot(words[^1])),
            ("element" or "key" or "value" or "item" or "priority" or "inner" or "covered", 2) => new SchemaPart(words[0], null, null, ParseSlot(words[1])),
            _ => throw new FormatException($"Not a part of a type: '{line}'"),
        };
    }

    /// <summary>Reads one slot notation. Only the end of the word decides: names may contain any of the signs before it (<c>Ns.A[*]</c>).</summary>
    public static SchemaSlot ParseSlot(string word)
    {
        switch (word[^1])
        {
            case '?':
                return new SchemaSlot(word[..^1], SlotForm.OwnNull, null);
            case '!':
                return new SchemaSlot(word[..^1], SlotForm.Presence, null);
            case '}':
                int open = word.LastIndexOf("*{", StringComparison.Ordinal);
                string inside = word[(open + 2)..^1];
                ushort[]? ids = inside == "any" ? null : [.. inside.Split(',').Select(ParseId)];
                return new SchemaSlot(word[..open], SlotForm.TypeId, ids);
            default:
                return new SchemaSlot(word, SlotForm.Value, null);
        }
    }

    private static ushort ParseId(string word) => ushort.Parse(word, NumberStyles.None, CultureInfo.InvariantCulture);
}
