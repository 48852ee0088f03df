using System.Runtime.ExceptionServices;

namespace NetSerializer.Tests.Model;

/// <summary>Starts threads that all begin at the same moment, so that first calls really meet.</summary>
internal static class Together
{
    public static T[] Run<T>(int threads, Func<int, T> body)
    {
        using var gate = new Barrier(threads);
        T[] results = new T[threads];
        ExceptionDispatchInfo? failure = null;
        Thread[] all =
        [
            .. Enumerable.Range(0, threads).Select(i => new Thread(() =>
            {
                gate.SignalAndWait();
                try
                {
                    results[i] = body(i);
                }
                catch (Exception exception)
                {
                    Interlocked.CompareExchange(ref failure, ExceptionDispatchInfo.Capture(exception), null);
                }
            })),
        ];
        foreach (Thread thread in all)
        {
            thread.Start();
        }
        foreach (Thread thread in all)
        {
            thread.Join();
        }
        failure?.Throw();
        return results;
    }
}
