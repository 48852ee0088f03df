using NetSerializer.Emit;
using NUnit.Framework;

namespace NetSerializer.Tests.Emit;

/// <summary>Every method of many models passes the checker, in every mode that changes the code.</summary>
internal sealed class ModelCodeTests
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

    public static IEnumerable<TestCaseData> Models() =>
        from model in ModelsToEmit.All
        from options in s_options
        from isTraced in new[] { false, true }
        select new TestCaseData(model.Roots, options, isTraced)
            .SetArgDisplayNames(model.Name, $"{options.Integers}, {options.NonFiniteFloats}, {options.References}, {options.Strings}",
                isTraced ? "traced" : "plain");

    [TestCaseSource(nameof(Models))]
    public void Passes_the_checker(Type[] roots, SerializerOptions options, bool isTraced)
    {
        IReadOnlyList<GeneratedMethod> methods = GeneratedCode.Of(options, isTraced, roots);
        Assert.That(() => BodyChecker.Check(methods), Throws.Nothing);
        Assert.That(BodyListing.Print(methods), Does.Not.Contain("Version="));
    }
}
