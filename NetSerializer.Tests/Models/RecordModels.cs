namespace NetSerializer.Tests.Models;

[Serializable]
public record Account(string? Owner, decimal Balance, DateTimeOffset Opened);

[Serializable]
public sealed record SavingsAccount(string? Owner, decimal Balance, DateTimeOffset Opened, double Rate)
    : Account(Owner, Balance, Opened);

[Serializable]
public record struct Money(decimal Amount, string? Currency);

[Serializable]
public readonly record struct Celsius(double Degrees);

[Serializable]
public readonly record struct Interval(DateOnly From, DateOnly? To);

[Serializable]
public record Pair<TLeft, TRight>(TLeft? Left, TRight? Right);

[Serializable]
public record Ledger
{
    public required Account? Main { get; init; }

    public Account[]? Others { get; init; }

    public Money Total { get; init; }

    public Money? Limit { get; init; }

    public List<Celsius>? Temperatures { get; init; }

    public Interval Year { get; init; }

    public Pair<int, string>? Mixed { get; init; }
}
