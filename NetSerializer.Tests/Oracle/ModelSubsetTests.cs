using FsCheck;
using FsCheck.Fluent;
using NetSerializer.Tests.Models;
using NetSerializer.Tests.Oracle.Values;
using NUnit.Framework;

namespace NetSerializer.Tests.Oracle;

/// <summary>Engine and oracle over models of random roots: which types are present decides what a slot admits, and so its form.</summary>
public sealed class ModelSubsetTests
{
    private const int Models = 8;
    private const int ValuesPerModel = 25;

    [Test]
    public void Random_models_write_and_read_as_the_oracle_does([ValueSource(typeof(WireOptions), nameof(WireOptions.All))] WireOptions options)
    {
        Arbitrary<Type[]> roots = Arb.From(ModelSubsets.Generator(most: 12), Smaller);
        Check.One(Sample.Configuration(Models), Prop.ForAll(roots, types => CheckModel(types, options)));
    }

    private static void CheckModel(Type[] types, WireOptions options)
    {
        var model = new DifferentialModel(new Theme("subset", types), options);
        for (int seed = 0; seed < ValuesPerModel; seed++)
        {
            Differential differential = model.Generate(new Sample(seed, seed * 4));
            differential.RequireSameBytes();
            differential.RequireSameValues();
        }
    }

    private static IEnumerable<Type[]> Smaller(Type[] types) =>
        types.Length == 1 ? [] : types.Select(left => types.Where(type => type != left).ToArray());
}
