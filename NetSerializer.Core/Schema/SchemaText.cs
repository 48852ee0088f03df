using System.Globalization;
using System.Text;

namespace NetSerializer.Schema;

/// <summary>A schema as the text of docs/wire-format.md, section 10.</summary>
internal static class SchemaText
{
    public const string Comment = "#", EnumValue = "# value ";

    /// <summary>The text that the fingerprint is taken of.</summary>
    public static string Print(WireSchema schema)
    {
        SerializerOptions options = schema.Options;
        var text = new StringBuilder("schema 1")
            .Append(" integers=").Append(options.Integers == IntegerEncoding.Fixed ? "fixed" : "varint")
            .Append(" floats=").Append(options.NonFiniteFloats == NonFiniteFloats.Reject ? "finite" : "any")
            .Append(options.References == ReferenceHandling.Preserve ? " references=preserve" : "")
            .Append(StringsText(options))
            .Append(options.FrameCustomForms ? " customs=framed" : "")
            .Append('\n');
        if (schema.Unshared.Count > 0)
        {
            text.Append("unshared ").AppendJoin(',', schema.Unshared).Append('\n');
        }
        foreach (SchemaType type in schema.Types)
        {
            Append(text, type);
        }
        return text.ToString();
    }

    /// <summary>The comments behind the text: names of values of enums.</summary>
    public static string PrintComments(WireSchema schema)
    {
        var text = new StringBuilder();
        foreach (SchemaType type in schema.Types)
        {
            foreach ((string name, Int128 value) in type.EnumNames)
            {
                text.Append(CultureInfo.InvariantCulture, $"{EnumValue}{type.Id} {name} {value}\n");
            }
        }
        return text.ToString();
    }

    public static string Lines(SchemaType type) => Append(new StringBuilder(), type).ToString();

    public static string Line(SchemaSlot slot) => Append(new StringBuilder(), slot).ToString();

    // Without references, strings by reference are values.
    private static string StringsText(SerializerOptions options) => options.Strings switch
    {
        StringHandling.Table => " strings=table",
        StringHandling.Values when options.References == ReferenceHandling.Preserve => " strings=values",
        _ => "",
    };

    private static StringBuilder Append(StringBuilder text, SchemaType type)
    {
        text.Append("type ").Append(type.Id).Append(' ').Append(type.Form).Append(' ').Append(type.Name);
        if (type.Underlying != null)
        {
            text.Append(" of ").Append(type.Underlying);
        }
        if (type.Format != null)
        {
            text.Append(" as ").Append(type.Format);
        }
        if (type.Size > 0)
        {
            text.Append(" size ").Append(type.Size);
        }
        text.Append('\n');
        foreach (SchemaSlot slot in type.Slots)
        {
            Append(text.Append("  "), slot).Append('\n');
        }
        return text;
    }

    private static StringBuilder Append(StringBuilder text, SchemaSlot slot)
    {
        text.Append(slot.Role).Append(' ');
        if (slot.IsMember)
        {
            text.Append(slot.DeclaringType).Append(' ').Append(slot.Name).Append(' ');
        }
        text.Append(slot.Type);
        return slot.Form switch
        {
            SchemaSlotForm.Value => text,
            SchemaSlotForm.OwnNull => text.Append('?'),
            SchemaSlotForm.Presence => text.Append('!'),
            _ when slot.IsOpen => text.Append("*{any}"),
            _ => text.Append("*{").AppendJoin(',', slot.AdmittedIds).Append('}'),
        };
    }
}
