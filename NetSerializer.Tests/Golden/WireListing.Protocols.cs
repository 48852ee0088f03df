using System.Runtime.Serialization;

namespace NetSerializer.Tests.Golden;

// Objects that say themselves what they consist of: docs/wire-format.md, sections 5b and 5c.
internal sealed partial class WireListing
{
    private void WriteEntries(object value, string path)
    {
        var info = new SerializationInfo(value.GetType(), new FormatterConverter());
        ((ISerializable)value).GetObjectData(info, new StreamingContext(StreamingContextStates.All));
        Add($"{path}: {info.MemberCount} {(info.MemberCount == 1 ? "entry" : "entries")}", VarInt((ulong)info.MemberCount + 1));
        foreach (SerializationEntry entry in info)
        {
            WriteString(entry.Name, $"{path}, name");
            WriteTagged(entry.Value, path == "value" ? entry.Name : $"{path}.{entry.Name}");
        }
    }
}
