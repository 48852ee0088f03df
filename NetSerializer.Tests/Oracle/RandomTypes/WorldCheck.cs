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
    private const ushort FirstReserved = 0x3F00, LastReserved = 0x3FFF;

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

        var second = new DifferentialModel(theme, options, Others);
        if (!second.Fingerprint.SequenceEqual(model.Fingerprint))
            throw new InvalidOperationException($"{world} {options}: another fingerprint");
        Require(model, values, firstSeed);
        return [];
    }

    /// <summary>Other models of types that there is a model of.</summary>
    /// <returns>The problems for which one or another option refuses the types.</returns>
    public IReadOnlyList<TypeModelProblem> RunOthers(WireOptions options, int values, int inputs)
    {
        RunInputs(options, inputs);
        RunGrowth(options, values);
        RunIds(options, values);
        return [.. RunOrRefuse(() => RunNamedEnums(options, values, inputs)), .. RunOrRefuse(() => RunSafeKeys(options, values)),
            .. RunOrRefuse(() => RunCustom(options, values, inputs))];
    }

    /// <summary>A model that grows keeps its ids, and reads what it has written before when all that it had is as before.</summary>
    private void RunGrowth(WireOptions options, int values)
    {
        var random = new Random(world.Seed);
        Type[] roots = [.. world.Roots];
        random.Shuffle(roots);
        int first = random.Next(1, roots.Length + 1);
        var small = new DifferentialModel(new Theme($"{world}", roots[..first]), options, Others);
        var large = new DifferentialModel(new Theme($"{world}", roots), options, Others, all => TypeModel.Create(roots[..first], all).With(roots[first..]));
        Require(large, values, world.Seed);
        var ids = large.Ids.ToDictionary(row => row.Type, row => row.Id);
        foreach ((ushort id, Type type) in small.Ids)
        {
            if (ids[type] != id)
                throw new InvalidOperationException($"{world} {options}: the id of {type} was {id} and is {ids[type]}");
        }

        if (!BlocksOf(small.Description).IsSubsetOf(BlocksOf(large.Description)))
            return;
        for (int seed = world.Seed; seed < world.Seed + values; seed++)
            small.TryGenerate(SampleOf(seed))?.RequireReadBy(large.Model);
    }

    /// <summary>Types with ids of the program's choice.</summary>
    private void RunIds(WireOptions options, int values)
    {
        var random = new Random(world.Seed);
        var theme = new Theme($"{world}", world.Roots);
        (ushort Id, Type Type)[] found = [.. new DifferentialModel(theme, options, Others).Ids.Where(row => !Schema.Scalars.IsReservedId(row.Id))];
        // Close together, among those that are given without a choice, or anywhere.
        int most = random.Next(3) == 0 ? ushort.MaxValue : Schema.TypeClosure.FirstId + (2 * found.Length);
        var ids = new Dictionary<Type, ushort>();
        foreach (Type type in found.Select(row => row.Type).Where(_ => random.Next(2) == 0))
        {
            ushort id = (ushort)random.Next(Schema.TypeClosure.FirstId, most + 1);
            if (!Schema.Scalars.IsReservedId(id) && id is < FirstReserved or > LastReserved && !ids.ContainsValue(id))
                ids.Add(type, id);
        }

        var model = new DifferentialModel(theme, options, Others with { TypeIds = ids });
        if (ids.Any(pair => !model.Ids.Contains((pair.Value, pair.Key))))
            throw new InvalidOperationException($"{world} {options}: other ids than those of choice");
        Require(model, values, world.Seed);
    }

    /// <summary>Some types travel as custom serializers write them, the rest as before.</summary>
    private void RunCustom(WireOptions options, int values, int inputs)
    {
        var theme = new Theme($"{world} with custom serializers", world.Roots);
        var customs = new CustomForms(new DifferentialModel(theme, options, Others).Ids.Select(row => row.Type), new Random(world.Seed));
        options = options with { FramedCustoms = world.Seed % 2 == 0 };
        var model = new DifferentialModel(theme, options, Others with { Serializers = customs.Serializers }, customs: customs.Forms);
        Require(model, values, world.Seed);
        RunInputs(model.Corpus(CorpusValues), options, inputs);
    }

    /// <summary>
    /// Enums travel by themselves, and those of a name only: what has been written is read, damaged inputs are rejected alike by all surfaces.
    /// </summary>
    private void RunNamedEnums(WireOptions options, int values, int inputs)
    {
        TypeModel model = TypeModel.Create(
            world.Roots, options.ApplyTo(Others with { UndefinedEnums = UndefinedEnums.Reject, Limits = FuzzTarget.LargeLimits }));
        TypeModel usual = TypeModel.Create(world.Roots, options.ApplyTo(Others));
        Description = model.Describe();
        var schema = Schema.SchemaText.Parse(Description);
        var types = model.TypeIds.ToDictionary(pair => pair.Value, pair => pair.Key);
        Type[] roots = [.. types.Where(row => !Schema.Scalars.IsReservedId(row.Key)).Select(row => row.Value), typeof(object)];
        var payloads = new List<Payload>();
        for (int seed = world.Seed; seed < world.Seed + values; seed++)
        {
            Type root = roots[seed % roots.Length];
            EngineSurface surface = EngineSurface.For(root);
            object? value = new ValueGenerator(types, SampleOf(seed), options.FiniteFloats, options.Preserve, namedEnums: true).CreateRoot(root);
            byte[] bytes;
            try
            {
                bytes = surface.Write(model, value);
            }
            // What an object says of itself need not be of types of the model; the oracle says so where there is one.
            catch (ValueNotSerializableException refused) when (IsRefused(() => surface.Write(usual, value), refused.Code))
            {
                continue;
            }

            Values++;
            payloads.Add(new Payload(FuzzRoot.Of(root), bytes, $"a {root}"));
            if (types.Values.Any(type => type.IsAssignableTo(typeof(IObjectReference))))
                continue;
            if (Copies.FirstDifference(schema, value, surface.Read(model, bytes, out int consumed)) is { } difference || consumed != bytes.Length)
                throw new InvalidOperationException(
                    $"{world} {options} with named enums, {root}: {consumed} of {Convert.ToHexString(bytes)}, "
                        + $"{Copies.FirstDifference(schema, value, surface.Read(model, bytes, out _))}");
        }

        // Without an oracle nobody compares graphs that are written in another order.
        if (!options.Preserve && options.Texts != TextForm.Table)
            RunInputs(new FuzzTarget($"{world} with named enums", model, payloads), options, inputs);
    }

    private static bool IsRefused(Action write, ErrorCode code)
    {
        try
        {
            write();
            return false;
        }
        catch (ValueNotSerializableException refused)
        {
            return refused.Code == code;
        }
    }

    /// <summary>Without tables that a stranger can flood.</summary>
    private void RunSafeKeys(WireOptions options, int values) =>
        Require(new DifferentialModel(new Theme($"{world}", world.Roots), options, Others with { UnsafeKeys = UnsafeKeys.Refuse }), values, world.Seed);

    private static IReadOnlyList<TypeModelProblem> RunOrRefuse(Action run)
    {
        try
        {
            run();
            return [];
        }
        catch (TypeModelException refused)
        {
            return refused.Problems;
        }
    }

    private void Require(DifferentialModel model, int values, int firstSeed)
    {
        Description = model.Description;
        RequireEqualLines(model.DemandedDescription, model.Description, "Describe()");
        for (int seed = firstSeed; seed < firstSeed + values; seed++)
            Check(model, SampleOf(seed));
    }

    private static Sample SampleOf(int seed) => new(seed, seed % ValueSteps * 12);

    // The lines of each type.
    private static HashSet<string> BlocksOf(string description) => [.. description.Split("\ntype ").Skip(1).Select(block => block.TrimEnd('\n'))];

    /// <summary>
    /// Bytes of values of a model, damaged by what they are, get the same verdict from all surfaces and the oracle, and take no more memory than they
    /// may.
    /// </summary>
    private void RunInputs(WireOptions options, int inputs) =>
        RunInputs(new DifferentialModel(new Theme($"{world}", world.Roots), options, Others).Corpus(CorpusValues), options, inputs);

    private void RunInputs(FuzzTarget corpus, WireOptions options, int inputs)
    {
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

    /// <summary>Values that BinaryFormatter takes are copied as it copies them: in graphs what was one object is one in both copies.</summary>
    /// <returns>How many it took.</returns>
    public int RunPeer(WireOptions options, int values, int firstSeed = 0)
    {
        var model = new DifferentialModel(new Theme($"{world}", world.Roots), options, Others);
        return Enumerable.Range(firstSeed, values).Count(seed => model.TryGenerate(SampleOf(seed), wellFormedTexts: true)?.RequireCopyOf(PeerCopy) == true);
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
        differential.RequireSameCalls();
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
