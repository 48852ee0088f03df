using BenchmarkDotNet.Attributes;
using NetSerializer.Benchmarks.Contenders;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Measuring;
using NetSerializer.Benchmarks.Sets;

namespace NetSerializer.Benchmarks.Microbenchmarks;

/// <summary>The sets of the main job, a pass over all messages at a time.</summary>
public class ClassicBenchmarks
{
    private Lane? _lane;

    public static IEnumerable<string> SetNames => ClassicSets.All.Select(set => set.Name);

    [ParamsSource(nameof(SetNames))]
    public string Set { get; set; } = "";

    [Params("Floor", "NetSerializer", "Google.Protobuf", "System.Text.Json", "DataContract", "BinaryFormatter")]
    public string Serializer { get; set; } = "";

    [GlobalSetup]
    public void Setup()
    {
        DataSet set = ClassicSets.All.Single(set => set.Name == Set);
        Array items = set.Generate(set.Count(quick: true), MainJob.Seed);
        Contender? contender = set.Contenders(items, Form.Typed, NetSerializerPeer.CreateClassicModel()).SingleOrDefault(contender => contender.Name == Serializer);
        _lane = contender is null ? null : new Lane(contender);
        _lane?.Serialize();
    }

    /// <summary>Nothing where this serializer cannot take this set.</summary>
    [Benchmark]
    public void Serialize() => _lane?.Serialize();

    [Benchmark]
    public void Deserialize() => _lane?.Deserialize();
}
