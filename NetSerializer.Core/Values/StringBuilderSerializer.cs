using System.Text;
using NetSerializer.Wire;

namespace NetSerializer.Values;

/// <summary><see cref="StringBuilder"/>: its text, and by how much its capacity is limited: 0 for not at all.</summary>
internal sealed class StringBuilderSerializer : ICustomSerializer<StringBuilder>
{
    private const int SmallestCapacity = 16;

    public int MinimumSize => 2;

    public void Write(ref WireWriter writer, StringBuilder value)
    {
        BuilderText.Write(ref writer, value);
        writer.WriteUInt32((uint)(int.MaxValue - value.MaxCapacity));
    }

    public StringBuilder Read(ref WireReader reader)
    {
        string text = reader.ReadNonNullString();
        long largest = int.MaxValue - (long)reader.ReadUInt32();
        if (largest < Math.Max(1, text.Length))
        {
            reader.Reject("The text of a StringBuilder is longer than it may be.");
        }
        int capacity = (int)Math.Min(largest, Math.Max(SmallestCapacity, text.Length));
        reader.Charge(WireReader.ArraySize(capacity, sizeof(char)));
        return new StringBuilder(capacity, (int)largest).Append(text);
    }
}
