using NetSerializer.Tests.Models;
using NetSerializer.Tests.Oracle.Values;
using NUnit.Framework;

namespace NetSerializer.Tests.Oracle;

/// <summary>Graphs in which some types, or all, are never shared: equal bytes and equal verdicts of engine and oracle.</summary>
[TestFixtureSource(nameof(Cases))]
public sealed class NeverSharedDifferentialTests
{
    private const int Samples = 8, DamagesPerSample = 24;

    private readonly WireOptions options;
    private DifferentialModel model;

    public NeverSharedDifferentialTests(Theme theme, WireOptions options)
    {
        this.options = options;
        model = new DifferentialModel(theme, options);
    }

    /// <summary>Fixtures live as long as the run, and generated code with them.</summary>
    [OneTimeTearDown]
    public void ReleaseModel() => model = null!;

    public static IEnumerable<object[]> Cases =>
        from row in Theme.All.Index()
        select new object[] { row.Item, row.Index % 3 == 0 ? new WireOptions(false, false, true, TextForm.ByReference, All)
            : new WireOptions(false, false, true, (TextForm)(row.Index % 3), Some) };

    [Test]
    public void Description_is_what_the_format_demands() =>
        Assert.That(model.Description.Split('\n'), Is.EqualTo(model.DemandedDescription.Split('\n')));

    [Test]
    public void Emitted_bytes_are_the_oracles_bytes() =>
        Sample.Check(Samples, sample => model.TryGenerate(sample)?.RequireSameBytes());

    [Test]
    public void Both_read_the_same() => Sample.Check(Samples, sample =>
    {
        if (model.TryGenerate(sample) is { } differential)
            differential.RequireSameVerdict(differential.OracleBytes);
    });

    [Test]
    public void Damaged_bytes_get_the_same_verdict() => Sample.Check(Samples, sample =>
    {
        if (model.TryGenerate(sample with { Size = sample.Size / 8 }) is not { } differential)
            return;
        var random = new Random(sample.Seed);
        for (int i = 0; i < DamagesPerSample; i++)
            differential.RequireSameVerdict(Damage.Of(differential.OracleBytes, random));
    });

    private static bool All(Type type) => true;

    // By name, which is the same in every run.
    private static bool Some(Type type) => type.FullName!.Sum(letter => letter) % 2 == 0;
}
