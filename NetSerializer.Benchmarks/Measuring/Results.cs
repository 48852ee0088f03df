namespace NetSerializer.Benchmarks.Measuring;

/// <summary>What a run has measured so far, by suite.</summary>
internal sealed class Results
{
    private readonly List<(string Suite, IReadOnlyList<Measurement> Rows)> _suites = [];

    public IReadOnlyList<(string Suite, IReadOnlyList<Measurement> Rows)> Suites => _suites;

    /// <summary>False when there are no rows.</summary>
    public bool Add(string suite, IReadOnlyList<Measurement> rows)
    {
        if (rows.Count > 0)
        {
            _suites.Add((suite, rows));
        }
        return rows.Count > 0;
    }

    /// <summary>The rows of a suite, none when it has not been measured.</summary>
    public IReadOnlyList<Measurement> Of(string suite) => [.. _suites.Where(one => one.Suite == suite).SelectMany(one => one.Rows)];
}
