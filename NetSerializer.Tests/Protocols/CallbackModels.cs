using System.Runtime.Serialization;

namespace NetSerializer.Tests.Protocols;

/// <summary>Tells the journal of every callback; with up to two inner nodes.</summary>
[Serializable]
internal class Node(string name, Node? first = null, Node? second = null) : IDeserializationCallback
{
    public string Name = name;
    public Node? First = first;
    public Node? Second = second;

    [OnSerializing]
    private void Serializing(StreamingContext context) => Journal.Add($"serializing {Name} {context.State}");

    [OnSerialized]
    private void Serialized(StreamingContext context) => Journal.Add($"serialized {Name} {context.State}");

    [OnDeserializing]
    private void Deserializing(StreamingContext context) => Journal.Add($"deserializing {(Name == null ? "a node" : "something old")} {context.State}");

    [OnDeserialized]
    private void Deserialized(StreamingContext context) => Journal.Add($"deserialized {Name} {context.State}");

    void IDeserializationCallback.OnDeserialization(object? sender) => Journal.Add($"notified {Name} {sender ?? "by nobody"}");
}

/// <summary>A level below, with callbacks of the same names.</summary>
[Serializable]
internal sealed class NamedNode(string name, Node? first = null) : Node(name, first)
{
    [OnSerializing]
    private void Serializing(StreamingContext context) => Journal.Add($"serializing named {Name}");

    [OnSerialized]
    private void Serialized(StreamingContext context) => Journal.Add($"serialized named {Name}");

    [OnDeserializing]
    private void Deserializing(StreamingContext context) => Journal.Add("deserializing named");

    [OnDeserialized]
    internal void Deserialized(StreamingContext context) => Journal.Add($"deserialized named {Name}");
}

/// <summary>Derived from a class with callbacks, without any of its own.</summary>
[Serializable]
internal sealed class PlainNode(string name) : Node(name)
{
    public int Number = 5;
}

/// <summary>Callbacks of every visibility that compute what does not travel.</summary>
[Serializable]
internal class Circle
{
    public double Radius;
    [NonSerialized] public double Area;
    [NonSerialized] public string? Note;
    public string? Written;

    [OnSerializing]
    protected virtual void Prepare(StreamingContext context) => Written = "prepared";

    [OnSerialized]
    public void Clean(StreamingContext context) => Written = null;

    [OnDeserializing]
    internal void Preset(StreamingContext context) => Note = "preset";

    [OnDeserialized]
    private protected void Compute(StreamingContext context) => Area = Radius * Radius;
}

[Serializable]
internal sealed class Disc : Circle
{
    public int Colour = 3;

    protected override void Prepare(StreamingContext context) => Written = "prepared by the disc";
}

/// <summary>A struct whose every callback leaves a trace in it.</summary>
[Serializable]
internal struct Mark : IDeserializationCallback
{
    public int Number;
    public string? Text;
    [NonSerialized] public string? Trace;

    public Mark(int number) => (Number, Text) = (number, "text");

    [OnSerializing]
    private void Serializing(StreamingContext context) => Text += ", written";

    [OnSerialized]
    private readonly void Serialized(StreamingContext context) => Journal.Add($"serialized {Number} {Text}");

    [OnDeserializing]
    private void Deserializing(StreamingContext context) => Trace = "begun";

    [OnDeserialized]
    private void Deserialized(StreamingContext context) => Trace += $", {Number} {Text}";

    void IDeserializationCallback.OnDeserialization(object? sender) => Trace += ", notified";
}

[Serializable]
internal sealed class Marks
{
    public Mark Single;
    public Mark? Optional;
    public object? Boxed;
    public Mark[]? Array;
    public List<Mark>? List;
    public Dictionary<string, Mark>? ByName;
    public (int, Mark) Pair;
}

/// <summary>A struct of floats would be copied whole; one with callbacks is not.</summary>
[Serializable]
internal struct Calibrated
{
    public float Value;
    [OnDeserialized]
    private void Deserialized(StreamingContext context) => Value += 1;
}

[Serializable]
internal sealed class Bounded
{
    public Calibrated Inner;
    public int Number;

    [OnDeserialized]
    private void Deserialized(StreamingContext context) => Number++;
}

[Serializable]
internal sealed class Failing
{
    public string Moment = "";

    [NonSerialized] private bool _made;

    [OnSerializing]
    private void Serializing(StreamingContext context) => Fail("serializing");

    [OnSerialized]
    private void Serialized(StreamingContext context) => Fail("serialized");

    [OnDeserializing]
    private void Deserializing(StreamingContext context) => _made = true;

    [OnDeserialized]
    private void Deserialized(StreamingContext context) => Fail(_made ? "deserialized" : "not made");

    private void Fail(string moment)
    {
        if (Moment == moment)
        {
            throw new TimeoutException(moment);
        }
        if (Moment == $"cancel {moment}")
        {
            throw new OperationCanceledException(moment);
        }
    }
}

[Serializable]
internal sealed class WrongSignature
{
    [OnDeserialized]
    private void Deserialized() => Journal.Add("never");
}

[Serializable]
internal sealed class WrongReturn
{
    [OnDeserialized]
    private Task Deserialized(StreamingContext context) => Task.CompletedTask;
}

[Serializable]
internal sealed class WrongInBoth
{
    [OnDeserialized]
    private string Deserialized(int count) => new('x', count);
}

[Serializable]
internal struct WrongStruct
{
    public int Number;

    [OnDeserialized]
    private int Deserialized() => Number++;
}

[Serializable]
internal sealed class WrongStatic
{
    [OnDeserialized]
    private static void Deserialized(StreamingContext context) => Journal.Add("never");
}
