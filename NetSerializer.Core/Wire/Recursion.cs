using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;

namespace NetSerializer.Wire;

/// <summary>The guards against deep data.</summary>
internal static class Recursion
{
    /// <summary>
    /// How many levels pass between two looks at the remaining stack. <see cref="RuntimeHelpers.TryEnsureSufficientExecutionStack"/> promises 64 KiB
    /// or more, so a level may use 4 KiB; generated frames stay below 1 KiB.
    /// </summary>
    public const int Interval = 16;

    /// <summary>The levels a call starts with, before the first look.</summary>
    public const int InitialCredit = 4;

    private const int LargeStack = 64 << 20;

    // The states of the thread with the larger stack. In PassingOn, the thread that waits for it passes an interruption on.
    private const int Running = 0, PassingOn = 1, Over = 2;

    /// <summary>
    /// Runs <paramref name="body"/> on a thread with a stack of 64 MiB (address space, not memory, until used). The caller waits for it in any case,
    /// because the body works on data of the caller's stack. Its exception comes back as if thrown here. An interruption of this thread goes on to that
    /// one.
    /// </summary>
    public static void RunOnLargerStack(Action body)
    {
        ExceptionDispatchInfo? failure = null;
        int state = Running;
        bool isPassedOn = false, isPending = false;
        var thread = new Thread(
            () =>
            {
                try
                {
                    body();
                }
                catch (Exception exception)
                {
                    failure = ExceptionDispatchInfo.Capture(exception);
                }
                while (Interlocked.CompareExchange(ref state, Over, Running) != Running)
                {
                    // An interruption is on its way.
                    Thread.Yield();
                }
                isPending = isPassedOn && TakeInterruption();
            },
            LargeStack)
        { IsBackground = true, Name = "NetSerializer deep data" };
        thread.Start();
        bool isKept = false;
        while (true)
        {
            try
            {
                thread.Join();
                break;
            }
            catch (ThreadInterruptedException)
            {
                if (Interlocked.CompareExchange(ref state, PassingOn, Running) == Running)
                {
                    isPassedOn = true;
                    thread.Interrupt();
                    Volatile.Write(ref state, Running);
                }
                else
                {
                    // That thread looks for no interruption any more.
                    isKept = true;
                }
            }
        }
        if (isPending || isKept)
        {
            // Nothing there waited for anything.
            Thread.CurrentThread.Interrupt();
        }
        failure?.Throw();
    }

    private static bool TakeInterruption()
    {
        try
        {
            // No shorter one can be interrupted.
            Thread.Sleep(1);
            return false;
        }
        catch (ThreadInterruptedException)
        {
            return true;
        }
    }
}
