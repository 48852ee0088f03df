using System.Text;
using NetSerializer.Wire;

namespace NetSerializer.Values;

/// <summary><see cref="StringBuilder"/>: its text.</summary>
internal sealed class StringBuilderSerializer : ICustomSerializer<StringBuilder>
{
    private const int SmallestCapacity = 16;

    public int MinimumSize => 1;

    public void Write(ref WireWriter writer, StringBuilder value) => BuilderText.Write(ref writer, value);

    public StringBuilder Read(ref WireReader reader)
    {
        string text = reader.ReadNonNullString();
        reader.Charge(WireReader.ArraySize(Math.Max(SmallestCapacity, text.Length), sizeof(char)));
        return new StringBuilder(text);
    }
}
