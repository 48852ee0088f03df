using NUnit.Framework;

namespace NetSerializer.Tests.Versions;

/// <summary>Random edits of few random types each. docs/fuzzing.md says how to run more and larger ones.</summary>
[TestFixture]
internal sealed class EditedWorldTests
{
    private const int FirstSeed = 2026, Worlds = 60, Values = 2;

    [Test]
    public void The_next_version_of_a_world_reads_its_values()
    {
        int models = 0, values = 0, compiled = 0;
        for (int seed = FirstSeed; seed < FirstSeed + Worlds; seed++)
        {
            var world = new EditedWorld(seed, isSmall: true);
            models += world.Run(Values) ? 1 : 0;
            values += world.Values;
            compiled += world.IsCompiled ? 1 : 0;
        }
        Assert.That(models, Is.GreaterThan(Worlds / 2));
        Assert.That(values, Is.GreaterThan(models));
        Assert.That(compiled, Is.InRange(1, models - 1), "both ways are taken");
    }
}
