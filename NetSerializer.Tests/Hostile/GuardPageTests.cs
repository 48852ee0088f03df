using System.Diagnostics;
using System.Globalization;
using NUnit.Framework;

namespace NetSerializer.Tests.Hostile;

/// <summary>No byte behind the given ones is ever loaded. In a process of its own, which a load behind them ends, where pages can be protected.</summary>
[TestFixture]
internal sealed class GuardPageTests
{
    private const int Seed = 2026, Rounds = 3;

    [Test]
    public void NoByteBehindTheGivenOnesIsLoaded([Values] bool hasVectors)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!,
            ["exec", typeof(GuardPageTests).Assembly.Location, "guard-page", "--seed", Text(hasVectors ? Seed : Seed + 1), "--rounds", Text(Rounds)])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            Environment = { ["DOTNET_EnableHWIntrinsic"] = hasVectors ? null : "0", ["DOTNET_DbgEnableMiniDump"] = "0" },
        };
        using Process other = Process.Start(start)!;
        Task<string> errors = other.StandardError.ReadToEndAsync();
        string[] lines = other.StandardOutput.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        other.WaitForExit();
        Assert.That(other.ExitCode, Is.Zero, $"{lines.LastOrDefault()}\n{errors.Result}");
        Assert.That(lines.Length, Is.GreaterThan(Rounds));
        Assert.That(lines[^1], Does.Contain("accepted"));
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
