using System.Runtime.Serialization;

namespace NetSerializer.Tests.Protocols;

/// <summary>One object for each code in the whole process: what is read is exchanged for it.</summary>
[Serializable]
internal sealed class Currency : IObjectReference
{
    public static readonly Currency Euro = new("EUR"), Dollar = new("USD");
    private readonly string _code;

    public Currency(string code) => _code = code;

    public string Code => _code;

    object IObjectReference.GetRealObject(StreamingContext context)
    {
        Journal.Add($"asked {_code}");
        return _code switch
        {
            "EUR" => Euro,
            "USD" => Dollar,
            "own" => this,
            "cancel" => throw new OperationCanceledException(),
            _ =>
            throw new KeyNotFoundException(_code)
        };
    }
}

/// <summary>The sample of Microsoft's documentation: a class that there is one object of writes another type, which names it.</summary>
[Serializable]
internal sealed class Registry : ISerializable
{
    public static readonly Registry Only = new();

    private Registry()
    {
    }

    private Registry(SerializationInfo info, StreamingContext context) => throw new InvalidOperationException("never read as itself");

    void ISerializable.GetObjectData(SerializationInfo info, StreamingContext context) => info.SetType(typeof(RegistryReference));
}

[Serializable]
internal sealed class RegistryReference : IObjectReference
{
    public object GetRealObject(StreamingContext context) => Registry.Only;
}

/// <summary>ISerializable and a reference: its content is whole when it is asked.</summary>
[Serializable]
internal sealed class Lookup : ISerializable, IObjectReference, IDeserializationCallback
{
    private readonly Temperature? _key;

    public Lookup(Temperature key) => _key = key;

    private Lookup(SerializationInfo info, StreamingContext context)
    {
        _key = (Temperature?)info.GetValue("key", typeof(Temperature));
        Journal.Add($"constructed with {_key!.Scale}");
    }

    public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("key", _key);

    public object GetRealObject(StreamingContext context)
    {
        Journal.Add("asked");
        return $"found {_key!.Degrees}";
    }

    [OnDeserialized]
    private void Deserialized(StreamingContext context) => Journal.Add("deserialized");

    void IDeserializationCallback.OnDeserialization(object? sender) => Journal.Add("notified");
}

/// <summary>Never comes to an end.</summary>
[Serializable]
internal sealed class Mirror : IObjectReference
{
    public object GetRealObject(StreamingContext context) => new Mirror();
}

[Serializable]
internal struct Grade(int value) : IObjectReference
{
    public int Value = value;

    public readonly object GetRealObject(StreamingContext context) => Value < 0 ? "not a grade" : new Grade(Math.Min(Value, 10));
}

[Serializable]
internal sealed class Wallet
{
    public Currency? Only;
    public object? Any;
    public Registry? Registry;
    public List<Currency?>? List;
    public Dictionary<Currency, int>? ByCurrency;
    public object? Found;
    public string? Text;
    public Grade Grade;
    public Grade? Maybe;
    public Grade[]? Grades;
}
