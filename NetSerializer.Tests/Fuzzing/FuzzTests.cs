using NUnit.Framework;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>The fuzzer in the test run: the same rounds every time. docs/fuzzing.md says how to run it for longer.</summary>
[TestFixture]
internal sealed class FuzzTests
{
    // A number of inputs and not a time, so that every run tries the same.
    private const int Rounds = 18, InputsPerRound = 400;
    private const ulong Seed = 2026;
    private const int SharedSteps = 120;

    [Test]
    public void NoInputDoesWhatNoInputMay()
    {
        var run = new FuzzRun(TestContext.Out);
        FuzzThread.Run(() =>
        {
            for (ulong round = Seed; round < Seed + Rounds; round++)
            {
                run.Round(round, InputsPerRound);
            }
        });
        Assert.Multiple(() =>
        {
            Assert.That(run.Failures, Is.Empty);
            // A fuzzer whose inputs are all refused at the first byte, or all harmless, tests nothing.
            Assert.That(run.Accepted, Is.GreaterThan(run.Tried / 5));
            Assert.That(run.Tried - run.Accepted, Is.GreaterThan(run.Tried / 5));
            Assert.That(run.Rejections, Has.Count.GreaterThan(12));
        });
    }

    [Test]
    public void TheSameNumberIsTheSameInput()
    {
        var target = new TargetCatalogue();
        FuzzCase number = FuzzCase.Of(Seed, 7);
        (Payload first, byte[] bytes) = number.Make(target.OfRound(number.Round));
        (Payload second, byte[] again) = number.Make(new TargetCatalogue().OfRound(number.Round));
        Assert.That((first.Place, Convert.ToHexString(bytes)), Is.EqualTo((second.Place, Convert.ToHexString(again))));
    }

    [Test]
    public void TheOracleKnowsEveryTheme()
    {
        // The fixtures of the families ask it for themselves. Of their other forms, of themes with other options, and of golden files, some stand for all.
        var targets = new TargetCatalogue();
        IReadOnlyList<string> names = targets.Names;
        string[] unknown =
        [
            // What a user's own code writes is known to that alone.
            .. Enumerable.Range(0, names.Count)
                .Where(index => index % SharedSteps == 0 || names[index].EndsWith("integers=varint floats=any", StringComparison.Ordinal))
                .Select(targets.Named).Where(target => !target.Name.Contains("fixture Opaque", StringComparison.Ordinal))
                .Where(target => target.Oracle is null || target.Payloads.Any(payload => payload.Bytes.Length > 0 && payload.Items.Count == 0))
                    .Select(target => target.Name),
        ];
        Assert.That(unknown, Is.Empty);
    }
}
