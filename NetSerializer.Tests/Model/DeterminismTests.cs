using System.Diagnostics;
using NUnit.Framework;

namespace NetSerializer.Tests.Model;

/// <summary>The same roots in the same order give the same ids, plans, fingerprint and code in every process.</summary>
[TestFixture]
internal sealed class DeterminismTests
{
    /// <summary>With hashes, addresses, culture, time zone and an order of models of its own.</summary>
    [Test]
    public void Another_process_makes_the_same_models()
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!, ["exec", typeof(DeterminismTests).Assembly.Location, "describe", "tr-TR"])
        {
            RedirectStandardOutput = true,
            Environment = { ["TZ"] = "Asia/Kathmandu" },
        };
        using Process other = Process.Start(start)!;
        string there = other.StandardOutput.ReadToEnd();
        other.WaitForExit();
        Assert.That(other.ExitCode, Is.Zero);
        Assert.That(there.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries),
            Is.EqualTo(DescribeCommand.Lines(isReversed: false)));
    }
}
