namespace NetSerializer.Benchmarks.Measuring;

/// <summary>One line of a table.</summary>
/// <param name="Table">Which table.</param>
/// <param name="Set">The data set, with its form.</param>
/// <param name="Serializer">The contender.</param>
/// <param name="Nanoseconds">Per message: the sample that counts, near the shortest.</param>
/// <param name="Bytes">Per message.</param>
/// <param name="Allocated">Bytes allocated per message on the measuring thread.</param>
/// <param name="Collections">Garbage collections of generation 0, 1 and 2 per million messages.</param>
internal sealed record Measurement(
    string Table, string Set, string Serializer, double Nanoseconds, double Bytes, double Allocated, (double Gen0, double Gen1, double Gen2) Collections)
{
    /// <summary>Nanoseconds per message of the middle sample; 0 where it was not kept.</summary>
    public double Median { get; init; }
}
