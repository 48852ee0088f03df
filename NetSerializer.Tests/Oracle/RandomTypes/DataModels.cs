using System.Runtime.Serialization;

namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>Writes itself as another type of the model.</summary>
internal interface ISetsType
{
    Type As { get; }
}

/// <summary>A list that says itself what it consists of. Public as all of these, because worlds have them over types of their own.</summary>
[Serializable]
public class Rows<T> : List<T>, ISerializable
{
    private readonly T? _head;

    public Rows()
    {
    }

    protected Rows(SerializationInfo info, StreamingContext context)
    {
        _head = (T?)info.GetValue("head", typeof(object));
        AddRange((T[])info.GetValue("rows", typeof(object))!);
    }

    public virtual void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        info.AddValue("head", _head);
        info.AddValue("rows", ToArray());
    }
}

/// <summary>Entries of a number that is converted, and of anything.</summary>
[Serializable]
public class Entry<T> : ISerializable
{
    private readonly short _number;
    private readonly T? _value;
    private readonly object? _other;

    protected Entry(SerializationInfo info, StreamingContext context) =>
        (_number, _value, _other) = (checked((short)(int)info.GetValue("number", typeof(object))!), (T?)info.GetValue("value", typeof(object)),
            info.GetValue("other", typeof(object)));

    public virtual void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        info.AddValue("other", _other);
        info.AddValue("value", _value);
        info.AddValue("number", (int)_number);
    }
}

/// <summary>A struct that says itself what it consists of.</summary>
[Serializable]
public struct Line<T> : ISerializable
{
    private readonly T? _value;
    private readonly string? _text;

    private Line(SerializationInfo info, StreamingContext context) =>
        (_value, _text) = ((T?)info.GetValue("value", typeof(object)), (string?)info.GetValue("text", typeof(object)));

    public readonly void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        info.AddValue("value", _value);
        info.AddValue("text", _text);
    }
}

/// <summary>Travels as an object that makes it anew.</summary>
[Serializable]
public sealed class Proxied<T> : ISerializable, ISetsType
{
    private readonly T? _value;

    public Proxied(T? value) => _value = value;

    private Proxied(SerializationInfo info, StreamingContext context) => throw new SerializationException("Nobody writes one");

    Type ISetsType.As => typeof(Proxy<T>);

    public void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        info.SetType(typeof(Proxy<T>));
        info.AddValue("value", _value);
    }
}

/// <summary>Stands for a <see cref="Proxied{T}"/>.</summary>
[Serializable]
public sealed class Proxy<T> : ISerializable, IObjectReference
{
    private readonly T? _value;

    private Proxy(SerializationInfo info, StreamingContext context) => _value = (T?)info.GetValue("value", typeof(object));

    public object GetRealObject(StreamingContext context) => new Proxied<T>(_value);

    public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("value", _value);
}
