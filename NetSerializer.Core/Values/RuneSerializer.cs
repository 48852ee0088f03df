using System.Text;

namespace NetSerializer.Values;

/// <summary><see cref="Rune"/>: its code point.</summary>
internal sealed class RuneSerializer : ICustomSerializer<Rune>
{
    public int MinimumSize => 1;

    public void Write(ref WireWriter writer, Rune value) => writer.WriteUInt32((uint)value.Value);

    public Rune Read(ref WireReader reader)
    {
        uint value = reader.ReadUInt32();
        if (!Rune.IsValid(value))
        {
            reader.Reject("No Unicode scalar value.");
        }
        return new Rune(value);
    }
}
