using System.Runtime.Serialization;

namespace NetSerializer.Tests.Models;

/// <summary>ISerializable with entries of fixed types, which are taken as they are: GetDouble and its kin would accept other numbers too.</summary>
[Serializable]
public sealed class Measurement : ISerializable
{
    private readonly double value;
    private readonly string? unit;
    private readonly DateTime taken;

    public Measurement(double value, string? unit, DateTime taken) => (this.value, this.unit, this.taken) = (value, unit, taken);

    private Measurement(SerializationInfo info, StreamingContext context) =>
        (value, unit, taken) = ((double)info.GetValue("value", typeof(object))!, (string?)info.GetValue("unit", typeof(object)),
            (DateTime)info.GetValue("taken", typeof(object))!);

    public void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        info.AddValue("value", value);
        info.AddValue("unit", unit);
        info.AddValue("taken", taken);
    }
}

/// <summary>Entries of any type of the model, among them further objects of its own kind.</summary>
[Serializable]
public class Sheet : ISerializable
{
    private readonly object? head;
    private readonly object? body;

    public Sheet(object? head, object? body) => (this.head, this.body) = (head, body);

    protected Sheet(SerializationInfo info, StreamingContext context) =>
        (head, body) = (info.GetValue("head", typeof(object)), info.GetValue("body", typeof(object)));

    public virtual void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        info.AddValue("head", head);
        info.AddValue("body", body);
    }
}

[Serializable]
public sealed class SignedSheet : Sheet
{
    private readonly object? signature;

    public SignedSheet(object? head, object? body, object? signature) : base(head, body) => this.signature = signature;

    private SignedSheet(SerializationInfo info, StreamingContext context) : base(info, context) => signature = info.GetValue("signature", typeof(object));

    public override void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        base.GetObjectData(info, context);
        info.AddValue("signature", signature);
    }
}

[Serializable]
public readonly struct Bearing : ISerializable
{
    private readonly int degrees;
    private readonly string? from;

    public Bearing(int degrees, string? from) => (this.degrees, this.from) = (degrees, from);

    private Bearing(SerializationInfo info, StreamingContext context) =>
        (degrees, from) = ((int)info.GetValue("degrees", typeof(object))!, (string?)info.GetValue("from", typeof(object)));

    public void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        info.AddValue("degrees", degrees);
        info.AddValue("from", from);
    }
}

[Serializable]
public class Binder
{
    public Measurement? Only;
    public Sheet? Some;
    public object? Any;
    public Bearing Course;
    public Bearing? Maybe;
    public Sheet?[]? Sheets;
    public List<Bearing>? Courses;
    public Dictionary<string, Measurement>? Named;
    public int Number;
}
