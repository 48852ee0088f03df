using System.Globalization;
using System.Text;

namespace NetSerializer.Schema;

/// <summary>
/// Reads the text of docs/wire-format.md, section 10. It takes the parts loosely: the schema is printed anew, and a text that does not come out again is
/// refused.
/// </summary>
internal sealed class SchemaTextReader
{
    private readonly string _text;
    private readonly SchemaLimits _limits;
    private readonly StringBuilder _withoutComments = new();
    private readonly List<SchemaType> _types = [];
    private readonly Dictionary<ushort, List<KeyValuePair<string, Int128>>> _enumNames = [];
    private int _next;
    private int _slots;
    private long _offset;
    private long _nextOffset;

    private SchemaTextReader(string text, SchemaLimits limits) => (_text, _limits) = (text, limits);

    /// <inheritdoc cref="WireSchema.Parse(string, SchemaLimits?)"/>
    public static WireSchema Read(string text, SchemaLimits limits)
    {
        if (text.Length > limits.MaxTextLength)
        {
            throw SchemaFault.TooLarge("The text is longer", nameof(SchemaLimits.MaxTextLength), limits.MaxTextLength, 0);
        }
        // A text that came through a file or a terminal may have other ends of lines.
        return new SchemaTextReader(text.Replace("\r\n", "\n", StringComparison.Ordinal), limits).Read();
    }

    private WireSchema Read()
    {
        string? line = NextLine();
        if (line == null || !line.StartsWith("schema ", StringComparison.Ordinal))
        {
            throw SchemaFault.Malformed("The text does not begin with 'schema'.", 0);
        }
        SerializerOptions options = Options(line.Split(' '));
        ushort[] unshared = [];
        const string Unshared = "unshared ";
        line = NextLine();
        if (line?.StartsWith(Unshared, StringComparison.Ordinal) == true)
        {
            unshared = Ids(line[Unshared.Length..]);
            line = NextLine();
        }
        while (line != null)
        {
            line = ReadType(line);
        }
        var schema = new WireSchema(options, unshared, [.. _types.Select(Named)]);
        RequireSame(schema.Text);
        SchemaCheck.Require(schema, _limits);
        return schema;
    }

    private static SerializerOptions Options(string[] words) => WireSchema.OptionsOf(
        words.Contains("integers=fixed") ? IntegerEncoding.Fixed : IntegerEncoding.Varint,
        words.Contains("floats=finite") ? NonFiniteFloats.Reject : NonFiniteFloats.Accept,
        words.Contains("references=preserve") ? ReferenceHandling.Preserve : ReferenceHandling.None,
        words.Contains("strings=table") ? StringHandling.Table : words.Contains("strings=values") ? StringHandling.Values : StringHandling.ByReference,
        words.Contains("customs=framed"));

    // Returns the line behind the type and its slots.
    private string? ReadType(string line)
    {
        const string As = " as ", Of = " of ", Size = " size ";
        long offset = _offset;
        string[] words = line.Split(' ', 5);
        if (words is not ["type", _, _, _, ..])
        {
            throw SchemaFault.Malformed("A line of a type does not have the words 'type', id, form and name.", offset);
        }
        if (_types.Count == _limits.MaxTypes)
        {
            throw SchemaFault.TooLarge("There are more types", nameof(SchemaLimits.MaxTypes), _limits.MaxTypes, offset);
        }
        // The fifth word is the name with the rest of the line; a space begins it again.
        string rest = words.Length == 5 ? " " + words[4] : "", underlying = "", format = "", size = "";
        if (rest.StartsWith(Of, StringComparison.Ordinal))
        {
            int end = rest.IndexOf(' ', Of.Length);
            underlying = end < 0 ? rest[Of.Length..] : rest[Of.Length..end];
            rest = end < 0 ? "" : rest[end..];
        }
        if (rest.StartsWith(As, StringComparison.Ordinal))
        {
            format = rest[As.Length..];
        }
        else if (rest.StartsWith(Size, StringComparison.Ordinal))
        {
            size = rest[Size.Length..];
        }
        List<SchemaSlot> slots = [];
        string? next = NextLine();
        for (; next?.StartsWith("  ", StringComparison.Ordinal) == true; next = NextLine())
        {
            slots.Add(Slot(next[2..]));
        }
        _types.Add(new SchemaType(Id(words[1], offset), words[2], words[3], slots)
        {
            Underlying = underlying.Length > 0 ? underlying : null,
            Format = format.Length > 0 ? format : null,
            Size = int.TryParse(size, NumberStyles.None, CultureInfo.InvariantCulture, out int bytes) ? bytes : 0,
            Offset = offset,
        });
        return next;
    }

    private SchemaSlot Slot(string line)
    {
        if (_slots++ == _limits.MaxSlots)
        {
            throw SchemaFault.TooLarge("There are more slots", nameof(SchemaLimits.MaxSlots), _limits.MaxSlots, _offset);
        }
        int roleEnd = line.IndexOf(' '), slotStart = line.LastIndexOf(' ') + 1;
        if (roleEnd < 0 || slotStart == line.Length)
        {
            throw SchemaFault.Malformed("A line of a slot does not have a role and a type.", _offset);
        }
        string role = line[..roleEnd], type = line[slotStart..];
        (SchemaSlotForm form, int length) = type[^1] switch
        {
            '?' => (SchemaSlotForm.OwnNull, type.Length - 1),
            '!' => (SchemaSlotForm.Presence, type.Length - 1),
            '}' => (SchemaSlotForm.TypeId, type.LastIndexOf("*{", StringComparison.Ordinal)),
            _ => (SchemaSlotForm.Value, type.Length),
        };
        if (length < 0)
        {
            throw SchemaFault.Malformed("A line of a slot has '}' without '*{'.", _offset);
        }
        string ids = form == SchemaSlotForm.TypeId ? type[(length + 2)..^1] : "any";
        ushort[] admitted = ids == "any" ? [] : Ids(ids);
        if (role != SchemaForms.Member)
        {
            return new SchemaSlot(role, type[..length], form, admitted);
        }
        // The name of a field can hold spaces: it stands between the space behind the declaring type and the last one.
        int declaringEnd = line.IndexOf(' ', roleEnd + 1);
        if (declaringEnd < 0 || declaringEnd >= slotStart - 1)
        {
            throw SchemaFault.Malformed("A line of a member does not have a declaring type, a name and a type.", _offset);
        }
        return new SchemaSlot(role, type[..length], form, admitted)
        { DeclaringType = line[(roleEnd + 1)..declaringEnd], Name = line[(declaringEnd + 1)..(slotStart - 1)] };
    }

    private ushort[] Ids(string list) => [.. list.Split(',').Select(id => Id(id, _offset))];

    private static ushort Id(string word, long offset) => ushort.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out ushort id)
        ? id : throw SchemaFault.Malformed("A type id is no number of 16 bits.", offset);

    // Null at the end. Comments are kept apart.
    private string? NextLine()
    {
        while (_next < _text.Length)
        {
            int end = _text.IndexOf('\n', _next);
            string line = _text[_next..(end < 0 ? _text.Length : end)];
            _next = end < 0 ? _text.Length : end + 1;
            _offset = _nextOffset;
            _nextOffset += Encoding.UTF8.GetByteCount(line) + 1;
            if (!line.StartsWith(SchemaText.Comment, StringComparison.Ordinal))
            {
                _withoutComments.Append(line).Append('\n');
                return line;
            }
            ReadComment(line);
        }
        return null;
    }

    private void ReadComment(string line)
    {
        if (!line.StartsWith(SchemaText.EnumValue, StringComparison.Ordinal))
        {
            return;
        }
        string content = line[SchemaText.EnumValue.Length..];
        int first = content.IndexOf(' '), last = content.LastIndexOf(' ');
        if (first >= 0 && last > first + 1
            && ushort.TryParse(content[..first], NumberStyles.None, CultureInfo.InvariantCulture, out ushort id)
            && Int128.TryParse(content[(last + 1)..], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out Int128 value)
            && SchemaNames.IsMember(content[(first + 1)..last]))
        {
            if (!_enumNames.TryGetValue(id, out List<KeyValuePair<string, Int128>>? names))
            {
                _enumNames.Add(id, names = []);
            }
            names.Add(KeyValuePair.Create(content[(first + 1)..last], value));
        }
    }

    private SchemaType Named(SchemaType type)
    {
        if (type.Underlying == null || !_enumNames.TryGetValue(type.Id, out List<KeyValuePair<string, Int128>>? names))
        {
            return type;
        }
        bool isUnsigned = SchemaBytes.IsUnsigned(type);
        return new SchemaType(type.Id, type.Form, type.Name, type.Slots)
        {
            Underlying = type.Underlying,
            Format = type.Format,
            Offset = type.Offset,
            EnumNames = [.. names.Where(name => isUnsigned ? name.Value >= 0 && name.Value <= ulong.MaxValue
                : name.Value >= long.MinValue && name.Value <= long.MaxValue)],
        };
    }

    private void RequireSame(string printed)
    {
        if (_withoutComments.Equals(printed))
        {
            return;
        }
        string[] expected = printed.Split('\n'), found = _withoutComments.ToString().Split('\n');
        int line = expected.Zip(found).TakeWhile(pair => pair.First == pair.Second).Count();
        throw SchemaFault.Malformed($"The text is not as a schema is printed. Line {line + 1}, without comments, is the first that differs.", 0);
    }
}
