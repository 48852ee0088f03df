using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>
/// Reads a value on a thread of its own, for an asynchronous call: the code that reads cannot stop half-way and go on later, but it can wait. The thread
/// asks the stream itself, so bytes that are there cost no change of threads. For values that arrive in so many pieces that beginning anew with each
/// of them would cost more than a thread.
/// </summary>
/// <param name="session">The session of the value. A value that is given up can be read again.</param>
/// <param name="cancellationToken">Cancels the calls of the stream.</param>
internal sealed class ReadingThread(SessionSource session, CancellationToken cancellationToken)
{
    private readonly SemaphoreSlim _arrived = new(0);
    // Why there are no more bytes: cancelled, or the stream has thrown.
    private ExceptionDispatchInfo? _refusal;

    /// <summary>
    /// Runs <paramref name="read"/> to its end, or until no bytes come any more: then the value is given up, even when its code catches the failure.
    /// </summary>
    public async ValueTask RunAsync(Action read)
    {
        var end = new TaskCompletionSource<ExceptionDispatchInfo?>(TaskCreationOptions.RunContinuationsAsynchronously);
        var thread = new Thread(() =>
        {
            ExceptionDispatchInfo? thrown = null;
            try
            {
                read();
            }
            catch (Exception exception)
            {
                thrown = ExceptionDispatchInfo.Capture(exception);
            }
            end.SetResult(thrown);
        })
        { IsBackground = true, Name = "NetSerializer awaited value" };
        thread.Start();
        ExceptionDispatchInfo? failure = await end.Task.ConfigureAwait(false);
        if (_refusal != null)
        {
            session.Resume();
        }
        (_refusal ?? failure)?.Throw();
    }

    /// <summary>On the thread: waits until <paramref name="count"/> bytes are unread, or the stream has ended.</summary>
    /// <exception cref="MoreBytesWanted">The value is given up.</exception>
    public void WaitFor(int count)
    {
        try
        {
            if (_refusal == null)
            {
                Wait(session.AwaitAsync(count, cancellationToken).ConfigureAwait(false).GetAwaiter());
            }
        }
        catch (Exception exception)
        {
            _refusal = ExceptionDispatchInfo.Capture(exception);
        }
        if (_refusal != null)
        {
            throw new MoreBytesWanted();
        }
    }

    // Nothing ends the wait early: until the bytes have come, the stream may write to the buffer. An interruption of the thread is meant for the code
    // that reads, which gets it afterwards.
    private void Wait(ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter arriving)
    {
        bool isInterrupted = false;
        if (!arriving.IsCompleted)
        {
            arriving.UnsafeOnCompleted(() => _arrived.Release());
            for (bool hasArrived = false; !hasArrived;)
            {
                try
                {
                    _arrived.Wait(CancellationToken.None);
                    hasArrived = true;
                }
                catch (ThreadInterruptedException)
                {
                    isInterrupted = true;
                }
            }
        }
        if (isInterrupted)
        {
            Thread.CurrentThread.Interrupt();
        }
        arriving.GetResult();
    }
}
