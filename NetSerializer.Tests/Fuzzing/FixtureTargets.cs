using NetSerializer.Tests.Conformance;
using NUnit.Framework;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>The conformance fixtures of all families as targets, found by reflection: a family that lands is fuzzed from then on.</summary>
internal static class FixtureTargets
{
    public static IEnumerable<(string Name, Func<FuzzTarget> Make)> All =>
        from type in typeof(FixtureTargets).Assembly.GetTypes()
        where type.IsAssignableTo(typeof(IFamilyFixture)) && !type.IsAbstract && !type.ContainsGenericParameters
        from arguments in ArgumentsOf(type)
        orderby type.FullName, string.Join(' ', arguments)
        select ($"fixture {type.Name} {string.Join(' ', arguments)}", (Func<FuzzTarget>)(() => Make(type, arguments)));

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
        var fixture = (IFamilyFixture)Activator.CreateInstance(type, arguments)!;
        (IReadOnlyList<Root> roots, IReadOnlyList<Type> types, SerializerOptions options) = fixture.Describe();
        TypeModel model = TypeModel.Create(types, options with { Limits = FuzzTarget.Limits });
        var payloads = new PayloadCollector();
        foreach (Root root in roots)
        {
            root.Accept(model, payloads);
        }
        return new FuzzTarget($"fixture {type.Name} {string.Join(' ', arguments)}", model, payloads.All);
    }

    private sealed class PayloadCollector : RootCheck
    {
        public List<Payload> All { get; } = [];

        public override void Check<TRoot>(TypeModel model, string place, TRoot value) => All.Add(new Payload(FuzzRoot.Of(typeof(TRoot)), model.Serialize(value), place));
    }
}
