using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace NetSerializer.Benchmarks.Microbenchmarks;

/// <summary>Hands the arguments over to BenchmarkDotNet.</summary>
internal static class BenchmarkDotNetJob
{
    private static readonly string[] s_informative = ["--list", "--help", "--info", "--version"];

    /// <summary>False when any benchmark failed, or none ran though some were asked for.</summary>
    public static bool Run(string[] arguments)
    {
        IConfig config = ManualConfig.CreateEmpty()
            .AddJob(DefaultConfig.Instance.GetJobs().ToArray())
            .AddLogger(DefaultConfig.Instance.GetLoggers().ToArray())
            .AddExporter(DefaultConfig.Instance.GetExporters().ToArray())
            .AddAnalyser(DefaultConfig.Instance.GetAnalysers().ToArray())
            .AddValidator(DefaultConfig.Instance.GetValidators().ToArray())
            .AddColumnProvider(DefaultConfig.Instance.GetColumnProviders().ToArray())
            .AddDiagnoser(MemoryDiagnoser.Default);
        Summary[] summaries = [.. BenchmarkSwitcher.FromAssembly(typeof(BenchmarkDotNetJob).Assembly).Run(arguments, config)];
        if (summaries.Length == 0)
        {
            return arguments.Any(argument => s_informative.Contains(argument.Split(' ')[0]));
        }
        return summaries.All(summary => !summary.HasCriticalValidationErrors && summary.Reports.All(report => report.Success));
    }
}
