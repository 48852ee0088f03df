using NetSerializer.Tests.Graphs;
using NetSerializer.Tests.Models;
using NetSerializer.Tests.Oracle;
using NetSerializer.Tests.Oracle.Schema;
using NetSerializer.Tests.Oracle.Values;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>The test models as targets: each theme under all options, and random choices of their roots.</summary>
internal static class ModelTargets
{
    private const int ValuesPerModel = 60, LargestValue = 120, MostRoots = 12;

    private static readonly Type[] s_roots = [.. Theme.All.SelectMany(theme => theme.Roots).Distinct()];

    public static IEnumerable<(string Name, Func<FuzzTarget> Make)> Themes =>
        from theme in Theme.All.Index()
        from options in WireOptions.All.Concat(WireOptions.SharedFor(theme.Index))
        let name = $"theme {theme.Item} {options}"
        select (name, (Func<FuzzTarget>)(() => Make(name, theme.Item.Roots, options, collectible: false, seed: 1)));

    /// <summary>Objects of many kinds that lead to one another in every way.</summary>
    public static IEnumerable<(string Name, Func<FuzzTarget> Make)> Graphs =>
        from form in Enumerable.Range(0, SharedForms.GraphCount)
        let name = $"graphs {SharedForms.NameOf(form)}"
        select (name, (Func<FuzzTarget>)(() => MakeGraphs(name, form)));

    /// <summary>Values that do not fit one window of a stream: what grows while it is read.</summary>
    public static IEnumerable<(string Name, Func<FuzzTarget> Make)> Large =>
        from options in WireOptions.All
        select ($"large {options}", (Func<FuzzTarget>)(() => MakeLarge(options)));

    /// <summary>A model of random roots, which lasts no longer than it is used.</summary>
    public static FuzzTarget Random(int seed)
    {
        var random = new Random(seed);
        Type[] roots = random.GetItems(s_roots, random.Next(1, MostRoots + 1));
        return Make($"random model {seed}", [.. roots.Distinct()],
            random.Next(2) == 0 ? WireOptions.All[random.Next(WireOptions.All.Count)] : WireOptions.Shared[random.Next(WireOptions.Shared.Count)],
            collectible: true, seed);
    }

    private static FuzzTarget Make(string name, IReadOnlyList<Type> types, WireOptions options, bool collectible, int seed)
    {
        TypeModel model = TypeModel.Create(types, Options(options, FuzzTarget.Limits, collectible));
        return new FuzzTarget(name, model, Payloads(model, options, seed));
    }

    private static FuzzTarget MakeGraphs(string name, int form)
    {
        TypeModel model = SharedForms.Create(RandomGraph.Types, new SerializerOptions { Limits = FuzzTarget.Limits }, form);
        return new FuzzTarget(name, model,
            Enumerable.Range(0, 2 * ValuesPerModel)
            .Select(i => new Payload(FuzzRoot.Of(typeof(object)), model.Serialize(RandomGraph.Create(new Sample(HashCode(1, i), i))), $"graph {i}")));
    }

    private static FuzzTarget MakeLarge(WireOptions options)
    {
        TypeModel model = TypeModel.Create(
            [.. LargeValues.All.Select(value => value.GetType()).Distinct()], Options(options, FuzzTarget.LargeLimits, collectible: false));
        return new FuzzTarget($"large {options}", model,
            LargeValues.All.Select(value =>
                new Payload(FuzzRoot.Of(value.GetType()), FuzzRoot.Of(value.GetType()).Write(model, value), $"a large {value.GetType()}")));
    }

    private static SerializerOptions Options(WireOptions options, SerializerLimits limits, bool collectible) => new()
    {
        Integers = options.FixedIntegers ? IntegerEncoding.Fixed : IntegerEncoding.Varint,
        NonFiniteFloats = options.FiniteFloats ? NonFiniteFloats.Reject : NonFiniteFloats.Accept,
        References = options.Preserve ? ReferenceHandling.Preserve : ReferenceHandling.None,
        Strings = options.Texts switch { TextForm.Values => StringHandling.Values, TextForm.Table => StringHandling.Table, _ => StringHandling.ByReference },
        Limits = limits,
        Collectible = collectible,
    };

    private static IEnumerable<Payload> Payloads(TypeModel model, WireOptions options, int seed)
    {
        var types = model.TypeIds.ToDictionary(pair => pair.Value, pair => pair.Key);
        Type[] roots = [.. types.Where(row => !Scalars.IsReservedId(row.Key)).OrderBy(row => row.Key).Select(row => row.Value), typeof(object)];
        for (int i = 0; i < ValuesPerModel; i++)
        {
            var sample = new Sample(HashCode(seed, i), i * LargestValue / ValuesPerModel);
            Type root = roots[i % roots.Length];
            object? value = new ValueGenerator(types, sample, options.FiniteFloats, options.Preserve).CreateRoot(root);
            if (TryWrite(model, root, value) is { } bytes)
            {
                yield return new Payload(FuzzRoot.Of(root), bytes, $"value {i}");
            }
        }
    }

    // A type that tells its members at run time may tell of one that a random model does not have.
    private static byte[]? TryWrite(TypeModel model, Type root, object? value)
    {
        try
        {
            return FuzzRoot.Of(root).Write(model, value);
        }
        catch (ValueNotSerializableException)
        {
            return null;
        }
    }

    // System.HashCode differs from run to run.
    private static int HashCode(int seed, int i) => (int)((uint)seed * 2654435761 + (uint)i * 40503) & int.MaxValue;
}
