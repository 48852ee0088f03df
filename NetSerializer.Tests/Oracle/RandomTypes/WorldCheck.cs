using System.Reflection;
using System.Runtime.Serialization;
using NetSerializer.Tests.Fuzzing;
using NetSerializer.Tests.Models;
using NetSerializer.Tests.Oracle.Values;

namespace NetSerializer.Tests.Oracle.RandomTypes;

/// <summary>What must hold for the types of a world under options: of the model, and of each of some values.</summary>
internal sealed class WorldCheck(RandomWorld world)
{
    private const int DamagesPerValue = 12, MostCuts = 24, ValueSteps = 7, CorpusValues = 30;

    /// <summary>Trees and graphs in the forms that the wire has.</summary>
    public static IReadOnlyList<WireOptions> AllOptions { get; } =
        [.. WireOptions.All, .. WireOptions.Shared, new(true, true, true), new(true, false, false, TextForm.Table)];

    private SerializerOptions Others => new() { Collectible = world.IsCollectible, Delegates = DelegateHandling.Skip };

    /// <summary>Values that were looked at.</summary>
    public int Values { get; private set; }

    /// <summary>That of the model that was looked at last.</summary>
    public string Description { get; private set; } = "";

    /// <returns>The problems for which the types are refused, none when there is a model.</returns>
    /// <exception cref="InvalidOperationException">The engine and the oracle differ.</exception>
    public IReadOnlyList<TypeModelProblem> Run(WireOptions options, int values, int firstSeed = 0)
    {
        var theme = new Theme($"{world}", world.Roots);
        DifferentialModel model;
        try
        {
            model = new DifferentialModel(theme, options, Others);
        }
        catch (TypeModelException refused)
        {
            return refused.Problems;
        }

        Description = model.Description;
        RequireEqualLines(model.DemandedDescription, model.Description, "Describe()");
        var second = new DifferentialModel(theme, options, Others);
        if (!second.Fingerprint.SequenceEqual(model.Fingerprint))
            throw new InvalidOperationException($"{world} {options}: another fingerprint");
        for (int seed = firstSeed; seed < firstSeed + values; seed++)
            Check(model, new Sample(seed, seed % ValueSteps * 12));
        return [];
    }

    /// <summary>
    /// Bytes of values of a model, damaged by what they are, get the same verdict from all surfaces and the oracle, and take no more memory than they
    /// may.
    /// </summary>
    public void RunInputs(WireOptions options, int inputs)
    {
        var model = new DifferentialModel(new Theme($"{world}", world.Roots), options, Others);
        FuzzTarget corpus = model.Corpus(CorpusValues);
        var check = new InputCheck(corpus);
        for (int i = 0; i < inputs; i++)
        {
            (Payload payload, byte[] bytes) = FuzzCase.Of((ulong)world.Seed, i).Make(corpus);
            try
            {
                check.Check(payload.Root, bytes);
            }
            catch (FuzzFailure failure)
            {
                throw new InvalidOperationException($"{world} {options}, root {payload.Root.Type}, input {Convert.ToHexString(bytes)}", failure);
            }
        }
    }

    /// <summary>Values that BinaryFormatter takes are copied as it copies them.</summary>
    /// <returns>How many it took.</returns>
    public int RunPeer(int values, int firstSeed = 0)
    {
        var model = new DifferentialModel(new Theme($"{world}", world.Roots), WireOptions.All[0], Others);
        return Enumerable.Range(firstSeed, values)
            .Count(seed => model.Generate(new Sample(seed, seed % ValueSteps * 12), wellFormedTexts: true).RequireCopyOf(PeerCopy));
    }

    private object? PeerCopy(object value)
    {
        try
        {
            return BinaryFormatterPeer.Read(BinaryFormatterPeer.Write(value), world.Find);
        }
        // Not every type that the framework marks can be written and read.
        catch (Exception refused) when (
            refused is SerializationException or ArgumentException or IOException or NotSupportedException or InvalidCastException or TargetInvocationException)
        {
            return null;
        }
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
                throw new InvalidOperationException(
                    $"{world}: line {i} of {what} is\n  {right.ElementAtOrDefault(i)}\nand not\n  {left.ElementAtOrDefault(i)}");
        }
    }
}
