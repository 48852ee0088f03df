using System.Diagnostics;
using System.Globalization;
using System.Text;
using NetSerializer.Tests.Load;
using NetSerializer.Tests.Oracle.RandomTypes;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>The test project run as a program: <c>dotnet run -c Release --project NetSerializer.Tests -- fuzz --minutes 30</c>; docs/fuzzing.md.</summary>
internal static class Program
{
    private const int InputsPerRound = 400;

    public static int Main(string[] arguments)
    {
        if (arguments is ["load", ..])
        {
            return LoadCommand.Run(Number(arguments, "--seconds", 60), (int)Number(arguments, "--threads", 8), Console.Out);
        }
        if (arguments is ["scale", ..])
        {
            Load.ScaleCommand.Run((int)Number(arguments, "--types", 5_000), (int)Number(arguments, "--models", 1_000), (int)Number(arguments, "--ids", 65_000),
                Console.Out);
            return 0;
        }
        if (arguments is ["scale-graph", ..])
        {
            return Graphs.ScaleCommand.Run((int)Number(arguments, "--objects", 15_000_000), Console.Out);
        }
        if (arguments is ["types", ..])
        {
            return TypesCommand.Run(Number(arguments, "--minutes", 1), (int)Number(arguments, "--seed", Random.Shared.Next(1 << 30)), Console.Out) == 0 ? 0 : 1;
        }
        if (arguments is ["versions", ..])
        {
            int seed = (int)Number(arguments, "--seed", Random.Shared.Next(1 << 30));
            bool areSmall = Number(arguments, "--small", 0) > 0;
            return Versions.VersionsCommand.Run((int)Number(arguments, "--worlds", 500), seed, areSmall, Console.Out) == 0 ? 0 : 1;
        }
        if (arguments is ["upgrade-server" or "upgrade-client", var version, var folder, .. var ports])
        {
            return Versions.UpgradePeer.Run(arguments[0], version, folder, ports, Console.Out);
        }
        if (arguments is ["describe", var culture])
        {
            return Model.DescribeCommand.Run(culture, Console.Out);
        }
        if (arguments is ["guard-page", ..])
        {
            return Hostile.GuardPageCommand.Run((ulong)Number(arguments, "--seed", 1), (int)Number(arguments, "--rounds", 56), Console.Out);
        }
        if (arguments is ["payloads", ..])
        {
            return BinaryFormatterFiles.PayloadFuzz.Run(
                Number(arguments, "--minutes", 1), (int)Number(arguments, "--seed", Random.Shared.Next(1 << 30)), Console.Out);
        }
        if (arguments is ["payload-speed", ..])
        {
            return BinaryFormatterFiles.PayloadSpeed.Run((int)Number(arguments, "--objects", 100_000), Console.Out);
        }
        if (arguments is ["package"])
        {
            return Documents.PackageCommand.Run(Console.Out);
        }
        if (arguments is not ["fuzz", ..])
        {
            Console.Error.WriteLine("fuzz [--minutes N | --rounds N] [--seed N] [--target PART-OF-NAME] | fuzz --case N [--target PART-OF-NAME] | load "
                + "[--seconds N] [--threads N] | scale [--types N] [--models N] [--ids N] | scale-graph [--objects N] | types [--minutes N] [--seed N] | "
                + "versions [--worlds N] [--seed N] | guard-page [--seed N] [--rounds N] | describe CULTURE | payloads [--minutes N] [--seed N] | "
                + "payload-speed [--objects N] | package");
            return 2;
        }
        int failures = 0;
        FuzzThread.Run(() => failures = Fuzz(arguments));
        return failures == 0 ? 0 : 1;
    }

    private static int Fuzz(string[] arguments)
    {
        // It stays when an input ends the process.
        using FileStream underWay = File.Create(Path.Combine(Path.GetTempPath(), $"netserializer-fuzz-{Environment.ProcessId}"), 32, FileOptions.DeleteOnClose);
        var run = new FuzzRun(Console.Out, Option(arguments, "--target") ?? "", number =>
            RandomAccess.Write(underWay.SafeFileHandle, Encoding.ASCII.GetBytes($"{number.Number,20}\n"), 0));
        if (Option(arguments, "--case") is { } number)
        {
            run.Again(new FuzzCase(ulong.Parse(number, CultureInfo.InvariantCulture)));
            return run.Failures.Count;
        }
        ulong seed = Option(arguments, "--seed") is { } text ? ulong.Parse(text, CultureInfo.InvariantCulture) : (ulong)Random.Shared.NextInt64(1L << 40);
        double minutes = double.Parse(Option(arguments, "--minutes") ?? "1", CultureInfo.InvariantCulture);
        long rounds = long.Parse(Option(arguments, "--rounds") ?? "0", CultureInfo.InvariantCulture);
        Console.WriteLine($"seed {seed}; the number of the input under way is in {underWay.Name}");
        var clock = Stopwatch.StartNew();
        ulong round = seed;
        while (rounds > 0 ? round - seed < (ulong)rounds : clock.Elapsed.TotalMinutes < minutes)
        {
            run.Round(round++, InputsPerRound);
        }
        Console.WriteLine($"{round - seed} rounds in {clock.Elapsed.TotalSeconds:F0} s, {run.Tried} inputs, {run.Accepted} accepted, "
            + $"{run.Tried - run.Accepted} rejected or failed, {run.Failures.Count} failures");
        Console.WriteLine(string.Join(", ", run.Rejections.OrderByDescending(row => row.Value).Select(row => $"{row.Key} {row.Value}")));
        return run.Failures.Count;
    }

    private static double Number(string[] arguments, string name, double otherwise) =>
        Option(arguments, name) is { } text ? double.Parse(text, CultureInfo.InvariantCulture) : otherwise;

    private static string? Option(string[] arguments, string name)
    {
        int at = Array.IndexOf(arguments, name);
        return at >= 0 && at + 1 < arguments.Length ? arguments[at + 1] : null;
    }
}
