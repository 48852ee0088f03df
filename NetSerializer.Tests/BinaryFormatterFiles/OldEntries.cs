using System.Runtime.Serialization;

namespace NetSerializer.Tests.BinaryFormatterFiles;

/// <summary>Is written as an object of another type with the given entries: as another version of that type would have them.</summary>
[Serializable]
public sealed class OldEntries(Type type, params (string Name, object? Value)[] entries) : ISerializable
{
    public void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        info.SetType(type);
        foreach ((string name, object? value) in entries)
        {
            info.AddValue(name, value);
        }
    }

    /// <summary>The entries of a value of today.</summary>
    public static List<(string Name, object? Value)> Of(ISerializable value)
    {
        var info = new SerializationInfo(value.GetType(), new FormatterConverter());
        value.GetObjectData(info, new StreamingContext(StreamingContextStates.All));
        List<(string Name, object? Value)> entries = [];
        foreach (SerializationEntry entry in info)
        {
            entries.Add((entry.Name, entry.Value));
        }
        return entries;
    }

    /// <summary>The entries of a value of today with other values, and without some of them.</summary>
    public static OldEntries Changed(ISerializable value, Func<string, object?, object?> change, params string[] removed) =>
        new(value.GetType(), [.. Of(value).Where(entry => !removed.Contains(entry.Name)).Select(entry => (entry.Name, change(entry.Name, entry.Value)))]);
}
