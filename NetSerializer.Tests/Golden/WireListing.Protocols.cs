using System.Collections;
using System.Runtime.Serialization;
using NetSerializer.Planning;
using NetSerializer.Scanning;

namespace NetSerializer.Tests.Golden;

// Objects that say themselves what they consist of: docs/wire-format.md, sections 5e and 5f.
internal sealed partial class WireListing
{
    private static readonly string[] s_texts = ["Message", "HelpURL", "Source", "StackTraceString", "RemoteStackTraceString"];
    private static readonly string[] s_ofAllExceptions =
        [.. s_texts, "ClassName", "HResult", "InnerException", "Data", "RemoteStackIndex", "ExceptionMethod", "WatsonBuckets"];

    private void WriteException(TypePlan plan, Exception value, string path)
    {
        var info = new SerializationInfo(value.GetType(), new FormatterConverter());
        value.GetObjectData(info, new StreamingContext(StreamingContextStates.All));
        string prefix = path == "value" ? "" : path + ".";
        foreach (string name in s_texts)
        {
            if (info.GetString(name) is { } text)
            {
                WriteString(text, prefix + name);
            }
            else
            {
                Add($"{prefix}{name}: null", 1);
            }
        }
        Add($"{prefix}HResult: {value.HResult:X8}", BitConverter.GetBytes(value.HResult));
        bool isAggregate = value is AggregateException { InnerExceptions: [var first, ..] } && first == value.InnerException;
        WriteSlot(plan.Slots.Single(slot => slot.Shape.Role == SlotRole.Inner), isAggregate ? null : value.InnerException, prefix + "InnerException");
        WriteData((IDictionary?)info.GetValue("Data", typeof(IDictionary)), prefix + "Data");
        SerializationEntry[] others = [.. Entries(info).Where(entry => !s_ofAllExceptions.Contains(entry.Name))];
        Add($"{path}: {others.Length} further {(others.Length == 1 ? "entry" : "entries")}", VarInt((ulong)others.Length + 1));
        foreach (SerializationEntry entry in others)
        {
            WriteString(entry.Name, $"{path}, name");
            WriteTagged(entry.Value, prefix + entry.Name);
        }
        foreach (SlotPlan slot in plan.Slots.Where(slot => slot.Shape.Role == SlotRole.Member))
        {
            WriteSlot(slot, slot.Shape.Field!.GetValue(value), prefix + ValueText.MemberName(slot.Shape.Field.Name));
        }
    }

    private void WriteData(IDictionary? data, string path)
    {
        Add(data == null ? $"{path}: none" : $"{path}: {data.Count} {(data.Count == 1 ? "pair" : "pairs")}", VarInt(data == null ? 0 : (ulong)data.Count + 1));
        foreach (DictionaryEntry pair in data ?? new Dictionary<int, int>())
        {
            WriteTagged(pair.Key, $"{path}, key");
            WriteTagged(pair.Value, $"{path}, value");
        }
    }

    private static IEnumerable<SerializationEntry> Entries(SerializationInfo info)
    {
        foreach (SerializationEntry entry in info)
        {
            yield return entry;
        }
    }

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
