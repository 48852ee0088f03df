using System.Runtime.Serialization;

namespace NetSerializer.Tests.Models;

/// <summary>Fields of its own and no code for them.</summary>
[Serializable]
public class BookingException(string? message, int seat, string? hall) : ApplicationException(message)
{
    private readonly int seat = seat;
    private readonly string? hall = hall;

    public string Show() => $"{seat} {hall}";
}

[Serializable]
public sealed class DoubleBookingException(string? message, int seat, string? hall, Exception? other) : BookingException(message, seat, hall)
{
    private readonly Exception? other = other;
    private readonly TimeSpan overlap = TimeSpan.FromSeconds(seat);

    public override string Message => $"{other} {overlap}";
}

/// <summary>The constructor of the old style and no GetObjectData: BinaryFormatter loses the fields.</summary>
[Serializable]
public class RefundException : ApplicationException
{
    private readonly int cents = -1;
    private readonly string[] lines = [];

    public RefundException(string? message, int cents, string[] lines) : base(message) => (this.cents, this.lines) = (cents, lines);

    protected RefundException(SerializationInfo info, StreamingContext context) : base(info, context)
    {
    }

    public string Show() => $"{cents} {lines.Length}";
}

[Serializable]
public class Incident
{
    public Exception? Cause;
    public BookingException? Booking;
    public Exception?[]? All;
    public object? Any;
}
