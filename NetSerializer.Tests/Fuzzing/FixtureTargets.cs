using System.Reflection;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Conformance.Checks;
using NUnit.Framework;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>The conformance fixtures of all families as targets, found by reflection: a family that lands is fuzzed from then on.</summary>
internal static class FixtureTargets
{
    private static readonly Lazy<HashSet<Type>> s_typical = new(() =>
        [.. Types.Select(fixture => fixture.Type).Distinct().GroupBy(OriginOfSamples).SelectMany(alike => alike.Where((_, i) => i % 3 == 0))]);

    /// <summary>Each fixture with the arguments that it runs with.</summary>
    public static IEnumerable<(Type Type, object?[] Arguments)> Types =>
        from type in typeof(FixtureTargets).Assembly.GetTypes()
        where type.IsAssignableTo(typeof(IFamilyFixture)) && !type.IsAbstract && !type.ContainsGenericParameters
        from arguments in ArgumentsOf(type)
        orderby type.FullName, string.Join(' ', arguments)
        select (type, arguments);

    public static IEnumerable<(string Name, Func<FuzzTarget> Make)> All =>
        Types.Select(fixture => (NameOf(fixture.Type, fixture.Arguments), (Func<FuzzTarget>)(() => Make(fixture.Type, fixture.Arguments))));

    /// <summary>
    /// Whether a fixture is among those that a check takes which is too dear for all: each one with samples of its own, and a third of those that have the
    /// samples of a base class, by turns.
    /// </summary>
    public static bool IsTypical(Type fixture) => Thoroughness.IsFull || s_typical.Value.Contains(fixture);

    /// <summary>Each fixture once more, with its first arguments, in one of the forms of shared references.</summary>
    public static IEnumerable<(string Name, Func<FuzzTarget> Make)> Shared =>
        from fixture in Types.DistinctBy(fixture => fixture.Type).Index()
        let name = $"{NameOf(fixture.Item.Type, fixture.Item.Arguments)} {SharedForms.NameOf(fixture.Index)}"
        select (name, (Func<FuzzTarget>)(() => MakeShared(name, fixture.Item.Type, fixture.Item.Arguments, fixture.Index)));

    public static (IReadOnlyList<Root> Roots, IReadOnlyList<Type> Types, SerializerOptions Options) Describe(Type fixture, object?[] arguments) =>
        ((IFamilyFixture)Activator.CreateInstance(fixture, arguments)!).Describe();

    /// <summary>The values of a fixture as payloads for its model.</summary>
    public static FuzzTarget Make(string name, TypeModel model, IEnumerable<Root> roots)
    {
        var payloads = new PayloadCollector();
        foreach (Root root in roots)
        {
            root.Accept(model, payloads);
        }
        return new FuzzTarget(name, model, payloads.All);
    }

    /// <summary>The T of the fixture.</summary>
    public static Type FamilyOf(Type fixture)
    {
        Type? level = fixture;
        while (level is not { IsGenericType: true } || level.GetGenericTypeDefinition() != typeof(FamilyConformance<>))
        {
            level = level!.BaseType;
        }
        return level.GetGenericArguments()[0];
    }

    // Values of the framework have a form for each type.
    private static Type OriginOfSamples(Type fixture)
    {
        Type origin = fixture;
        while (origin.GetProperty("Samples", BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly) == null)
        {
            origin = origin.BaseType!;
        }
        Type definition = origin.IsGenericType ? origin.GetGenericTypeDefinition() : origin;
        return definition == typeof(ValueConformance<>) ? fixture : definition;
    }

    private static IEnumerable<object?[]> ArgumentsOf(Type type)
    {
        // Like NUnit: the attributes of the class itself, otherwise those of the nearest base class that has some.
        for (Type? level = type; level is not null; level = level.BaseType)
        {
            TestFixtureAttribute[] fixtures = [.. level.GetCustomAttributes(typeof(TestFixtureAttribute), inherit: false).Cast<TestFixtureAttribute>()];
            if (fixtures.Length > 0)
            {
                return fixtures.Select(fixture => fixture.Arguments);
            }
        }
        return [[]];
    }

    private static FuzzTarget Make(Type type, object?[] arguments)
    {
        (IReadOnlyList<Root> roots, IReadOnlyList<Type> types, SerializerOptions options) = Describe(type, arguments);
        return Make(NameOf(type, arguments), TypeModel.Create(types, options with { Limits = FuzzTarget.Limits }), roots);
    }

    private static FuzzTarget MakeShared(string name, Type type, object?[] arguments, int form)
    {
        (IReadOnlyList<Root> roots, IReadOnlyList<Type> types, SerializerOptions options) = Describe(type, arguments);
        TypeModel model = SharedForms.Create(types, options with { Limits = FuzzTarget.Limits }, form);
        var payloads = new PayloadCollector(isShared: true);
        foreach (Root root in roots)
        {
            root.Accept(model, payloads);
        }
        return new FuzzTarget(name, model, model.Options.Strings == StringHandling.Table ? [.. payloads.All, SharedForms.LongTexts(model)] : payloads.All);
    }

    private static string NameOf(Type fixture, object?[] arguments) => $"fixture {fixture.Name} {string.Join(' ', arguments)}";

    private sealed class PayloadCollector(bool isShared = false) : RootCheck
    {
        public List<Payload> All { get; } = [];

        public override void Check<TRoot>(TypeModel model, string place, TRoot value)
        {
            All.Add(new Payload(FuzzRoot.Of(typeof(TRoot)), model.Serialize(value), place));
            if (isShared)
            {
                All.Add(SharedForms.Twice(model, place, value));
            }
        }
    }
}
