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

[Serializable]
public class Incident
{
    public Exception? Cause;
    public BookingException? Booking;
    public Exception?[]? All;
    public object? Any;
}
