using System.Runtime.ExceptionServices;
using NetSerializer.Wire;

namespace NetSerializer.IO;

/// <summary>
/// Reads a value on a thread of its own, for which an asynchronous call awaits the bytes: the code that reads cannot stop half-way and go on later,
/// but it can wait. For values that arrive in so many pieces that beginning anew with each of them would cost more than a thread.
/// </summary>
/// <param name="session">The session of the value. A value that is given up can be read again.</param>
internal sealed class ReadingThread(SessionSource session)
{
    private readonly SemaphoreSlim _asked = new(0), _answered = new(0);
    private int _wanted;
    private bool _hasEnded;
    // Why there are no more bytes: cancelled, or the stream has thrown.
    private ExceptionDispatchInfo? _refusal;

    /// <summary>
    /// Runs <paramref name="read"/> to its end, or until no bytes come any more: then the value is given up, even when its code catches the failure.
    /// </summary>
    public async ValueTask RunAsync(Action read, CancellationToken cancellationToken)
    {
        ExceptionDispatchInfo? failure = null;
        var thread = new Thread(() =>
        {
            try
            {
                read();
            }
            catch (Exception exception)
            {
                failure = ExceptionDispatchInfo.Capture(exception);
            }
            _hasEnded = true;
            Release(_asked);
        })
        { IsBackground = true, Name = "NetSerializer awaited value" };
        thread.Start();
        while (true)
        {
            await AskedAsync().ConfigureAwait(false);
            if (_hasEnded)
            {
                break;
            }
            try
            {
                await session.AwaitAsync(_wanted, cancellationToken).ConfigureAwait(false);
            }
            catch (Exception exception)
            {
                _refusal = ExceptionDispatchInfo.Capture(exception);
            }
            Interrupt(Release(_answered));
        }
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
        if (_refusal == null)
        {
            _wanted = count;
            Interrupt(Release(_asked) | WaitForAnswer());
        }
        if (_refusal != null)
        {
            throw new MoreBytesWanted();
        }
    }

    // An interruption of a thread arrives at the lock of a semaphore too, if another one holds that. It is meant for the code that reads or awaits,
    // which gets it afterwards.
    private static bool Release(SemaphoreSlim semaphore)
    {
        bool isInterrupted = false;
        while (true)
        {
            try
            {
                semaphore.Release();
                return isInterrupted;
            }
            catch (ThreadInterruptedException)
            {
                isInterrupted = true;
            }
        }
    }

    private static void Interrupt(bool isInterrupted)
    {
        if (isInterrupted)
        {
            Thread.CurrentThread.Interrupt();
        }
    }

    private Task AskedAsync()
    {
        bool isInterrupted = false;
        while (true)
        {
            try
            {
                Task asked = _asked.WaitAsync(CancellationToken.None);
                Interrupt(isInterrupted);
                return asked;
            }
            catch (ThreadInterruptedException)
            {
                isInterrupted = true;
            }
        }
    }

    // Nothing ends the wait early: until the answer has come, the stream may write to the buffer.
    private bool WaitForAnswer()
    {
        bool isInterrupted = false;
        while (true)
        {
            try
            {
                _answered.Wait(CancellationToken.None);
                return isInterrupted;
            }
            catch (ThreadInterruptedException)
            {
                isInterrupted = true;
            }
        }
    }
}
