using System.Collections.ObjectModel;
using System.Runtime.Serialization;

namespace NetSerializer.Tests.Graphs;

/// <summary>Edges of every kind: its own class, object, an array, a struct.</summary>
[Serializable]
internal sealed class Vertex
{
    public int Number;
    public string? Name;
    public object? Any;
    public Vertex? Left;
    public Vertex? Right;
    public object?[]? Items;
    public Edge Edge;
}

/// <summary>A struct that can lead back to what holds it, its own box included.</summary>
[Serializable]
internal struct Edge
{
    public object? Target;
    public Vertex? Vertex;
    public int Weight;
}

/// <summary>Goes by what GetObjectData gives.</summary>
[Serializable]
internal sealed class Carrier : ISerializable
{
    public string? Label;
    public object? Load;

    public Carrier()
    {
    }

    private Carrier(SerializationInfo info, StreamingContext context)
    {
        Label = info.GetString("label");
        Load = info.GetValue("load", typeof(object));
    }

    public void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        info.AddValue("label", Label);
        info.AddValue("load", Load, typeof(object));
    }
}

/// <summary>A list with a member of its own.</summary>
[Serializable]
internal sealed class Row : List<object?>
{
    public object? Title;
}

/// <summary>Keys are in the elements.</summary>
[Serializable]
internal sealed class Parts : KeyedCollection<int, Vertex>
{
    protected override int GetKeyForItem(Vertex item) => item.Number;
}

/// <summary>An exception whose inner one, or whose field, may lead back.</summary>
[Serializable]
internal sealed class Fault : Exception
{
    public object? Cause;

    public Fault()
    {
    }

    private Fault(SerializationInfo info, StreamingContext context) : base(info, context) => Cause = info.GetValue("cause", typeof(object));

    public override void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        base.GetObjectData(info, context);
        info.AddValue("cause", Cause, typeof(object));
    }
}
