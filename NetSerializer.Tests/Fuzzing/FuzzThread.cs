using System.Runtime.ExceptionServices;

namespace NetSerializer.Tests.Fuzzing;

/// <summary>A thread of its own for the fuzzer: the oracle and the checks recurse as deep as an input of a few thousand bytes can nest.</summary>
internal static class FuzzThread
{
    private const int StackBytes = 256 << 20;

    public static void Run(Action action)
    {
        ExceptionDispatchInfo? failure = null;
        var thread = new Thread(() =>
        {
            try
            {
                action();
            }
            catch (Exception caught)
            {
                failure = ExceptionDispatchInfo.Capture(caught);
            }
        }, StackBytes);
        thread.Start();
        thread.Join();
        failure?.Throw();
    }
}
