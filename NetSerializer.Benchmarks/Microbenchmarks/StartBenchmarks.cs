using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Engines;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Suites;

namespace NetSerializer.Benchmarks.Microbenchmarks;

/// <summary>Create for 1, 20 and 200 types, in a process that has done it before.</summary>
[SimpleJob(RunStrategy.Monitoring, warmupCount: 2, iterationCount: 10)]
public class CreateBenchmarks
{
    private Type[] _types = [];

    [Params(1, 20, 200)]
    public int Types { get; set; }

    [GlobalSetup]
    public void Setup() => _types = Shapes.Types(Types);

    [Benchmark]
    public object Create() => NetSerializerPeer.CreateModel(_types);
}

/// <summary>
/// A fresh process up to its first round trip, the start of the process included; the share of the library is what <c>--suite cold</c> prints.
/// </summary>
[SimpleJob(RunStrategy.Monitoring, warmupCount: 1, iterationCount: 10)]
public class ColdBenchmarks
{
    public static IEnumerable<string> Cases => [.. ColdJob.CreateCases, .. ColdJob.BookShelfCases];

    [ParamsSource(nameof(Cases))]
    public string Case { get; set; } = "";

    [Benchmark]
    public double[] FirstUse() => ColdJob.Launch(Case);
}
