using System.Drawing;

namespace NetSerializer.Values;

/// <summary><see cref="Color"/>: none, one of the known ones, one by its four channels, or a name that nobody knows.</summary>
internal sealed class ColorSerializer : ICustomSerializer<Color>
{
    private const byte Empty = 0, Known = 1, Channels = 2, Named = 3;

    public int MinimumSize => 1;

    public void Write(ref WireWriter writer, Color value)
    {
        if (value.IsEmpty)
        {
            writer.WriteByte(Empty);
        }
        else if (value.IsKnownColor)
        {
            writer.WriteByte(Known);
            writer.WriteUInt32((uint)value.ToKnownColor());
        }
        else if (value.IsNamedColor)
        {
            writer.WriteByte(Named);
            writer.WriteString(value.Name);
        }
        else
        {
            writer.WriteByte(Channels);
            writer.WriteByte(value.A);
            writer.WriteByte(value.R);
            writer.WriteByte(value.G);
            writer.WriteByte(value.B);
        }
    }

    public Color Read(ref WireReader reader)
    {
        switch (reader.ReadByte())
        {
            case Empty:
                return Color.Empty;
            case Known:
                uint known = reader.ReadUInt32();
                if (known is 0 or > (uint)KnownColor.RebeccaPurple)
                {
                    reader.Reject("No known color has that number.");
                }
                return Color.FromKnownColor((KnownColor)known);
            case Channels:
                return Color.FromArgb(reader.ReadByte(), reader.ReadByte(), reader.ReadByte(), reader.ReadByte());
            case Named:
                var named = Color.FromName(reader.ReadNonNullString());
                if (named.IsKnownColor)
                {
                    reader.Reject("A known color by its name.");
                }
                return named;
            default:
                reader.Reject("No such kind of color.");
                return default;
        }
    }
}
