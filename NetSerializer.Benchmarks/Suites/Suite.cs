using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Data;

namespace NetSerializer.Benchmarks.Suites;

/// <summary>One row group of a suite.</summary>
/// <param name="Name">What the table calls it.</param>
/// <param name="Contenders">Made when it is measured.</param>
internal sealed record SuiteCase(string Name, Func<TypeModel, IReadOnlyList<Contender>> Contenders)
{
    /// <summary>The same messages in every run.</summary>
    public static object?[] Many(int count, Func<MixedRandom, object> create)
    {
        MixedRandom random = new(MainJob.Seed);
        object?[] items = new object?[count];
        for (int i = 0; i < count; i++)
        {
            items[i] = create(random);
        }
        return items;
    }
}

/// <summary>Workloads under one name.</summary>
/// <param name="Name">The name for <c>--suite</c>.</param>
/// <param name="Heading">What stands above the table: the figures of others, or what the data are.</param>
/// <param name="Cases">What is measured.</param>
internal sealed record Suite(string Name, string Heading, IReadOnlyList<SuiteCase> Cases)
{
    /// <summary>All cases are small enough to be in memory at once, and are warmed up together.</summary>
    public bool IsSmall { get; init; }
}
