using NetSerializer.Families;
using NetSerializer.Scanning;
using NetSerializer.Tests.Conformance;
using NetSerializer.Tests.Fuzzing;
using NetSerializer.Tests.Golden;
using NetSerializer.Tests.Oracle;
using NUnit.Framework;

namespace NetSerializer.Tests.Structure;

/// <summary>What travels is tested as what it is: by the conformance fixture, with golden bytes, and beside BinaryFormatter where that knows it.</summary>
public class FixtureCoverageTests
{
    private static readonly (Type Family, string Golden)[] s_fixtures =
    [
        .. FixtureTargets.Types.Select(fixture =>
            (FixtureTargets.FamilyOf(fixture.Type), ((IFamilyFixture)Activator.CreateInstance(fixture.Type, fixture.Arguments)!).GoldenFileName)),
    ];

    [Test]
    public void Every_fixture_has_golden_bytes_of_its_own()
    {
        Assert.That(s_fixtures.Select(fixture => fixture.Golden), Is.Unique);
        Assert.That(s_fixtures.Select(fixture => GoldenFile.PathOf(fixture.Golden)), Has.All.Exist);
    }

    [Test]
    public void Every_type_of_the_framework_that_travels_has_a_fixture()
    {
        HashSet<Type> covered = [.. s_fixtures.Select(fixture => DefinitionOf(fixture.Family))];
        Assert.That(Names(FrameworkTypes.ThatTravel.Where(type => !covered.Contains(type))), Is.Empty);
    }

    private static readonly SerializerOptions[] s_references = [SerializerOptions.Default, new() { References = ReferenceHandling.Preserve }];

    [Test]
    public void Every_form_has_a_fixture()
    {
        IEnumerable<TypeShape> shapes = s_fixtures.Select(fixture => fixture.Family).Distinct()
            .SelectMany(type => s_references.SelectMany(options => new TypeScanner(FamilyCatalogue.All, options).Scan([type])));
        HashSet<object> families = [.. shapes.Select(shape => (object)shape.Family)];
        Assert.That(FamilyCatalogue.All.Where(family => !families.Contains(family)).Select(family => family.GetType().Name),
            Is.EqualTo(new[] { nameof(CustomFamily) }), "given by options, in the fixtures of user code");
    }

    [Test]
    public void What_BinaryFormatter_knows_of_it_is_compared_with_its_copies()
    {
        HashSet<Type> compared = [.. BinaryFormatterTypes.Reached.Select(DefinitionOf)];
        Assert.That(Names(FrameworkTypes.ThatTravel.Where(type => BinaryFormatterTypes.IsSupported(FrameworkTypes.Close(type)!) && !compared.Contains(type))),
            Is.Empty);
    }

    private static string Names(IEnumerable<Type> types) => string.Join('\n', types.Select(type => type.ToString()).Order(StringComparer.Ordinal));

    private static Type DefinitionOf(Type type) => type.IsGenericType ? type.GetGenericTypeDefinition() : type;
}
