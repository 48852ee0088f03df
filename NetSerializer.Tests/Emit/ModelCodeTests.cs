using System.Reflection.Emit;
using NUnit.Framework;
using NetSerializer.Dispatch;
using NetSerializer.Emit;
using NetSerializer.Families;
using NetSerializer.Planning;
using NetSerializer.Tests.Emit.Checking;

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
    private PlanTable? _plans;

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
        _plans = core.Plans;
        (_plain, _traced) = (core.GeneratedMethods, new CompiledModel(core.Plans, isTraced: true).Methods);
    }

    [OneTimeTearDown]
    public void Forget() => (_plain, _traced, _plans) = ([], [], null);

    [Test]
    public void Passes_the_checker([Values] bool isTraced)
    {
        IReadOnlyList<GeneratedMethod> methods = isTraced ? _traced : _plain;
        Assert.That(methods, Is.Not.Empty);
        Assert.That(() => BodyChecker.Check(methods), Throws.Nothing);
        Assert.That(BodyListing.Print(methods).Contains("Version=", StringComparison.Ordinal), Is.False);
    }

    /// <summary>The methods that become IL, which have no texts, have the same instructions as those that are listed and checked.</summary>
    [Test]
    public void Is_the_same_without_texts([Values] bool isTraced)
    {
        IReadOnlyList<GeneratedMethod> listed = isTraced ? _traced : _plain;
        var sink = new Sink();
        IReadOnlyList<GeneratedMethod> bare = CompiledModel.Write(new MethodSet(_plans!, isTraced, hasTexts: false), sink.Open);
        Assert.That(bare.Select(method => method.Name), Is.EqualTo(listed.Select(method => method.Name)));
        for (int i = 0; i < bare.Count; i++)
        {
            Assert.That(bare[i].Instructions, Is.Empty, "nothing is kept");
            Assert.That(sink.Taken[bare[i]], Is.EqualTo(listed[i].Instructions.Where(step => step.Kind != InstructionKind.Statement).Select(Sink.Text)));
            Assert.That(bare[i].Locals.Select(local => local.Type), Is.EqualTo(listed[i].Locals.Select(local => local.Type)));
        }
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

    private sealed class Sink : IInstructionSink
    {
        private List<string> _taken = [];

        public Dictionary<GeneratedMethod, List<string>> Taken { get; } = [];

        public IInstructionSink Open(GeneratedMethod method)
        {
            Taken.Add(method, _taken = []);
            return this;
        }

        public void Take(InstructionKind kind, OpCode code, object? operand) => _taken.Add(Text(new Instruction(kind, code, operand)));

        // Names of labels and locals are texts.
        public static string Text(Instruction step) => $"{step.Kind} {step.Code} " + step.Operand switch
        {
            NetSerializer.Emit.Label label => $"label {label.Index}",
            Local local => $"local {local.Index}",
            IReadOnlyList<NetSerializer.Emit.Label> labels => string.Join(", ", labels.Select(label => label.Index)),
            GeneratedMethod method => method.Name,
            Argument argument => $"argument {argument.Index}",
            System.Reflection.MemberInfo member => $"{member.DeclaringType} {member}",
            _ => $"{step.Operand}",
        };
    }
}
