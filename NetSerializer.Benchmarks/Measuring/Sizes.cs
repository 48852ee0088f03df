namespace NetSerializer.Benchmarks.Measuring;

/// <summary>What the messages of a set take, in bytes for each.</summary>
/// <param name="Varints">Plain hand-written varints, without type ids and frames.</param>
/// <param name="Session">This library in a session, which has no frames.</param>
internal sealed record Sizes(double Varints, double Session);
