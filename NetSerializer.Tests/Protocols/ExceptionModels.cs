using System.Runtime.Serialization;

namespace NetSerializer.Tests.Protocols;

/// <summary>The old style: a serialization constructor and GetObjectData.</summary>
[Serializable]
internal class OrderException : Exception
{
    public OrderException(string? message, int order, Exception? inner = null) : base(message, inner) => Order = order;

    protected OrderException(SerializationInfo info, StreamingContext context) : base(info, context) => Order = info.GetInt32("Order");

    public int Order { get; }

    public override void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        base.GetObjectData(info, context);
        info.AddValue("Order", Order);
    }
}

/// <summary>The new style: fields, and nothing else.</summary>
[Serializable]
internal class StockException(string? message, int missing, Exception? inner = null) : InvalidOperationException(message, inner)
{
    private readonly int _missing = missing;
    public string? Article { get; init; }
    [NonSerialized] public string? Left;

    public int Missing => _missing;
}

/// <summary>Fields below a class of the old style.</summary>
[Serializable]
internal sealed class LateOrderException(string? message, int order, TimeSpan delay) : OrderException(message, order)
{
    public TimeSpan Delay { get; } = delay;

    [OnDeserialized]
    private void Deserialized(StreamingContext context) => Journal.Add($"{Message} {Order} {Delay}");
}

[Serializable]
internal sealed class Failure
{
    public Exception? Cause;
    public OrderException? Order;
    public object? Any;
    public Exception?[]? All;
}

internal sealed class UnmarkedException : Exception;
