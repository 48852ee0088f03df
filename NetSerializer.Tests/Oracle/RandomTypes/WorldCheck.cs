using NetSerializer.Tests.Models;
using NetSerializer.Tests.Oracle.Values;

namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>What must hold for the types of a world under options: of the model, and of each of some values.</summary>
internal sealed class WorldCheck(RandomWorld world)
{
    private const int DamagesPerValue = 12, MostCuts = 24, ValueSteps = 7;

    /// <summary>Trees and graphs in the forms that the wire has.</summary>
    public static IReadOnlyList<WireOptions> AllOptions { get; } = [.. WireOptions.All, .. WireOptions.Shared, new(true, true, true), new(true, false, false, TextForm.Table)];

    /// <summary>Values that were looked at.</summary>
    public int Values { get; private set; }

    /// <summary>That of the model that was looked at last.</summary>
    public string Description { get; private set; } = "";

    /// <returns>The problems for which the types are refused, none when there is a model.</returns>
    /// <exception cref="InvalidOperationException">The engine and the oracle differ.</exception>
    public IReadOnlyList<TypeModelProblem> Run(WireOptions options, int values, int firstSeed = 0)
    {
        var theme = new Theme($"{world}", world.Roots);
        var others = new SerializerOptions { Collectible = world.IsCollectible, Delegates = DelegateHandling.Skip };
        DifferentialModel model;
        try
        {
            model = new DifferentialModel(theme, options, others);
        }
        catch (TypeModelException refused)
        {
            return refused.Problems;
        }

        Description = model.Description;
        RequireEqualLines(model.DemandedDescription, model.Description, "Describe()");
        var second = new DifferentialModel(theme, options, others);
        if (!second.Fingerprint.SequenceEqual(model.Fingerprint))
            throw new InvalidOperationException($"{world} {options}: another fingerprint");
        for (int seed = firstSeed; seed < firstSeed + values; seed++)
            Check(model, new Sample(seed, seed % ValueSteps * 12));
        return [];
    }

    private void Check(DifferentialModel model, Sample sample)
    {
        if (model.TryGenerate(sample) is not { } differential)
            return;
        Values++;
        differential.RequireSameBytes();
        differential.RequireSameValues();
        differential.RequireSameForms();
        byte[] bytes = differential.OracleBytes;
        for (int length = 0; length < bytes.Length; length += 1 + (bytes.Length / MostCuts))
            differential.RequireSameVerdict(bytes[..length]);
        var random = new Random(sample.Seed);
        for (int i = 0; i < DamagesPerValue; i++)
            differential.RequireSameVerdict(Damage.Of(bytes, random));
    }

    private void RequireEqualLines(string expected, string actual, string what)
    {
        string[] left = expected.Split('\n'), right = actual.Split('\n');
        for (int i = 0; i < Math.Max(left.Length, right.Length); i++)
        {
            if (left.ElementAtOrDefault(i) != right.ElementAtOrDefault(i))
                throw new InvalidOperationException($"{world}: line {i} of {what} is\n  {right.ElementAtOrDefault(i)}\nand not\n  {left.ElementAtOrDefault(i)}");
        }
    }
}
