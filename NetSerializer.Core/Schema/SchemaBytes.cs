using System.Text;

namespace NetSerializer.Schema;

/// <summary>A schema in the binary form of docs/wire-format.md, section 10a.</summary>
internal sealed class SchemaBytes
{
    public const int FingerprintLength = 32;

    // Of the byte in front of the names.
    public const int FixedIntegers = 1, FiniteFloats = 2, PreservedReferences = 4, StringsAsValues = 8, StringTable = 16, FramedCustoms = 32;

    // Of the byte in front of a type.
    public const int DerivedForm = 0x80;

    // A slot's byte is its role and, from this bit on, its form.
    public const int RoleBits = 3;

    private readonly Dictionary<string, int> _names = [];
    private readonly List<byte> _body = [];

    /// <summary>The mark and the version.</summary>
    public static ReadOnlySpan<byte> Mark => [0x4E, 0x53, 0x53, 0x43, 1];

    public static byte[] Write(WireSchema schema)
    {
        var body = new SchemaBytes();
        body.Ids(schema.Unshared);
        body.Varint((ulong)schema.Types.Count);
        int id = 0;
        foreach (SchemaType type in schema.Types)
        {
            body.Varint((ulong)(type.Id - id));
            body.Type(type);
            id = type.Id;
        }
        body.EnumNames(schema);
        var whole = new SchemaBytes();
        whole._body.AddRange(Mark);
        whole._body.AddRange(schema.Fingerprint.Span);
        whole._body.Add(OptionsOf(schema.Options));
        whole.Varint((ulong)body._names.Count);
        foreach (string name in body._names.Keys)
        {
            byte[] text = Encoding.UTF8.GetBytes(name);
            whole.Varint((ulong)text.Length);
            whole._body.AddRange(text);
        }
        return [.. whole._body, .. body._body];
    }

    private static byte OptionsOf(SerializerOptions options) => (byte)(
        (options.Integers == IntegerEncoding.Fixed ? FixedIntegers : 0)
        | (options.NonFiniteFloats == NonFiniteFloats.Reject ? FiniteFloats : 0)
        | (options.References == ReferenceHandling.Preserve ? PreservedReferences : 0)
        | (options.Strings == StringHandling.Values ? StringsAsValues : options.Strings == StringHandling.Table ? StringTable : 0)
        | (options.FrameCustomForms ? FramedCustoms : 0));

    private void Type(SchemaType type)
    {
        string content = type.Content;
        _body.Add((byte)(SchemaForms.NumberOfForm(content) | (content == type.Form ? 0 : DerivedForm)));
        Name(type.Name);
        switch (content)
        {
            case "enum":
                Name(type.Underlying!);
                break;
            case "custom":
                _body.Add(type.Underlying == null ? (byte)0 : (byte)1);
                if (type.Underlying != null)
                {
                    Name(type.Underlying);
                }
                Name(type.Format!);
                break;
            case "raw":
                Varint((ulong)type.Size);
                break;
        }
        Varint((ulong)type.Slots.Count);
        foreach (SchemaSlot slot in type.Slots)
        {
            _body.Add((byte)(SchemaForms.NumberOfRole(slot.Role) | ((int)slot.Form << RoleBits)));
            if (slot.IsMember)
            {
                Name(slot.DeclaringType!);
                Name(slot.Name!);
            }
            Name(slot.Type);
            if (slot.Form == SchemaSlotForm.TypeId)
            {
                Ids(slot.AdmittedIds);
            }
        }
    }

    private void EnumNames(WireSchema schema)
    {
        SchemaType[] named = [.. schema.Types.Where(type => type.EnumNames.Count > 0)];
        Varint((ulong)named.Length);
        int id = 0;
        foreach (SchemaType type in named)
        {
            Varint((ulong)(type.Id - id));
            id = type.Id;
            Varint((ulong)type.EnumNames.Count);
            foreach ((string name, Int128 value) in type.EnumNames)
            {
                Name(name);
                long bits = unchecked((long)(ulong)(UInt128)value);
                Varint(IsUnsigned(type) ? (ulong)bits : (ulong)((bits << 1) ^ (bits >> 63)));
            }
        }
    }

    /// <summary>The values of an enum over the widest unsigned integers are no signed ones.</summary>
    public static bool IsUnsigned(SchemaType type) => type.Underlying is "uint64" or "nuint";

    // The count, then the difference of each from the one before.
    private void Ids(IReadOnlyList<ushort> ids)
    {
        Varint((ulong)ids.Count);
        int before = 0;
        foreach (ushort id in ids)
        {
            Varint((ulong)(id - before));
            before = id;
        }
    }

    private void Name(string name)
    {
        if (!_names.TryGetValue(name, out int index))
        {
            _names.Add(name, index = _names.Count);
        }
        Varint((ulong)index);
    }

    private void Varint(ulong value)
    {
        for (; value > 0x7F; value >>= 7)
        {
            _body.Add((byte)(value | 0x80));
        }
        _body.Add((byte)value);
    }
}
