using NUnit.Framework;

namespace NetSerializer.Tests.Load;

/// <summary>The load in the test run: a second of it. The heap is that of all tests, so only the command of docs/load.md looks at it.</summary>
[TestFixture]
internal sealed class LoadTests
{
    [Test]
    public void EightThreadsOnOneModel()
    {
        var run = new LoadRun(threads: 8);
        run.Run(TimeSpan.Zero, TimeSpan.FromSeconds(1));
        Assert.That(run.Errors, Is.Empty);
        Assert.That(run.Passages.Select(row => row.Count), Is.All.Positive);
        Assert.That(run.Verified, Is.Positive);
    }
}
