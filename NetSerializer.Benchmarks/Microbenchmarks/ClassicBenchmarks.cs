using BenchmarkDotNet.Attributes;
using NetSerializer.Benchmarks.Engine;
using NetSerializer.Benchmarks.Sets;

namespace NetSerializer.Benchmarks.Microbenchmarks;

/// <summary>The sets of the main job.</summary>
public class ClassicBenchmarks : LaneBenchmarks
{
    private static readonly Form[] s_forms = [Form.Untyped, Form.Typed];

    /// <summary>Every set in both forms with every serializer that can take it.</summary>
    public static IEnumerable<string> Cases
    {
        get
        {
            TypeModel model = NetSerializerPeer.CreateClassicModel();
            return [.. ClassicSets.All.SelectMany(set => s_forms.SelectMany(form =>
                set.Contenders(set.Generate(1, MainJob.Seed), form, model).Select(contender => set.Name + Separator + form + Separator + contender.Name)))];
        }
    }

    [ParamsSource(nameof(Cases))]
    public string Case { get; set; } = "";

    [GlobalSetup]
    public void Setup()
    {
        string[] parts = Case.Split(Separator);
        DataSet set = ClassicSets.All.Single(set => set.Name == parts[0]);
        Array items = set.Generate(set.Count(quick: true), MainJob.Seed);
        Take(set.Contenders(items, Enum.Parse<Form>(parts[1]), NetSerializerPeer.CreateClassicModel()).Single(contender => contender.Name == parts[2]));
    }
}
