using NetSerializer.Tests.Fuzzing;
using NetSerializer.Tests.Models;
using NetSerializer.Tests.Oracle.Schema;
using NetSerializer.Tests.Oracle.Values;
using NUnit.Framework;

namespace NetSerializer.Tests.Oracle;

/// <summary>The emitted code against the oracle: equal bytes, equal values, equal verdicts on damaged bytes.</summary>
[TestFixtureSource(nameof(Cases))]
public sealed class DifferentialTests
{
    private const int Samples = 14;
    private const int SharedSamples = 8;
    private const int DamagesPerSample = 10;
    private const int CorpusValues = 32;
    private const int FuzzedInputs = 50;

    private readonly WireOptions options;
    private readonly int samples;
    private DifferentialModel model;

    public DifferentialTests(Theme theme, WireOptions options)
    {
        this.options = options;
        samples = WireOptions.Shared.Contains(options) ? SharedSamples : Samples;
        model = new DifferentialModel(theme, options);
    }

    /// <summary>Fixtures live as long as the run, and generated code with them.</summary>
    [OneTimeTearDown]
    public void ReleaseModel() => model = null!;

    public static IEnumerable<object[]> Cases =>
        from row in Theme.All.Index()
        from options in WireOptions.All.Concat(WireOptions.SharedFor(row.Index))
        select new object[] { row.Item, options };

    [Test]
    public void Description_is_what_the_format_demands()
    {
        (ushort, Type)[] printed = [.. model.Ids.Where(row => !Scalars.IsReservedId(row.Id))];
        string demanded = SchemaComposer.Compose(printed, options, model.Roots);
        Assert.That(model.Description.Split('\n'), Is.EqualTo(demanded.Split('\n')));
    }

    [Test]
    public void Emitted_bytes_are_the_oracles_bytes() =>
        Sample.Check(samples, sample => model.Generate(sample).RequireSameBytes());

    [Test]
    public void Each_reads_what_the_other_writes() =>
        Sample.Check(samples, sample => model.Generate(sample).RequireSameValues());

    [Test]
    public void Bytes_of_the_fuzzer_get_the_same_verdict() => FuzzThread.Run(() =>
    {
        FuzzTarget corpus = model.Corpus(CorpusValues);
        var check = new InputCheck(corpus);
        for (int i = 0; i < FuzzedInputs * samples / Samples; i++)
        {
            (Payload payload, byte[] bytes) = FuzzCase.Of(1, i).Make(corpus);
            check.CheckVerdict(payload.Root, bytes);
        }
    });

    [Test]
    public void Truncated_bytes_get_the_same_verdict() => Sample.Check(samples, sample =>
    {
        Differential differential = model.Generate(sample with { Size = sample.Size / 8 });
        byte[] bytes = differential.OracleBytes;
        for (int length = 0; length < bytes.Length; length += 1 + (bytes.Length / 32))
            differential.RequireSameVerdict(bytes[..length]);
    });

    [Test]
    public void Damaged_bytes_get_the_same_verdict() => Sample.Check(samples, sample =>
    {
        Differential differential = model.Generate(sample with { Size = sample.Size / 8 });
        var random = new Random(sample.Seed);
        for (int i = 0; i < DamagesPerSample; i++)
            differential.RequireSameVerdict(Damage.Of(differential.OracleBytes, random));
    });
}
