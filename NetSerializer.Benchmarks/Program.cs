using System.Runtime.InteropServices;
using NetSerializer.Benchmarks.Bulk;
using NetSerializer.Benchmarks.Measuring;
using NetSerializer.Benchmarks.Microbenchmarks;
using NetSerializer.Benchmarks.Suites;
using NetSerializer.Benchmarks.Suites.Graphs;
using NetSerializer.Benchmarks.Suites.Types;

namespace NetSerializer.Benchmarks;

internal static class Program
{
    private const int Success = 0;
    private const int Failure = 1;
    private const int WrongUsage = 2;

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
        Verification verification = new(output);
        if (!RunSuites(options, output, verification))
        {
            Console.Error.WriteLine("The filter admits no data set of this suite.");
            return WrongUsage;
        }
        if (options.Verify)
        {
            output.WriteLine();
            output.WriteLine($"{verification.Comparisons:N0} comparisons, {verification.Failures} different");
        }
        return verification.Failures == 0 ? Success : Failure;
    }

    private static bool RunSuites(Options options, TextWriter output, Verification verification)
    {
        if (options.Bars)
        {
            BarsJob.Run(options, output, verification);
            return true;
        }
        bool all = options.Suite == "all";
        bool ran = false, allOfAll = all && !options.HasFilter;
        if (all || options.Suite == MainJob.SuiteName)
        {
            ran |= options.Threads > 1 ? ThreadJob.Run(options, output, verification) : MainJob.Run(options, output, verification).Rows.Count > 0;
        }
        if (all || options.Suite == MainJob.BatchSuiteName)
        {
            ran |= MainJob.RunBatches(options, output, verification).Rows.Count > 0;
        }
        foreach (PublishedSuite suite in PublishedSuites.All(options.Quick))
        {
            if (all || options.Suite == suite.Name)
            {
                ran |= SuiteJob.Run(suite, options, output, verification);
            }
        }
        if (allOfAll || options.Suite == ColdJob.SuiteName)
        {
            ColdJob.Print(output, ColdJob.CreateCases, options.Quick ? 1 : 5);
            ran = true;
        }
        if (all || options.Suite == GraphJob.SuiteName)
        {
            ran |= GraphJob.Run(options, output, verification).Count > 0;
        }
        if (all || options.Suite == TypesJob.SuiteName)
        {
            ran |= TypesJob.Run(options, output);
        }
        if (allOfAll || options.Suite == "bulk")
        {
            BulkComparison.Run(output, options.Quick ? "short" : "");
            ran = true;
        }
        return ran;
    }
}
