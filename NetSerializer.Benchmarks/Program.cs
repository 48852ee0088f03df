using System.Runtime.InteropServices;
using NetSerializer.Benchmarks.Bulk;
using NetSerializer.Benchmarks.Measuring;
using NetSerializer.Benchmarks.Microbenchmarks;
using NetSerializer.Benchmarks.Reporting;
using NetSerializer.Benchmarks.Suites;
using NetSerializer.Benchmarks.Suites.App;
using NetSerializer.Benchmarks.Suites.Graphs;
using NetSerializer.Benchmarks.Suites.Types;

namespace NetSerializer.Benchmarks;

internal static class Program
{
    private const int Success = 0;
    private const int Failure = 1;
    private const int WrongUsage = 2;
    private const int Interrupted = 130;
    private const string PeersName = "peers", BulkName = "bulk";

    // They have no data sets, and nothing to filter.
    private static readonly string[] s_withoutSets = [ColdJob.SuiteName, BulkName];

    public static int Main(string[] arguments)
    {
        Options options;
        try
        {
            options = Options.Parse(arguments);
        }
        catch (ArgumentException exception)
        {
            Console.Error.WriteLine(exception.Message);
            Console.Error.WriteLine(Options.Usage);
            return WrongUsage;
        }
        if (options.Help)
        {
            Console.WriteLine(Options.Usage);
            return Success;
        }
        try
        {
            return Run(options);
        }
        catch (Exception exception)
        {
            Console.Error.WriteLine();
            Console.Error.WriteLine(exception);
            return Failure;
        }
    }

    private static int Run(Options options)
    {
        TextWriter output = Console.Out;
        if (options.Cold is not null)
        {
            ColdJob.RunChild(options.Cold, output);
            return Success;
        }
        if (options.BenchmarkDotNet is not null)
        {
            return BenchmarkDotNetJob.Run(options.BenchmarkDotNet) ? Success : Failure;
        }
        output.WriteLine($"{RuntimeInformation.FrameworkDescription}, {RuntimeInformation.RuntimeIdentifier}, {Environment.ProcessorCount} processors");
        Interruption.Watch();
        Verification verification = new(output);
        Results results = new();
        if (!RunSuites(options, output, verification, results))
        {
            Console.Error.WriteLine("The filter admits no data set of this suite.");
            return WrongUsage;
        }
        Overall.Print(output, results);
        if (options.Report is not null)
        {
            HtmlReport.Write(options.Report, results);
            output.WriteLine($"The page is in {options.Report}.");
        }
        if (options.Verify)
        {
            output.WriteLine();
            output.WriteLine($"{verification.Comparisons:N0} comparisons, {verification.Failures} different");
        }
        if (Interruption.IsRequested)
        {
            output.WriteLine("Interrupted: the tables have what was measured until then.");
            return Interrupted;
        }
        return verification.Failures == 0 ? Success : Failure;
    }

    // False when nothing was asked for that exists.
    private static bool RunSuites(Options options, TextWriter output, Verification verification, Results results)
    {
        if (options.Bars)
        {
            return RunUnlessInterrupted(() =>
            {
                BarsJob.Run(options, output, verification, results);
                return true;
            });
        }
        bool all = options.Suite == "all", peers = options.Suite == PeersName, ran = false;
        foreach ((string name, Func<bool> run) in Jobs(options, output, verification, results))
        {
            bool isAsked = options.Suite == name || (all && (!options.HasFilter || !s_withoutSets.Contains(name))) || (peers && Overall.Suites.Contains(name));
            if (isAsked && !Interruption.IsRequested)
            {
                ran |= RunUnlessInterrupted(run);
            }
        }
        return ran || Interruption.IsRequested;
    }

    private static IEnumerable<(string Name, Func<bool> Run)> Jobs(Options options, TextWriter output, Verification verification, Results results)
    {
        yield return (MainJob.SuiteName, () => options.Threads > 1
            ? ThreadJob.Run(options, output, verification)
            : results.Add(MainJob.SuiteName, MainJob.Run(options, output, verification).Rows));
        yield return (MainJob.BatchSuiteName, () => results.Add(MainJob.BatchSuiteName, MainJob.RunBatches(options, output, verification).Rows));
        foreach (Suite suite in (Suite[])[.. PublishedSuites.All(options.Quick), .. AppSuites.All])
        {
            yield return (suite.Name, () =>
                results.Add(suite.Name, SuiteJob.Run(suite, hasExtras: options.Suite != PeersName, options, output, verification)));
        }
        yield return (ColdJob.SuiteName, () => ColdJob.Print(output, ColdJob.CreateCases, options.Quick ? 1 : 5).Count > 0);
        yield return (GraphJob.SuiteName, () => results.Add(GraphJob.SuiteName, GraphJob.Run(options, output, verification)));
        yield return (TypesJob.SuiteName, () => results.Add(TypesJob.SuiteName, TypesJob.Run(options, output)));
        yield return (BulkName, () =>
        {
            BulkComparison.Run(output, options.Quick ? "short" : "");
            return true;
        });
    }

    // Ctrl+C reaches the children of a job too, and the job fails on their end.
    private static bool RunUnlessInterrupted(Func<bool> run)
    {
        try
        {
            return run();
        }
        catch (InvalidOperationException) when (Interruption.IsRequested)
        {
            return true;
        }
    }
}
