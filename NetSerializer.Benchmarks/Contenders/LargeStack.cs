using System.Runtime.ExceptionServices;

namespace NetSerializer.Benchmarks.Contenders;

/// <summary>A thread with a stack for the longest of the lists, for code that recurses without a guard. Its start is a tenth of a millisecond.</summary>
internal static class LargeStack
{
    private const int Size = 512 << 20;

    public static void Run(Action action)
    {
        ExceptionDispatchInfo? failure = null;
        Thread thread = new(
            () =>
            {
                try
                {
                    action();
                }
                catch (Exception exception)
                {
                    failure = ExceptionDispatchInfo.Capture(exception);
                }
            },
            Size);
        thread.Start();
        thread.Join();
        failure?.Throw();
    }
}
