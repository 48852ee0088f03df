using BenchmarkDotNet.Attributes;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Suites;
using NetSerializer.Benchmarks.Suites.App;

namespace NetSerializer.Benchmarks.Microbenchmarks;

/// <summary>What the published comparisons take: customers, persons, the word graph and its like, books; and what applications send.</summary>
public class SuiteBenchmarks : LaneBenchmarks
{
    private static IEnumerable<SuiteCase> SuiteCases =>
        ((IEnumerable<Suite>)[.. PublishedSuites.All(quick: true), .. AppSuites.All]).SelectMany(suite => suite.Cases);

    /// <summary>Every case with every serializer.</summary>
    public static IEnumerable<string> Cases
    {
        get
        {
            TypeModel model = NetSerializerPeer.CreateSuiteModel();
            return [.. SuiteCases.SelectMany(one => one.Contenders(model).Select(contender => one.Name + Separator + contender.Name))];
        }
    }

    [ParamsSource(nameof(Cases))]
    public string Case { get; set; } = "";

    [GlobalSetup]
    public void Setup()
    {
        string[] parts = Case.Split(Separator);
        TypeModel model = NetSerializerPeer.CreateSuiteModel();
        Take(SuiteCases.Single(one => one.Name == parts[0]).Contenders(model).Single(contender => contender.Name == parts[1]));
    }
}
