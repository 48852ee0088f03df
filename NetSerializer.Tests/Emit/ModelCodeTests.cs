using NetSerializer.Dispatch;
using NetSerializer.Emit;
using NUnit.Framework;

namespace NetSerializer.Tests.Emit;

/// <summary>
/// What is asked of every method of many models, in every mode that changes the code. Making a model costs more than the questions, so that a fixture
/// makes it once for all of them.
/// </summary>
[TestFixtureSource(nameof(Fixtures))]
internal sealed class ModelCodeTests(Type[] roots, SerializerOptions options)
{
    private static readonly SerializerOptions[] s_options =
    [
        SerializerOptions.Default,
        new() { Integers = IntegerEncoding.Fixed },
        new() { NonFiniteFloats = NonFiniteFloats.Reject },
        new() { References = ReferenceHandling.Preserve },
        new() { References = ReferenceHandling.Preserve, Integers = IntegerEncoding.Fixed },
        new() { Strings = StringHandling.Table },
    ];

    private IReadOnlyList<GeneratedMethod> _plain = [], _traced = [];

    public static IEnumerable<TestFixtureData> Fixtures() =>
        from model in ModelsToEmit.All
        from options in s_options
        select new TestFixtureData(model.Roots, options).SetArgDisplayNames(model.Name, NameOf(options));

    public static IEnumerable<TestCaseData> Models() =>
        from model in ModelsToEmit.All
        from options in s_options
        from isTraced in new[] { false, true }
        select new TestCaseData(model.Roots, options, isTraced).SetArgDisplayNames(model.Name, NameOf(options), isTraced ? "traced" : "plain");

    [OneTimeSetUp]
    public void Make()
    {
        ModelCore core = TypeModel.Create(roots, options).Core;
        (_plain, _traced) = (core.GeneratedMethods, CompiledModel.Compile(core.Plans, isTraced: true).Methods);
    }

    [OneTimeTearDown]
    public void Forget() => (_plain, _traced) = ([], []);

    [Test]
    public void Passes_the_checker([Values] bool isTraced)
    {
        IReadOnlyList<GeneratedMethod> methods = isTraced ? _traced : _plain;
        Assert.That(methods, Is.Not.Empty);
        Assert.That(() => BodyChecker.Check(methods), Throws.Nothing);
        Assert.That(BodyListing.Print(methods), Does.Not.Contain("Version="));
    }

    /// <inheritdoc cref="DepthBalanceTests"/>
    [Test]
    public void Every_way_out_gives_the_level_back([Values] bool isTraced)
    {
        foreach (GeneratedMethod method in isTraced ? _traced : _plain)
        {
            Assert.That(DepthBalanceTests.LevelsAtReturn(method), Has.All.Zero, () => $"{method.Subject}\n{BodyListing.Print(method)}");
        }
    }

    private static string NameOf(SerializerOptions options) => $"{options.Integers}, {options.NonFiniteFloats}, {options.References}, {options.Strings}";
}
