namespace NetSerializer.Tests.Models;

[Serializable]
public class ObjectMembers
{
    public object? One;
    public object? Two;
    public object? Three;
    public object?[]? Many;
    public List<object?>? Listed;
    public Dictionary<string, object>? Named;
    public Dictionary<string, object>[]? Rows;
    public object?[,]? Grid;
}

[Serializable]
public struct ObjectInStruct
{
    public object? Any;
    public int Number;
}

/// <summary>Roots that only reach slots of <c>object</c> when a model lists them.</summary>
[Serializable]
public class Message
{
    public ushort Kind;
    public object? Payload;
    public ObjectInStruct Inner;
}
