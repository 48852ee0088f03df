using BenchmarkDotNet.Attributes;
using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Measuring;

namespace NetSerializer.Benchmarks.Microbenchmarks;

/// <summary>One contender at a time, a pass over all its messages at a time.</summary>
public abstract class LaneBenchmarks
{
    /// <summary>Between the parts of a case's name.</summary>
    private protected const char Separator = '/';

    private Lane? _lane;

    private protected void Take(Contender contender)
    {
        _lane = new(contender);
        _lane.Serialize();
    }

    [Benchmark]
    public void Serialize() => _lane!.Serialize();

    [Benchmark]
    public void Deserialize() => _lane!.Deserialize();
}
