using System.Runtime.Serialization;

namespace NetSerializer.Tests.Protocols;

/// <summary>The plain case: sealed, a private constructor.</summary>
[Serializable]
internal sealed class Temperature : ISerializable, IEquatable<Temperature>
{
    public Temperature(double degrees, string? scale) => (Degrees, Scale) = (degrees, scale);

    private Temperature(SerializationInfo info, StreamingContext context) => (Degrees, Scale) = (info.GetDouble("degrees"), info.GetString("scale"));

    public double Degrees { get; }

    public string? Scale { get; }

    void ISerializable.GetObjectData(SerializationInfo info, StreamingContext context)
    {
        info.AddValue("degrees", Degrees);
        info.AddValue("scale", Scale);
    }

    public bool Equals(Temperature? other) => other != null && Degrees.Equals(other.Degrees) && Scale == other.Scale;

    public override bool Equals(object? obj) => Equals(obj as Temperature);

    // Fails on an object whose constructor has not run.
    public override int GetHashCode() => Degrees.GetHashCode() ^ Scale!.Length;
}

/// <summary>In an order that only finished objects have.</summary>
[Serializable]
internal sealed class Rank : ISerializable, IComparable<Rank>
{
    private readonly string? _name;

    public Rank(string name) => _name = name;

    private Rank(SerializationInfo info, StreamingContext context) => _name = info.GetString("name");

    public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("name", _name);

    public int CompareTo(Rank? other) => _name!.Length - other!._name!.Length;
}

/// <summary>A class to derive from: a protected constructor, a virtual GetObjectData.</summary>
[Serializable]
internal class Document : ISerializable
{
    public Document(string title) => Title = title;

    protected Document(SerializationInfo info, StreamingContext context) => Title = info.GetString("title")!;

    public string Title { get; }

    public virtual void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("title", Title);
}

[Serializable]
internal sealed class Letter : Document
{
    public Letter(string title, Temperature? weather) : base(title) => Weather = weather;

    private Letter(SerializationInfo info, StreamingContext context) : base(info, context) =>
        Weather = (Temperature?)info.GetValue("weather", typeof(Temperature));

    public Temperature? Weather { get; }

    public override void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        base.GetObjectData(info, context);
        info.AddValue("weather", Weather);
    }
}

[Serializable]
internal readonly struct Angle : ISerializable
{
    public Angle(double value, Temperature? note = null) => (Value, Note) = (value, note);

    private Angle(SerializationInfo info, StreamingContext context)
    {
        Value = info.GetDouble("value");
        Note = (Temperature?)info.GetValue("note", typeof(Temperature));
        SeenAtConstruction = Note?.Scale;
    }

    public double Value { get; }

    public Temperature? Note { get; }

    public string? SeenAtConstruction { get; }

    public void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        info.AddValue("value", Value);
        info.AddValue("note", Note);
    }
}

/// <summary>Any entries, of any names and types.</summary>
[Serializable]
internal sealed class Bag : ISerializable
{
    public Bag(params (string Name, object? Value)[] entries) => Entries = [.. entries];

    private Bag(SerializationInfo info, StreamingContext context)
    {
        Entries = [];
        foreach (SerializationEntry entry in info)
        {
            Entries.Add((entry.Name, entry.Value));
        }
    }

    public List<(string Name, object? Value)> Entries { get; }

    public void GetObjectData(SerializationInfo info, StreamingContext context) => Entries.ForEach(entry => info.AddValue(entry.Name, entry.Value));
}

/// <summary>Where ISerializable objects can stand.</summary>
[Serializable]
internal sealed class Archive
{
    public Temperature? Only;
    public Document? Some;
    public object? Any;
    public ISerializable? Behind;
    public Angle Angle;
    public Angle? Maybe;
    public List<Document?>? List;
    public Dictionary<Temperature, string>? ByTemperature;
    public HashSet<object>? Set;
}

/// <summary>Tells the journal when it is asked and made; what is in it must be whole by then.</summary>
[Serializable]
internal sealed class Part : ISerializable, IDeserializationCallback
{
    public string? Name;
    public object? First;
    public object? Second;

    public Part(string name, object? first = null, object? second = null) => (Name, First, Second) = (name, first, second);

    private Part(SerializationInfo info, StreamingContext context)
    {
        (Name, First, Second) = (info.GetString("name"), info.GetValue("first", typeof(object)), info.GetValue("second", typeof(object)));
        Journal.Add($"constructed {Name} {context.State} with {(First as Part)?.Name ?? "nothing"} and {(Second as Part)?.Name ?? "nothing"}");
    }

    public void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        Journal.Add($"asked {Name} {context.State}");
        info.AddValue("name", Name);
        info.AddValue("first", First);
        info.AddValue("second", Second);
    }

    [OnSerializing]
    private void Serializing(StreamingContext context) => Journal.Add($"serializing {Name}");

    [OnSerialized]
    private void Serialized(StreamingContext context) => Journal.Add($"serialized {Name}");

    [OnDeserializing]
    private void Deserializing(StreamingContext context) => Journal.Add("deserializing a part");

    [OnDeserialized]
    private void Deserialized(StreamingContext context) => Journal.Add($"deserialized {Name}");

    void IDeserializationCallback.OnDeserialization(object? sender) => Journal.Add($"notified {Name}");
}

/// <summary>Sends itself as whatever type it is told to.</summary>
[Serializable]
internal class Disguised : ISerializable
{
    [NonSerialized] public Type? As;
    [NonSerialized] public string? NamedAs, AssemblyNamedAs;
    public int Number;

    public Disguised(int number, Type? @as = null) => (Number, As) = (number, @as);

    protected Disguised(SerializationInfo info, StreamingContext context) => Number = info.GetInt32("Number");

    public virtual void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        if (As != null)
        {
            info.SetType(As);
        }
        if (NamedAs != null)
        {
            info.FullTypeName = NamedAs;
        }
        if (AssemblyNamedAs != null)
        {
            info.AssemblyName = AssemblyNamedAs;
        }
        info.AddValue("Number", Number);
    }
}

[Serializable]
internal sealed class DerivedDisguise : Disguised
{
    public DerivedDisguise(int number, Type? @as = null) : base(number, @as)
    {
    }

    private DerivedDisguise(SerializationInfo info, StreamingContext context) : base(info, context)
    {
    }
}

/// <summary>Takes the entries as its fields.</summary>
[Serializable]
internal class PlainDisguise
{
    public int Number = -1;
}

[Serializable]
internal sealed class DisguisedPlain(int number) : PlainDisguise, ISerializable
{
    private DisguisedPlain(SerializationInfo info, StreamingContext context) : this(0) => throw new InvalidOperationException("never read as itself");

    public void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        info.SetType(typeof(PlainDisguise));
        info.AddValue("Number", number);
    }
}

[Serializable]
internal sealed class WithoutConstructor : ISerializable
{
    public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("x", 1);
}

internal sealed class NotMarked : ISerializable
{
    public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("x", 1);
}

/// <summary>A constructor that expects what hostile bytes need not bring.</summary>
[Serializable]
internal sealed class Trusting : ISerializable
{
    public Trusting(int number) => Number = number;

    private Trusting(SerializationInfo info, StreamingContext context)
    {
        Number = (int)info.GetValue("number", typeof(int))!;
        if (Number < 0)
        {
            throw new KeyNotFoundException("no such number");
        }
    }

    public int Number { get; }

    public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("number", Number);
}
