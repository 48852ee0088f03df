using System.Collections;
using System.Collections.ObjectModel;
using System.Runtime.Serialization;

namespace NetSerializer.Tests.Protocols;

/// <summary>Overrides the method to which SortedSet passes the notification on.</summary>
[Serializable]
internal sealed class HeardSet : SortedSet<int>
{
    protected override void OnDeserialization(object? sender)
    {
        base.OnDeserialization(sender);
        Journal.Add($"notified with {Count}");
    }

    public HeardSet()
    {
    }

    private HeardSet(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }
}

/// <summary>Derived once more, with nothing to say.</summary>
[Serializable]
internal sealed class QuietSet : SortedSet<int>
{
    public QuietSet()
    {
    }

    private QuietSet(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }
}

/// <summary>Writes itself, and hears of it.</summary>
[Serializable]
internal sealed class HeardLetter : ICustomBinarySerializable, IDeserializationCallback
{
    public string Text = "";

    public void WriteDataTo(BinaryWriter writer) => writer.Write(Text);

    public void SetDataFrom(BinaryReader reader) => Text = reader.ReadString();

    void IDeserializationCallback.OnDeserialization(object? sender) => Journal.Add($"notified {Text}");

    [OnSerializing]
    private void Serializing(StreamingContext context) => Journal.Add($"serializing {Text}");

    [OnSerialized]
    private void Serialized(StreamingContext context) => Journal.Add($"serialized {Text}");

    [OnDeserializing]
    private void Deserializing(StreamingContext context) => Journal.Add("deserializing");

    [OnDeserialized]
    private void Deserialized(StreamingContext context) => Journal.Add($"deserialized {Text}");
}

/// <summary>As a struct: what the callbacks change is kept.</summary>
[Serializable]
internal struct HeardStamp : ICustomBinarySerializable
{
    public int Value;
    public int Doubled;

    public readonly void WriteDataTo(BinaryWriter writer) => writer.Write(Value);

    public void SetDataFrom(BinaryReader reader) => Value = reader.ReadInt32();

    [OnSerializing]
    private void Serializing(StreamingContext context) => Value++;

    [OnDeserialized]
    private void Deserialized(StreamingContext context) => Doubled = 2 * Value;
}

/// <summary>What has the same key is one object in the whole process, whatever class wrote it.</summary>
internal static class Known
{
    public static readonly Dictionary<string, object> Objects = [];

    public static object Of(object made, string key)
    {
        Journal.Add($"asked {key}");
        return Objects.GetValueOrDefault(key, made);
    }
}

[Serializable]
internal sealed class KnownFailure : Exception, IObjectReference
{
    public KnownFailure(string key)
        : base(key)
    {
    }

    private KnownFailure(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    public object GetRealObject(StreamingContext context) =>
        Known.Of(this, $"failure {Message}{(InnerException == null ? "" : $" of {InnerException.Message}")}");
}

[Serializable]
internal sealed class KnownList : List<string>, IObjectReference
{
    public object GetRealObject(StreamingContext context) => Known.Of(this, $"list {string.Join(' ', this)}");
}

[Serializable]
internal sealed class KnownOwner : Collection<int>, IObjectReference
{
    public object GetRealObject(StreamingContext context) => Known.Of(this, $"owner {string.Join(' ', this)}");
}

[Serializable]
internal sealed class KnownLines : CollectionBase, IObjectReference
{
    public KnownLines With(params object[] lines)
    {
        InnerList.AddRange(lines);
        return this;
    }

    public object GetRealObject(StreamingContext context) => Known.Of(this, $"lines {string.Join(' ', InnerList.Cast<object>())}");
}

[Serializable]
internal sealed class KnownParts : KeyedCollection<string, string>, IObjectReference
{
    public object GetRealObject(StreamingContext context) => Known.Of(this, $"parts {string.Join(' ', this)}");

    protected override string GetKeyForItem(string item) => item;
}

/// <summary>Its keys are constructed at the end of a value, but it cannot wait.</summary>
[Serializable]
internal sealed class KnownTable : Dictionary<Temperature, int>, IObjectReference
{
    public KnownTable()
    {
    }

    private KnownTable(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    public object GetRealObject(StreamingContext context) => Known.Of(this, $"table {string.Join(' ', Values)}");
}

/// <summary>Its keys may lead back to it.</summary>
[Serializable]
internal sealed class KnownAnything : Dictionary<object, int>, IObjectReference
{
    public object GetRealObject(StreamingContext context) => this;
}

[Serializable]
internal sealed class KnownLetter : ICustomBinarySerializable, IObjectReference
{
    public string Text = "";

    public void WriteDataTo(BinaryWriter writer) => writer.Write(Text);

    public void SetDataFrom(BinaryReader reader) => Text = reader.ReadString();

    public object GetRealObject(StreamingContext context) => Known.Of(this, $"letter {Text}");
}

[Serializable]
internal struct KnownStamp : ICustomBinarySerializable, IObjectReference
{
    public int Value;

    public readonly void WriteDataTo(BinaryWriter writer) => writer.Write(Value);

    public void SetDataFrom(BinaryReader reader) => Value = reader.ReadInt32();

    public readonly object GetRealObject(StreamingContext context) => new KnownStamp { Value = Math.Min(Value, 10) };
}

/// <summary>A collection that writes itself, with a byte for each element.</summary>
[Serializable]
internal sealed class PackedList : List<int>, ICustomBinarySerializable
{
    public int Field = 1;

    public void WriteDataTo(BinaryWriter writer) => writer.Write(ToArray().Select(value => (byte)value).ToArray());

    public void SetDataFrom(BinaryReader reader)
    {
        while (reader.BaseStream.Position < reader.BaseStream.Length)
        {
            Add(reader.ReadByte());
        }
    }
}

[Serializable]
internal sealed class PackedCover() : ReadOnlyCollection<int>([]), ICustomBinarySerializable
{
    public void WriteDataTo(BinaryWriter writer) => writer.Write(Count);

    public void SetDataFrom(BinaryReader reader) => reader.ReadInt32();
}

/// <summary>A list that says itself what it consists of: its elements, and what a field holds that does not travel.</summary>
[Serializable]
internal class Playlist : List<int>, ISerializable
{
    [NonSerialized]
    private string _title = "";

    public Playlist(string title) => _title = title;

    protected Playlist(SerializationInfo info, StreamingContext context)
        : base((int[])info.GetValue("tracks", typeof(int[]))!)
    {
        _title = info.GetString("title")!;
        Journal.Add($"constructed with {Count}");
    }

    public string Title => _title;

    public virtual void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        info.AddValue("title", _title);
        info.AddValue("tracks", ToArray());
    }
}

[Serializable]
internal sealed class RatedPlaylist : Playlist
{
    public int Stars;

    public RatedPlaylist(string title)
        : base(title)
    {
    }

    private RatedPlaylist(SerializationInfo info, StreamingContext context)
        : base(info, context) => Stars = info.GetInt32("stars");

    public override void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        base.GetObjectData(info, context);
        info.AddValue("stars", Stars);
    }
}

/// <summary>Nothing could take what it gives.</summary>
[Serializable]
internal sealed class UnreadablePlaylist : Collection<int>, ISerializable
{
    public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("count", Count);
}

/// <summary>The usual way with BinaryFormatter: the own fields beside what the base gives. Here they travel as fields.</summary>
[Serializable]
internal sealed class Inventory : Dictionary<string, int>
{
    public string Place = "";

    [field: NonSerialized]
    public event Action? Changed;

    public Inventory()
    {
    }

    private Inventory(SerializationInfo info, StreamingContext context)
        : base(info, context) => Place = info.GetString("place")!;

    public override void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        Changed?.Invoke();
        base.GetObjectData(info, context);
        info.AddValue("place", Place);
    }
}

/// <summary>What GetObjectData gives is in no field that travels.</summary>
[Serializable]
internal sealed class HiddenInventory : Dictionary<string, int>
{
    [NonSerialized]
    private readonly string _place = "";

    public HiddenInventory(string place) => _place = place;

    private HiddenInventory(SerializationInfo info, StreamingContext context)
        : base(info, context) => _place = info.GetString("place")!;

    public override void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        base.GetObjectData(info, context);
        info.AddValue("place", _place);
    }
}

/// <summary>As that, by the protected method to which SortedSet passes the call on.</summary>
[Serializable]
internal sealed class HiddenSet : SortedSet<int>
{
    [NonSerialized]
    private readonly string _place = "";

    public HiddenSet(string place) => _place = place;

    private HiddenSet(SerializationInfo info, StreamingContext context)
        : base(info, context) => _place = info.GetString("place")!;

    protected override void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        base.GetObjectData(info, context);
        info.AddValue("place", _place);
    }
}

/// <summary>The constructor alone, which BinaryFormatter needs, gives nothing.</summary>
[Serializable]
internal sealed class CachedInventory : Dictionary<string, int>
{
    [NonSerialized]
    private readonly int _cached;

    public CachedInventory(int cached) => _cached = cached;

    private CachedInventory(SerializationInfo info, StreamingContext context)
        : base(info, context)
    {
    }

    public int Cached => _cached;
}
