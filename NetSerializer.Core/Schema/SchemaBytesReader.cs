using System.Text;
using System.Text.Unicode;

namespace NetSerializer.Schema;

/// <summary>
/// Reads the binary form of a schema. The schema is written anew, and bytes that do not come out again are refused: so each schema has one form.
/// </summary>
internal ref struct SchemaBytesReader
{
    // The words and signs of a line, names apart, and an id with its comma.
    private const int CharactersOfLine = 48, CharactersOfId = 6;

    private readonly ReadOnlySpan<byte> _source;
    private readonly SchemaLimits _limits;
    private int _at;
    private string[] _names = [];
    private int _slots;
    private long _textLength;

    private SchemaBytesReader(ReadOnlySpan<byte> source, SchemaLimits limits)
    {
        _source = source;
        _limits = limits;
    }

    private readonly int Left => _source.Length - _at;

    /// <inheritdoc cref="WireSchema.Parse(ReadOnlySpan{byte}, SchemaLimits?)"/>
    public static WireSchema Read(ReadOnlySpan<byte> source, SchemaLimits limits)
    {
        if (source.Length > limits.MaxBytes)
        {
            throw SchemaFault.TooLarge("The bytes are more", nameof(SchemaLimits.MaxBytes), limits.MaxBytes, limits.MaxBytes);
        }
        return new SchemaBytesReader(source, limits).Read();
    }

    private WireSchema Read()
    {
        if (!_source.StartsWith(SchemaBytes.Mark))
        {
            throw SchemaFault.Malformed("The bytes do not begin as a schema of version 1 does.", 0);
        }
        _at = SchemaBytes.Mark.Length;
        ReadOnlySpan<byte> fingerprint = Bytes(SchemaBytes.FingerprintLength);
        SerializerOptions options = Options(Byte());
        ReadNames();
        ushort[] unshared = Ids();
        SchemaType[] types = ReadTypes();
        types = ReadEnumNames(types);
        if (Left > 0)
        {
            throw SchemaFault.Malformed("Bytes are left after the schema.", _at);
        }
        var schema = new WireSchema(options, unshared, types);
        SchemaCheck.Require(schema, _limits);
        if (!schema.Fingerprint.Span.SequenceEqual(fingerprint))
        {
            throw SchemaFault.Malformed("The schema does not have the fingerprint that it names.", SchemaBytes.Mark.Length);
        }
        ReadOnlySpan<byte> written = schema.Bytes;
        return _source.SequenceEqual(written)
            ? schema : throw SchemaFault.Malformed("The schema is not in its one form.", _source.CommonPrefixLength(written));
    }

    private static SerializerOptions Options(int bits) => WireSchema.OptionsOf(
        (bits & SchemaBytes.FixedIntegers) != 0 ? IntegerEncoding.Fixed : IntegerEncoding.Varint,
        (bits & SchemaBytes.FiniteFloats) != 0 ? NonFiniteFloats.Reject : NonFiniteFloats.Accept,
        (bits & SchemaBytes.PreservedReferences) != 0 ? ReferenceHandling.Preserve : ReferenceHandling.None,
        (bits & SchemaBytes.StringTable) != 0 ? StringHandling.Table
            : (bits & SchemaBytes.StringsAsValues) != 0 ? StringHandling.Values : StringHandling.ByReference,
        (bits & SchemaBytes.FramedCustoms) != 0);

    private void ReadNames()
    {
        const int LeastBytes = 2;
        _names = new string[Count(LeastBytes)];
        for (int i = 0; i < _names.Length; i++)
        {
            int start = _at;
            ReadOnlySpan<byte> text = Bytes(Count(1));
            if (!Utf8.IsValid(text))
            {
                throw SchemaFault.Malformed("A name is not in UTF-8.", start);
            }
            _names[i] = Encoding.UTF8.GetString(text);
        }
    }

    private SchemaType[] ReadTypes()
    {
        const int LeastBytes = 4;
        int start = _at;
        var types = new SchemaType[Count(LeastBytes)];
        if (types.Length > _limits.MaxTypes)
        {
            throw SchemaFault.TooLarge("There are more types", nameof(SchemaLimits.MaxTypes), _limits.MaxTypes, start);
        }
        int id = 0;
        for (int i = 0; i < types.Length; i++)
        {
            types[i] = ReadType(ref id);
        }
        return types;
    }

    private SchemaType ReadType(ref int id)
    {
        const int LeastBytes = 2;
        int start = _at;
        id = NextId(id);
        int number = Byte();
        if (SchemaForms.Form(number & ~SchemaBytes.DerivedForm) is not { } form)
        {
            throw SchemaFault.Malformed($"The form {number} is not known.", _at - 1);
        }
        string name = Name();
        string? underlying = form == "enum" || (form == "custom" && Byte() != 0) ? Name() : null, format = form == "custom" ? Name() : null;
        int size = form == "raw" ? (int)Varint(int.MaxValue) : 0;
        var slots = new SchemaSlot[Count(LeastBytes)];
        if ((_slots += slots.Length) > _limits.MaxSlots)
        {
            throw SchemaFault.TooLarge("There are more slots", nameof(SchemaLimits.MaxSlots), _limits.MaxSlots, start);
        }
        for (int i = 0; i < slots.Length; i++)
        {
            slots[i] = ReadSlot();
        }
        AddText(CharactersOfLine, start);
        return new SchemaType((ushort)id, (number & SchemaBytes.DerivedForm) != 0 ? SchemaForms.Derived + form : form, name, slots)
        { Underlying = underlying, Format = format, Size = size, Offset = start };
    }

    private SchemaSlot ReadSlot()
    {
        int start = _at, kind = Byte(), role = kind & ((1 << SchemaBytes.RoleBits) - 1), form = kind >> SchemaBytes.RoleBits;
        if (form > (int)SchemaSlotForm.TypeId)
        {
            throw SchemaFault.Malformed($"The kind {kind} of a slot is not known.", start);
        }
        bool isMember = role == 0;
        string? declaring = isMember ? Name() : null, name = isMember ? Name() : null;
        string type = Name();
        ushort[] admitted = form == (int)SchemaSlotForm.TypeId ? Ids() : [];
        AddText(CharactersOfLine, start);
        return new SchemaSlot(SchemaForms.Role(role), type, (SchemaSlotForm)form, admitted) { DeclaringType = declaring, Name = name };
    }

    private SchemaType[] ReadEnumNames(SchemaType[] types)
    {
        const int LeastBytes = 2;
        int id = 0;
        for (int left = Count(LeastBytes); left > 0; left--)
        {
            int start = _at;
            int wanted = id = NextId(id);
            int index = Array.FindIndex(types, type => type.Id == wanted && type.Underlying != null);
            if (index < 0)
            {
                throw SchemaFault.Malformed($"The type {id} has names of values and is no enum.", start);
            }
            SchemaType type = types[index];
            var names = new KeyValuePair<string, Int128>[Count(LeastBytes)];
            for (int i = 0; i < names.Length; i++)
            {
                string name = Name();
                ulong value = Varint(ulong.MaxValue);
                if (!SchemaNames.IsMember(name))
                {
                    throw SchemaFault.Malformed("The name of a value has a character that names do not have.", start);
                }
                names[i] = KeyValuePair.Create(name, SchemaBytes.IsUnsigned(type) ? value : (Int128)((long)(value >> 1) ^ -(long)(value & 1)));
                AddText(CharactersOfLine, start);
            }
            types[index] = new SchemaType(type.Id, type.Form, type.Name, type.Slots)
            { Underlying = type.Underlying, Format = type.Format, Offset = type.Offset, EnumNames = names };
        }
        return types;
    }

    private ushort[] Ids()
    {
        int start = _at;
        var ids = new ushort[Count(1)];
        AddText((long)CharactersOfId * ids.Length, start);
        int id = 0;
        for (int i = 0; i < ids.Length; i++)
        {
            ids[i] = (ushort)(id = NextId(id));
        }
        return ids;
    }

    private int NextId(int before)
    {
        int start = _at, id = before + (int)Varint(ushort.MaxValue);
        return id is > 0 and <= ushort.MaxValue ? id : throw SchemaFault.Malformed("A type id is 0 or has more than 16 bits.", start);
    }

    private string Name()
    {
        int start = _at;
        ulong index = Varint(int.MaxValue);
        if (index >= (ulong)_names.Length)
        {
            throw SchemaFault.Malformed($"There is no name with the number {index}.", start);
        }
        string name = _names[index];
        AddText(name.Length, start);
        return name;
    }

    // A few names can stand for a long text.
    private void AddText(long characters, int offset)
    {
        if ((_textLength += characters) > _limits.MaxTextLength)
        {
            throw SchemaFault.TooLarge("The text is longer", nameof(SchemaLimits.MaxTextLength), _limits.MaxTextLength, offset);
        }
    }

    /// <summary>A number of things that take so many bytes each, at the least.</summary>
    private int Count(int leastBytes)
    {
        int start = _at;
        ulong count = Varint(int.MaxValue);
        return count <= (ulong)(Left / leastBytes) ? (int)count : throw SchemaFault.Malformed("A count is larger than the rest of the bytes can hold.", start);
    }

    private ulong Varint(ulong most)
    {
        int start = _at;
        ulong value = 0;
        for (int shift = 0; shift < 64; shift += 7)
        {
            int group = Byte();
            value |= (ulong)(group & 0x7F) << shift;
            if (group <= 0x7F)
            {
                // Groups beyond 64 bits are seen when the schema is written anew.
                return value <= most ? value : throw SchemaFault.Malformed("A number is too large.", start);
            }
        }
        throw SchemaFault.Malformed("A number is longer than ten bytes.", start);
    }

    private int Byte() => Bytes(1)[0];

    private ReadOnlySpan<byte> Bytes(int count)
    {
        if (count > Left)
        {
            throw SchemaFault.Malformed("The bytes end inside the schema.", _source.Length);
        }
        ReadOnlySpan<byte> bytes = _source.Slice(_at, count);
        _at += count;
        return bytes;
    }
}
