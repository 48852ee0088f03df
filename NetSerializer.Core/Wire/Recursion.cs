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

    private const int LargeStack = 64 << 20, SmallestStack = 1 << 20;

    /// <summary>The larger stacks under this one, in bytes. They are of one call: it waits in them.</summary>
    [ThreadStatic]
    private static long s_stackBytes;

    // The states of the thread with the larger stack. In PassingOn, the thread that waits for it passes an interruption on.
    private const int Running = 0, PassingOn = 1, Over = 2;

    /// <summary>
    /// Runs <paramref name="body"/> on a thread with a stack of 64 MiB (address space, not memory, until used), or of the bytes that the call has left.
    /// False where they are too few, and then nothing has run.
    /// </summary>
    /// <param name="maxStackBytes">The bytes of all such stacks of the call.</param>
    /// <param name="body">Runs on the other thread.</param>
    public static bool TryRunOnLargerStack(long maxStackBytes, Action body)
    {
        long used = s_stackBytes;
        int size = (int)Math.Min(LargeStack, maxStackBytes - used);
        if (size < SmallestStack)
        {
            return false;
        }
        RunOnStack(size, () =>
        {
            s_stackBytes = used + size;
            body();
        });
        return true;
    }

    // The caller waits for the body in any case, because it works on data of the caller's stack. Its exception comes back as if thrown here. An
    // interruption of this thread goes on to that one.
    private static void RunOnStack(int size, Action body)
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
            size)
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
