using System.Runtime.InteropServices;
using NetSerializer.Benchmarks.Measuring;

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
        output.WriteLine($"{RuntimeInformation.FrameworkDescription}, {RuntimeInformation.RuntimeIdentifier}, {Environment.ProcessorCount} processors");
        Verification verification = new(output);
        MainJob.Run(options, output, verification);
        if (options.Verify)
        {
            output.WriteLine();
            output.WriteLine($"{verification.Comparisons:N0} comparisons, {verification.Failures} different");
        }
        return verification.Failures == 0 ? Success : Failure;
    }
}
